package dev.broadside.cli.file;

import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.job.JobWatchCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.Setup;
import dev.broadside.core.report.bundle.Bundle;
import dev.broadside.core.report.bundle.BundleReader;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `broadside replay`: runs the job of a bundle again, and lists what differs from the first run.
@Command(
    name = "replay",
    customSynopsis = "broadside replay BUNDLE [OPTIONS] [PARAMETERS]",
    description = {
      "Run the job of a bundle again, and say what differs from the first run.",
      "It runs on the server that --server or BROADSIDE_SERVER names; if none is"
          + " named, on this machine, with the options of 'broadside run'. Each"
          + " difference has a line: packs, versions, hosts, settings of driver and"
          + " database.",
      "Its secrets have to be given again, such as by --password-file."
    })
public final class ReplayCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  private final ToIntFunction<String[]> commands;
  private final JobOptions options = new JobOptions(Set.of());

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      description = "A file that 'broadside job bundle' wrote.")
  private Path file = Path.of("");

  @Mixin private GeneratorOption generator = new GeneratorOption();

  private ReplayCommand(Shell shell, ToIntFunction<String[]> commands) {
    this.shell = shell;
    this.commands = commands;
  }

  /// @param commands runs a command line of this program
  public static CommandLine line(Shell shell, ToIntFunction<String[]> commands) {
    ReplayCommand command = new ReplayCommand(shell, commands);
    return command.options.addTo(new CommandLine(command));
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    Bundle bundle = read();
    return server.named(shell) ? atServer(bundle, server.client(shell)) : here(bundle);
  }

  private Bundle read() throws CommandException {
    List<Problem> problems = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      Optional<Bundle> bundle = BundleReader.read(in, problems);
      if (bundle.isPresent()) {
        return bundle.get();
      }
    } catch (NoSuchFileException _) {
      problems.add(Problem.wrong("bundle", "it does not exist", "name a file that does"));
    } catch (IOException e) {
      problems.add(
          Problem.wrong("bundle", "it cannot be read (" + Causes.of(e) + ")", "name one that can"));
    }
    throw refused(problems);
  }

  private CommandException refused(List<Problem> problems) {
    return new CommandException(
        problems.stream()
            .map(one -> Problem.wrong(one.where() + " " + file, one.what(), one.mend()))
            .toList());
  }

  private ObjectNode document(Bundle bundle) throws CommandException {
    List<Problem> problems = new ArrayList<>();
    Optional<ObjectNode> document =
        JobYaml.read(bundle.job(), problems)
            .map(JobYaml::root)
            .filter(ObjectNode.class::isInstance)
            .map(ObjectNode.class::cast);
    if (document.isEmpty() && problems.isEmpty()) {
      problems.add(Problem.wrong("bundle", "its job has no fields", "write the bundle again"));
    }
    return document.orElseThrow(() -> refused(problems));
  }

  private int atServer(Bundle bundle, ServerClient client)
      throws CommandException, InterruptedException {
    ObjectNode document = document(bundle);
    String pack = bundle.manifest().packSha256();
    forgetPack(document, bundle, client.find("/packs/" + ServerClient.segment(pack)).isPresent());
    ServerSubmission submission =
        ServerSubmission.of(client, options.source(document), options, shell);
    submission.requireOneJob();
    RemoteJob job = new RemoteJob(submission.submit("/jobs"));
    shell.err().println("job " + PlainText.line(job.id()));
    int status =
        JobWatchCommand.watch(
            shell,
            client,
            job.id(),
            false,
            JobWatchCommand.files(false, Optional.empty()),
            generator);
    String path = "/jobs/" + ServerClient.segment(job.id());
    RunDocument run =
        Json.mapper().treeToValue(client.get(ServerClient.figures(path)), RunDocument.class);
    tell(bundle, run);
    return status;
  }

  /// As `broadside run` does it, with the options that follow the bundle.
  private int here(Bundle bundle) throws CommandException {
    ObjectNode document = document(bundle);
    boolean known = false;
    for (LocalPack one : LocalPacks.of(shell).all()) {
      known |= one.sha256().equals(bundle.manifest().packSha256());
    }
    forgetPack(document, bundle, known);
    List<String> rest = new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
    rest.remove(spec.name());
    rest.remove(file.toString());
    // One host has no agents; their number is listed among the differences.
    document.remove("agents");
    useAddress(document, bundle);
    try {
      Path job = Files.createTempFile("broadside-replay-", ".yaml");
      Path result = Files.createTempFile("broadside-replay-", ".json");
      try {
        Files.writeString(job, JobYaml.write(document));
        return run(bundle, job, result, rest);
      } finally {
        Files.deleteIfExists(job);
        Files.deleteIfExists(result);
      }
    } catch (IOException e) {
      throw CommandException.failure(
          List.of(
              Problem.wrong(
                  "folder for temporary files",
                  "it cannot be used (" + Causes.of(e) + ")",
                  "make room, or name another by -Djava.io.tmpdir in BROADSIDE_JAVA_OPTS")));
    }
  }

  /// Only a server has targets; without one the job goes to the address that its target had.
  private void useAddress(ObjectNode document, Bundle bundle) {
    if (document.remove(JobDocument.TARGET.path()) instanceof JsonNode target) {
      for (Parameter<?> one : ConnectionParameters.OF_TARGET) {
        String text = bundle.result().parameters().getOrDefault(one.name(), "");
        if (!(one instanceof Parameter.Hidden) && !text.isEmpty()) {
          JobWriter.put(
              document,
              JobDocument.PARAMETERS + "." + one.name(),
              JsonNodeFactory.instance.stringNode(text));
        }
      }
      say(
          "not the same: the address that target "
              + target.asString()
              + " had is used, and its password has to be given");
    }
  }

  private int run(Bundle bundle, Path job, Path result, List<String> rest) throws IOException {
    List<String> line = new ArrayList<>(List.of("run", "-f", job.toString()));
    if (rest.stream().noneMatch(word -> word.matches("--json(=.*)?"))) {
      line.addAll(List.of("--json", result.toString()));
    }
    line.addAll(rest);
    int status = commands.applyAsInt(line.toArray(String[]::new));
    if (Files.size(result) > 0) {
      try (InputStream in = Files.newInputStream(result)) {
        tell(
            bundle,
            Json.mapper().treeToValue(new RunJson().readWithoutIntervals(in), RunDocument.class));
      }
    }
    return status;
  }

  /// The newest pack with the job class takes the place of one that is not there.
  private void forgetPack(ObjectNode document, Bundle bundle, boolean known) {
    if (!known) {
      document.remove(JobDocument.PACK.path());
      say(
          "not the same: pack "
              + bundle.manifest().pack()
              + " "
              + bundle.manifest().packSha256()
              + " is not there; the newest one with the job class is used");
    }
  }

  private void tell(Bundle bundle, RunDocument run) {
    List<Setup.Difference> differences =
        StudyComparison.of(StudyDocument.ofRun(bundle.result()), StudyDocument.ofRun(run))
            .differences();
    differences.forEach(
        one -> say("not the same: " + one.what() + ": " + said(one.a()) + " -> " + said(one.b())));
    if (differences.isEmpty()) {
      say("all that is known of the setup was the same");
    }
  }

  private static String said(String text) {
    return text.isEmpty() ? "unknown" : text;
  }

  private void say(String text) {
    shell.err().println(PlainText.line(text));
  }
}

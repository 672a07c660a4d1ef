package dev.broadside.cli.study;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.ComparisonText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunJson;
import dev.broadside.core.report.StudyComparison;
import dev.broadside.core.report.StudyDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `broadside compare`.
@Command(
    name = "compare",
    description = {
      "Set a study or a run against another: the difference in percent, step by step and at the peak.",
      "Each is a file that --json wrote, or the id of a study or job at the server."
    })
public final class CompareCommand implements Callable<Integer> {
  private final Shell shell;
  private final JsonMapper mapper = Json.mapper();

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "A", description = "What to compare against.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "B", description = "What to compare.")
  private String second = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public CompareCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    StudyComparison comparison = StudyComparison.of(study(first), study(second));
    shell.print(json, comparison, () -> ComparisonText.of(comparison, shell.outTerminal()));
    return ExitStatus.OK;
  }

  private StudyDocument study(String name) throws CommandException, InterruptedException {
    Path file = Path.of(name);
    if (Files.exists(file)) {
      return fromFile(file);
    }
    if (name.contains("/") || name.endsWith(".json")) {
      throw new CommandException(
          Problem.wrong("file " + name, "there is none", "name one that is there"));
    }
    return fromServer(name);
  }

  private StudyDocument fromFile(Path file) throws CommandException {
    try {
      return document(readTree(file));
    } catch (IOException | JacksonException e) {
      throw new CommandException(
          Problem.wrong(
              "file " + file,
              "it is neither a study nor a run (" + Causes.of(e) + ")",
              "name a file that 'broadside run --json FILE' wrote"));
    }
  }

  private static JsonNode readTree(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new RunJson().readWithoutIntervals(in);
    }
  }

  private StudyDocument fromServer(String id) throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String segment = ServerClient.segment(id);
    Optional<JsonNode> study = client.find(ServerClient.figures("/studies/" + segment));
    Optional<JsonNode> found =
        study.isPresent() ? study : client.find(ServerClient.figures("/jobs/" + segment));
    return document(
        found.orElseThrow(() ->
            new CommandException(
                Problem.wrong(
                    '"' + id + '"',
                    "there is no such file here, and no such study or job at the server",
                    "name a file, or an id of 'broadside study list' or 'broadside job list'"))));
  }

  private StudyDocument document(JsonNode tree) {
    return tree.has("study")
        ? mapper.treeToValue(tree, StudyDocument.class)
        : StudyDocument.ofRun(mapper.treeToValue(tree, RunDocument.class));
  }
}

package dev.broadside.cli.job;

import dev.broadside.cli.order.Many;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.server.api.many.WorkOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside job rerun` and `broadside job edit`: an earlier job with other options.
@Command
public final class JobChangeCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  private final boolean edit;
  private final JobOptions options;

  @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "The job.")
  private String id = "";

  private final Many many = new Many.OfJobs();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--watch", description = "Follow it until its end.")
  private boolean watch;

  @Mixin private GeneratorOption generator = new GeneratorOption();

  private JobChangeCommand(Shell shell, boolean edit) {
    this.shell = shell;
    this.edit = edit;
    options = new JobOptions(edit ? Set.of(Group.IDENTITY) : Set.of());
  }

  /// `job rerun`, once called `job clone`.
  public static CommandLine rerun(Shell shell) {
    return line(
        new JobChangeCommand(shell, false),
        "rerun",
        "Submit a job once more, as it was or with other options.",
        "The server takes its secrets from the job itself; they need not be given again.",
        "The answer lists what differs. A start time and a repetition are not taken over.");
  }

  /// `job edit`.
  public static CommandLine edit(Shell shell) {
    return line(
        new JobChangeCommand(shell, true),
        "edit",
        "Change a job that waits; what you do not give stays as it is.",
        "The answer lists what differs. A file given by -f replaces all of it.");
  }

  private static CommandLine line(JobChangeCommand command, String name, String... description) {
    CommandLine line = command.options.addTo(new CommandLine(command));
    line.getCommandSpec()
        .name(name)
        .usageMessage()
        .customSynopsis("broadside job " + name + " [OPTIONS] ID [PARAMETERS]")
        .description(description);
    if (!command.edit) {
      line.getCommandSpec().aliases("clone");
      line.getCommandSpec().addMixin("many", CommandSpec.forAnnotatedObject(command.many));
    }
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    generator.requireWatch(watch);
    ServerClient client = remote.client(shell);
    if (many.byQuery()) {
      return all(client);
    }
    if (id.isEmpty()) {
      throw refused("it names no job", "give its id");
    }
    String path = "/jobs/" + ServerClient.segment(id) + "/submission";
    ObjectNode before = ((ObjectNode) client.get(path)).deepCopy();
    ServerSubmission submission =
        ServerSubmission.of(client, options.source(before.deepCopy()), options, shell);
    submission.requireOneJob();
    ObjectNode after = submission.source().document();
    if (!after.has(JobDocument.SECRETS_OF.path())) {
      after.put(JobDocument.SECRETS_OF.path(), id);
    }
    List<String> changes = changes(before, after);
    RemoteJob job = new RemoteJob(submission.post(edit ? path : "/jobs"));
    if (watch) {
      shell.err().println("job " + PlainText.line(job.id()));
      return JobWatchCommand.watch(
          shell,
          client,
          job.id(),
          false,
          JobWatchCommand.files(remote.json(), Optional.empty()),
          generator);
    }
    return remote.print(shell, job.json(), () -> lines(job, changes));
  }

  private int all(ServerClient client) throws CommandException, InterruptedException {
    ParseResult parsed = spec.commandLine().getParseResult();
    boolean otherwise =
        parsed.matchedOptions().stream().anyMatch(option -> option.userObject() == null);
    if (watch || otherwise || !id.isEmpty() || !parsed.unmatched().isEmpty()) {
      throw refused(
          "the jobs of a query are run as they were asked for",
          "leave other words out, or run one at a time");
    }
    return many.give(client, shell, WorkOrder.RERUN, List.of(), remote.json());
  }

  private CommandException refused(String what, String mend) {
    return new CommandException(Problem.wrong(edit ? "job edit" : "job rerun", what, mend));
  }

  private List<String> lines(RemoteJob job, List<String> changes) {
    List<String> lines = new ArrayList<>();
    lines.add(job.id() + (edit ? "  " + job.state() + ": " + job.reason() : ""));
    changes.forEach(change -> lines.add("  " + change));
    if (changes.isEmpty()) {
      lines.add("  " + (edit ? "nothing was changed" : "with the same options as before"));
    }
    return lines;
  }

  /// The differences of two documents, such as `threads: 8 -> 16`.
  private static List<String> changes(JsonNode before, JsonNode after) {
    Map<String, String> old = new TreeMap<>();
    Map<String, String> now = new TreeMap<>();
    flatten("", before, old);
    flatten("", after, now);
    Set<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    names.remove(JobDocument.SECRETS_OF.path());
    names.remove(JobDocument.SECRETS_NEEDED.path());
    names.remove(JobDocument.ID.path());
    return names.stream()
        .filter(name -> !old.getOrDefault(name, "").equals(now.getOrDefault(name, "")))
        .map(name -> name + ": " + said(old, name) + " -> " + said(now, name))
        .toList();
  }

  private static String said(Map<String, String> texts, String name) {
    String text = texts.getOrDefault(name, "");
    return text.isEmpty() ? "not given" : PlainText.line(text, 60);
  }

  private static void flatten(String at, JsonNode node, Map<String, String> texts) {
    if (node.isObject()) {
      node.forEachEntry(
          (name, value) -> flatten(at.isEmpty() ? name : at + "." + name, value, texts));
    } else {
      texts.put(at, node.isValueNode() ? node.asString() : node.toString());
    }
  }
}

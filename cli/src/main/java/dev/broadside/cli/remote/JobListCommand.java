package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside job list`.
@Command(name = "list", description = "List the server's jobs, the newest first.")
public final class JobListCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only jobs in this state, such as running.")
  private Optional<String> state = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many.")
  private int limit = 50;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobListCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String filter = state.map(word -> "&state=" + ServerClient.segment(word)).orElse("");
    JsonNode answer = server.client(shell).get("/jobs?limit=" + limit + filter);
    if (json) {
      shell.out().println(answer.toPrettyString());
      return ExitStatus.OK;
    }
    Table table =
        new Table(
            Column.words("id"),
            Column.words("job class"),
            Column.words("state"),
            Column.numbers("tps"),
            Column.words("submitted").unlessNarrow(2),
            Column.words("name").unlessNarrow(1),
            Column.words("reason").unlessNarrow(3));
    for (JsonNode one : answer.path("jobs")) {
      JobView job = new JobView(one);
      table.row(
          job.id(),
          job.text("jobClass"),
          job.state(),
          job.throughput(),
          job.text("submittedAt"),
          job.text("name"),
          job.reason());
    }
    table.lines(shell.outTerminal().columns()).forEach(shell.out()::println);
    return ExitStatus.OK;
  }
}

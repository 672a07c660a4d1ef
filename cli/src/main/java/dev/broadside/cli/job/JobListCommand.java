package dev.broadside.cli.job;

import dev.broadside.cli.remote.ListCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside job list`.
@Command(name = "list", description = "List the server's jobs, the newest first.")
public final class JobListCommand extends ListCommand {
  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only jobs in this state, such as running.")
  private Optional<String> state = Optional.empty();

  @Option(
      names = "--definition",
      paramLabel = "NAME",
      description = "Only runs of this definition.")
  private Optional<String> definition = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many.")
  private int limit = 50;

  public JobListCommand(Shell shell) {
    super(shell, "jobs");
  }

  @Override
  protected String path() {
    return "/jobs?limit="
        + limit
        + state.map(word -> "&state=" + ServerClient.segment(word)).orElse("")
        + definition.map(name -> "&definition=" + ServerClient.segment(name)).orElse("");
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("id"),
        Column.words("job class"),
        Column.words("state"),
        Column.words("audit"),
        Column.numbers("tps"),
        Column.words("generator").unlessNarrow(4),
        Column.words("submitted").unlessNarrow(2),
        Column.words("name").unlessNarrow(1),
        Column.words("folder, #tags").unlessNarrow(5),
        Column.words("reason").unlessNarrow(3));
  }

  @Override
  protected void row(Table table, JsonNode thing) {
    RemoteJob job = new RemoteJob(thing);
    table.row(
        job.id(),
        job.text("jobClass"),
        job.outcome(),
        job.audit(),
        job.throughput(),
        job.generator(),
        job.text("submittedAt"),
        job.text("name"),
        job.filing(),
        job.reason());
  }
}

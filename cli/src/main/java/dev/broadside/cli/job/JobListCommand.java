package dev.broadside.cli.job;

import dev.broadside.cli.remote.FoundCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.search.JobQuery;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside job list`.
@Command(
    name = "list",
    description = {
      "List the server's jobs, newest first.",
      "Without a query, steps of studies are left out: '*' lists all jobs, study:ID"
          + " the steps of one study.",
      "A query finds the jobs that match all of its terms: words of name, id and"
          + " title; tag:best, folder:nightly, class:igenoltp, target:db1,"
          + " definition:nightly, state:running, outcome:failed, since:2026-11-01,"
          + " until:7d; and figures of the result, quoted for the shell: 'p99>20ms'"
          + " 'throughput<1000/s'."
    },
    footer = {
      "Examples:",
      "  broadside job list state:running",
      "  broadside job list folder:nightly 'p99>20ms' since:7d --json"
    })
public final class JobListCommand extends FoundCommand {
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

  public JobListCommand(Shell shell) {
    super(shell, "jobs");
  }

  @Override
  protected String wanted() {
    return state.map(word -> "&state=" + ServerClient.segment(word)).orElse("")
        + definition.map(name -> "&definition=" + ServerClient.segment(name)).orElse("");
  }

  @Override
  protected String usual() {
    return "study:" + JobQuery.NO_STUDY;
  }

  @Override
  protected List<String> usualNotes() {
    return List.of("steps of studies are left out: broadside job list '*' has them");
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("id"),
        Column.words("job class").unlessNarrow(4),
        Column.words("state"),
        Column.words("audit").unlessNarrow(3),
        Column.numbers("tps"),
        Column.words("generator").unlessNarrow(6),
        Column.words("submitted").unlessNarrow(5),
        Column.words("name").unlessNarrow(1),
        Column.words("folder, #tags").unlessNarrow(7),
        Column.words("reason").unlessNarrow(2));
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
        job.toTheSecond("submittedAt"),
        job.text("name"),
        job.filing(),
        job.reason());
  }
}

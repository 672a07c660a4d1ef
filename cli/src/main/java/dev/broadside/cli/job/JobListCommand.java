package dev.broadside.cli.job;

import dev.broadside.cli.remote.ListCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job list`.
@Command(
    name = "list",
    description = {
      "List the server's jobs, the newest first.",
      "A query finds all for which each of its terms holds: words of name, id and title; tag:best,"
          + " folder:nightly, class:igenoltp, target:db1, definition:nightly, state:running,"
          + " outcome:failed, since:2026-11-01, until:7d; figures of the result, quoted from the"
          + " shell: 'p99>20ms' 'throughput<1000/s'."
    })
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

  @Parameters(arity = "0..*", paramLabel = "QUERY", description = "Which jobs are meant.")
  private List<String> query = List.of();

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Only jobs in this folder or within it.")
  private Optional<String> folder = Optional.empty();

  @Option(
      names = "--tag",
      split = ",",
      paramLabel = "TAG",
      description = "Only jobs with this tag; several times for several.")
  private List<String> tags = List.of();

  @Option(names = "--deleted", description = "Only deleted jobs that can still be brought back.")
  private boolean deleted;

  @Option(
      names = "--behind",
      paramLabel = "ID",
      description = "Only jobs behind this one: the next page.")
  private Optional<String> behind = Optional.empty();

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
        + definition.map(name -> "&definition=" + ServerClient.segment(name)).orElse("")
        + behind.map(id -> "&behind=" + ServerClient.segment(id)).orElse("")
        + (terms().isEmpty() ? "" : "&query=" + ServerClient.segment(terms()));
  }

  private String terms() {
    return Stream.of(
            query.stream(),
            folder.map(name -> "folder:\"" + name + '"').stream(),
            Stream.of("state:deleted").filter(_ -> deleted),
            tags.stream().map(tag -> "tag:\"" + tag + '"'))
        .flatMap(terms -> terms)
        .collect(Collectors.joining(" "));
  }

  @Override
  protected List<String> notes(JsonNode answer) {
    String next = answer.path("next").asString("");
    return next.isEmpty() ? List.of() : List.of("there are more: add --behind " + next);
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

package dev.broadside.cli.remote;

import dev.broadside.cli.shell.Shell;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// What lists have in common that are searched, and come page by page.
public abstract class FoundCommand extends ListCommand {
  private final String things;

  @Parameters(arity = "0..*", paramLabel = "QUERY", description = "Which ones are meant.")
  private List<String> query = List.of();

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Only those in this folder or within it.")
  private Optional<String> folder = Optional.empty();

  @Option(
      names = "--tag",
      split = ",",
      paramLabel = "TAG",
      description = "Only those with this tag; several times for several.")
  private List<String> tags = List.of();

  @Option(names = "--deleted", description = "Only deleted ones that can still be brought back.")
  private boolean deleted;

  @Option(
      names = "--behind",
      paramLabel = "ID",
      description = "Only those behind this one: the next page.")
  private Optional<String> behind = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many.")
  private int limit = 50;

  /// @param things the list's name in the answer, and that of its path
  protected FoundCommand(Shell shell, String things) {
    super(shell, things);
    this.things = things;
  }

  /// What is asked for where no query and no option asks for anything; empty for all.
  protected String usual() {
    return "";
  }

  /// What is to be said of a list of [#usual()].
  protected List<String> usualNotes() {
    return List.of();
  }

  /// What options of its own add to the path, such as `&state=running`.
  protected String wanted() {
    return "";
  }

  @Override
  protected final String path() {
    String terms = isUsual() ? usual() : asked();
    return "/"
        + things
        + "?limit="
        + limit
        + wanted()
        + behind.map(id -> "&behind=" + ServerClient.segment(id)).orElse("")
        + (terms.isEmpty() ? "" : "&query=" + ServerClient.segment(terms));
  }

  private boolean isUsual() {
    return asked().isEmpty() && wanted().isEmpty();
  }

  private String asked() {
    return Stream.of(
            query.stream(),
            folder.map(name -> "folder:\"" + name + '"').stream(),
            Stream.of("state:deleted").filter(_ -> deleted),
            tags.stream().map(tag -> "tag:\"" + tag + '"'))
        .flatMap(some -> some)
        .collect(Collectors.joining(" "));
  }

  @Override
  protected final List<String> notes(JsonNode answer) {
    String next = answer.path("next").asString("");
    Stream<String> more = Stream.of("there are more: add --behind " + next);
    return Stream.concat(
            more.filter(_ -> !next.isEmpty()), usualNotes().stream().filter(_ -> isUsual()))
        .toList();
  }
}

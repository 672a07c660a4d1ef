package dev.broadside.cli.remote;

import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// The options of a list that is searched, and comes page by page.
public final class Search {
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
      description = "Only those after this one: the next page.")
  private Optional<String> behind = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many.")
  private int limit = 50;

  /// Whether neither a query nor an option says which ones.
  public boolean isUsual() {
    return asked().isEmpty();
  }

  /// The list's path.
  ///
  /// @param things as the path names them
  /// @param usual the query if the user gives none; empty for all
  /// @param more what other options add to the path, such as `&state=running`
  public String path(String things, String usual, String more) {
    String terms = asked().isEmpty() ? usual : asked();
    return "/"
        + things
        + "?limit="
        + limit
        + more
        + behind.map(id -> "&behind=" + ServerClient.segment(id)).orElse("")
        + (terms.isEmpty() ? "" : "&query=" + ServerClient.segment(terms));
  }

  private String asked() {
    List<String> options =
        Stream.of(
                folder.map(name -> "folder:\"" + name + '"').stream(),
                Stream.of("state:deleted").filter(_ -> deleted),
                tags.stream().map(tag -> "tag:\"" + tag + '"'))
            .flatMap(some -> some)
            .toList();
    String words = String.join(" ", query);
    boolean both = !words.isBlank() && !options.isEmpty();
    return Stream.concat(Stream.of(both ? "(" + words + ")" : words), options.stream())
        .filter(one -> !one.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /// Prints a page of a list, and below it whether there are more, and what else; or that nothing
  /// was found, and what one might try.
  ///
  /// @param things as the path names them
  /// @param others further lines
  /// @return the exit status
  public int print(
      Remote remote,
      Shell shell,
      JsonNode answer,
      String things,
      Table table,
      List<String> others) {
    List<String> notes = new ArrayList<>();
    String next = answer.path("next").asString("");
    if (!next.isEmpty()) {
      notes.add("there are more: add --behind " + next);
    }
    notes.addAll(others);
    return answer.path(things).isEmpty()
        ? remote.print(shell, answer, () -> nothing(things, notes))
        : remote.print(shell, answer, table, notes);
  }

  private List<String> nothing(String things, List<String> notes) {
    String asked = asked();
    Stream<String> said =
        asked.isEmpty()
            ? Stream.of("no " + things + " were found")
            : Stream.of(
                "no " + things + " were found by: " + PlainText.line(asked),
                (asked.contains(" ")
                        ? "terms beside each other must all hold: try fewer of them, or OR between"
                            + " them; "
                        : "")
                    + "'*' finds all "
                    + things);
    return Stream.concat(said, notes.stream()).toList();
  }
}

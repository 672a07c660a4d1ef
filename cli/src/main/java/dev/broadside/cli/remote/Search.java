package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
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
  @Parameters(arity = "0..*", paramLabel = "QUERY", description = "The terms of the query.")
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
      description = "Only those with this tag; repeat it for several.")
  private List<String> tags = List.of();

  @Option(names = "--deleted", description = "Only deleted ones that can still be brought back.")
  private boolean deleted;

  @Option(
      names = "--after",
      paramLabel = "ID",
      description = "Only those that the list has after this one: the next page.")
  private Optional<String> after = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many to list at most. Default: ${DEFAULT-VALUE}.")
  private int limit = 50;

  /// Whether neither a query nor an option says which ones.
  public boolean isUsual() {
    return asked().isEmpty();
  }

  /// Asks for a page of a list, and prints it.
  ///
  /// @return the exit status
  public int list(Remote remote, Shell shell, WorkTable table)
      throws CommandException, InterruptedException {
    return list(remote, shell, table, "", "", List.of());
  }

  /// Asks for a page of a list, and prints it.
  ///
  /// @param usual the query if the user gives none; empty for all
  /// @param more what other options add to the path, such as `&state=running`
  /// @param notes printed below the list
  /// @return the exit status
  public int list(
      Remote remote, Shell shell, WorkTable table, String usual, String more, List<String> notes)
      throws CommandException, InterruptedException {
    String things = table.kind().plural();
    JsonNode answer = remote.client(shell).get("/" + things + query(usual) + more);
    List<String> below = new ArrayList<>();
    String next = answer.path("next").asString("");
    if (!next.isEmpty()) {
      below.add("there are more: add --after " + next);
    }
    below.addAll(notes);
    return answer.path(things).isEmpty()
        ? remote.print(shell, answer, () -> nothing(things, below))
        : remote.print(shell, answer, table.rows(answer), below);
  }

  private String query(String usual) {
    String terms = asked().isEmpty() ? usual : asked();
    return "?limit="
        + limit
        + after.map(id -> "&after=" + ServerClient.segment(id)).orElse("")
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

  /// Says that nothing was found, and what one might try.
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

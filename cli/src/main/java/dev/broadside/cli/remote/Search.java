package dev.broadside.cli.remote;

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
      description = "Only those behind this one: the next page.")
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
  /// @param usual the query where nothing says which ones; empty for all
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
    return Stream.of(
            query.stream(),
            folder.map(name -> "folder:\"" + name + '"').stream(),
            Stream.of("state:deleted").filter(_ -> deleted),
            tags.stream().map(tag -> "tag:\"" + tag + '"'))
        .flatMap(some -> some)
        .collect(Collectors.joining(" "));
  }

  /// What is to be said below a page of a list: whether there are more, and what else.
  public List<String> notes(JsonNode answer, List<String> others) {
    String next = answer.path("next").asString("");
    List<String> notes = new ArrayList<>();
    if (!next.isEmpty()) {
      notes.add("there are more: add --behind " + next);
    }
    notes.addAll(others);
    return notes;
  }
}

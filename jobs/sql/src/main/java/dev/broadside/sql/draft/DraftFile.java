package dev.broadside.sql.draft;

import dev.broadside.core.param.PlainText;
import dev.broadside.sql.draft.TableValues.Drawn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A YAML job class of statements, and its text. Comments at its top say where it comes from and
/// what it lacks; an empty line ends them.
final class DraftFile {
  /// Databases keep them in texts that they do not count as queries; they may be anything.
  private static final Pattern LITERAL =
      Pattern.compile("'(?:[^']|'')*+(?:'|\\z)|\\$(\\w*)\\$(?s:.)*?(?:\\$\\1\\$|\\z)");

  private static final int SHOWN = 100;
  private static final int MOST_LEFT = 50;

  private final String id;
  private final String product;
  private final String source;
  private final Map<String, Carried> carried = new LinkedHashMap<>();
  private final List<Left> left = new ArrayList<>();

  /// How many statements the database told apart of those that are carried.
  private int kinds;

  /// A statement of the file.
  ///
  /// @param sql as the file has it
  /// @param drawn what its values are drawn from, by their names
  record Carried(Digest digest, String sql, long calls, Map<String, Drawn> drawn) {
    boolean changes() {
      return !digest.verb().equals("SELECT");
    }
  }

  /// A statement that is not in the file.
  record Left(String text, long calls, String why) {}

  /// @param id of the job class
  /// @param product name and version of the database
  /// @param source where the statements were read
  DraftFile(String id, String product, String source) {
    this.id = id;
    this.product = product;
    this.source = source;
  }

  List<Carried> carried() {
    return List.copyOf(carried.values());
  }

  List<Left> left() {
    return List.copyOf(left);
  }

  void leave(Left one) {
    left.add(one);
  }

  /// Counts calls to a statement that is there already, in other types or with other blanks.
  ///
  /// @return whether it is
  boolean joins(Digest digest, long calls) {
    for (Map.Entry<String, Carried> entry : carried.entrySet()) {
      Carried there = entry.getValue();
      if (there.digest().sql().equals(digest.sql())) {
        entry.setValue(
            new Carried(there.digest(), there.sql(), there.calls() + calls, there.drawn()));
        kinds++;
        return true;
      }
    }
    return false;
  }

  /// Adds a statement under a name of its own.
  void carry(Carried one) {
    kinds++;
    String table = one.digest().tables().getFirst().replaceFirst(".*\\.", "");
    String name =
        (one.digest().verb() + "_" + table).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    String cut = name.substring(0, Math.min(50, name.length())).replaceFirst("_$", "");
    int twins = 1;
    while (carried.containsKey(twins == 1 ? cut : cut + "_" + twins)) {
      twins++;
    }
    carried.put(twins == 1 ? cut : cut + "_" + twins, one);
  }

  private long calls() {
    return carriedCalls() + left.stream().mapToLong(Left::calls).sum();
  }

  private long carriedCalls() {
    return carried.values().stream().mapToLong(Carried::calls).sum();
  }

  private String share(long calls) {
    return String.format(Locale.ROOT, "%.1f %% of the calls", 100.0 * calls / Math.max(1, calls()));
  }

  /// The file.
  ///
  /// @param values where its values come from
  String text(TableValues values) {
    List<String> lines = new ArrayList<>();
    head().forEach(line -> lines.add("# " + PlainText.line(line)));
    lines.add("");
    lines.add("job-class: " + id);
    lines.add("title: " + quoted(id));
    lines.add("summary: The statements that a database was asked most often, each as often.");
    lines.add("auto-commit: true");
    List<String> statements = new ArrayList<>();
    carried.forEach((name, one) -> statements.addAll(statement(name, one, values)));
    String used = String.join("\n", statements);
    lines.addAll(queries("before", "%s", used, values.before()));
    lines.addAll(queries("samples", "{query: %s}", used, values.samples()));
    lines.add("statements:");
    lines.addAll(statements);
    lines.add("transactions:");
    carried.forEach(
        (name, one) -> lines.add("  %s: {weight: %d, do: %s}".formatted(name, one.calls(), name)));
    return String.join("\n", lines) + "\n";
  }

  /// Those that a statement of the file uses.
  private static List<String> queries(
      String key, String form, String used, Map<String, String> queries) {
    List<String> lines =
        queries.entrySet().stream()
            .filter(one -> used.matches("(?s).*\\b" + one.getKey() + "\\b.*"))
            .map(one -> "  " + one.getKey() + ": " + form.formatted(quoted(one.getValue())))
            .toList();
    return lines.isEmpty() ? lines : Stream.concat(Stream.of(key + ":"), lines.stream()).toList();
  }

  private List<String> head() {
    List<String> head = new ArrayList<>();
    head.add(
        "%d of %d kinds of statements that %s was asked, which are %s (%,d of %,d)."
            .formatted(
                kinds,
                kinds + left.size(),
                product,
                share(carriedCalls()),
                carriedCalls(),
                calls()));
    head.add(
        ("Read from %s. Weights are calls. Each statement commits itself: what was one transaction is"
                + " not known.")
            .formatted(source));
    head.add(
        "No value of your tables stands here: each run reads the columns that it draws from first.");
    String changing =
        carried.entrySet().stream()
            .filter(one -> one.getValue().changes())
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    head.add(
        changing.isEmpty()
            ? "None of them changes data."
            : "These change data, so run them against a copy: " + changing + ".");
    long fills =
        carried.values().stream()
            .flatMap(one -> one.drawn().values().stream())
            .filter(one -> !one.fill().isEmpty())
            .count();
    if (fills > 0) {
      head.add(
          "%s marked FILL IN, since the statements do not tell what stood there."
              .formatted(fills == 1 ? "1 value is" : fills + " values are"));
    }
    if (!left.isEmpty()) {
      head.add("Not carried over:");
      left.stream().limit(MOST_LEFT).forEach(one -> head.add(sentence(one)));
    }
    if (left.size() > MOST_LEFT) {
      long rest = left.stream().skip(MOST_LEFT).mapToLong(Left::calls).sum();
      head.add("- %s: %d others".formatted(share(rest), left.size() - MOST_LEFT));
    }
    return head;
  }

  private String sentence(Left one) {
    return "- %s: %s: %s"
        .formatted(
            share(one.calls()),
            one.why(),
            PlainText.line(LITERAL.matcher(one.text()).replaceAll("?"), SHOWN));
  }

  private List<String> statement(String name, Carried one, TableValues values) {
    List<String> lines = new ArrayList<>();
    lines.add("  %s: # %s".formatted(name, share(one.calls())));
    one.digest().notes().stream()
        .distinct()
        .forEach(note -> lines.add("    # " + PlainText.line(note)));
    lines.add("    sql: " + quoted(one.sql()));
    if (!one.drawn().isEmpty()) {
      lines.add("    with:");
      one.drawn()
          .forEach((value, drawn) ->
              lines.add(
                  "      %s: %s%s"
                      .formatted(
                          value,
                          quoted(values.expression(drawn)),
                          drawn.fill().isEmpty()
                              ? ""
                              : " # FILL IN: " + PlainText.line(drawn.fill(), SHOWN))));
    }
    return lines;
  }

  /// Any text in quotation marks, as YAML reads it.
  private static String quoted(String text) {
    boolean plain = text.codePoints().noneMatch(PlainText::hidden);
    if (plain && text.contains("\"")) {
      return "'" + text.replace("'", "''") + "'";
    }
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(c -> {
          if (c == '"' || c == '\\') {
            quoted.append('\\').appendCodePoint(c);
          } else if (PlainText.hidden(c)) {
            quoted.append("\\U%08x".formatted(c));
          } else {
            quoted.appendCodePoint(c);
          }
        });
    return quoted.append('"').toString();
  }
}

package dev.broadside.sql.file;

import dev.broadside.kit.own.Feed;
import dev.broadside.sql.file.YamlClass.Attachments;
import dev.broadside.sql.file.YamlClass.FeedPlan;
import dev.broadside.sql.file.YamlClass.FeedSource;
import dev.broadside.sql.plan.FeedRows;
import dev.broadside.sql.value.Scope;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the section `feeds`: CSV files and queries whose rows the transactions take one by one.
/// For one YAML job class.
final class FeedReader {
  private static final int MOST_ROWS = 1_000_000;

  private final FileReading reading;
  private final Attachments attachments;
  private final List<String> files = new ArrayList<>();
  private final List<FeedPlan> plans = new ArrayList<>();
  private final Map<String, List<String>> columns = new TreeMap<>();

  FeedReader(FileReading reading, Attachments attachments) {
    this.reading = reading;
    this.attachments = attachments;
  }

  void read(String name, YamlNode node, Scope scope) {
    if (node.get("file").isPresent() == node.get("query").isPresent()) {
      reading.refuse(node, "its rows come from a file or from a query", "give one of the two");
    } else if (node.get("query").isPresent()) {
      readQuery(name, node, node.get("query").get(), scope);
    } else {
      readFile(name, node, node.get("file").get(), scope);
    }
  }

  private void readQuery(String name, YamlNode node, YamlNode query, Scope scope) {
    List<String> titles = titles(node).orElse(List.of());
    if (titles.isEmpty()) {
      reading.refuse(node, "the columns of the query have no names", "give columns: and names");
      return;
    }
    int most = reading.number(node.get("at-most"), MOST_ROWS);
    add(name, node, titles, new FeedSource.OfQuery(reading.sql(query, scope), most), scope);
  }

  private void readFile(String name, YamlNode node, YamlNode file, Scope scope) {
    files.add(file.text());
    Optional<String> text = attachments.text(file.text());
    if (text.isEmpty()) {
      reading.refuse(
          file,
          "there is no UTF-8 text file " + file.text() + " of up to 64 MiB",
          "put it beside this file");
      return;
    }
    try {
      read(name, node, file, new ArrayList<>(csv(text.get())), scope);
    } catch (ParseException e) {
      reading.refuse(file, file.text() + ": " + e.getMessage(), "mend that line");
    }
  }

  private void read(
      String name, YamlNode node, YamlNode file, List<List<String>> rows, Scope scope) {
    List<String> titles =
        titles(node).orElseGet(() -> rows.isEmpty() ? List.of() : rows.removeFirst());
    if (rows.isEmpty()) {
      String first = node.get("columns").isPresent() ? "" : " below the names of its columns";
      reading.refuse(file, file.text() + " has no rows", "write one or more" + first);
    } else if (fits(file, titles, rows)) {
      add(name, node, titles, new FeedSource.OfFile(FeedRows.of(titles.size(), rows)), scope);
    }
  }

  private static Optional<List<String>> titles(YamlNode node) {
    return node.get("columns").map(list -> list.items().stream().map(YamlNode::text).toList());
  }

  private void add(
      String name, YamlNode node, List<String> titles, FeedSource source, Scope scope) {
    Feed.Order order =
        Feed.Order.valueOf(node.text("order").orElse("once").toUpperCase(Locale.ROOT));
    int slot = scope.declareConstant(FeedRows.slot(name));
    columns.put(name, titles);
    plans.add(new FeedPlan(name, slot, order, titles.size(), source));
  }

  /// Reports every title that is not a name, and the first row with another number of values.
  private boolean fits(YamlNode file, List<String> titles, List<List<String>> rows) {
    for (String title : titles) {
      if (!title.matches("[A-Za-z_]\\w*")) {
        reading.refuse(
            file,
            "the column \"" + title + "\" of " + file.text() + " is not a name",
            "give columns: with names of letters, digits and _");
      }
    }
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).size() != titles.size()) {
        reading.refuse(
            file,
            "row %d of %s has %d values and not %d"
                .formatted(i + 1, file.text(), rows.get(i).size(), titles.size()),
            "mend that row");
        return false;
      }
    }
    return true;
  }

  /// The files that were asked for, in the order of the YAML job class.
  List<String> files() {
    return files;
  }

  List<FeedPlan> plans() {
    return plans;
  }

  Map<String, List<String>> columns() {
    return columns;
  }

  /// Empty if there is no such feed.
  List<String> columns(String feed) {
    return columns.getOrDefault(feed, List.of());
  }

  /// The rows of comma-separated values as in RFC 4180, without empty lines: fields in quotes may
  /// hold commas, line breaks and doubled quotes.
  ///
  /// @throws ParseException if a quote is not closed; its offset is the line's number
  private static List<List<String>> csv(String text) throws ParseException {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    int opened = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : '\n';
      if (quoted) {
        boolean doubled = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (c != '"' || doubled) {
          field.append(c);
          i += doubled ? 1 : 0;
        } else {
          quoted = false;
        }
      } else if (c == '"' && field.isEmpty()) {
        quoted = true;
        opened = i;
      } else if (c == ',' || c == '\n') {
        row.add(field.toString());
        field.setLength(0);
        if (c == '\n') {
          if (row.size() > 1 || !row.getFirst().isEmpty()) {
            rows.add(List.copyOf(row));
          }
          row.clear();
        }
      } else if (c != '\r') {
        field.append(c);
      }
    }
    if (quoted) {
      int line = 1 + (int) text.substring(0, opened).chars().filter(c -> c == '\n').count();
      throw new ParseException("the quote in line " + line + " is not closed", line);
    }
    return rows;
  }
}

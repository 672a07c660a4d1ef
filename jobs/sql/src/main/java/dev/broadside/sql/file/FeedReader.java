package dev.broadside.sql.file;

import dev.broadside.sql.file.JobFile.Attachments;
import dev.broadside.sql.plan.FeedRows;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the section `feeds`: CSV files, whose rows transactions take one after another. For one
/// job file.
final class FeedReader {
  private final FileReading reading;
  private final Attachments attachments;
  private final List<String> files = new ArrayList<>();
  private final Map<String, FeedRows> feeds = new TreeMap<>();
  private final Map<String, List<String>> columns = new TreeMap<>();

  FeedReader(FileReading reading, Attachments attachments) {
    this.reading = reading;
    this.attachments = attachments;
  }

  void read(String name, YamlNode node) {
    YamlNode file = node.get("file").orElseThrow();
    files.add(file.text());
    Optional<String> text = attachments.text(file.text());
    if (text.isEmpty()) {
      refuse(file, "there is no file " + file.text() + " of UTF-8 text", "put it beside this file");
      return;
    }
    try {
      read(name, node, file, new ArrayList<>(CsvText.rows(text.get())));
    } catch (ParseException e) {
      refuse(file, file.text() + ": " + e.getMessage(), "mend that line");
    }
  }

  private void read(String name, YamlNode node, YamlNode file, List<List<String>> rows) {
    List<String> titles =
        node.get("columns")
            .map(list -> list.items().stream().map(YamlNode::text).toList())
            .orElseGet(() -> rows.isEmpty() ? List.of() : rows.removeFirst());
    if (fits(file, titles, rows)) {
      boolean round = node.text("order").orElse("once").equals("round");
      columns.put(name, titles);
      feeds.put(name, new FeedRows(name, round, titles.size(), rows));
    }
  }

  /// Every title that is no name is told, and the first row that has not one value for each.
  private boolean fits(YamlNode file, List<String> titles, List<List<String>> rows) {
    for (String title : titles) {
      if (!title.matches("[A-Za-z_]\\w*")) {
        refuse(
            file,
            "the column \"" + title + "\" of " + file.text() + " is no name",
            "give columns: with names of letters, digits and _");
      }
    }
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).size() != titles.size()) {
        refuse(
            file,
            "row %d of %s has %d values and not %d"
                .formatted(i + 1, file.text(), rows.get(i).size(), titles.size()),
            "mend that row");
        return false;
      }
    }
    return true;
  }

  private void refuse(YamlNode file, String what, String mend) {
    reading.problems().add(file.problem(what, mend));
  }

  /// The files that were asked for, in the order of the job file.
  List<String> files() {
    return files;
  }

  Map<String, FeedRows> rows() {
    return feeds;
  }

  /// The columns of each feed.
  Map<String, List<String>> columns() {
    return columns;
  }

  /// Empty where there is no such feed.
  List<String> columns(String feed) {
    return columns.getOrDefault(feed, List.of());
  }
}

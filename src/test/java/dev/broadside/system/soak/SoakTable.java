package dev.broadside.system.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What was measured of a long run, each with its promise beside it, as a table in Markdown.
final class SoakTable {
  private final List<Row> rows = new ArrayList<>();

  /// How a promise was kept.
  enum Kept {
    YES,
    NO,
    /// The run was too short to tell, or the machine too busy.
    OPEN
  }

  private record Row(String quantity, String promise, String measured, Kept kept) {}

  void row(String quantity, String promise, String measured, boolean kept) {
    row(quantity, promise, measured, kept ? Kept.YES : Kept.NO);
  }

  void row(String quantity, String promise, String measured, Kept kept) {
    rows.add(new Row(quantity, promise, measured, kept));
  }

  /// What was promised and is not so.
  List<String> broken() {
    return rows.stream()
        .filter(row -> row.kept == Kept.NO)
        .map(row -> row.quantity + ": " + row.measured + ", promised " + row.promise)
        .toList();
  }

  @Override
  public String toString() {
    StringBuilder table =
        new StringBuilder("| quantity | promise | measured | kept |\n|---|---|---|---|\n");
    for (Row row : rows) {
      table.append(
          "| %s | %s | %s | %s |%n"
              .formatted(
                  row.quantity,
                  row.promise,
                  row.measured,
                  row.kept == Kept.OPEN ? "not judged" : row.kept.name().toLowerCase(Locale.ROOT)));
    }
    return table.toString();
  }
}

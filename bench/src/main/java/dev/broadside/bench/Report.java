package dev.broadside.bench;

import java.util.Arrays;
import java.util.Locale;

/// Prints Markdown: tables whose rows go into docs/performance.md as they are.
final class Report {
  private Report() {}

  static void heading(String text) {
    System.out.printf("%n### %s%n%n", text);
  }

  static void line(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }

  /// The head of a table.
  static void table(String... columns) {
    row(columns);
    System.out.println("|---".repeat(columns.length) + "|");
  }

  static void row(String... cells) {
    System.out.println(
        "| " + String.join(" | ", Arrays.stream(cells).map(cell -> cell.replace("|", "\\|")).toList()) + " |");
  }
}

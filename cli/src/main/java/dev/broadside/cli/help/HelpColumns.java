package dev.broadside.cli.help;

import java.util.ArrayList;
import java.util.List;

/// Text in lines of a width, broken at blanks only, so that addresses, options and values stay
/// whole and can be copied.
///
/// @param width of a line
record HelpColumns(int width) {
  private static final String INDENT = "  ";
  private static final int MOST_LABEL = 26;

  /// What is explained, and its explanation.
  record Row(String label, String text) {}

  /// A text in lines.
  List<String> paragraph(String text) {
    return broken(text, width);
  }

  /// Rows with their texts in one column. A label that is too long has a line of its own.
  List<String> rows(List<Row> rows) {
    int label =
        Math.min(MOST_LABEL, rows.stream().mapToInt(row -> row.label().length()).max().orElse(0));
    String blank = " ".repeat(2 * INDENT.length() + label);
    List<String> lines = new ArrayList<>();
    for (Row row : rows) {
      List<String> texts = new ArrayList<>(broken(row.text(), width - blank.length()));
      if (row.label().length() > label || texts.isEmpty()) {
        lines.add(INDENT + row.label());
      } else {
        String space = " ".repeat(label - row.label().length());
        lines.add(INDENT + row.label() + space + INDENT + texts.removeFirst());
      }
      texts.forEach(text -> lines.add(blank + text));
    }
    return lines;
  }

  /// A word that is wider than a line stays whole.
  private static List<String> broken(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split("\\s+")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    if (!line.isEmpty()) {
      lines.add(line.toString());
    }
    return lines;
  }
}

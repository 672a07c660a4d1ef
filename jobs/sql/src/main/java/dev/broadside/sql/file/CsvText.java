package dev.broadside.sql.file;

import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;

/// Comma-separated values as RFC 4180 has them: fields in quotes may hold commas, line breaks and
/// doubled quotes.
final class CsvText {
  private CsvText() {}

  /// All rows; empty lines are passed over.
  ///
  /// @throws ParseException where a quote is not closed; its offset is the line's number
  static List<List<String>> rows(String text) throws ParseException {
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

package dev.broadside.core.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/// Lines of comma-separated values, as spreadsheets and scripts read them.
public final class CsvLine {
  /// What a spreadsheet takes for the beginning of a formula.
  private static final String FORMULA = "=+@";

  /// What stands in quotes only.
  private static final String SPECIAL = ",\"\r\n";

  private CsvLine() {}

  /// One line without its end, each cell quoted where needed (RFC 4180). What a spreadsheet would
  /// take for a formula is made text.
  public static String of(List<String> cells) {
    return cells.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String cell) {
    boolean formula = !cell.isEmpty() && FORMULA.indexOf(cell.charAt(0)) >= 0;
    String safe = formula ? "'" + cell : cell;
    boolean special = safe.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    return special ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  /// A number with at most three digits behind the point.
  public static String number(double value) {
    return BigDecimal.valueOf(Math.round(value * 1_000), 3).stripTrailingZeros().toPlainString();
  }

  /// A latency in microseconds.
  public static String micros(double millis) {
    return number(millis * 1_000);
  }
}

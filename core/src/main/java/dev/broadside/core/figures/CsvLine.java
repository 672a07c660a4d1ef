package dev.broadside.core.figures;

import dev.broadside.core.param.PlainText;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Lines of comma-separated values, as spreadsheets and scripts read them.
public final class CsvLine {
  /// Characters that begin a formula in a spreadsheet, in both widths.
  private static final String FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20";

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private CsvLine() {}

  /// One line without its end, each cell quoted where needed (RFC 4180). A cell that a spreadsheet
  /// would read as a formula is made a text. A cell is always one line, and nothing in it moves a
  /// terminal's cursor: line breaks become spaces, other control and format characters `?`.
  public static String of(List<String> cells) {
    return cells.stream().map(CsvLine::cell).collect(Collectors.joining(","));
  }

  private static String cell(String text) {
    String plain = PlainText.line(text, Integer.MAX_VALUE);
    String safe = isFormula(plain) ? "'" + plain : plain;
    boolean special = safe.indexOf(',') >= 0 || safe.indexOf('"') >= 0;
    return special ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static boolean isFormula(CharSequence text) {
    String stripped = text.toString().strip();
    return !stripped.isEmpty()
        && FORMULA.indexOf(stripped.charAt(0)) >= 0
        && !NUMBER.matcher(text).matches();
  }

  /// A number with at most three decimals.
  public static String number(double value) {
    return BigDecimal.valueOf(Math.round(value * 1_000), 3).stripTrailingZeros().toPlainString();
  }
}

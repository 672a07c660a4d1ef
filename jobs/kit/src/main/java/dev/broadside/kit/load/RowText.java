package dev.broadside.kit.load;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Rows of a table as text: a tab between two values, a line feed after a row, `\N` for NULL, and a
/// backslash before what would be taken for one of these. PostgreSQL reads it by COPY, MySQL by
/// LOAD DATA.
///
/// Sources: PostgreSQL documentation, "COPY", section "Text Format"; MySQL Reference Manual, "LOAD
/// DATA Statement", section "Field and Line Handling".
final class RowText {
  static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final Pattern TEXT = Pattern.compile("'[^'\\\\]*'");
  private static final int LAST_YEAR = 9_999;

  private final StringBuilder text = new StringBuilder();
  private final List<String> cells;
  private long rows;

  private RowText(List<String> cells) {
    this.cells = cells;
  }

  /// Rows `from` to `to` - 1; empty if one of them has a value whose text databases may take for
  /// something else, or one that the INSERT computes.
  static Optional<RowText> of(TableLoad load, Insertion insertion, long from, long to)
      throws SQLException {
    if (!insertion.cells().stream().allMatch(RowText::plain)) {
      return Optional.empty();
    }
    RowText text = new RowText(insertion.cells());
    PreparedStatement statement = Insertion.catching(text::add);
    try {
      for (long number = from; number < to; number++) {
        load.row().add(statement, number);
      }
      return Optional.of(text);
    } catch (UnsupportedOperationException _) {
      return Optional.empty();
    }
  }

  private static boolean plain(String cell) {
    return cell.equals("?") || NUMBER.matcher(cell).matches() || TEXT.matcher(cell).matches();
  }

  /// How many rows it has, which may be more than numbers.
  long rows() {
    return rows;
  }

  /// In UTF-8.
  InputStream bytes() {
    return new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void add(List<Object> values) {
    int next = 0;
    for (int i = 0; i < cells.size(); i++) {
      if (i > 0) {
        text.append('\t');
      }
      String cell = cells.get(i);
      if (cell.equals("?")) {
        add(values.get(next++));
      } else {
        text.append(cell.replace("'", ""));
      }
    }
    text.append('\n');
    rows++;
  }

  private void add(Object value) {
    switch (value) {
      case Insertion.Absent _ -> text.append("\\N");
      case String words -> escaped(words);
      case Long number -> text.append((long) number);
      case Integer number -> text.append((int) number);
      case Double number -> text.append((double) number);
      case BigDecimal number -> text.append(number.toPlainString());
      case BigInteger number -> text.append(number);
      case LocalDate day when usual(day) -> text.append(day);
      case LocalDateTime time when usual(time.toLocalDate()) && time.getNano() % 1_000 == 0 ->
          TIME.formatTo(time, text);
      default -> throw new UnsupportedOperationException(value.getClass().getName());
    }
  }

  private static boolean usual(LocalDate day) {
    return day.getYear() > 0 && day.getYear() <= LAST_YEAR;
  }

  private void escaped(String words) {
    int copied = 0;
    for (int i = 0; i < words.length(); i++) {
      char one = words.charAt(i);
      if (one == '\\' || one == '\t' || one == '\n' || one == '\r') {
        text.append(words, copied, i).append('\\').append(letter(one));
        copied = i + 1;
      }
    }
    text.append(words, copied, words.length());
  }

  private static char letter(char escaped) {
    return switch (escaped) {
      case '\t' -> 't';
      case '\n' -> 'n';
      case '\r' -> 'r';
      default -> escaped;
    };
  }
}

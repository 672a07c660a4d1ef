package dev.broadside.kit.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
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
///
/// In UTF-8, made while it is read: so the database works on rows while the next ones are made. For
/// one thread.
final class RowText extends InputStream {
  static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final Pattern TEXT = Pattern.compile("'[^'\\\\]*'");
  private static final int LAST_YEAR = 9_999;
  private static final int SLICE_CHARACTERS = 65_536;

  private final TableLoad.Row maker;
  private final List<String> cells;
  private final long end;
  private final PreparedStatement caught = Insertion.catching(this::add);
  private final StringBuilder text = new StringBuilder();
  private ByteArrayInputStream slice = new ByteArrayInputStream(new byte[0]);
  private long next;
  private long rows;

  private RowText(TableLoad.Row maker, List<String> cells, long from, long to) {
    this.maker = maker;
    this.cells = cells;
    this.next = from;
    this.end = to;
  }

  /// Rows `from` to `to` - 1; empty if the INSERT computes some values.
  static Optional<RowText> of(TableLoad load, Insertion insertion, long from, long to) {
    return insertion.cells().stream().allMatch(RowText::plain)
        ? Optional.of(new RowText(load.row(), insertion.cells(), from, to))
        : Optional.empty();
  }

  private static boolean plain(String cell) {
    return cell.equals("?") || NUMBER.matcher(cell).matches() || TEXT.matcher(cell).matches();
  }

  /// How many rows were read, which may be more than numbers.
  long rows() {
    return rows;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  /// @throws IOException if a row cannot be made, or has a value whose text databases may take for
  ///   something else
  @Override
  public int read(byte[] to, int at, int length) throws IOException {
    if (slice.available() == 0 && next < end) {
      slice = new ByteArrayInputStream(more());
    }
    return slice.read(to, at, length);
  }

  /// Whatever fails: a driver that gets another exception in the middle may wait for ever.
  private byte[] more() throws IOException {
    text.setLength(0);
    try {
      while (next < end && text.length() < SLICE_CHARACTERS) {
        maker.add(caught, next++);
      }
    } catch (SQLException | RuntimeException e) {
      throw new IOException("row " + (next - 1) + " cannot be sent as text", e);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
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

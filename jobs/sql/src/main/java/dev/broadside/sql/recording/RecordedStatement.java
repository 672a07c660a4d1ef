package dev.broadside.sql.recording;

import java.math.BigDecimal;
import java.text.ParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// One statement of a recording, which is a line of JSON:
///
/// ```
/// {"session": "12", "at": 1500.25, "sql": "select 1", "took": 0.8, "error": "..."}
/// ```
///
/// @param session what one client sent on one connection
/// @param atMicros when it was sent, from any moment that is the same for all
/// @param tookMicros how long the database took; empty if that is not known
/// @param error what the database answered if it failed
public record RecordedStatement(
    String session, long atMicros, String sql, OptionalLong tookMicros, Optional<String> error) {

  public static RecordedStatement of(String session, long atMicros, String sql) {
    return new RecordedStatement(session, atMicros, sql, OptionalLong.empty(), Optional.empty());
  }

  RecordedStatement taking(long micros) {
    return new RecordedStatement(session, atMicros, sql, OptionalLong.of(micros), error);
  }

  RecordedStatement failing(String answer) {
    return new RecordedStatement(session, atMicros, sql, tookMicros, Optional.of(answer));
  }

  /// The line, without its end.
  public String json() {
    StringBuilder line = new StringBuilder("{\"session\": ");
    FlatJson.write(session, line);
    line.append(", \"at\": ").append(millis(atMicros)).append(", \"sql\": ");
    FlatJson.write(sql, line);
    tookMicros.ifPresent(micros -> line.append(", \"took\": ").append(millis(micros)));
    error.ifPresent(text -> FlatJson.write(text, line.append(", \"error\": ")));
    return line.append('}').toString();
  }

  private static String millis(long micros) {
    return BigDecimal.valueOf(micros, 3).stripTrailingZeros().toPlainString();
  }

  /// @throws ParseException if the line is no recorded statement; its message says why
  public static RecordedStatement read(String line) throws ParseException {
    Map<String, String> fields = FlatJson.read(line);
    return new RecordedStatement(
        required(fields, "session"),
        micros(required(fields, "at")),
        required(fields, "sql"),
        fields.containsKey("took")
            ? OptionalLong.of(micros(required(fields, "took")))
            : OptionalLong.empty(),
        Optional.ofNullable(fields.get("error")));
  }

  private static String required(Map<String, String> fields, String name) throws ParseException {
    String value = fields.getOrDefault(name, "");
    if (value.isBlank()) {
      throw new ParseException("it has no \"" + name + "\"", 0);
    }
    return value;
  }

  /// A number of milliseconds, of at most a century.
  private static long micros(String millis) throws ParseException {
    try {
      double micros = Double.parseDouble(millis) * 1_000;
      if (Math.abs(micros) < 1e17) {
        return Math.round(micros);
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw new ParseException(
        String.format(Locale.ROOT, "\"%.40s\" is not a number of milliseconds", millis), 0);
  }
}

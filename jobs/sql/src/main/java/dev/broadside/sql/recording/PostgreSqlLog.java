package dev.broadside.sql.recording;

import dev.broadside.kit.query.Quoting;
import dev.broadside.sql.recording.LogFormat.LeftOut;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// PostgreSQL's log as it is written to stderr, with the prefix `%m [%p] `. Lines that go on begin
/// with a tab. Values of prepared statements stand in a line of their own, and are put in.
///
/// ```
/// 2026-01-01 10:00:00.123 UTC [99] LOG:  execute <unnamed>: select $1
/// 2026-01-01 10:00:00.123 UTC [99] DETAIL:  Parameters: $1 = '1'
/// 2026-01-01 10:00:00.124 UTC [99] LOG:  duration: 0.512 ms
/// 2026-01-01 10:00:00.130 UTC [99] ERROR:  relation "t" does not exist at character 15
/// 2026-01-01 10:00:00.130 UTC [99] STATEMENT:  select * from t
/// ```
final class PostgreSqlLog extends LogEntries<PostgreSqlLog.Entry> {
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?<time>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?) \\S{1,20}"
              + " \\[(?<pid>\\d{1,20})][^:\\t]{0,200}?(?<level>[A-Z][A-Z0-9]{2,14}):  (?<text>.*)",
          Pattern.DOTALL);

  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?:duration: (?<took>\\d{1,15}\\.\\d{1,6}) ms  )?"
              + "(?:statement|execute (?!fetch from )[^:\\n]{1,200}?): (?<sql>.*)",
          Pattern.DOTALL);

  private static final Pattern DURATION = Pattern.compile("duration: (\\d{1,15}\\.\\d{1,6}) ms");
  private static final Pattern NUMBER = Pattern.compile("\\$(\\d{1,5}) = ");
  private static final Pattern PLACE = Pattern.compile("(?<![\\w$\\x80-\\uFFFF])\\$(\\d{1,5})");

  /// Quotes in it are doubled; its end may be cut off.
  private static final Pattern TEXT = Pattern.compile("(?:'[^']*+(?:'|\\z))++");

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();

  private final Map<String, Session> sessions = new LinkedHashMap<>();

  record Entry(String pid, long atMicros, String level) {}

  /// A server process, which serves one connection.
  private static final class Session {
    private int used = 1;

    /// The newest statement; what follows may tell more of it.
    private Optional<RecordedStatement> newest = Optional.empty();

    /// Whether it came from a line that names its duration, so that it has ended well.
    private boolean done;

    private Map<Integer, String> values = Map.of();
    private String error = "";
  }

  PostgreSqlLog(Consumer<RecordedStatement> out, LeftOut leftOut) {
    super(out, leftOut);
  }

  @Override
  void line(String line) {
    Matcher start = ENTRY.matcher(line);
    if (start.matches() && micros(start.group("time")).isPresent()) {
      close();
      long at = micros(start.group("time")).get();
      open(new Entry(start.group("pid"), at, start.group("level")), start.group("text"));
    } else {
      goOn(line.startsWith("\t") ? line.substring(1) : line);
    }
  }

  private static Optional<Long> micros(String time) {
    try {
      return Optional.of(
          MySqlGeneralLog.micros(LocalDateTime.parse(time, TIME).atOffset(ZoneOffset.UTC)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  @Override
  void take(Entry one, String words) {
    Session session = sessions.computeIfAbsent(one.pid(), _ -> new Session());
    switch (one.level()) {
      case "LOG" -> log(one, session, words);
      case "DETAIL" -> {
        if (words.regionMatches(true, 0, "parameters: ", 0, 12)) {
          session.values = values(words.substring(12));
        }
      }
      case "ERROR", "FATAL", "PANIC" -> session.error = words;
      case "STATEMENT" -> failed(one, session, words);
      default -> {}
    }
  }

  private void log(Entry one, Session session, String words) {
    Matcher statement = STATEMENT.matcher(words);
    Matcher duration = DURATION.matcher(words);
    if (duration.matches()) {
      session.newest = session.newest.map(known -> known.taking(micros(duration.group(1), 3)));
      session.done = true;
    } else if (statement.matches()) {
      String took = statement.group("took");
      // Such a line is written at the end.
      long before = took == null ? 0 : micros(took, 3);
      begin(one, session, one.atMicros() - before, statement.group("sql"));
      if (took != null) {
        session.newest = session.newest.map(known -> known.taking(before));
        session.done = true;
      }
    } else {
      // What follows, such as the values of a bind, is not about the statement before.
      flush(session);
      session.used += words.startsWith("disconnection: ") ? 1 : 0;
    }
  }

  private static long micros(String millis, int digits) {
    return new BigDecimal(millis).movePointRight(digits).longValue();
  }

  private void begin(Entry one, Session session, long atMicros, String sql) {
    flush(session);
    String name = session.used == 1 ? one.pid() : one.pid() + "-" + session.used;
    session.newest = Optional.of(RecordedStatement.of(name, atMicros, sql));
  }

  private void failed(Entry one, Session session, String sql) {
    boolean same =
        !session.done && session.newest.map(RecordedStatement::sql).equals(Optional.of(sql));
    if (!session.error.isEmpty()) {
      if (!same) {
        begin(one, session, one.atMicros(), sql);
      }
      String error = session.error;
      session.newest = session.newest.map(known -> known.failing(error));
      session.error = "";
    }
  }

  /// Nothing more can be said about a session's newest statement.
  private void flush(Session session) {
    if (session.newest.isPresent()) {
      RecordedStatement known = session.newest.get();
      Optional<String> sql = withValues(known.sql(), session.values);
      if (sql.isEmpty()) {
        leftOut().unknownValues();
      } else if (!sql.get().isBlank()) {
        out()
            .accept(
                new RecordedStatement(
                    known.session(),
                    known.atMicros(),
                    sql.get(),
                    known.tookMicros(),
                    known.error()));
      }
    }
    session.newest = Optional.empty();
    session.values = Map.of();
    session.done = false;
  }

  /// The values by their numbers, as literals; none if one is cut off.
  private static Map<Integer, String> values(String words) {
    Map<Integer, String> values = new HashMap<>();
    Matcher number = NUMBER.matcher(words);
    Matcher text = TEXT.matcher(words);
    int at = 0;
    while (number.find(at) && number.start() == at) {
      int from = number.end();
      int end = words.startsWith("NULL", from) ? from + 4 : endOf(text, from);
      String value = words.substring(from, end);
      values.put(Integer.parseInt(number.group(1)), value);
      if (end == words.length() && value.chars().filter(c -> c == '\'').count() % 2 == 0) {
        return values;
      }
      at = words.startsWith(", ", end) ? end + 2 : words.length();
    }
    return Map.of();
  }

  private static int endOf(Matcher text, int from) {
    return text.find(from) && text.start() == from ? text.end() : from;
  }

  /// Empty if a value is not known.
  private static Optional<String> withValues(String sql, Map<Integer, String> values) {
    StringBuilder whole = new StringBuilder();
    Matcher place = PLACE.matcher(Quoting.STANDARD.bare(sql));
    int at = 0;
    while (place.find()) {
      String value = values.get(Integer.parseInt(place.group(1)));
      if (value == null) {
        return Optional.empty();
      }
      whole.append(sql, at, place.start()).append(value);
      at = place.end();
    }
    return Optional.of(whole.append(sql, at, sql.length()).toString());
  }

  @Override
  void end(boolean whole) {
    super.end(whole);
    sessions.values().forEach(this::flush);
  }
}

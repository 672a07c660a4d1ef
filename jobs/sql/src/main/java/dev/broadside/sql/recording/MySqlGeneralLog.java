package dev.broadside.sql.recording;

import dev.broadside.sql.recording.LogFormat.LeftOut;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The general log of MySQL and MariaDB. MariaDB writes the time, to the second, only where it
/// differs from that of the line before. Neither says how long a statement took or whether it
/// failed.
///
/// ```
/// 2026-01-01T10:00:00.123456Z	    8 Query	select 1
/// 260101 10:00:00	     3 Connect	root@localhost on test
/// 		     3 Query	select 1
/// ```
final class MySqlGeneralLog extends LogEntries<RecordedStatement> {
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?:(?<iso>\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,15}(?:Z|[+-]\\d\\d:\\d\\d))\\t|(?<short>\\d{6}"
              + " [ \\d]\\d:\\d\\d:\\d\\d)\\t|\\t\\t) *(?<id>\\d{1,20})"
              + " (?<command>Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Reset stmt|Field"
              + " List|Statistics|Ping|Change user|Binlog Dump(?: GTID)?|Long Data|Fetch|Set"
              + " option|Shutdown|Refresh|Kill|Debug|Sleep|Table Dump|Connect Out|Register"
              + " (?:Slave|Replica)|Delayed insert|Create DB|Drop DB|Processlist|Daemon|Error|Reset"
              + " Connection|Reset connection|Time|Clone)(?:\\t(?<argument>.*))?",
          Pattern.DOTALL);

  private static final DateTimeFormatter SHORT =
      DateTimeFormatter.ofPattern("uuMMdd H:mm:ss", Locale.ROOT);

  /// How often each connection number was used before its present session.
  private final Map<String, Integer> used = new HashMap<>();

  private long atMicros;

  MySqlGeneralLog(Consumer<RecordedStatement> out, LeftOut leftOut) {
    super(out, leftOut);
  }

  @Override
  void line(String line) {
    Matcher entry = ENTRY.matcher(line);
    if (entry.matches()) {
      close();
      begin(entry);
    } else if (isHeader(line)) {
      close();
    } else {
      goOn(line);
    }
  }

  /// What a server writes when it starts.
  private static boolean isHeader(String line) {
    return line.matches(
            "(Tcp port: \\d+ .*|Time +Id +Command +Argument|Time\\s+Id Command\\s+Argument)")
        || line.matches("\\S.{0,300}, Version: .{0,300} started with:");
  }

  private void begin(Matcher entry) {
    atMicros = Math.max(atMicros, micros(entry).orElse(atMicros));
    String id = entry.group("id");
    String argument = Optional.ofNullable(entry.group("argument")).orElse("");
    switch (entry.group("command")) {
      case "Connect", "Change user" -> used.merge(id, 1, Integer::sum);
      case "Query", "Execute" -> open(id, argument);
      case "Init DB" -> open(id, "use `" + argument.strip().replace("`", "``") + "`");
      default -> {}
    }
  }

  private static Optional<Long> micros(Matcher entry) {
    try {
      String iso = entry.group("iso");
      String local = entry.group("short");
      if (iso != null) {
        return Optional.of(micros(OffsetDateTime.parse(iso)));
      }
      return local == null
          ? Optional.empty()
          : Optional.of(
              micros(
                  LocalDateTime.parse(local.replaceFirst(" +", " "), SHORT)
                      .atOffset(ZoneOffset.UTC)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  static long micros(OffsetDateTime time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant());
  }

  private void open(String id, String sql) {
    int before = used.getOrDefault(id, 1);
    String session = before <= 1 ? id : id + "-" + before;
    open(RecordedStatement.of(session, atMicros, ""), sql);
  }

  @Override
  void take(RecordedStatement begun, String sql) {
    if (!sql.isBlank()) {
      out().accept(RecordedStatement.of(begun.session(), begun.atMicros(), sql));
    }
  }
}

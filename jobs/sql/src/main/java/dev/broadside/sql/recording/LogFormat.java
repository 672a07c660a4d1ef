package dev.broadside.sql.recording;

import java.io.IOException;
import java.io.Reader;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The logs of databases that become recordings.
public enum LogFormat {
  /// The general log of MySQL 5.7 and later and of MariaDB, as a file.
  MYSQL_GENERAL(MySqlGeneralLog::new),
  /// PostgreSQL's log on stderr, with `log_line_prefix = '%m [%p] '` and `log_statement = all` or
  /// `log_min_duration_statement = 0`.
  POSTGRESQL(PostgreSqlLog::new);

  private final Maker maker;

  LogFormat(Maker maker) {
    this.maker = maker;
  }

  private interface Maker {
    LogEntries<?> make(Consumer<RecordedStatement> out, LeftOut leftOut);
  }

  /// What was left out, and why.
  static final class LeftOut {
    private long tooLong;
    private long unknownValues;
    private boolean cutOff;

    void tooLong() {
      tooLong++;
    }

    void unknownValues() {
      unknownValues++;
    }

    void cutOff() {
      cutOff = true;
    }

    private String words() {
      return Stream.of(
              Optional.of("%,d longer than 16 MiB".formatted(tooLong)).filter(_ -> tooLong > 0),
              Optional.of("%,d whose values the log has not".formatted(unknownValues))
                  .filter(_ -> unknownValues > 0),
              Optional.of("the last, which is cut off").filter(_ -> cutOff))
          .flatMap(Optional::stream)
          .reduce((one, other) -> one + ", " + other)
          .map(all -> "; left out: " + all)
          .orElse("");
    }
  }

  /// As on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Reads a log.
  ///
  /// @param out takes its statements; those of a session in order
  /// @return what was read, in one line
  public String convert(Reader log, Consumer<RecordedStatement> out) throws IOException {
    LeftOut leftOut = new LeftOut();
    Summary summary = new Summary(out);
    LogEntries<?> lines = maker.make(summary, leftOut);
    LineReader reader = new LineReader(log);
    LineReader.Line line = reader.next();
    while (line != LineReader.Line.NONE) {
      if (line == LineReader.Line.TOO_LONG) {
        lines.tooLong(reader.text());
      } else {
        lines.line(reader.text());
      }
      line = reader.next();
    }
    lines.end(reader.whole());
    return summary.words() + leftOut.words();
  }

  /// Counts what passes through.
  private static final class Summary implements Consumer<RecordedStatement> {
    private final Consumer<RecordedStatement> out;
    private final Set<String> sessions = new HashSet<>();
    private long statements;
    private long failed;

    Summary(Consumer<RecordedStatement> out) {
      this.out = out;
    }

    @Override
    public void accept(RecordedStatement statement) {
      sessions.add(statement.session());
      statements++;
      failed += statement.error().isPresent() ? 1 : 0;
      out.accept(statement);
    }

    String words() {
      return "%,d statements in %,d sessions; %,d statements failed"
          .formatted(statements, sessions.size(), failed);
    }
  }
}

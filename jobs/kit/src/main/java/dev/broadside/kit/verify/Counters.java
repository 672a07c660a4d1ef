package dev.broadside.kit.verify;

import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The database's own counters, before and after a run: evidence beside our own counts, with its
/// slack said, never proof.
///
/// @param values by the names of [Dialect#countersQuery]; empty where the database counts nothing,
///   or does not tell us
public record Counters(Map<String, Long> values) {
  private static final String PREFIX = "database.counter.";
  private static final int PATIENCE = 30;
  private static final long PAUSE_NANOS = 100_000_000;

  public Counters {
    values = Map.copyOf(values);
  }

  /// Reads them now.
  ///
  /// @param tables the tables to be counted, where the database counts by table
  public static Counters read(Connection connection, Dialect dialect, String... tables) {
    String query = dialect.countersQuery(List.of(tables));
    if (query.isEmpty()) {
      return new Counters(Map.of());
    }
    try {
      Map<String, Long> values = new HashMap<>();
      Rows.pairs(connection, query)
          .forEach((name, value) -> values.put(name, Long.parseLong(value)));
      return new Counters(values);
    } catch (SQLException notAllowed) {
      return new Counters(Map.of());
    }
  }

  /// Reads them until they have reached what we know to have happened; some databases flush them
  /// seconds late.
  public static Counters readAtLeast(
      Counters expected, Connection connection, Dialect dialect, String... tables) {
    Counters now = read(connection, dialect, tables);
    for (int i = 0; i < PATIENCE && !now.reaches(expected); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      now = read(connection, dialect, tables);
    }
    return now;
  }

  private boolean reaches(Counters expected) {
    return expected.values.entrySet().stream()
        .allMatch(known -> values.getOrDefault(known.getKey(), Long.MAX_VALUE) >= known.getValue());
  }

  /// Notes the values, for the other end of the run.
  public Facts into(Facts facts) {
    Facts more = facts;
    for (Map.Entry<String, Long> value : values.entrySet()) {
      more = more.with(PREFIX + value.getKey() + ".before", value.getValue());
    }
    return more;
  }

  /// What [#into] noted.
  public static Counters from(Facts facts) {
    Map<String, Long> values = new HashMap<>();
    facts
        .texts()
        .forEach((name, text) -> {
          if (name.startsWith(PREFIX)) {
            String end = name.substring(PREFIX.length());
            values.put(end.substring(0, end.lastIndexOf('.')), Long.parseLong(text));
          }
        });
    return new Counters(values);
  }

  /// The same counters, a number of events later.
  public Counters plus(Map<String, Long> events) {
    Map<String, Long> later = new HashMap<>(values);
    events.forEach((name, count) -> later.computeIfPresent(name, (_, value) -> value + count));
    return new Counters(later);
  }

  /// Holds what the database counted between two readings against what we counted.
  ///
  /// @param most our count with everything that may have happened
  /// @return empty where the database has no such counter
  public Optional<Check> evidence(
      Counters before, String name, long counted, long most, Dialect dialect) {
    if (!values.containsKey(name) || !before.values.containsKey(name)) {
      return Optional.empty();
    }
    long grown = values.get(name) - before.values.get(name);
    String detail =
        String.format(
            Locale.ROOT,
            "the database counted %,d, the agents %,d to %,d; slack: %s",
            grown,
            counted,
            most,
            dialect.counterSlack());
    boolean holds = grown >= counted && grown <= most + Math.max(most / 100, 100);
    return Optional.of(new Check("database's own count of " + name, holds, true, detail));
  }
}

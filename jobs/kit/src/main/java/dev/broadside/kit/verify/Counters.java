package dev.broadside.kit.verify;

import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.query.Rows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
  public static Counters read(OpenTarget at, List<String> tables) {
    String query = at.dialect().countersQuery(tables);
    if (query.isEmpty()) {
      return new Counters(Map.of());
    }
    try {
      Map<String, Long> values = new HashMap<>();
      Rows.pairs(at.connection(), query)
          .forEach((name, value) -> values.put(name, Long.parseLong(value)));
      return new Counters(values);
    } catch (SQLException notAllowed) {
      return new Counters(Map.of());
    }
  }

  /// Reads them again after a run and holds what they grew by against what the agents counted, one
  /// check for each counter that the database has.
  ///
  /// @param context with the facts that [#into] made before the run
  /// @param counted what the agents counted, by the database's names
  /// @param tables as in [#read]
  public static List<Check> checks(
      VerifyContext context, OpenTarget at, Map<String, Totals> counted, List<String> tables) {
    Counters before = from(context.facts());
    Counters now = readAtLeast(before.plus(counted), at, tables);
    List<Check> checks = new ArrayList<>();
    counted.forEach(
        (name, totals) -> now.evidence(before, name, totals, at.dialect()).ifPresent(checks::add));
    return checks;
  }

  /// Until they have reached what we know to have happened: some databases flush them seconds late.
  private static Counters readAtLeast(Counters expected, OpenTarget at, List<String> tables) {
    Counters now = read(at, tables);
    for (int i = 0; i < PATIENCE && !now.reaches(expected); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      now = read(at, tables);
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

  private static Counters from(Facts facts) {
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

  private Counters plus(Map<String, Totals> counted) {
    Map<String, Long> later = new HashMap<>(values);
    counted.forEach(
        (name, totals) -> later.computeIfPresent(name, (_, value) -> value + totals.ok()));
    return new Counters(later);
  }

  private Optional<Check> evidence(Counters before, String name, Totals counted, Dialect dialect) {
    if (!values.containsKey(name) || !before.values.containsKey(name)) {
      return Optional.empty();
    }
    long most = counted.ok() + counted.failed() + counted.uncertain();
    long grown = values.get(name) - before.values.get(name);
    boolean holds = grown >= counted.ok() && grown <= most + Math.max(most / 100, 100);
    return Optional.of(
        Checks.evidence(
            "database's own count of " + name,
            holds,
            "the database counted %,d, the agents %,d to %,d; slack: %s",
            grown,
            counted.ok(),
            most,
            dialect.counterSlack()));
  }
}

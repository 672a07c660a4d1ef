package dev.broadside.kit.verify;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.plan.PlanWatch;
import dev.broadside.kit.query.Rows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/// The database's own counters, before and after a run: evidence beside our own counts, never
/// proof.
///
/// @param values by our names; empty if the database counts nothing
/// @param since when they were last reset, as in [Dialect#countingSinceQuery]; empty if unknown
/// @param up as in [Dialect#upSecondsQuery]; empty if unknown
/// @param unread why they could not be read; empty if they could, or there are none
public record Counters(
    Map<String, Long> values, OptionalLong since, OptionalLong up, String unread) {
  private static final String PREFIX = "database.counter.";
  private static final String SINCE = "database.counters.since";
  private static final String UP = "database.counters.up";
  private static final String UNREAD = "database.counters.unread";

  /// The monitor of the run asks at most so many queries per second, without those for plans.
  private static final long MONITOR_PER_SECOND = 4;

  private static final String CHECK = "database's own count of ";
  private static final int LONGEST_REASON = 300;
  private static final int PATIENCE = 30;
  private static final long PAUSE_NANOS = 100_000_000;

  /// How far a time in whole seconds may move without a reset.
  private static final long GRAIN_SECONDS = 2;

  public Counters {
    values = Map.copyOf(values);
  }

  /// Reads them before a run. What this session has done until now is no part of the run, so the
  /// database first counts it.
  ///
  /// @param tables the tables to be counted, if the database counts by table
  public static Counters read(OpenTarget at, List<String> tables) {
    String flush = at.dialect().flushCounters();
    try {
      if (!flush.isEmpty()) {
        Rows.run(at.connection(), flush);
      }
    } catch (SQLException refused) {
      return unread(refused);
    }
    return now(at, tables);
  }

  private static Counters unread(SQLException refused) {
    String why = PlainText.line(Failure.describe(refused), LONGEST_REASON);
    return new Counters(
        Map.of(), OptionalLong.empty(), OptionalLong.empty(), "the database does not say: " + why);
  }

  private static Counters now(OpenTarget at, List<String> tables) {
    Dialect dialect = at.dialect();
    String query = dialect.countersQuery(tables);
    if (query.isEmpty()) {
      return new Counters(Map.of(), OptionalLong.empty(), OptionalLong.empty(), "");
    }
    try {
      Map<String, Long> values = new HashMap<>();
      Rows.pairs(at.connection(), query)
          .forEach((name, value) -> values.put(dialect.counterName(name), Long.parseLong(value)));
      return new Counters(
          values, asked(at, dialect.countingSinceQuery()), asked(at, dialect.upSecondsQuery()), "");
    } catch (SQLException refused) {
      return unread(refused);
    }
  }

  /// If that is not allowed, counters that went back still show a reset.
  private static OptionalLong asked(OpenTarget at, String query) {
    try {
      return query.isEmpty() ? OptionalLong.empty() : OptionalLong.of(at.whole(query));
    } catch (SQLException refused) {
      return OptionalLong.empty();
    }
  }

  /// Reads them again after a run and holds what they grew by against what the agents counted, one
  /// check for each counter that the database has. Where they cannot be compared the checks say
  /// why, and decide nothing.
  ///
  /// @param context with the facts that [#into] made before the run
  /// @param counted what the agents counted, by our names
  /// @param tables as in [#read]
  public static List<Check> checks(
      VerifyContext context, OpenTarget at, Map<String, Totals> counted, List<String> tables) {
    Counters before = from(context.facts());
    Counters now = before.later(before.plus(counted), at, tables);
    String obstacle = now.obstacle(before);
    if (now.values.isEmpty() && before.values.isEmpty()) {
      return obstacle.isEmpty()
          ? List.of()
          : List.of(Check.impossible("the database's own counts", obstacle));
    }
    List<Check> checks = new ArrayList<>();
    counted.forEach((name, totals) -> {
      if (now.values.containsKey(name) || before.values.containsKey(name)) {
        checks.add(
            obstacle.isEmpty()
                ? now.evidence(before, name, totals, at.dialect())
                : Check.impossible(CHECK + name, obstacle));
      }
    });
    return checks;
  }

  /// Reads them until they have reached what we know to have happened, or for a few seconds: some
  /// databases flush them late.
  private Counters later(Counters expected, OpenTarget at, List<String> tables) {
    Counters now = now(at, tables);
    for (int i = 0; i < PATIENCE && now.obstacle(this).isEmpty() && !now.reaches(expected); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      now = now(at, tables);
    }
    return now;
  }

  private boolean reaches(Counters expected) {
    return expected.values.entrySet().stream()
        .allMatch(known -> values.getOrDefault(known.getKey(), Long.MAX_VALUE) >= known.getValue());
  }

  /// Why these cannot be compared with those before the run; empty if they can.
  private String obstacle(Counters before) {
    if (!before.unread.isEmpty()) {
      return "before the run " + before.unread;
    }
    if (!unread.isEmpty()) {
      return "after the run " + unread;
    }
    if (!values.keySet().equals(before.values.keySet())) {
      return "the database had other counters before the run than after it";
    }
    boolean moved =
        since.isPresent()
            && before.since.isPresent()
            && Math.abs(since.getAsLong() - before.since.getAsLong()) > GRAIN_SECONDS;
    boolean wentBack =
        values.entrySet().stream()
            .anyMatch(value -> value.getValue() < before.values.getOrDefault(value.getKey(), 0L));
    return moved || wentBack
        ? "the database was started again during the run, or its counters were set back"
        : "";
  }

  /// Notes the values, for the other end of the run.
  public Facts into(Facts facts) {
    Facts more = facts;
    for (Map.Entry<String, Long> value : values.entrySet()) {
      more = more.with(PREFIX + value.getKey() + ".before", value.getValue());
    }
    if (since.isPresent()) {
      more = more.with(SINCE, since.getAsLong());
    }
    if (up.isPresent()) {
      more = more.with(UP, up.getAsLong());
    }
    return unread.isEmpty() ? more : more.with(UNREAD, unread);
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
    return new Counters(
        values, whole(facts, SINCE), whole(facts, UP), facts.text(UNREAD).orElse(""));
  }

  private static OptionalLong whole(Facts facts, String name) {
    return facts
        .text(name)
        .map(text -> OptionalLong.of(Long.parseLong(text)))
        .orElseGet(OptionalLong::empty);
  }

  private Counters plus(Map<String, Totals> counted) {
    Map<String, Long> later = new HashMap<>(values);
    counted.forEach(
        (name, totals) -> later.computeIfPresent(name, (_, value) -> value + totals.ok()));
    return new Counters(later, since, up, unread);
  }

  /// What the run's monitor may have asked meanwhile.
  private long ofMonitor(Counters before, String name) {
    long seconds =
        up.isPresent() && before.up.isPresent()
            ? Math.max(0, up.getAsLong() - before.up.getAsLong())
            : 0;
    long plans = seconds * PlanWatch.MOST_STATEMENTS / PlanWatch.EVERY.toSeconds();
    return plans + (name.equals("selects") ? MONITOR_PER_SECOND * seconds : 0);
  }

  private long grown(Counters before, String name) {
    return values.getOrDefault(name, 0L) - before.values.getOrDefault(name, 0L);
  }

  private Check evidence(Counters before, String name, Totals counted, Dialect dialect) {
    long most = counted.ok() + counted.failed() + counted.uncertain();
    long grown = grown(before, name);
    long slack = Math.max(most / 100, 100) + ofMonitor(before, name);
    boolean holds = grown >= counted.ok() && grown <= most + slack;
    return Checks.evidence(
        CHECK + name,
        holds,
        "the database counted %,d, the agents %,d to %,d; slack: %s",
        grown,
        counted.ok(),
        most,
        dialect.counterSlack());
  }
}

package dev.broadside.kit.monitor;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.LockWaits;
import dev.broadside.core.work.TargetMonitor;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads the counters of a database on a connection of its own, which is made anew after each
/// failure.
///
/// Amounts are differences between two readings of one connection. They are unknown if a counter
/// has fallen, or the database has not been up for as much longer as time has passed: it was
/// started again, its counters were set back, or somebody else answers. For one thread.
public final class CounterMonitor implements TargetMonitor {
  /// Databases report whole seconds, by a clock that may be set a little.
  private static final double UPTIME_GRAIN_SECONDS = 5;

  private static final int ALIVE_WITHIN_SECONDS = 5;

  private final Opener opener;
  private final List<EngineCounter> counters;
  private final Optional<LockQuestion> locks;
  private final Duration interval;
  private final LongSupplier nanos;
  private final Set<String> omitted = new HashSet<>();
  private final List<Failure> omissions = new ArrayList<>();
  private Optional<Connection> connection = Optional.empty();
  private Map<View, List<EngineCounter>> views = Map.of();
  private Optional<Snapshot> before = Optional.empty();
  private List<LockWaits> lockWaits = List.of();

  /// Opens the monitor's connection.
  @FunctionalInterface
  public interface Opener {
    Connection open() throws SQLException;
  }

  /// What was read at a moment.
  ///
  /// @param values of the counters, in their order and units
  private record Snapshot(double[] values, long nanos) {}

  /// @param opener gives a new connection, in auto-commit or not
  /// @param locks asked in each reading in which sessions wait for locks
  /// @param nanos a clock that is never set
  public CounterMonitor(
      Opener opener,
      List<EngineCounter> counters,
      Optional<LockQuestion> locks,
      Duration interval,
      LongSupplier nanos) {
    this.opener = opener;
    this.counters = List.copyOf(counters);
    this.locks = locks;
    this.interval = interval;
    this.nanos = nanos;
  }

  @Override
  public List<Figure> figures() {
    return figures(counters);
  }

  /// The figures of some counters.
  public static List<Figure> figures(List<EngineCounter> counters) {
    return Stream.concat(
            Stream.of(DatabaseFigures.TIME), counters.stream().map(EngineCounter::figure))
        .toList();
  }

  private static Map<View, List<EngineCounter>> byView(List<EngineCounter> counters) {
    return counters.stream()
        .collect(
            Collectors.groupingBy(EngineCounter::view, LinkedHashMap::new, Collectors.toList()));
  }

  /// All that a database is asked, for tests and for people who have to approve it.
  public static List<String> statements(List<EngineCounter> counters) {
    return byView(counters).entrySet().stream()
        .map(view -> view.getKey().statement(view.getValue()))
        .toList();
  }

  @Override
  public Duration interval() {
    return interval;
  }

  @Override
  public double[] read() throws SQLException {
    try {
      Connection open = connection.isPresent() ? connection.get() : connect();
      Snapshot now = snapshot(open);
      double[] told = told(now);
      before = Optional.of(now);
      return told;
    } catch (SQLException failure) {
      disconnect();
      throw new SQLException(
          "the database's own figures are unknown until it can be read again: "
              + Failure.describe(failure),
          failure.getSQLState(),
          failure.getErrorCode(),
          failure);
    }
  }

  /// Each view is asked once, so that those are known that the user may not read, and what opening
  /// the connection adds to the counters is no part of the first amounts.
  private Connection connect() throws SQLException {
    Connection opened = opener.open();
    connection = Optional.of(opened);
    views = byView(counters);
    for (View view : List.copyOf(views.keySet())) {
      tryOut(opened, view);
    }
    return opened;
  }

  private void tryOut(Connection opened, View view) throws SQLException {
    try {
      view.read(opened, views.getOrDefault(view, List.of()));
    } catch (SQLException refused) {
      end(opened);
      if (!opened.isValid(ALIVE_WITHIN_SECONDS)) {
        throw refused;
      }
      views.remove(view);
      omit(view.name(), view.grant(), refused);
    }
    end(opened);
  }

  private void omit(String name, String grant, SQLException refused) {
    if (!grant.isEmpty() && omitted.add(name)) {
      omissions.add(
          new Failure(
                  ErrorClass.OTHER,
                  refused.getErrorCode(),
                  Objects.requireNonNullElse(refused.getSQLState(), ""),
                  "what %s tells is left out: %s; grant the user %s, or name a monitor-user"
                      .formatted(name, Failure.describe(refused), grant),
                  Failure.Retry.NEVER)
              .during("monitor: " + name));
    }
  }

  private static void end(Connection open) throws SQLException {
    if (!open.getAutoCommit()) {
      open.rollback();
    }
  }

  private Snapshot snapshot(Connection open) throws SQLException {
    double[] values = new double[counters.size()];
    Arrays.fill(values, Double.NaN);
    for (Map.Entry<View, List<EngineCounter>> view : views.entrySet()) {
      double[] read = view.getKey().read(open, view.getValue());
      for (int i = 0; i < read.length; i++) {
        values[counters.indexOf(view.getValue().get(i))] = read[i];
      }
    }
    Snapshot now = new Snapshot(values, nanos.getAsLong());
    lockWaits = waitForLocks(now) ? askForLocks(open) : List.of();
    end(open);
    return now;
  }

  private boolean waitForLocks(Snapshot now) {
    return IntStream.range(0, counters.size())
        .anyMatch(i ->
            counters.get(i).figure().equals(DatabaseFigures.LOCK_WAITING) && now.values[i] > 0);
  }

  private List<LockWaits> askForLocks(Connection open) throws SQLException {
    Optional<LockQuestion> question = locks.filter(one -> !omitted.contains(one.name()));
    try {
      return question.isPresent() ? question.get().ask(open) : List.of();
    } catch (SQLException refused) {
      end(open);
      if (!open.isValid(ALIVE_WITHIN_SECONDS)) {
        throw refused;
      }
      omit(question.orElseThrow().name(), question.orElseThrow().grant(), refused);
      return List.of();
    }
  }

  private double[] told(Snapshot now) {
    Optional<Snapshot> from = before.filter(earlier -> !broken(earlier, now));
    double[] told = new double[counters.size() + 1];
    told[0] = from.map(earlier -> (now.nanos - earlier.nanos) / 1e6).orElse(Double.NaN);
    for (int i = 0; i < counters.size(); i++) {
      EngineCounter counter = counters.get(i);
      double value =
          !counter.figure().kind().adds()
              ? now.values[i]
              : from.isPresent() ? growth(from.get(), now, i) : Double.NaN;
      told[i + 1] = Math.max(0, value - counter.own());
    }
    return told;
  }

  /// Rounded before they are subtracted, so that what rounding takes from one amount is in the
  /// next.
  private static double growth(Snapshot earlier, Snapshot now, int counter) {
    return Math.rint(now.values[counter]) - Math.rint(earlier.values[counter]);
  }

  private boolean broken(Snapshot earlier, Snapshot now) {
    return IntStream.range(0, counters.size())
        .anyMatch(i -> {
          Figure figure = counters.get(i).figure();
          return figure.kind().adds()
              ? growth(earlier, now, i) < 0
              : figure.equals(DatabaseFigures.UP) && jumped(earlier, now, i);
        });
  }

  private static boolean jumped(Snapshot earlier, Snapshot now, int uptime) {
    double passed = (now.nanos - earlier.nanos) / 1e9;
    return Math.abs(now.values[uptime] - earlier.values[uptime] - passed) > UPTIME_GRAIN_SECONDS;
  }

  @Override
  public List<Failure> omissions() {
    List<Failure> news = List.copyOf(omissions);
    omissions.clear();
    return news;
  }

  @Override
  public List<Observation> observations() {
    return List.copyOf(lockWaits);
  }

  private void disconnect() {
    before = Optional.empty();
    connection.ifPresent(CounterMonitor::giveUp);
    connection = Optional.empty();
  }

  private static void giveUp(Connection connection) {
    try {
      connection.close();
    } catch (SQLException _) {
      // It may well be broken.
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}

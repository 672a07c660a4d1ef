package dev.broadside.kit.monitor;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.database.DatabaseFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
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

  /// What is costly is read no more often than this.
  private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

  /// Readings, such as of all sessions, take at most a hundredth of the time. Amounts are read each
  /// time, and so is the uptime: their growth belongs to the time between two readings.
  private static final int SHARE_OF_TIME = 100;

  private final Opener opener;
  private final List<EngineCounter> counters;
  private final List<Figure> figures;
  private final Map<Figure, Integer> places = new HashMap<>();

  /// How much of each figure's growth is the monitor's own, by its place.
  private final long[] own;

  private final Duration interval;
  private final LongSupplier nanos;
  private final Set<String> omitted = new HashSet<>();
  private final List<Omission> omissions = new ArrayList<>();
  private Optional<Connection> connection = Optional.empty();
  private Map<View, List<EngineCounter>> views = Map.of();
  private Optional<Snapshot> before = Optional.empty();
  private final List<Watch> watches;
  private final Map<View, Kept> kept = new HashMap<>();
  private final List<Observation> news = new ArrayList<>();
  private List<Watch> looking = List.of();
  private boolean ends;

  /// Opens the monitor's connection.
  @FunctionalInterface
  public interface Opener {
    Connection open() throws SQLException;
  }

  /// What was read of a view, and how long it is kept.
  private record Kept(double[] values, long untilNanos) {}

  /// What was read at a moment.
  ///
  /// @param values of the figures, in their order and units
  /// @param asked questions of the watches before it that counters count as the load's
  private record Snapshot(double[] values, long nanos, Map<Figure, Long> asked) {}

  /// @param opener gives a new connection, in auto-commit or not
  /// @param nanos a clock that is never set
  public CounterMonitor(
      Opener opener, List<EngineCounter> counters, Duration interval, LongSupplier nanos) {
    this(opener, counters, List.of(), interval, nanos);
  }

  /// @param opener gives a new connection, in auto-commit or not
  /// @param watches look at what no counter tells, in each reading
  /// @param nanos a clock that is never set
  public CounterMonitor(
      Opener opener,
      List<EngineCounter> counters,
      List<Watch> watches,
      Duration interval,
      LongSupplier nanos) {
    this.opener = opener;
    this.counters = List.copyOf(counters);
    this.watches = List.copyOf(watches);
    this.figures = counters.stream().map(EngineCounter::figure).distinct().toList();
    this.own = new long[figures.size()];
    figures.forEach(figure -> places.put(figure, places.size()));
    counters.forEach(one -> own[place(one.figure())] += one.own());
    this.interval = interval;
    this.nanos = nanos;
  }

  @Override
  public List<Figure> figures() {
    return Stream.concat(
            figures(counters).stream(), watches.stream().flatMap(one -> one.figures().stream()))
        .toList();
  }

  /// The figures of some counters. Several counters of one figure are added up.
  public static List<Figure> figures(List<EngineCounter> counters) {
    return Stream.concat(
            Stream.of(DatabaseFigures.TIME), counters.stream().map(EngineCounter::figure))
        .distinct()
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
      end(open);
      double[] told = told(now);
      before = Optional.of(now);
      Watch.Look look = new Watch.Look(figure -> of(figure, told), now.nanos, ends);
      for (Watch watch : List.copyOf(looking)) {
        attempt(open, watch, () -> news.addAll(watch.look(open, look)));
      }
      return withWatched(told);
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

  private int place(Figure figure) {
    return places.getOrDefault(figure, -1);
  }

  private double of(Figure figure, double[] told) {
    int i = place(figure);
    return i < 0 ? Double.NaN : told[i + 1];
  }

  private double[] withWatched(double[] told) {
    return DoubleStream.concat(
            DoubleStream.of(told),
            watches.stream().flatMapToDouble(one -> DoubleStream.of(one.values())))
        .toArray();
  }

  private interface Question {
    void ask() throws SQLException;
  }

  /// A watch that is refused looks no more on this connection.
  private void attempt(Connection open, Watch watch, Question question) throws SQLException {
    try {
      question.ask();
    } catch (SQLException refused) {
      requireAlive(open, refused);
      looking.remove(watch);
      omit(watch.name(), watch.grant(), refused);
    }
    end(open);
  }

  /// Each view is asked once, so that those are known that the user may not read, and what opening
  /// the connection adds to the counters is no part of the first amounts.
  private Connection connect() throws SQLException {
    Connection opened = opener.open();
    connection = Optional.of(opened);
    views = byView(counters);
    kept.clear();
    for (View view : List.copyOf(views.keySet())) {
      tryOut(opened, view);
    }
    looking = new ArrayList<>(watches);
    for (Watch watch : watches) {
      attempt(opened, watch, () -> watch.connected(opened));
    }
    return opened;
  }

  private void tryOut(Connection opened, View view) throws SQLException {
    try {
      view.read(opened, views.getOrDefault(view, List.of()));
    } catch (SQLException refused) {
      requireAlive(opened, refused);
      views.remove(view);
      omit(view.name(), view.grant(), refused);
    }
    end(opened);
  }

  private static void requireAlive(Connection opened, SQLException refused) throws SQLException {
    end(opened);
    if (!opened.isValid(ALIVE_WITHIN_SECONDS)) {
      throw refused;
    }
  }

  private void omit(String name, String grant, SQLException refused) {
    if (!grant.isEmpty() && omitted.add(name)) {
      omissions.add(new Omission(name, grant, refused));
    }
  }

  /// What the user may not ask.
  private record Omission(String name, String grant, SQLException refused) {
    /// All that one grant lets the user ask, in one sentence.
    static Failure told(List<Omission> all) {
      Omission first = all.getFirst();
      String names = all.stream().map(Omission::name).collect(Collectors.joining(" and "));
      return new Failure(
              ErrorClass.OTHER,
              first.refused.getErrorCode(),
              Objects.requireNonNullElse(first.refused.getSQLState(), ""),
              "what %s %s left out: %s; grant the user %s, or name a monitor-user"
                  .formatted(
                      names,
                      all.size() == 1 ? "tells is" : "tell is",
                      Failure.describe(first.refused),
                      first.grant),
              Failure.Retry.NEVER)
          .during("monitor: " + first.name);
    }
  }

  private static void end(Connection open) throws SQLException {
    if (!open.getAutoCommit()) {
      open.rollback();
    }
  }

  private Snapshot snapshot(Connection open) throws SQLException {
    double[] values = new double[figures.size()];
    Arrays.fill(values, Double.NaN);
    Set<Integer> known = new HashSet<>();
    for (Map.Entry<View, List<EngineCounter>> view : views.entrySet()) {
      double[] read = read(open, view.getKey(), view.getValue());
      for (int i = 0; i < read.length; i++) {
        int figure = place(view.getValue().get(i).figure());
        values[figure] = known.add(figure) ? read[i] : values[figure] + read[i];
      }
    }
    return new Snapshot(values, nanos.getAsLong(), asked());
  }

  private static boolean isOfThisTime(Figure figure) {
    return figure.kind().adds() || figure.equals(DatabaseFigures.UP);
  }

  private Map<Figure, Long> asked() {
    Map<Figure, Long> asked = new HashMap<>();
    watches.forEach(
        one -> one.asked().forEach((figure, times) -> asked.merge(figure, times, Long::sum)));
    return asked;
  }

  private double[] read(Connection open, View view, List<EngineCounter> wanted)
      throws SQLException {
    long begin = nanos.getAsLong();
    Optional<Kept> earlier =
        Optional.ofNullable(kept.get(view)).filter(one -> begin - one.untilNanos < 0);
    if (earlier.isPresent()) {
      return earlier.get().values;
    }
    double[] values = view.read(open, wanted);
    long pause = SHARE_OF_TIME * (nanos.getAsLong() - begin);
    if (view.costly()) {
      kept.put(view, new Kept(values, begin + Math.max(KEPT_NANOS, pause)));
    } else if (wanted.stream().noneMatch(one -> isOfThisTime(one.figure()))) {
      kept.put(view, new Kept(values, begin + pause));
    }
    return values;
  }

  private double[] told(Snapshot now) {
    Optional<Snapshot> from = before.filter(earlier -> !broken(earlier, now));
    double[] told = new double[figures.size() + 1];
    told[0] = from.map(earlier -> (now.nanos - earlier.nanos) / 1e6).orElse(Double.NaN);
    for (int i = 0; i < figures.size(); i++) {
      Figure figure = figures.get(i);
      double value =
          !figure.kind().adds()
              ? now.values[i]
              : from.isPresent() ? growth(from.get(), now, i) : Double.NaN;
      told[i + 1] = Math.max(0, value - own[i] - now.asked.getOrDefault(figure, 0L));
    }
    return told;
  }

  /// Rounded before they are subtracted, so that what rounding takes from one amount is in the
  /// next.
  private static double growth(Snapshot earlier, Snapshot now, int figure) {
    return Math.rint(now.values[figure]) - Math.rint(earlier.values[figure]);
  }

  private boolean broken(Snapshot earlier, Snapshot now) {
    return IntStream.range(0, figures.size())
        .anyMatch(i -> {
          Figure figure = figures.get(i);
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
    Map<String, List<Omission>> byGrant =
        omissions.stream()
            .collect(
                Collectors.groupingBy(Omission::grant, LinkedHashMap::new, Collectors.toList()));
    List<Failure> news = new ArrayList<>(byGrant.values().stream().map(Omission::told).toList());
    watches.forEach(one -> news.addAll(one.omissions()));
    omissions.clear();
    return news;
  }

  @Override
  public void ends() {
    ends = true;
  }

  @Override
  public List<Observation> observations() {
    List<Observation> some = List.copyOf(news);
    news.clear();
    return some;
  }

  private void disconnect() {
    before = Optional.empty();
    connection.ifPresent(CounterMonitor::giveUp);
    connection = Optional.empty();
  }

  static void giveUp(Connection connection) {
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

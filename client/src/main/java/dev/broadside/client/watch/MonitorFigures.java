package dev.broadside.client.watch;

import dev.broadside.client.arrivals.Pause;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/// The figures of a job class's [TargetMonitor], which a thread of its own reads shortly before an
/// interval ends. The sealer takes what that thread has finished and waits for nothing: without a
/// reading that ended in it, an interval's figures are unknown.
///
/// ```
///   thread   read        read      read      (hangs ...............)    read
///   axis       |----------|---------|---------|---------|---------|---------|
///   values        unknown    known     known    unknown   unknown  unknown   known
/// ```
///
/// The first reading, before the load begins, is what the first amounts are counted from.
public final class MonitorFigures implements FigureSource, AutoCloseable {
  /// So long before an interval ends it is read, so that it is finished in that interval.
  private static final long LEAD_NANOS = Duration.ofMillis(150).toNanos();

  private static final long LEAST_NANOS = Duration.ofSeconds(1).toNanos();

  /// A reading that takes longer is reported.
  private static final long PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();

  /// For how long the end of the run waits for the last reading.
  public static final Duration LAST = Duration.ofMillis(500);

  private static final double MOST = 1e15;

  /// How often the pause after failures becomes twice as long: up to 32 s.
  private static final int MOST_DOUBLINGS = 5;

  private final String name;
  private final TargetMonitor monitor;
  private final List<Figure> figures;
  private final Function<Throwable, Failure> reason;
  private final RunAxis axis;
  private final long originNanos;
  private final Time time;
  private final Pause pause;
  private final Thread thread;
  private final List<Failure> failures = new ArrayList<>();
  private final List<Observed> observed = new ArrayList<>();
  private final Set<Figure> beyond = new HashSet<>();
  private List<FigureValue> finished;
  private OptionalLong askedNanos = OptionalLong.empty();

  /// Whether users have been told why nothing is known at present.
  private boolean told;

  private volatile boolean ended;
  private volatile boolean closed;

  /// Begins to watch.
  ///
  /// @param name what users are told it is called
  /// @param figures those of the monitor
  /// @param reason what users are told about a reading that failed
  /// @param originNanos the common start of the run
  public MonitorFigures(
      String name,
      TargetMonitor monitor,
      List<Figure> figures,
      Function<Throwable, Failure> reason,
      RunAxis axis,
      long originNanos,
      Time time) {
    this.name = name;
    this.monitor = monitor;
    this.figures = List.copyOf(figures);
    this.reason = reason;
    this.axis = axis;
    this.originNanos = originNanos;
    this.time = time;
    this.pause = new Pause(time);
    this.finished = nothing();
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::watch);
  }

  /// Connects, so that this costs no time of the run.
  public MonitorFigures start() {
    thread.start();
    return this;
  }

  private List<FigureValue> nothing() {
    return Collections.nCopies(figures.size(), FigureValue.UNKNOWN);
  }

  @Override
  public List<Figure> figures() {
    return figures;
  }

  /// What the readings tell that ended since the last call: their amounts together, and the last
  /// one's readings.
  @Override
  public synchronized List<FigureValue> read() {
    List<FigureValue> values = finished;
    finished = nothing();
    return values;
  }

  @Override
  public List<FigureValue> readLast() {
    end();
    return readLast(LAST);
  }

  /// Has the last reading made now.
  public void end() {
    ended = true;
    pause.wake();
  }

  /// What [#readLast()] gives after [#end()].
  ///
  /// @param patience for how long the last reading is waited for
  public List<FigureValue> readLast(Duration patience) {
    try {
      thread.join(patience);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return read();
  }

  @Override
  public synchronized List<Failure> failures() {
    if (!told && askedNanos.isPresent() && time.nanos() - askedNanos.getAsLong() > PATIENCE_NANOS) {
      told = true;
      failures.add(
          new Failure(
              ErrorClass.TIMEOUT,
              0,
              "",
              "what the monitor tells is unknown until it answers: it has not answered for "
                  + PATIENCE_NANOS / 1_000_000_000
                  + " s",
              Failure.Retry.NEVER));
    }
    List<Failure> news = failures.stream().map(this::named).toList();
    failures.clear();
    return news;
  }

  @Override
  public synchronized List<Observed> observed() {
    List<Observed> news = List.copyOf(observed);
    observed.clear();
    return news;
  }

  private Failure named(Failure failure) {
    return failure.during(failure.operation().isEmpty() ? name : failure.operation());
  }

  /// Does not wait for a monitor that hangs.
  @Override
  public void close() {
    closed = true;
    pause.wake();
  }

  private void watch() {
    try {
      ask();
      long next = originNanos - LEAD_NANOS;
      int failed = 0;
      while (!closed && !ended) {
        boolean begins = pause.until(next) && next - originNanos < 0;
        if (closed) {
          break;
        }
        if (ended) {
          monitor.ends();
        }
        Optional<List<FigureValue>> values = ask();
        values.filter(_ -> !begins).ifPresent(this::add);
        failed = values.isPresent() ? 0 : failed + 1;
        next = end(next + shortest(failed));
      }
      monitor.close();
    } catch (Throwable e) {
      failed(e);
    }
  }

  /// After a failure the target is left alone for longer and longer.
  private long shortest(int failed) {
    long pauseNanos = LEAST_NANOS << Math.clamp(failed - 1L, 0, MOST_DOUBLINGS);
    return Math.max(pauseNanos, monitor.interval().toNanos());
  }

  /// When the first interval is about to end that ends after a moment, and after now.
  private long end(long nanos) {
    long from = Math.max(nanos, time.nanos()) + LEAD_NANOS - originNanos;
    return originNanos + axis.endNanos(axis.indexAt(from - 1)) - LEAD_NANOS;
  }

  private Optional<List<FigureValue>> ask() {
    begun(OptionalLong.of(time.nanos()));
    try {
      double[] read = monitor.read();
      List<FigureValue> values = new ArrayList<>(figures.size());
      for (int i = 0; i < figures.size(); i++) {
        values.add(value(figures.get(i), read[i]));
        tellBeyond(figures.get(i), read[i]);
      }
      answered();
      return Optional.of(values);
    } catch (Throwable e) {
      failed(e);
      return Optional.empty();
    } finally {
      begun(OptionalLong.empty());
    }
  }

  /// A value beyond [#MOST] is taken for unknown: it is no measurement, and sums of such values
  /// would not be finite.
  private static FigureValue value(Figure figure, double value) {
    if (!(Math.abs(value) <= MOST)) {
      return FigureValue.UNKNOWN;
    }
    return figure.kind().adds() && value >= 0
        ? new FigureValue.Amount(Math.round(value))
        : figure.kind().gauge() ? FigureValue.reading(value) : FigureValue.UNKNOWN;
  }

  /// A monitor reports readings that are no numbers itself, since it knows why.
  private synchronized void tellBeyond(Figure figure, double value) {
    if (Math.abs(value) > MOST && beyond.add(figure)) {
      String what =
          "%s answered %s: figures hold numbers up to 1e15, so it has a gap; let it be read in a"
              + " larger unit";
      failures.add(
          new Failure(
              ErrorClass.OTHER, 0, "", what.formatted(figure.id(), value), Failure.Retry.NEVER));
    }
  }

  private synchronized void begun(OptionalLong nanos) {
    askedNanos = nanos;
  }

  private synchronized void answered() {
    failures.addAll(monitor.omissions());
    long atMillis = (time.nanos() - originNanos) / 1_000_000;
    monitor.observations().forEach(what -> observed.add(new Observed(atMillis, what)));
    told = false;
  }

  private synchronized void failed(Throwable thrown) {
    if (!told && !closed) {
      failures.add(reason.apply(thrown));
    }
    told = true;
  }

  private synchronized void add(List<FigureValue> values) {
    List<FigureValue> all = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      all.add(together(finished.get(i), values.get(i)));
    }
    finished = all;
  }

  /// The reading after the end no longer sees the sessions of the load, so an earlier reading of
  /// the last interval is preferred to it.
  private FigureValue together(FigureValue earlier, FigureValue now) {
    return now instanceof FigureValue.Amount
        ? FigureValue.together(earlier, now)
        : ended && !earlier.equals(FigureValue.UNKNOWN) ? earlier : now;
  }
}

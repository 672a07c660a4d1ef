package dev.broadside.client.engine;

import dev.broadside.client.arrivals.Pause;
import dev.broadside.client.monitor.Monitors;
import dev.broadside.client.watch.FigureSource;
import dev.broadside.client.watch.HostFigures;
import dev.broadside.client.watch.HostWatch;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/// Cuts a run into the same intervals as the load's workers do, and seals a record for each with
/// the figures of this host and of its monitors: all that an agent does which only watches. One
/// thread runs it; any may stop it.
public final class WatchSealer {
  private final Plan run;
  private final Monitors monitors;
  private final Consumer<IntervalRecord> records;
  private final Time time;
  private final Pause pause;
  private volatile boolean stopping;
  private long seq;

  public WatchSealer(Plan run, Monitors monitors, Consumer<IntervalRecord> records, Time time) {
    this.run = run;
    this.monitors = monitors;
    this.records = records;
    this.time = time;
    this.pause = new Pause(time);
  }

  /// Ends the last interval now.
  public void stop() {
    stopping = true;
    pause.wake();
  }

  /// Works until the planned end or a stop. The time before it joined is a gap.
  ///
  /// @param startEpochNanos the common start on this host's wall clock
  /// @param begun takes when it began, on the same clock
  /// @return the sequence number of the last record
  public long run(long startEpochNanos, LongConsumer begun) {
    RunAxis axis = run.spec().axis();
    long originNanos = time.nanos() + (startEpochNanos - time.epochNanos());
    try (HostWatch processors = HostWatch.start(time)) {
      List<FigureSource> sources =
          List.of(HostFigures.start(run.agent(), time), monitors.start(axis, originNanos));
      sleepUntil(originNanos);
      processors.get();
      sources.forEach(FigureSource::read);
      begun.accept(time.epochNanos());
      int interval = 0;
      while (axis.endNanos(interval) < time.nanos() - originNanos) {
        interval++;
      }
      for (boolean last = false; !last; interval++) {
        sleepUntil(originNanos + axis.endNanos(interval));
        last = stopping || interval >= axis.intervals() - 1;
        seal(interval, originNanos, processors, sources, last);
      }
    }
    return seq - 1;
  }

  private void sleepUntil(long nanos) {
    while (!stopping && !pause.until(nanos)) {}
  }

  private void seal(
      int interval,
      long originNanos,
      HostWatch processors,
      List<FigureSource> sources,
      boolean last) {
    RunAxis axis = run.spec().axis();
    long start = axis.startNanos(interval);
    long length = axis.endNanos(interval) - start;
    FigureRow row =
        new FigureRow(
            seq == 0 ? all(sources, FigureSource::figures) : List.of(),
            all(sources, last ? FigureSource::readLast : FigureSource::read),
            List.of());
    IntervalRecord record =
        new IntervalRecord(
            new RecordKey(run.runId(), run.agent(), run.incarnation(), RecordKey.WATCH, seq),
            new IntervalRecord.Interval(
                interval,
                start,
                last ? Math.clamp(time.nanos() - originNanos - start, 1, length) : length,
                axis.phaseOf(interval),
                0),
            Tally.NONE,
            IntervalRecord.Total.NONE,
            new Told(errors(sources, start), List.of()),
            GeneratorSample.UNKNOWN.with(processors.get().host()),
            last,
            row);
    seq++;
    records.accept(record);
  }

  /// Why figures are unknown.
  private static List<ErrorSample> errors(List<FigureSource> sources, long nanos) {
    List<ErrorSample> errors = new ArrayList<>();
    for (Failure one : all(sources, FigureSource::failures)) {
      ErrorSample.of(one, PlainText.line(one.message()), nanos / 1_000_000)
          .addTo(errors, Told.MAX_ERRORS);
    }
    return errors;
  }

  private static <T> List<T> all(List<FigureSource> sources, Function<FigureSource, List<T>> of) {
    return sources.stream().flatMap(source -> of.apply(source).stream()).toList();
  }
}

package dev.broadside.client.watch;

import static dev.broadside.core.stat.GeneratorFigure.CONNECTION_WAIT;
import static dev.broadside.core.stat.GeneratorFigure.CPU_WAIT;
import static dev.broadside.core.stat.GeneratorFigure.GC_PAUSE;
import static dev.broadside.core.stat.GeneratorFigure.MAX_HICCUP;
import static dev.broadside.core.stat.GeneratorFigure.OLDEST_IN_FLIGHT;
import static dev.broadside.core.stat.GeneratorFigure.OWN_CPU;
import static dev.broadside.core.stat.GeneratorFigure.START_LATENESS;
import static dev.broadside.core.stat.GeneratorFigure.THROTTLED;

import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.time.Time;
import java.util.Optional;
import java.util.OptionalLong;

/// Tells of each interval how the load generator itself fared: host, process, load threads and
/// delays, each from where it is known best. For one thread, but for [#close()].
///
/// A sealer that was kept off its core seals several intervals at once. Their shares are those of
/// the whole stretch then: shares of the microseconds between two such seals would mean nothing.
/// Starts are as late in each of its intervals as in the latest before it: where the threads had no
/// core at all, none came that could tell.
public final class GeneratorWatch implements AutoCloseable {
  private static final int WORST_PERCENT = 99;
  private static final int ACCIDENTS = 2;

  private final HostWatch host;
  private final HiccupThread hiccups;
  private final CrewWatch crew;
  private final ControlGroup quota;
  private final Recorder recorder;
  private final Time time;

  /// What is told of the stretch between two looks.
  private GeneratorSample looked = GeneratorSample.UNKNOWN;

  private OptionalLong throttledBefore = OptionalLong.empty();
  private long busyBefore;
  private long lookedNanos;
  private long latenessNanos;
  private long latestStartNanos;

  GeneratorWatch(HostWatch host, CrewWatch crew, ControlGroup quota, Recorder recorder, Time time) {
    this.host = host;
    this.hiccups = HiccupThread.start(time, recorder::lives);
    this.crew = crew;
    this.quota = quota;
    this.recorder = recorder;
    this.time = time;
    this.lookedNanos = time.nanos();
  }

  /// Watches this host and process.
  public static GeneratorWatch start(CrewWatch crew, Recorder recorder, Time time) {
    return new GeneratorWatch(
        HostWatch.start(time), crew, ControlGroup.ofThisProcess(), recorder, time);
  }

  /// The run begins: what was before does not count.
  public void begin() {
    look();
    looked = GeneratorSample.UNKNOWN;
  }

  /// How the generator fared in an interval that was just sealed.
  ///
  /// @param startNanos the interval's beginning as a reading of [Time#nanos()]
  /// @param counts what was recorded in it
  public GeneratorSample sample(long startNanos, long endNanos, IntervalCounts counts) {
    latenessNanos += counts.lateness().sumNanos();
    boolean due = time.nanos() - lookedNanos >= (endNanos - startNanos) / 2;
    if (due) {
      look();
    }
    long lateNanos = nanos(counts.lateness(), latePercent(counts.lateness().count()));
    latestStartNanos = due ? lateNanos : Math.max(latestStartNanos, lateNanos);
    return (due ? looked : looked.with(GC_PAUSE, 0).with(HostUse.NONE))
        .with(MAX_HICCUP, hiccups.takeLongestNanos(startNanos, endNanos))
        .with(START_LATENESS, latestStartNanos)
        .with(OLDEST_IN_FLIGHT, recorder.oldestInFlightNanos(endNanos))
        .with(
            CONNECTION_WAIT, nanos(counts.tally().transactions().connectionWait(), WORST_PERCENT));
  }

  /// The 99th percentile or, where that would be one of the very latest, the third latest: one
  /// start of ten that is late is an accident.
  private static double latePercent(long starts) {
    return starts == 0
        ? WORST_PERCENT
        : Math.clamp(100.0 * (starts - ACCIDENTS) / starts, 0, WORST_PERCENT);
  }

  private static long nanos(Distribution distribution, double percent) {
    return Math.round(distribution.percentileMillis(percent) * 1e6);
  }

  private void look() {
    Optional<CrewUse> crewUse = crew.look();
    long now = time.nanos();
    long busy = recorder.busyNanos(now);
    OptionalLong throttled = quota.throttledNanos();
    long wall = Math.max(1, now - lookedNanos);
    double cpuWait =
        crewUse.map(use -> use.cpuWait(busy - busyBefore, latenessNanos, wall)).orElse(-1.0);
    GeneratorSample seen = host.get();
    looked =
        seen.with(CPU_WAIT, cpuWait)
            .with(OWN_CPU, crewUse.map(use -> use.ownCpu(wall)).orElse(-1.0))
            .with(THROTTLED, throttledShare(throttled, wall))
            .with(
                seen.host()
                    .withInvoluntarySwitches(crewUse.map(CrewUse::involuntarySwitches).orElse(0L)));
    busyBefore = busy;
    throttledBefore = throttled;
    lookedNanos = now;
    latenessNanos = 0;
  }

  private double throttledShare(OptionalLong throttled, long wallNanos) {
    return throttled.isEmpty() || throttledBefore.isEmpty()
        ? -1
        : Math.clamp(
            (double) (throttled.getAsLong() - throttledBefore.getAsLong()) / wallNanos, 0, 1);
  }

  @Override
  public void close() {
    host.close();
    hiccups.close();
  }
}

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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Measures in each interval how the load generator itself fared: host, process, load threads and
/// delays. For one thread, except [#close()]. A sealer that had no core for a while seals several
/// intervals at once. They all get the shares of the whole span, because shares of the microseconds
/// between two such seals would mean nothing. The lateness of starts in each of them is at least
/// that of the interval before: if the threads had no core at all, there was no start to measure.
public final class GeneratorWatch implements AutoCloseable {
  private static final int WORST_PERCENT = 99;
  private static final int ACCIDENTS = 2;

  private final HostWatch host;
  private final HiccupThread hiccups;
  private final CrewWatch crew;
  private final ControlGroup quota;
  private final Recorder recorder;
  private final Time time;

  /// The figures of the span between the last two looks.
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

  /// Begins the run: what passed before does not count.
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

  /// The percentile for lateness: the 99th, or the third latest of few starts, because one late
  /// start of ten is an accident.
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

  /// A thread that wants to wake ten times a second, and notes how late it is, as jHiccup does.
  /// Load threads suffer the same delays, be it from the collector, the operating system or the
  /// hypervisor. jHiccup wakes every millisecond. That costs too much here: each time, the thread
  /// takes a core from a load thread, and the scheduler may move that one away from its database
  /// process. With database and load threads on the same two cores, waking a thousand times a
  /// second cost 12 % of all point selects, and fifty times a second still more than ten times. So
  /// a pause shows as up to one step shorter than it was; pauses of the collector are known anyway.
  /// A long delay belongs to every interval that it touches, since no thread worked in any of them.
  /// One other thread asks for the delays, interval by interval.
  static final class HiccupThread implements AutoCloseable {
    private static final long STEP_NANOS = 100_000_000;

    /// Longer delays are kept with their times.
    private static final long LONG_NANOS = 10_000_000;

    private final Time time;
    private final Runnable lives;
    private final AtomicLong longestShort = new AtomicLong();
    private final Queue<Delay> longOnes = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile long dueNanos;

    /// A delay from when the thread wanted to wake to when it did.
    private record Delay(long dueNanos, long wokeNanos) {
      long lastedNanos() {
        return wokeNanos - dueNanos;
      }

      boolean touches(long startNanos, long endNanos) {
        return dueNanos - endNanos < 0 && wokeNanos - startNanos > 0;
      }
    }

    private HiccupThread(Time time, Runnable lives) {
      this.time = time;
      this.lives = lives;
      this.dueNanos = time.nanos() + STEP_NANOS;
      this.thread = Thread.ofPlatform().daemon().name("hiccups").unstarted(this::watch);
    }

    /// @param lives is run each time it wakes
    static HiccupThread start(Time time, Runnable lives) {
      HiccupThread hiccups = new HiccupThread(time, lives);
      hiccups.thread.start();
      return hiccups;
    }

    private void watch() {
      try {
        while (true) {
          time.sleepUntil(dueNanos);
          lives.run();
          Delay delay = new Delay(dueNanos, time.nanos());
          if (delay.lastedNanos() > LONG_NANOS) {
            longOnes.add(delay);
          } else {
            longestShort.accumulateAndGet(delay.lastedNanos(), Math::max);
          }
          dueNanos = time.nanos() + STEP_NANOS;
        }
      } catch (InterruptedException _) {
        // By close(): there is nothing more to watch.
      }
    }

    /// The longest delay in an interval, or since the last call if all were short. To be called in
    /// the order of the intervals.
    ///
    /// @param startNanos the interval's beginning as a reading of [Time#nanos()]
    /// @param endNanos its end, which has passed
    long takeLongestNanos(long startNanos, long endNanos) {
      Delay present = new Delay(dueNanos, time.nanos());
      long longest = Math.max(0, longestShort.getAndSet(0));
      if (present.lastedNanos() > LONG_NANOS && present.touches(startNanos, endNanos)) {
        longest = present.lastedNanos();
      }
      for (Delay delay : longOnes) {
        if (delay.touches(startNanos, endNanos)) {
          longest = Math.max(longest, delay.lastedNanos());
        }
      }
      longOnes.removeIf(delay -> delay.wokeNanos() - endNanos <= 0);
      return longest;
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }
}

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

  /// A thread that wants to wake ten times a second, and notes how late it is: what it suffers,
  /// load threads suffer too, whether it comes from the collector, the operating system or the
  /// hypervisor (as jHiccup shows).
  ///
  /// Not every millisecond, as jHiccup does: each time it wakes it takes a core from a load thread,
  /// and the scheduler may move that one away from whom it talks to. Where database and load
  /// threads shared two cores, a thousand times a second cost 12 % of all point selects, and fifty
  /// times still more than ten. So a pause shows as up to one step shorter than it was; those of
  /// the collector are known without it.
  ///
  /// A long delay belongs to every interval that it touches, for nobody worked in any of them; one
  /// other thread asks for these, interval by interval.
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

    /// The longest delay in an interval, or since the last call where all were short. To be called
    /// in the order of the intervals.
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

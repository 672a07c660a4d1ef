package dev.broadside.core.verdict;

import dev.broadside.core.load.Counted;
import dev.broadside.core.stat.Distribution;
import java.util.Locale;

/// What an open load asks of its threads, by Little's law: the rate times the time of a transaction
/// is the number of busy threads. All figures are over the measured time.
///
/// @param askedPerSecond arrivals that were planned, over all agents
/// @param endedPerSecond iterations that ended, well or not
/// @param threads load threads at work over all agents, on average
/// @param serviceMillis how long a transaction that ended well kept a thread busy, on average
/// @param busy the part of their time in which threads were busy with these, from 0 to 1
/// @param seconds the measured time
public record ThreadDemand(
    double askedPerSecond,
    double endedPerSecond,
    double threads,
    double serviceMillis,
    double busy,
    double seconds) {
  /// Threads that were busy for less than this part of the time had room for more. That is also
  /// true if the target stalled for a while.
  private static final double ALWAYS_BUSY = 0.95;

  /// A rate counts as reached if no more is missing than a hundredth, what is under way, and this
  /// many standard deviations of a Poisson count.
  private static final double MISSING = 0.01;

  private static final double CHANCE = 3;

  /// @param asked arrivals that were planned
  /// @param ended iterations
  /// @param seconds of measured time
  /// @param threadSeconds the threads' time at work, added up
  /// @param service how long transactions that ended well kept a thread
  public static ThreadDemand of(
      double asked, long ended, double seconds, double threadSeconds, Distribution service) {
    return new ThreadDemand(
        asked / seconds,
        ended / seconds,
        threadSeconds / seconds,
        service.meanMillis(),
        threadSeconds > 0 ? service.sumNanos() / 1e9 / threadSeconds : 0,
        seconds);
  }

  /// Whether the load reached its rate.
  boolean reached() {
    double asked = askedPerSecond * seconds;
    double missing = asked - endedPerSecond * seconds;
    return missing <= MISSING * asked + threads + CHANCE * Math.sqrt(asked);
  }

  /// Whether more is asked than the threads can do on any host: they were busy all the time, and
  /// that is not enough.
  public boolean tooFewThreads() {
    return !reached() && busy >= ALWAYS_BUSY && askedPerSecond > servesPerSecond();
  }

  /// The highest rate of its threads if transactions take no longer.
  public double servesPerSecond() {
    return serviceMillis > 0 ? threads * 1e3 / serviceMillis : 0;
  }

  /// How many threads the rate needs at least if transactions take no longer.
  public long threadsNeeded() {
    return (long) Math.ceil(askedPerSecond * serviceMillis / 1e3);
  }

  /// `1 thread at 48 ms a transaction serves at most 20.8/s of the 100/s asked for; 5 threads or
  /// more would be needed`.
  String sentence() {
    long whole = Math.round(threads);
    return Counted.of(whole, "thread")
        + " at "
        + number(serviceMillis)
        + " ms a transaction "
        + (whole == 1 ? "serves" : "serve")
        + " at most "
        + number(servesPerSecond())
        + "/s of the "
        + number(askedPerSecond)
        + "/s asked for; "
        + Counted.of(Math.max(threadsNeeded(), whole + 1), "thread")
        + " or more would be needed if transactions take no longer then";
  }

  /// What is missing, in a few words.
  String shortfall() {
    return number(endedPerSecond) + "/s of the " + number(askedPerSecond) + "/s asked for";
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.1f", value);
    return text.replaceFirst("\\.?0+$", "");
  }
}

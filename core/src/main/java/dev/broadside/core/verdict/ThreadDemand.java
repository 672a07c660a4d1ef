package dev.broadside.core.verdict;

import dev.broadside.core.load.Counted;
import dev.broadside.core.stat.Distribution;
import java.util.Locale;

/// What an open load asks of its threads, by Little's law: a rate times how long a transaction
/// takes is how many threads are busy. All of it over the measured time.
///
/// @param askedPerSecond arrivals that were planned, over all agents
/// @param endedPerSecond iterations that ended, however they did
/// @param threads load threads at work over all agents, on average
/// @param serviceMillis how long one was busy with a transaction that ended well, on average
/// @param busy for which part of their time threads were busy with those, from 0 to 1
/// @param seconds how long was measured
public record ThreadDemand(
    double askedPerSecond,
    double endedPerSecond,
    double threads,
    double serviceMillis,
    double busy,
    double seconds) {
  /// Threads that are busy for less than this part of the time had room for more; also where the
  /// target only stalled for a while.
  private static final double ALWAYS_BUSY = 0.95;

  /// Of what was asked for, what may be missing: a hundredth, what is under way, and so many
  /// standard deviations of a Poisson count.
  private static final double MISSING = 0.01;

  private static final double CHANCE = 3;

  /// @param asked arrivals that were planned
  /// @param ended iterations
  /// @param seconds of measured time
  /// @param threadSeconds the same of all threads together
  /// @param service how long those that ended well kept a thread
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

  /// Whether as much ended as was asked for.
  boolean reached() {
    double asked = askedPerSecond * seconds;
    double missing = asked - endedPerSecond * seconds;
    return missing <= MISSING * asked + threads + CHANCE * Math.sqrt(asked);
  }

  /// Whether more is asked for than its threads can do, whatever their host allows: they were busy
  /// all the time, and that is not enough.
  boolean tooFewThreads() {
    return !reached() && busy >= ALWAYS_BUSY && askedPerSecond > servesPerSecond();
  }

  /// The most that its threads can do where each transaction takes as long.
  public double servesPerSecond() {
    return serviceMillis > 0 ? threads * 1e3 / serviceMillis : 0;
  }

  /// How many threads the rate takes at the least where each transaction takes as long.
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

package dev.broadside.client.watch;

import dev.broadside.core.load.ThreadKind;

/// How load threads got processor time in a span, from what the kernel counted for some of them.
/// Pure.
///
/// ## What counts as waiting for a core
///
/// A thread that blocks, on a socket or to wait for its next start, and then wakes is always
/// without a core for a moment. Two things are subtracted from the kernel's count, because they are
/// no shortage of processors within the measured latencies:
///
/// 1. [#WAKE_UP_NANOS] for each time slice: a wake-up takes that long even if a core is idle.
/// 2. How late threads woke for their starts: that is before the iteration, and has a figure and a
///    threshold of its own. So the rest is a lower bound, since such a delay is not only a wait for
///    a core.
///
/// The rest is divided by the time spent in iterations: that share of the measured latencies was
/// caused by the generator. A carrier of virtual threads runs no iteration of its own, and while it
/// waits, all the threads wait that it would carry next. So its waiting is divided by the time for
/// which it had a thread to carry, and counts unless it is negligible.
///
/// @param passed summed over the watched threads
/// @param watched how many threads or carriers were watched
/// @param threads how many load threads there are
record CrewUse(SchedStat passed, int watched, int threads, ThreadKind kind) {
  /// From a thread's being ready to its running, on a core that is idle: 4 to 12 us measured on
  /// virtual machines.
  static final long WAKE_UP_NANOS = 10_000;

  /// Less waiting than this share of their time says nothing about carriers that are mostly idle.
  static final double LEAST_CARRIER_WAIT = 0.01;

  /// If all threads together spent less than this share of the span in iterations, nothing is
  /// judged. Threads that wake a few times a second, for a transaction that fails at once, would
  /// otherwise show a large share of almost nothing.
  static final double LEAST_BUSY = 0.01;

  /// The share of the time in iterations for which threads could have run and had no core; 0 if
  /// that time is less than [#LEAST_BUSY]. For carriers: the share of the time for which they could
  /// have run.
  ///
  /// @param busyNanos time in iterations, summed over all load threads
  /// @param latenessNanos how late threads woke for their starts, summed over all of them
  /// @param wallNanos length of the span
  double cpuWait(long busyNanos, long latenessNanos, long wallNanos) {
    double waited = passed.waitNanos() - (double) passed.slices() * WAKE_UP_NANOS;
    return switch (kind) {
      case PLATFORM, PINNED ->
          busyNanos < LEAST_BUSY * wallNanos
              ? 0
              : share(waited * threads / watched - latenessNanos, busyNanos);
      case VIRTUAL ->
          waited < LEAST_CARRIER_WAIT * wallNanos * watched
              ? 0
              : share(waited, waited + passed.runNanos());
    };
  }

  /// The share of their time for which threads, or carriers, were on a core.
  double ownCpu(long wallNanos) {
    return share(passed.runNanos(), (double) wallNanos * watched);
  }

  /// Over all load threads.
  long involuntarySwitches() {
    return switch (kind) {
      case PLATFORM, PINNED -> passed.involuntarySwitches() * threads / watched;
      case VIRTUAL -> passed.involuntarySwitches();
    };
  }

  private static double share(double part, double whole) {
    return whole <= 0 ? 0 : Math.clamp(part / whole, 0, 1);
  }
}

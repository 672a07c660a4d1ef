package dev.broadside.client.watch;

import dev.broadside.core.load.ThreadKind;

/// How load threads got hold of processors in some span, from what the kernel counted of some of
/// them. Pure.
///
/// ## What counts as waiting for a core
///
/// A thread that blocks, on a socket or to wait for its next start, and then wakes is always
/// without a core for a moment. Two things are taken off what the kernel counts, for they are no
/// shortage of processors within what was measured:
///
/// 1. [#WAKE_UP_NANOS] for each time slice: what a wake-up costs even where a core is idle.
/// 2. How late threads woke for their starts: that lies before the iteration, and has a figure and
///    a threshold of its own. (A lower bound: such a delay holds more than the wait for a core.)
///
/// What is left is set against the time that was spent in iterations: it is the share of the
/// measured latencies that is the generator's doing. A carrier of virtual threads is in no
/// iteration of its own, and while it waits all the threads wait that it would carry next. So its
/// waiting is set against the time for which it had somebody to carry, and counts where it is not
/// negligible.
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

  /// Less time in iterations than this share of the span, of all threads together, is not judged.
  /// Threads that wake a few times a second, for a transaction that fails at once, would otherwise
  /// show a large share of next to nothing. Where it is more, the waiting that limits a generator
  /// is a thousandth of the span or more.
  static final double LEAST_BUSY = 0.01;

  /// The share of the time in iterations for which their threads could have run and had no core; 0
  /// where that time is less than [#LEAST_BUSY]. Of carriers: the share of the time for which they
  /// could have run.
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

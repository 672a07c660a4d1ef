package dev.broadside.core.pace;

/// Starts at a constant rate, dealt out in turn to all threads of the job, over all agents.
///
/// The job's k-th start is at `k / rate`; thread `t` of `threads` takes every `threads`-th one from
/// `t` on. So the threads' starts interleave evenly instead of falling together, and their rates
/// add up to the whole exactly. Computed from the count each time: errors do not add up.
///
/// @param perSecond starts per second of the whole job
/// @param thread this thread's job-wide number
/// @param threads how many threads the job has
public record ConstantRate(double perSecond, int thread, int threads) implements Pacer {

  public ConstantRate {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("a rate of " + perSecond + " per second has no starts");
    }
    if (threads < 1 || thread < 0 || thread >= threads) {
      throw new IllegalArgumentException("thread " + thread + " of " + threads + " does not exist");
    }
  }

  @Override
  public long startNanos(long n) {
    return (long) (((double) n * threads + thread) * 1e9 / perSecond);
  }
}

package dev.broadside.core.work;

import java.util.random.RandomGenerator;

/// What [JobShare#openThread] is given: one load thread of the job.
public interface ThreadContext extends ShareContext {

  /// This thread's job-wide number, from 0 to [JobContext#totalThreads()] - 1.
  int thread();

  /// This thread's own source of randomness, seeded from the job's seed and [#thread()]. Not for
  /// other threads.
  RandomGenerator random();
}

package dev.broadside.core.work;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// What [JobShare#openThread] is given: one load thread of the job.
public interface ThreadContext extends ShareContext {

  /// This thread's job-wide number, from 0 to [JobContext#totalThreads()] - 1.
  int thread();

  /// This thread's own source of randomness, seeded from the job's seed and [#thread()]. Not for
  /// other threads.
  RandomGenerator random();

  /// The one of the [transactions][JobClass#transactions] that this thread does, if its author
  /// asked to see that one (`broadside run --once NAME`); empty in a load.
  default Optional<String> only() {
    return Optional.empty();
  }

  /// Wraps what this thread talks through, such as its connection; use the result in its place.
  /// With `broadside run --once` each call to it is shown; otherwise it is the very same object.
  ///
  /// @param type an interface, such as `java.sql.Connection`
  default <T> T watched(Class<T> type, T object) {
    return object;
  }
}

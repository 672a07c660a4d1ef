package dev.broadside.client.engine;

import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.util.Optional;

/// Observes the load threads of a share in this JVM. Safe for use by several threads.
public interface LoadObserver {
  /// Observes nothing and costs nothing.
  LoadObserver NONE = new LoadObserver() {};

  /// What a load thread uses instead of its connection to the target; see
  /// [dev.broadside.core.work.ThreadContext#watched].
  default <T> T watched(Class<T> type, T object) {
    return object;
  }

  /// What the engine uses instead of a load thread's part of the job.
  default JobThread watched(JobDescription job, JobThread thread) {
    return thread;
  }

  /// Whether each thread does only one iteration, with its repetitions, after which the run ends.
  default boolean once() {
    return false;
  }

  /// The only transaction to be done; empty to draw them as planned.
  default Optional<String> transaction() {
    return Optional.empty();
  }
}

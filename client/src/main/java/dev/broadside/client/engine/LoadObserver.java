package dev.broadside.client.engine;

import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.util.Optional;

/// Looks on while the load threads of a share work in this JVM. Safe for use by several threads.
public interface LoadObserver {
  /// Nobody looks on, and nothing stands in the way of the load.
  LoadObserver NONE = new LoadObserver() {};

  /// What a load thread uses in the place of what it talks through; see
  /// [dev.broadside.core.work.ThreadContext#watched].
  default <T> T watched(Class<T> type, T object) {
    return object;
  }

  /// What the engine uses in the place of a load thread's part of the job.
  default JobThread watched(JobDescription job, JobThread thread) {
    return thread;
  }

  /// Whether each thread does one iteration only, with its repetitions, and the run ends then.
  default boolean once() {
    return false;
  }

  /// The only transaction that is to be done; empty for whichever is drawn.
  default Optional<String> transaction() {
    return Optional.empty();
  }
}

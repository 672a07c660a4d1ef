package dev.broadside.client.once;

import dev.broadside.client.engine.Onlooker;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.util.function.Consumer;

/// Has one thread do one iteration, and tells what is seen of it.
public final class OnceOnlooker implements Onlooker {
  private final WatchedCalls calls;

  /// @param out is told by the load thread
  public OnceOnlooker(Time time, Consumer<Sight> out) {
    this.calls = new WatchedCalls(time, out);
  }

  @Override
  public <T> T watched(Class<T> type, T object) {
    return calls.watched(type, object);
  }

  @Override
  public JobThread watched(JobDescription job, JobThread thread) {
    return new WatchedThread(thread, calls, job);
  }

  @Override
  public boolean once() {
    return true;
  }
}

package dev.broadside.client.once;

import dev.broadside.client.engine.Onlooker;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.util.Optional;
import java.util.function.Consumer;

/// Has one thread do one iteration, and tells what is seen of it.
public final class OnceOnlooker implements Onlooker {
  private final String transaction;
  private final WatchedCalls calls;

  /// @param transaction the one to do; empty for whichever is drawn
  /// @param out is told by the load thread
  public OnceOnlooker(String transaction, Time time, Consumer<Sight> out) {
    this.transaction = transaction;
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

  @Override
  public Optional<String> transaction() {
    return Optional.of(transaction).filter(name -> !name.isEmpty());
  }
}

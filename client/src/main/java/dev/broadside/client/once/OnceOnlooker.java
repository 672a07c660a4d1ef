package dev.broadside.client.once;

import dev.broadside.client.engine.Onlooker;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobThread;
import java.util.List;
import java.util.function.Consumer;

/// Has one thread do one iteration, and tells what is seen of it.
public final class OnceOnlooker implements Onlooker {
  private final WatchedCalls calls;
  private final List<String> operations;
  private final List<String> figures;

  /// @param operations of the job class, by index
  /// @param figures of the job class, by index
  /// @param out is told by the load thread
  public OnceOnlooker(
      List<String> operations, List<Figure> figures, Time time, Consumer<Sight> out) {
    this.operations = List.copyOf(operations);
    this.figures = figures.stream().map(Figure::id).toList();
    this.calls = new WatchedCalls(time, out);
  }

  @Override
  public <T> T watched(Class<T> type, T object) {
    return calls.watched(type, object);
  }

  @Override
  public JobThread watched(JobThread thread) {
    return new WatchedThread(thread, calls, operations, figures);
  }

  @Override
  public boolean once() {
    return true;
  }
}

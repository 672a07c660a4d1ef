package dev.broadside.client.once;

import dev.broadside.client.engine.JobCodeFailure;
import dev.broadside.client.engine.LoadObserver;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Has one thread do one iteration, and tells what is seen of it.
public final class OnceObserver implements LoadObserver {
  private final String transaction;
  private final WatchedCalls calls;

  /// @param transaction the one to do; empty for whichever is drawn
  /// @param out is told by the load thread
  public OnceObserver(String transaction, Time time, Consumer<IterationEvent> out) {
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

  /// A load thread's part whose iterations are told.
  ///
  /// @param job names operations and figures
  private record WatchedThread(JobThread work, WatchedCalls calls, JobDescription job)
      implements JobThread {
    @Override
    public void iterate(Iteration iteration) throws Exception {
      calls.tell(new IterationEvent.Attempt(iteration.attempt()));
      long start = calls.nanos();
      try {
        work.iterate(new Watched(iteration));
        calls.tell(new IterationEvent.Done(calls.nanos() - start));
      } catch (Throwable e) {
        calls.tell(new IterationEvent.Failed(JobCodeFailure.of(e, work), calls.nanos() - start));
        throw e;
      }
    }

    @Override
    public Failure classify(Exception failure) {
      return work.classify(failure);
    }

    @Override
    public void reset(Failure failure) throws Exception {
      work.reset(failure);
    }

    @Override
    public void close() throws Exception {
      calls.end();
      work.close();
    }

    private final class Watched implements Iteration {
      private final Iteration iteration;
      private int operation;
      private long startNanos;

      Watched(Iteration iteration) {
        this.iteration = iteration;
      }

      @Override
      public void begin(int next) {
        iteration.begin(next);
        operation = next;
        calls.tell(new IterationEvent.Begun(job.operations().get(next)));
        startNanos = calls.nanos();
      }

      @Override
      public void end() {
        long nanos = calls.nanos() - startNanos;
        iteration.end();
        calls.tell(new IterationEvent.Ended(job.operations().get(operation), nanos));
      }

      @Override
      public void endAs(int other) {
        long nanos = calls.nanos() - startNanos;
        iteration.endAs(other);
        calls.tell(new IterationEvent.Ended(job.operations().get(other), nanos));
      }

      @Override
      public void rowsRead(long rows) {
        iteration.rowsRead(rows);
        calls.tell(new IterationEvent.Counted(rows, true));
      }

      @Override
      public void rowsWritten(long rows) {
        iteration.rowsWritten(rows);
        calls.tell(new IterationEvent.Counted(rows, false));
      }

      @Override
      public void add(int figure, long amount) {
        iteration.add(figure, amount);
        calls.tell(new IterationEvent.Added(job.figures().get(figure).id(), amount));
      }

      @Override
      public void committing() {
        iteration.committing();
        calls.tell(new IterationEvent.Committing());
      }

      @Override
      public void rolledBack() {
        iteration.rolledBack();
        calls.tell(new IterationEvent.RolledBack());
      }

      @Override
      public ParameterValues values() {
        return iteration.values();
      }

      @Override
      public int attempt() {
        return iteration.attempt();
      }

      @Override
      public RandomGenerator random() {
        return iteration.random();
      }
    }
  }
}

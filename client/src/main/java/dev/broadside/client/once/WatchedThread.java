package dev.broadside.client.once;

import dev.broadside.client.engine.JobCodeFailure;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.util.random.RandomGenerator;

/// A load thread's part whose iterations are told.
///
/// @param job names operations and figures
record WatchedThread(JobThread work, WatchedCalls calls, JobDescription job) implements JobThread {
  @Override
  public void iterate(Iteration iteration) throws Exception {
    calls.tell(new Sight.Attempt(iteration.attempt()));
    long start = calls.nanos();
    try {
      work.iterate(new Watched(iteration));
      calls.tell(new Sight.Done(calls.nanos() - start));
    } catch (Throwable e) {
      calls.tell(new Sight.Failed(JobCodeFailure.of(e, work), calls.nanos() - start));
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
      calls.tell(new Sight.Begun(job.operations().get(next)));
      startNanos = calls.nanos();
    }

    @Override
    public void end() {
      long nanos = calls.nanos() - startNanos;
      iteration.end();
      calls.tell(new Sight.Ended(job.operations().get(operation), nanos));
    }

    @Override
    public void endAs(int other) {
      long nanos = calls.nanos() - startNanos;
      iteration.endAs(other);
      calls.tell(new Sight.Ended(job.operations().get(other), nanos));
    }

    @Override
    public void rowsRead(long rows) {
      iteration.rowsRead(rows);
      calls.tell(new Sight.Counted(rows, true));
    }

    @Override
    public void rowsWritten(long rows) {
      iteration.rowsWritten(rows);
      calls.tell(new Sight.Counted(rows, false));
    }

    @Override
    public void add(int figure, long amount) {
      iteration.add(figure, amount);
      calls.tell(new Sight.Added(job.figures().get(figure).id(), amount));
    }

    @Override
    public void committing() {
      iteration.committing();
      calls.tell(new Sight.Committing());
    }

    @Override
    public void rolledBack() {
      iteration.rolledBack();
      calls.tell(new Sight.RolledBack());
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

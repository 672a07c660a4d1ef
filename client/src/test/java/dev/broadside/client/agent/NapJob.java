package dev.broadside.client.agent;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Naps, for a millisecond where it is told nothing else, in each iteration; ends its whole process
/// in the middle of one where it is told to.
public final class NapJob implements JobClass {
  private static final long MILLI = 1_000_000;
  private static final Parameter.Whole NAP =
      Parameter.whole("nap-millis", "How long a nap is").preset(1L);
  private static final Parameter.Whole HALT_AT =
      Parameter.whole("halt-at", "Iteration in which the process ends; 0 for none").preset(0L);

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "nap", "Nap", "Does nothing, slowly.", Parameters.of(HALT_AT, NAP), List.of("nap"));
  }

  @Override
  public JobShare open(ShareContext context) {
    return new JobShare() {
      @Override
      public JobThread openThread(ThreadContext thread) {
        return new Napper(thread.values().get(HALT_AT), thread.values().get(NAP));
      }
    };
  }

  private static final class Napper implements JobThread {
    private final long haltAt;
    private final long napNanos;
    private long iterations;

    Napper(long haltAt, long napMillis) {
      this.haltAt = haltAt;
      this.napNanos = napMillis * MILLI;
    }

    @Override
    public void iterate(Iteration iteration) {
      if (++iterations == haltAt) {
        System.err.println("halting now");
        Runtime.getRuntime().halt(9);
      }
      iteration.begin(0);
      LockSupport.parkNanos(napNanos);
      iteration.end();
    }
  }
}

package dev.broadside.client.testjob;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A job class for tests of the engine: behaves as its parameter says, counts for itself what it
/// did, and compares that with what the engine counted.
public final class ScriptedJob implements JobClass {
  private static final Parameter<String> BEHAVIOUR =
      Parameter.text("behaviour", "What it does").preset("mixed");
  private static final Parameter.Hidden PASSWORD =
      Parameter.secret("password", "For looking whether it is told");
  private static final int ITERATIONS_BEFORE_DEATH = 50;

  private static final int DONE = 0;
  private static final int TRIES = 1;
  private static final int TOOK = 2;
  private static final int OPEN = 3;
  private static final int STUCK = 4;

  private final AtomicLong ok = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  /// Deadlocks whose repetition has not begun: for ever, where the end of the run cuts it short.
  private final AtomicLong unrepeated = new AtomicLong();

  private final AtomicLong uncertain = new AtomicLong();
  private final AtomicLong effective = new AtomicLong();
  private final AtomicLong replayed = new AtomicLong();
  private final AtomicLong notReplayed = new AtomicLong();

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "scripted",
        "Scripted",
        "For tests.",
        Parameters.of(BEHAVIOUR, PASSWORD),
        List.of("one", "two"),
        List.of(
            Figure.count("done", "", "Done"),
            Figure.count("tries", "", "Tries").ofEveryAttempt().alsoPerTransaction(),
            Figure.duration("took", "Took"),
            Figure.worst("open", "threads", "Open"),
            Figure.mean("stuck", "", "A gauge that never answers")));
  }

  @Override
  public List<Problem> trial(JobContext context) {
    return switch (context.values().get(BEHAVIOUR)) {
      case "no-trial" -> List.of(Problem.wrong("the target", "it is too small", "take another"));
      case "hostile-trial" ->
          Collections.nCopies(
              1_000,
              Problem.unreachable(
                  "the target\u0085", "\u001b[2J it says\n" + "no ".repeat(10_000), "ask\u0000"));
      case "hangs-trying" -> {
        hang();
        yield List.of();
      }
      default -> List.of();
    };
  }

  @Override
  public Facts prepare(JobContext context) {
    if (context.values().get(BEHAVIOUR).equals("hangs-preparing")) {
      context.progress("load", 7, 10);
      hang();
    }
    if (context.values().get(BEHAVIOUR).equals("prepares-slowly")) {
      for (int i = 0; i < 6; i++) {
        LockSupport.parkNanos(500_000_000);
        context.progress("load", i, 10);
      }
    }
    boolean tellsPid = context.values().get(BEHAVIOUR).equals("tells-pid");
    context.progress(tellsPid ? Long.toString(ProcessHandle.current().pid()) : "load", 1, 1);
    return Facts.NONE
        .with("sees-jackson", sees("tools.jackson.core.JsonParser"))
        .with("sees-engine", sees("dev.broadside.client.engine.LoadEngine"))
        .with("sees-sql", sees("java.sql.Connection"));
  }

  /// As one does who waits in a socket: an interrupt changes nothing.
  private static void hang() {
    while (true) {
      LockSupport.parkNanos(1_000_000_000);
    }
  }

  private static void haltWhere(String behaviour, String place) {
    if (behaviour.equals(place)) {
      Runtime.getRuntime().halt(9);
    }
  }

  private boolean sees(String name) {
    try {
      Class.forName(name, false, getClass().getClassLoader());
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }

  @Override
  public JobShare open(ShareContext context) {
    String behaviour = context.values().get(BEHAVIOUR);
    AtomicLong threads = new AtomicLong();
    return new JobShare() {
      @Override
      public double gauge(int figure) throws SQLException {
        if (figure == STUCK && behaviour.equals("sick-gauge")) {
          throw new SQLException("no such table, at shop.yaml line 3", "42S02", 1146);
        }
        if (figure == STUCK && behaviour.equals("mixed")) {
          hang();
        }
        return figure == OPEN ? threads.get() : Double.NaN;
      }

      @Override
      public JobThread openThread(ThreadContext thread) throws SQLException {
        if (behaviour.equals("no-connection") && thread.thread() == 1) {
          throw new SQLException("Connection refused", "08001");
        }
        if (behaviour.equals("hangs-opening") && thread.thread() > 0) {
          hang();
        }
        if (behaviour.equals("interrupts")) {
          Thread.currentThread().interrupt();
        }
        threads.incrementAndGet();
        return new Scripted(behaviour);
      }

      @Override
      public void close() {
        haltWhere(behaviour, "halts-closing");
        while (behaviour.equals("never-closes")) {
          LockSupport.parkNanos(1_000_000_000);
        }
      }
    };
  }

  private static final class Broken extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Failure failure;

    Broken(ErrorClass errorClass, Retry retry) {
      super("as scripted");
      // A time-out is one to which nobody has answered, so that it may be uncertain.
      boolean answered = errorClass != ErrorClass.TIMEOUT;
      failure =
          new Failure(errorClass, answered ? 1 : 0, answered ? "99999" : "", "as scripted", retry);
    }
  }

  private final class Scripted implements JobThread {
    private final String behaviour;
    private long n;
    private long drawn;

    Scripted(String behaviour) {
      this.behaviour = behaviour;
    }

    @Override
    public void iterate(Iteration iteration) throws Exception {
      LockSupport.parkNanos(100_000);
      iteration.add(DONE, 1);
      iteration.add(TRIES, 1);
      iteration.add(TOOK, 100_000);
      switch (behaviour) {
        case "exit" -> exitAfterAWhile(7);
        case "exit-3" -> exitAfterAWhile(3);
        case "halt" -> haltAfterAWhile();
        case "crash" -> crashAfterAWhile();
        // In its first iteration, which every thread begins, however late it gets a processor.
        case "stuck" -> hang();
        case "noise" -> System.out.println("noise ".repeat(100));
        case "fails" -> fails(iteration);
        case "fills" -> fills(iteration);
        case "mixed", "mixed-once" -> mixed(iteration);
        default -> iteration.rowsRead(1);
      }
    }

    private void exitAfterAWhile(int status) {
      if (++n == ITERATIONS_BEFORE_DEATH) {
        System.exit(status);
      }
    }

    private void haltAfterAWhile() {
      if (++n == ITERATIONS_BEFORE_DEATH) {
        Runtime.getRuntime().halt(9);
      }
    }

    /// As a fault in native code does.
    private void crashAfterAWhile() throws IOException {
      if (++n == ITERATIONS_BEFORE_DEATH) {
        new ProcessBuilder("kill", "-SEGV", "" + ProcessHandle.current().pid()).start();
      }
    }

    private void fails(Iteration iteration) throws Broken {
      iteration.begin(1);
      throw new Broken(ErrorClass.CONSTRAINT, Retry.NEVER);
    }

    /// As one does who reads a result of millions of rows.
    private void fills(Iteration iteration) {
      iteration.begin(1);
      List<byte[]> rows = new ArrayList<>();
      while (rows.size() < Integer.MAX_VALUE) {
        rows.add(new byte[1 << 20]);
      }
      iteration.rowsRead(rows.size());
    }

    private void mixed(Iteration iteration) throws Broken {
      long draw = iteration.random().nextLong();
      if (iteration.attempt() == 0) {
        n++;
        drawn = draw;
      } else {
        unrepeated.decrementAndGet();
        (draw == drawn ? replayed : notReplayed).incrementAndGet();
      }
      iteration.begin(0);
      iteration.end();
      switch ((int) (n % 6)) {
        case 0 -> {
          if (iteration.attempt() < 2) {
            unrepeated.incrementAndGet();
            throw new Broken(ErrorClass.DEADLOCK, Retry.SAME_INPUT);
          }
        }
        case 1 -> {
          failed.incrementAndGet();
          throw new Broken(ErrorClass.CONSTRAINT, Retry.NEVER);
        }
        case 2 -> {
          uncertain.incrementAndGet();
          iteration.committing();
          throw new Broken(ErrorClass.TIMEOUT, Retry.SAME_INPUT);
        }
        case 3 -> {
          failed.incrementAndGet();
          iteration.begin(1);
          throw new IllegalStateException("a defect");
        }
        case 4 -> iteration.rolledBack();
        default -> iteration.rowsWritten(2);
      }
      ok.incrementAndGet();
      effective.incrementAndGet();
    }

    @Override
    public Failure classify(Exception failure) {
      return failure instanceof Broken broken ? broken.failure : Failure.other(failure);
    }
  }

  @Override
  public Verification verify(VerifyContext context) {
    haltWhere(context.values().get(BEHAVIOUR), "halts-verifying");
    if (context.values().get(BEHAVIOUR).equals("hangs-verifying")) {
      hang();
    }
    if (!context.values().get(BEHAVIOUR).equals("mixed")) {
      return Verification.NONE;
    }
    Totals all = context.transactions();
    Totals one = context.operation(0);
    return Verification.of(
        List.of(
            check("ok", ok.get(), all.ok()),
            check("failed", failed.get() + unrepeated.get(), all.failed()),
            check("uncertain", uncertain.get(), all.uncertain()),
            check("effective operations", effective.get(), one.ok()),
            check("uncertain operations", uncertain.get(), one.uncertain()),
            check("draws that were not replayed", 0, notReplayed.get()),
            new Check("replays", replayed.get() > 0, false, replayed + " replays")));
  }

  private static Check check(String name, long here, long there) {
    return new Check(name, here == there, false, here + " here, " + there + " there");
  }

  @Override
  public void cleanUp(JobContext context) {
    if (context.values().get(BEHAVIOUR).equals("hangs-cleaning-up")) {
      hang();
    }
  }
}

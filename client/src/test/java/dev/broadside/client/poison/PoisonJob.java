package dev.broadside.client.poison;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.VerifyContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A job class that fails in the method, and in the way, that its parameters say.
public final class PoisonJob implements JobClass {
  private static final Parameter<String> WHERE = Parameter.text("where", "Which method fails");
  private static final Parameter<String> HOW = Parameter.text("how", "What it does");

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "poison",
        "Poison",
        "For tests.",
        Parameters.of(WHERE, HOW),
        List.of(),
        List.of(Figure.last("level", "", "Level")));
  }

  /// Fails where it is meant to.
  ///
  /// @return false where the method is to give null
  private static boolean fine(String method, ParameterValues values) throws Exception {
    if (!values.get(WHERE).equals(method)) {
      return true;
    }
    switch (values.get(HOW)) {
      case "exception" -> throw new Exception("boom");
      case "runtime" -> throw new IllegalStateException("boom\u001b[2J " + "x".repeat(100_000));
      case "stack" -> deeper(1);
      case "memory" -> throw new OutOfMemoryError("as thrown");
      case "fills" -> fillTheHeap();
      case "class" -> throw new NoClassDefFoundError("example/Missing");
      case "error" -> throw new Error("an error of its own");
      case "prints" -> printWithoutEnd();
      case "null" -> {
        return false;
      }
      default -> throw new IllegalArgumentException(values.get(HOW));
    }
    return true;
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }

  private static void fillTheHeap() {
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[1 << 20]);
    }
  }

  private static void printWithoutEnd() {
    while (true) {
      System.out.println("and on and on");
    }
  }

  private static <T> @Nullable T given(boolean fine, T value) {
    return fine ? value : null;
  }

  @Override
  @SuppressWarnings("NullAway") // giving null is one way to fail
  public List<Problem> check(ParameterValues values) {
    try {
      return given(fine("check", values), List.of());
    } catch (Exception e) {
      throw new IllegalStateException(e.getMessage());
    }
  }

  @Override
  @SuppressWarnings("NullAway")
  public List<Problem> trial(JobContext context) throws Exception {
    return given(fine("trial", context.values()), List.of());
  }

  @Override
  @SuppressWarnings("NullAway")
  public Facts prepare(JobContext context) throws Exception {
    return given(fine("prepare", context.values()), Facts.NONE);
  }

  @Override
  @SuppressWarnings("NullAway")
  public JobShare open(ShareContext context) throws Exception {
    return given(fine("open", context.values()), new Share(context.values()));
  }

  private record Share(ParameterValues values) implements JobShare {
    @Override
    @SuppressWarnings("NullAway")
    public JobThread openThread(ThreadContext context) throws Exception {
      return given(fine("openThread", values), new OneThread(values));
    }

    @Override
    public double gauge(int figure) {
      try {
        return fine("gauge", values) ? 1 : 0;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws Exception {
      fine("close", values);
    }
  }

  private record OneThread(ParameterValues values) implements JobThread {
    @Override
    public void iterate(Iteration iteration) throws Exception {
      LockSupport.parkNanos(1_000_000);
      fine("iterate", values);
    }

    @Override
    public void close() throws Exception {
      fine("close thread", values);
    }
  }

  @Override
  @SuppressWarnings("NullAway")
  public Verification verify(VerifyContext context) throws Exception {
    return given(fine("verify", context.values()), Verification.NONE);
  }

  @Override
  public void cleanUp(JobContext context) throws Exception {
    fine("cleanUp", context.values());
  }
}

package dev.broadside.client.poison;

import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.ShareContext;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// Job classes that no pack can be made of.
public final class UnfitJobs {
  private UnfitJobs() {}

  private abstract static class Unfit implements JobClass {
    @Override
    public JobShare open(ShareContext context) {
      throw new AssertionError("it is never run");
    }
  }

  private static JobDescription described(String id, List<Figure> figures) {
    return new JobDescription(id, "T", "S", Parameters.of(), List.of(), figures);
  }

  public static final class Throws extends Unfit {
    @Override
    public JobDescription describe() {
      throw new IllegalStateException("boom");
    }
  }

  public static final class Overflows extends Unfit {
    @Override
    @SuppressWarnings("InfiniteRecursion")
    public JobDescription describe() {
      return describe();
    }
  }

  public static final class GivesNull extends Unfit {
    @Override
    @SuppressWarnings("NullAway")
    public JobDescription describe() {
      return null;
    }
  }

  public static final class CannotBeMade extends Unfit {
    public CannotBeMade() {
      throw new NoClassDefFoundError("example/Missing");
    }

    @Override
    public JobDescription describe() {
      throw new AssertionError("it was never made");
    }
  }

  public static final class WronglyDeclared extends Unfit {
    private static final String NAME = declared();

    private static String declared() {
      throw new IllegalArgumentException("table t: \"id numbr\" is no column: write a name");
    }

    @Override
    public JobDescription describe() {
      return described(NAME, List.of());
    }
  }

  public static final class TenThousandFigures extends Unfit {
    @Override
    public JobDescription describe() {
      List<Figure> figures =
          IntStream.range(0, 10_000).mapToObj(i -> Figure.count("f" + i, "", "F")).toList();
      return described("many", figures);
    }
  }

  public static final class Twin extends Unfit {
    @Override
    public JobDescription describe() {
      return described("twin", List.of());
    }
  }

  public static final class OtherTwin extends Unfit {
    @Override
    public JobDescription describe() {
      return described("twin", List.of());
    }
  }

  public static final class NeverReturns extends Unfit {
    @Override
    public JobDescription describe() {
      while (true) {
        LockSupport.parkNanos(1_000_000_000);
      }
    }
  }
}

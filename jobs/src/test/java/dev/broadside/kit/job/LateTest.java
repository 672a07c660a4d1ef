package dev.broadside.kit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Figure;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Transactions that take longer than they should.
class LateTest {
  private static final class Ask extends Transaction {
    private final Read one = read("ask", "select 1");

    @Override
    protected void run() throws Exception {
      one.whole();
    }
  }

  private static final class Asking extends TransactionJob {
    Asking() {
      super(
          JobOutline.of("asking", "Asking", "Asks in three ways.")
              .transaction("hasty", 1, Ask::new)
              .transaction("patient", 1, Ask::new)
              .transaction("whenever", 1, Ask::new)
              .late(
                  Figure.count("asking.late", "answers", "Late answers"),
                  Map.of("hasty", Duration.ZERO, "patient", Duration.ofHours(1))));
    }
  }

  @Test
  void eachIsHeldToTheLimitOfItsKind() throws Exception {
    JobTester job = JobTester.onH2(new Asking());
    job.prepare();
    long late = 0;
    try (TestRun run = job.open()) {
      for (int i = 0; i < 60; i++) {
        long hasty = job.totals().figure("transaction.hasty");
        run.iterate(1);
        late += job.totals().figure("transaction.hasty") > hasty ? 1 : 0;
      }
    }
    assertTrue(late > 0 && late < 60, () -> "late " + job.totals().figure("asking.late"));
    assertEquals(late, job.totals().figure("asking.late"));
  }
}

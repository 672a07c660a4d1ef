package dev.broadside.jobs.igenoltp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.Verification;
import dev.broadside.jobs.testkit.Databases;
import dev.broadside.jobs.testkit.TestJob;
import dev.broadside.jobs.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IgenoltpOnH2Test {

  @ParameterizedTest
  @ValueSource(strings = {"", ";MODE=Oracle"})
  void aTransactionReadsEighteenRowsAndWritesTwo(String settings) throws Exception {
    TestJob job =
        TestJob.of(new Igenoltp()).with("url", Databases.h2(settings)).with("scale", "0.01").threads(3);
    assertEquals(List.of(), job.check());
    assertEquals(List.of(), job.trial());
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(600);
    }
    assertEquals(600, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertEquals(600 * 18, job.totals().rowsRead());
    assertEquals(600 * 2, job.totals().rowsWritten());
    Verification verification = job.verify();
    assertEquals(Verification.Verdict.HOLDS, verification.verdict(), verification::toString);
  }
}

package example.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.Totals;
import dev.broadside.testkit.JobTester;
import org.junit.jupiter.api.Test;

class HotCounterTest {

  @Test
  void noStepIsLost() throws Exception {
    JobTester job = JobTester.of(new HotCounter())
        .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
        .with("counters", "3")
        .threads(4);
    job.run(200);
    assertEquals(new Totals(200, 0, 0, 0), job.totals().operation("increment"));
  }

  @Test
  void aStepThatIsTakenBackIsOkAndDoesNotCount() throws Exception {
    JobTester job = JobTester.of(new HotCounter())
        .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
        .with("rollbacks", "100");
    job.run(50);
    assertEquals(new Totals(50, 0, 0, 50), job.totals().operation("increment"));
  }
}

package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.testkit.JobTester;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySliceTest {

  private static Options options(String tableSize) {
    OltpJobs.RandomPoints job = new OltpJobs.RandomPoints();
    return job.options(
        JobTester.onH2(job).with("rand-type", "uniform").with("table-size", tableSize).values());
  }

  /// Both ends belong to a part, and a part begins at 0, as sysbench has it.
  @ParameterizedTest
  @CsvSource({
    "1000, 0, 4, 0, 250",
    "1000, 3, 4, 750, 1000",
    "1000, 0, 1, 0, 1000",
    "10, 1, 3, 3, 6",
    "10, 2, 3, 6, 10",
    "2, 1, 4, 0, 1",
    "1, 0, 1, 0, 1",
  })
  void aThreadDrawsWithinItsPart(String tableSize, int thread, int threads, int first, int last) {
    OltpThread.KeySlice slice = OltpThread.KeySlice.of(options(tableSize), thread, threads);
    SplittableRandom random = new SplittableRandom(1);
    int lowest = Integer.MAX_VALUE;
    int highest = Integer.MIN_VALUE;
    for (int i = 0; i < 20_000; i++) {
      int key = slice.next(random);
      lowest = Math.min(lowest, key);
      highest = Math.max(highest, key);
    }
    assertEquals(first, lowest);
    assertEquals(last, highest);
  }

  @Test
  void theDistributionIsWithinThePart() {
    OltpJobs.RandomPoints job = new OltpJobs.RandomPoints();
    Options special = job.options(JobTester.onH2(job).with("table-size", "40000").values());
    OltpThread.KeySlice slice = OltpThread.KeySlice.of(special, 2, 4);
    SplittableRandom random = new SplittableRandom(1);
    int hot = 0;
    for (int i = 0; i < 20_000; i++) {
      int key = slice.next(random);
      hot += key >= 24_950 && key <= 25_055 ? 1 : 0;
    }
    double share = hot / 20_000.0;
    assertTrue(share > 0.74 && share < 0.79, () -> "share " + share);
  }
}

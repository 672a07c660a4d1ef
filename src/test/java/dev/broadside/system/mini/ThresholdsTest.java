package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.Phase;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Thresholds of a job on two agents, each of whose iterations takes 3 ms, in virtual time.
final class ThresholdsTest {
  private static final String JOB = "job";

  @TempDir private Path folder;

  private RunDocument run(String thresholds, String until) throws InterruptedException {
    MiniCluster cluster = new MiniCluster(folder);
    try {
      cluster.host("agent-1");
      cluster.host("agent-2");
      cluster.submit(JOB, 2, Map.of("threshold", thresholds));
      cluster.advanceTo(JOB, until);
      return cluster.result(JOB);
    } finally {
      cluster.close();
    }
  }

  private static List<String> sentences(RunDocument run) {
    return run.thresholds().orElseThrow().each().stream().map(ThresholdDocument::sentence).toList();
  }

  @Test
  void theyAreJudgedInTheEnd() throws InterruptedException {
    assertEquals(
        List.of(
            "max was 3.000 ms; it must be < 5 ms",
            "throughput was 20/s in the 3s from 2s on, the worst; it must be >= 20/s"),
        sentences(run("max < 5ms,throughput >= 20/s for 3s", "completed")));
  }

  @Test
  void oneThatStaysBrokenEndsTheJobAndTheOthersAreNotJudged() throws InterruptedException {
    RunDocument run = run("throughput > 1,max < 2ms abort after 1s", "cancelled");

    String why = "max was 3.000 ms; it must be < 2 ms";
    assertTrue(run.job().reason().endsWith("a threshold: " + why), run.job().reason());
    assertEquals(
        List.of("the run did not come to its planned end, cancelled", why), sentences(run));
    assertEquals(Verdict.BALANCED, run.audit().verdict());
    assertTrue(run.audit().ok() < 140, run.audit().sentence());
  }

  /// Its load goes on all the time, 10 of 20 arrivals a second.
  @Test
  void anAgentOutOfReachBreaksNoThresholdAndIsJudgedByItsRecords() throws InterruptedException {
    MiniCluster cluster = new MiniCluster(folder);
    try {
      cluster.host("agent-1");
      Host second = cluster.host("agent-2");
      Phase phase = SpecBuilder.measure(Duration.ofSeconds(60), SpecBuilder.open(2, 20));
      Settings settings =
          new Settings(Map.of("threshold", "throughput >= 16/s,throughput >= 16/s for 2s abort"));
      cluster.submit(JOB, MiniCluster.spec(2, Duration.ofSeconds(1), phase).withSettings(settings));
      cluster.advanceInto(JOB, Duration.ofSeconds(10));
      second.cable().pull();
      cluster.advance(Duration.ofSeconds(35));
      assertTrue(cluster.job(JOB).reason().contains("agent-2 has been away"));
      second.cable().putBack();
      cluster.advanceTo(JOB, "completed");

      RunDocument run = cluster.result(JOB);
      assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().sentence());
      assertEquals(
          List.of(
              "throughput was 20/s; it must be >= 16/s",
              "throughput was 20/s in the 2s from 0s on, the worst; it must be >= 16/s"),
          sentences(run));
    } finally {
      cluster.close();
    }
  }
}

package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The life of a job with agents that do what they should.
final class CoordinatorTest {
  @TempDir private Path folder;
  private ScriptedCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void jobGoesThroughItsTenHops() {
    ScriptedAgent first = cluster.agent("agent-1");
    ScriptedAgent second = cluster.agent("agent-2").counting(20);

    assertInstanceOf(Submission.Accepted.class, cluster.submit("job", ScriptedCluster.spec(2)));
    cluster.advanceTo("job", "completed");

    JobView job = cluster.job("job");
    assertEquals(
        List.of("pending", "preparing", "running", "stopping", "completed"),
        job.course().history().stream().map(JobView.StateView::state).toList());
    assertEquals(List.of("agent-1", "agent-2"), job.course().assigned());
    assertEquals(List.of("Prepare", "Run", "Verify", "Release"), goals(first));
    assertEquals(List.of("Prepare", "Open", "Run", "Release"), goals(second));
    RunDocument result = cluster.result("job");
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(7 * 30, result.audit().ok());
    assertEquals(5 * 30, result.summary().transactions());
    assertEquals(30.0, result.summary().throughput());
    assertEquals(7, result.intervals().size());
    assertEquals("completed", result.job().state());
    assertEquals(job.headline().orElseThrow().audit(), "BALANCED");
    assertEquals(0, first.spooled() + second.spooled());
  }

  private static List<String> goals(ScriptedAgent agent) {
    return agent.heard().stream().map(ShareGoal::getClass).map(Class::getSimpleName).toList();
  }
}

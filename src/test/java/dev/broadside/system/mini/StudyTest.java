package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.store.row.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Studies of a whole cluster in virtual time: each step once, whatever happens to the server.
final class StudyTest {
  private static final String STUDY = "ladder";

  /// 20 a second for 7 seconds, in each step.
  private static final long OF_A_STEP = 140;

  @TempDir private Path folder;
  private MiniCluster cluster;
  private Host first;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    first = cluster.host("agent-1");
    cluster.host("agent-2");
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  private List<String> states() {
    return cluster.study(STUDY).steps().stream().map(StudyView.StepView::state).toList();
  }

  @Test
  void stepsRunOneAfterAnotherWithTheirThreads() {
    cluster.submitStudy(STUDY, 2, List.of(1, 2, 4));
    cluster.advanceTo("ladder-t1", "running");
    assertEquals(List.of("running", "planned", "planned"), states());

    cluster.advanceStudyTo(STUDY, "completed");

    assertEquals(List.of("completed", "completed", "completed"), states());
    StudyTable table = cluster.reads().results().table(STUDY).orElseThrow();
    assertEquals(
        List.of(2, 4, 8), table.rows().stream().map(StudyTable.Row::totalThreads).toList());
    assertEquals(3 * OF_A_STEP, cluster.target());
    assertEquals(3, first.workers().size());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9_000, 9_300, 9_600})
  void serverThatIsRestartedGoesOnWithTheSameStepAndRunsNoneTwice(int millis) {
    cluster.submitStudy(STUDY, 2, List.of(1, 2));
    cluster.advance(Duration.ofMillis(millis));
    cluster.kill();
    cluster.advance(Duration.ofSeconds(1));
    cluster.boot();

    cluster.advanceStudyTo(STUDY, "completed");

    assertEquals(2, cluster.jobs());
    assertEquals(2 * OF_A_STEP, cluster.target());
    assertEquals(2, first.workers().size());
  }

  @Test
  void aCancelledStudyEndsItsStepAndBeginsNoOther() {
    cluster.submitStudy(STUDY, 1, List.of(1, 2));
    cluster.advanceInto("ladder-t1", Duration.ofSeconds(3));
    cluster.campaigns().stop(Work.study(STUDY), "tester");

    cluster.advanceStudyTo(STUDY, "cancelled");

    assertEquals(List.of("cancelled", "planned"), states());
    assertEquals("cancelled by tester", cluster.study(STUDY).reason());
    assertEquals(1, cluster.jobs());
  }

  @Test
  void aPausedStudyFinishesItsStepAndGoesOnWhenItIsResumed() {
    cluster.submitStudy(STUDY, 1, List.of(1, 2));
    cluster.advanceInto("ladder-t1", Duration.ofSeconds(3));
    cluster.campaigns().pause(Work.study(STUDY));
    cluster.advanceTo("ladder-t1", "completed");
    cluster.advance(Duration.ofSeconds(5));
    assertEquals(List.of("completed", "planned"), states());
    assertEquals("paused", cluster.study(STUDY).state());

    cluster.campaigns().resume(Work.study(STUDY));
    cluster.advanceStudyTo(STUDY, "completed");

    assertEquals(2 * OF_A_STEP, cluster.target());
  }

  @Test
  void aStepThatIsTakenAwayEndsTheStudy() {
    cluster.submitStudy(STUDY, 1, List.of(1, 2));
    cluster.advanceInto("ladder-t1", Duration.ofSeconds(3));
    cluster.cancel("ladder-t1");

    cluster.advanceStudyTo(STUDY, "cancelled");

    assertTrue(cluster.study(STUDY).reason().contains("tester"), cluster.study(STUDY).reason());
    assertEquals(1, cluster.jobs());
  }

  @Test
  void repeatsInterleaveAndTheSystemIsLeftAloneBetweenSteps() {
    StudyPlan plan =
        new StudyPlan(
            List.of(StudyAxis.threads(List.of(1, 2))),
            StudyOrder.INTERLEAVED,
            2,
            3_000,
            Optional.empty());
    cluster.submitStudy(STUDY, MiniCluster.spec(1), plan);
    cluster.advanceStudyTo(STUDY, "completed");

    StudyTable table = cluster.reads().results().table(STUDY).orElseThrow();
    assertEquals(
        List.of("ladder-s1", "ladder-s3", "ladder-s2", "ladder-s4"),
        table.rows().stream().map(StudyTable.Row::runId).toList());
    assertEquals(2, table.repeated().size());
    Instant end = cluster.job("ladder-s1").endedAt().orElseThrow();
    Instant start = cluster.job("ladder-s2").startedAt().orElseThrow();
    assertTrue(Duration.between(end, start).toMillis() >= 3_000, end + " to " + start);
  }

  @Test
  void aSearchGoesOnWhereTheLastServerWasAndSaysWhatItKnows() {
    KneePlan knee = new KneePlan(20, 80, 5);
    StudyPlan plan = new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.of(knee));
    cluster.submitStudy(STUDY, MiniCluster.spec(1), plan);
    cluster.advanceInto("ladder-s2", Duration.ofSeconds(1));
    cluster.kill();
    cluster.advance(Duration.ofSeconds(1));
    cluster.boot();
    cluster.advanceStudyTo(STUDY, "completed");

    StudyTable table = cluster.reads().results().table(STUDY).orElseThrow();
    assertEquals(
        List.of("rate 20", "rate 40", "rate 80"),
        table.rows().stream().map(row -> row.point().words()).toList());
    assertEquals(Knee.Verdict.ABOVE, table.knees().getFirst().knee().verdict());
    assertEquals("even 80/s is met: the knee lies above", table.knees().getFirst().sentence());
  }

  @Test
  void studiesOfDifferentAgentsRunAtTheSameTime() {
    cluster.submitStudy("one", 1, List.of(1, 2));
    cluster.submitStudy("two", 1, List.of(1, 2));
    cluster.advanceTo("one-t1", "running");
    cluster.advanceTo("two-t1", "running");
    assertEquals("running", cluster.job("one-t1").state());
    cluster.advanceStudyTo("one", "completed");
    cluster.advanceStudyTo("two", "completed");
    assertEquals(4 * OF_A_STEP, cluster.target());
  }
}

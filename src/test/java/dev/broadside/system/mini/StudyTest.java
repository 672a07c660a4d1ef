package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.StudyTable;
import dev.broadside.server.study.StudyView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    StudyTable table = cluster.studies().results().table(STUDY).orElseThrow();
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
    cluster.studies().cancel(STUDY, "tester");

    cluster.advanceStudyTo(STUDY, "cancelled");

    assertEquals(List.of("cancelled", "planned"), states());
    assertEquals("cancelled by tester", cluster.study(STUDY).reason());
    assertEquals(1, cluster.jobs());
  }

  @Test
  void aPausedStudyFinishesItsStepAndGoesOnWhenItIsResumed() {
    cluster.submitStudy(STUDY, 1, List.of(1, 2));
    cluster.advanceInto("ladder-t1", Duration.ofSeconds(3));
    cluster.studies().pause(STUDY);
    cluster.advanceTo("ladder-t1", "completed");
    cluster.advance(Duration.ofSeconds(5));
    assertEquals(List.of("completed", "planned"), states());
    assertEquals("paused", cluster.study(STUDY).state());

    cluster.studies().resume(STUDY);
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
}

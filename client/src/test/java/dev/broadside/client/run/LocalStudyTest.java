package dev.broadside.client.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.pack.PackException;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.Phase;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several runs, one after another.
class LocalStudyTest {
  @TempDir static Path folder;
  private static ScriptedPack pack;

  private final List<String> heard = new ArrayList<>();
  private Optional<LocalStudy> study = Optional.empty();
  private boolean stopAtFirstInterval;

  @BeforeAll
  static void buildPack() throws IOException, PackException {
    pack = ScriptedPack.in(folder);
  }

  @Test
  void eachStepRunsWithItsThreadsInOrder() throws Exception {
    LocalStudy.Result result = execute(order("calm", 1, 150), order("calm", 3, 150));
    assertEquals("completed", result.document().study().state());
    assertEquals(List.of(1, 3), result.document().study().along().threads());
    assertEquals(
        List.of(1, 3),
        result.document().steps().stream().map(StudyDocument.Step::threads).toList());
    assertEquals(List.of("begins 0", "ended 0", "begins 1", "ended 1"), heard);
    assertEquals(
        List.of("run-t1", "run-t3"),
        result.document().steps().stream().map(step -> step.run().job().id()).toList());
  }

  @Test
  void aStepThatFailsEndsTheStudyAndWhatWasDoneIsKept() throws Exception {
    LocalStudy.Result result =
        execute(order("calm", 1, 150), order("exit", 2, 120_000), order("calm", 4, 150));
    assertEquals("failed", result.document().study().state());
    assertTrue(
        result.document().study().reason().startsWith("at 2 threads: "),
        result.document().study().reason());
    assertEquals(2, result.document().steps().size());
  }

  @Test
  void stoppingEndsThePresentStepAndBeginsNoOther() throws Exception {
    stopAtFirstInterval = true;
    LocalStudy.Result result = execute(order("calm", 1, 600_000), order("calm", 2, 600_000));
    assertEquals("cancelled", result.document().study().state());
    assertEquals(List.of("begins 0", "ended 0"), heard);
    assertTrue(result.document().steps().getFirst().run().audit().begun() > 0);
  }

  private LocalStudy.Result execute(LocalOrder... orders) throws Exception {
    List<Integer> threads = Stream.of(orders).map(order -> order.spec().threadsPerAgent()).toList();
    Iterator<LocalOrder> each = List.of(orders).iterator();
    LocalStudy made =
        new LocalStudy(
            Study.submitted(
                "run", "Scripted", orders[0].spec(), SpecBuilder.ladder(threads), Instant.EPOCH),
            (id, spec) -> {
              LocalOrder order = each.next();
              assertEquals(order.runId(), id);
              assertEquals(order.spec().threadsPerAgent(), spec.threadsPerAgent());
              return order;
            },
            new Ear(),
            new SystemTime());
    study = Optional.of(made);
    return made.execute();
  }

  private static LocalOrder order(String behaviour, int threads, int millis) {
    Phase phase = SpecBuilder.measure(Duration.ofMillis(millis), SpecBuilder.closed(threads));
    String id = "run-t" + threads;
    JobSpec spec = pack.spec(behaviour).phases(phase).build();
    return behaviour.equals("exit") ? pack.order(id, spec) : pack.here(id, spec);
  }

  private final class Ear implements LocalStudy.Listener, LocalRun.Listener {
    @Override
    public LocalRun.Listener begins(Study study, int position) {
      heard.add("begins " + position);
      return this;
    }

    @Override
    public void ended(int position, RunDocument run) {
      heard.add("ended " + position);
    }

    @Override
    public void step(String words) {}

    @Override
    public void progress(StepProgress at, Duration age) {}

    @Override
    public void begins(RunHead head) {}

    @Override
    public void interval(IntervalDocument interval) {
      if (stopAtFirstInterval) {
        stopAtFirstInterval = false;
        study.orElseThrow().stop();
      }
    }

    @Override
    public void line(String line) {}
  }
}

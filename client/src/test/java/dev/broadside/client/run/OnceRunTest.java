package dev.broadside.client.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.once.IterationEvent;
import dev.broadside.client.once.OnceObserver;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.work.ErrorClass;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One iteration, told step by step, in this JVM.
class OnceRunTest {
  @TempDir static Path folder;
  private static ScriptedPack pack;

  private final List<IterationEvent> seen = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void buildPack() throws Exception {
    pack = ScriptedPack.in(folder);
  }

  @Test
  void oneThreadDoesOneIterationAndTheRunIsCountedAsAnyOther() throws Exception {
    RunDocument run = ran("plain");

    assertEquals("completed", run.job().state(), run.job().reason());
    assertEquals(1, run.audit().begun());
    assertEquals(1, run.summary().transactions());
    assertEquals(new IterationEvent.Attempt(0), seen.getFirst());
    assertTrue(seen.contains(new IterationEvent.Added("done", 1)), seen::toString);
    assertTrue(seen.contains(new IterationEvent.Counted(1, true)), seen::toString);
    assertInstanceOf(IterationEvent.Done.class, seen.getLast());
  }

  @Test
  void aFailureIsToldAsTheEngineCountsIt() throws Exception {
    RunDocument run = ran("mixed-once");

    assertEquals(1, run.audit().begun());
    assertEquals(1, run.summary().failed());
    assertTrue(seen.contains(new IterationEvent.Begun("one")), seen::toString);
    IterationEvent.Failed failed = assertInstanceOf(IterationEvent.Failed.class, seen.getLast());
    assertEquals(ErrorClass.CONSTRAINT, failed.failure().errorClass());
  }

  @Test
  void aGaugeThatCannotBeReadIsToldAndNothingIsRun() throws Exception {
    LocalRun.Result.Refused refused =
        assertInstanceOf(LocalRun.Result.Refused.class, once("sick-gauge"));

    String told = refused.problems().getFirst().sentence();
    assertTrue(told.contains("no such table, at shop.yaml line 3; mend the statement"), told);
    assertEquals(List.of(), seen);
  }

  private RunDocument ran(String behaviour) throws Exception {
    LocalRun.Result result = once(behaviour);
    return assertInstanceOf(LocalRun.Result.Ran.class, result, result::toString).document();
  }

  private LocalRun.Result once(String behaviour) throws Exception {
    SystemTime time = new SystemTime();
    LocalOrder order =
        pack.here(
            "run", pack.spec(behaviour).build().once(), new OnceObserver("", time, seen::add));
    return new LocalRun(order, new Quiet(), time).execute();
  }

  private static final class Quiet implements LocalRun.Listener {
    @Override
    public void step(String words) {}

    @Override
    public void progress(StepProgress at, Duration age) {}

    @Override
    public void begins(RunHead head) {}

    @Override
    public void interval(IntervalDocument interval) {}

    @Override
    public void line(String line) {}
  }
}

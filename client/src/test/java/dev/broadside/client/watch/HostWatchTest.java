package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.time.SystemTime;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostWatchTest {
  private static final String BEFORE =
      """
      cpu  100 0 100 700 50 10 20 20 0 0
      cpu0 50 0 50 350 25 5 10 10 0 0
      cpu1 50 0 50 350 25 5 10 10 0 0
      intr 2609985 0 0
      ctxt 12345
      """;
  private static final String AFTER =
      """
      cpu  190 0 110 780 60 10 20 30 5 0
      cpu0 140 0 50 350 25 5 10 20 5 0
      cpu1 50 0 60 430 35 5 10 10 0 0
      intr 2609999 0 0
      ctxt 12445
      """;

  @Test
  void sharesAreOfTheTicksThatPassed() {
    HostWatch.ProcStat passed =
        HostWatch.ProcStat.parse(AFTER)
            .orElseThrow()
            .since(HostWatch.ProcStat.parse(BEFORE).orElseThrow());

    assertEquals(0.55, passed.all().busyShare(), 1e-9);
    assertEquals(0.05, passed.all().stealShare(), 1e-9);
    assertEquals(1.0, passed.busiestCoreShare(), 1e-9);
  }

  @Test
  void textThatIsNoStatIsUnknownAndNoError() {
    assertEquals(Optional.empty(), HostWatch.ProcStat.parse(""));
    assertEquals(Optional.empty(), HostWatch.ProcStat.parse("cpu  1 2 x"));
    assertEquals(Optional.empty(), HostWatch.ProcStat.parse("cpu  1 2 3"));
  }

  @Test
  void sharesStandUntilEnoughTicksHavePassedForNewOnes() {
    Iterator<String> texts = List.of(BEFORE, AFTER, AFTER).iterator();
    try (HostWatch watch =
        new HostWatch(
            () -> HostWatch.ProcStat.parse(texts.next()), () -> -1, 2, new SystemTime())) {
      GeneratorSample first = watch.get();
      GeneratorSample second = watch.get();

      assertEquals(0.55, first.of(GeneratorFigure.HOST_CPU), 1e-9);
      assertEquals(1.0, first.of(GeneratorFigure.BUSIEST_CORE), 1e-9);
      assertEquals(0.55, second.of(GeneratorFigure.HOST_CPU), 1e-9);
      assertEquals(-1, second.of(GeneratorFigure.PROCESS_CPU));
      long tick = HostWatch.ProcStat.NANOS_PER_TICK;
      assertEquals(
          new HostUse(90 * tick, 10 * tick, 90 * tick, 200 * tick, 100, 0, 0), first.host());
      assertEquals(HostUse.NONE, second.host());
    }
  }

  @Test
  void withoutAHostsFiguresTheyAreUnknown() {
    try (HostWatch watch = new HostWatch(Optional::empty, () -> -1, 2, new SystemTime())) {
      GeneratorSample sample = watch.get();

      assertEquals(-1, sample.of(GeneratorFigure.HOST_CPU));
      assertEquals(-1, sample.of(GeneratorFigure.BUSIEST_CORE));
      assertEquals(-1, sample.of(GeneratorFigure.STEAL));
    }
  }

  @Test
  void pausesOfTheCollectorAreNoticed() {
    try (HostWatch.GcPauses pauses = HostWatch.GcPauses.start()) {
      long nanos = 0;
      while (nanos == 0) {
        System.gc();
        nanos = pauses.takeNanos();
      }
      assertTrue(nanos > 0);
    }
  }

  @Test
  void aThreadThatWakesLateIsNoticed() {
    try (GeneratorWatch.HiccupThread hiccups =
        GeneratorWatch.HiccupThread.start(new SystemTime(), () -> {})) {
      long nanos = 0;
      while (nanos == 0) {
        long now = System.nanoTime();
        nanos = hiccups.takeLongestNanos(now - 1_000_000, now);
      }
      assertTrue(nanos > 0);
    }
  }
}

package dev.broadside.client.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.load.Phase;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.OutcomeCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShareArrivalsTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;
  private final JumpingTime time = new JumpingTime();

  private static List<Long> all(ShareArrivals arrivals) {
    List<Long> all = new ArrayList<>();
    for (ShareArrivals.Queue queue : arrivals.queues()) {
      for (long due = queue.claim(); due != Curve.NEVER; due = queue.claim()) {
        all.add(due);
      }
    }
    return all;
  }

  @Test
  void agentsTakeTurnsAcrossPhasesAndNeverTickTogether() {
    Phase[] phases = {
      Runs.seconds(1, Runs.constant(1, 10)),
      Runs.seconds(2, Runs.constant(1, 7)),
      Runs.seconds(1, Runs.constant(1, 9))
    };
    Set<Long> together = new TreeSet<>();
    int sum = 0;
    for (int agent = 0; agent < 4; agent++) {
      List<Long> own = all(ShareArrivals.of(Runs.stages(new Portion(agent, 4), phases), 1));
      assertTrue(own.size() == 8 || own.size() == 9, "agent " + agent + " has " + own.size());
      together.addAll(own);
      sum += own.size();
    }

    assertEquals(33, sum);
    assertEquals(33, together.size());
    assertEquals(List.copyOf(together), all(ShareArrivals.of(Runs.alone(phases), 1)));
  }

  @Test
  void poissonArrivalsDifferByAgentPhaseAndSeedAndAreTheSameAgain() {
    Phase phase = Runs.seconds(10, Runs.poisson(1, 100));
    List<Long> own = all(ShareArrivals.of(Runs.stages(new Portion(0, 2), phase, phase), 1));
    List<Long> first = own.stream().filter(due -> due < 10 * SECOND).toList();
    List<Long> second =
        own.stream().filter(due -> due >= 10 * SECOND).map(due -> due - 10 * SECOND).toList();

    assertEquals(own, all(ShareArrivals.of(Runs.stages(new Portion(0, 2), phase, phase), 1)));
    assertFalse(first.equals(second));
    assertFalse(own.equals(all(ShareArrivals.of(Runs.stages(new Portion(1, 2), phase, phase), 1))));
    assertFalse(own.equals(all(ShareArrivals.of(Runs.stages(new Portion(0, 2), phase, phase), 2))));
  }

  @Test
  void whatStillWaitsAtThePlannedEndIsDroppedForWantOfAThread() throws Exception {
    // A hundred arrivals; each of the two threads is busy for 3 s with each.
    OutcomeCounts counts = run(100 * SECOND, Runs.seconds(100, Runs.constant(2, 1)));

    assertEquals(67, counts.begun());
    assertEquals(Map.of(DropReason.NO_FREE_THREAD, 33L), counts.droppedBy());
  }

  @Test
  void whatStillWaitsWhenTheRunIsStoppedIsDroppedForThat() throws Exception {
    OutcomeCounts counts = run(30 * SECOND, Runs.seconds(100, Runs.constant(2, 1)));

    assertEquals(31, counts.begun() + counts.dropped());
    assertEquals(Set.of(DropReason.STOPPED), counts.droppedBy().keySet());
  }

  @Test
  void aRunThatKeptUpDropsNothing() throws Exception {
    OutcomeCounts counts = run(100 * SECOND, Runs.seconds(100, Runs.constant(2, 0.1)));

    assertEquals(10, counts.begun());
    assertEquals(Map.of(), counts.droppedBy());
  }

  /// Two threads in virtual time, each iteration taking 3 s.
  private OutcomeCounts run(long stopNanos, Phase... phases)
      throws IOException, InterruptedException {
    Stages stages = Runs.alone(phases);
    Course course = Course.of(stages, 1);
    try (CounterFile file = CounterFile.create(folder.resolve("counters"), 2, 1, 0)) {
      Recorder recorder =
          new Recorder(RunAxis.of(List.of(phases), Duration.ofSeconds(1_000)), true, file, time);
      recorder.start(0);
      ThreadClock clock =
          new ThreadClock(course, time, 0, 0, Math.min(stopNanos, stages.endNanos()));
      List<Starts> threads = new ArrayList<>();
      List<Long> free = new ArrayList<>(List.of(0L, 0L));
      for (int thread = 0; thread < 2; thread++) {
        threads.add(new Starts.Open(thread, clock));
      }
      for (int next = 0; ; next = free.get(0) <= free.get(1) ? 0 : 1) {
        long now = free.get(next);
        if (!threads.get(next).await(now)) {
          break;
        }
        recorder.thread(next).begin(0);
        free.set(next, Math.max(now, threads.get(next).intendedNanos()) + 3 * SECOND);
      }
      threads.forEach(Starts::end);
      boolean stopped = stopNanos < stages.endNanos();
      course
          .arrivals()
          .countDropped(
              stopNanos,
              stopped ? DropReason.STOPPED : DropReason.NO_FREE_THREAD,
              recorder.thread(0));
      return recorder.seal(0).tally().transactions().counts();
    }
  }
}

package dev.broadside.client.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.arrivals.Runs;
import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pace.Sharing;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real threads whose load is changed while they are at work, for 1.2 s of a time that goes on when
/// all of them sleep.
class LoadThreadsTest {
  private static final Duration LENGTH = Duration.ofMillis(1_200);
  private static final LongConsumer NOBODY = _ -> {};

  @TempDir private Path folder;
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Queue<Begun> begun = new ConcurrentLinkedQueue<>();

  private final AtomicInteger alive = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);
  private long originNanos;
  private Settings settings = Settings.NONE;
  private IntUnaryOperator mostOf = _ -> Integer.MAX_VALUE;
  private boolean finished;
  private long endNanos;

  /// @param millis from the common start
  private record Begun(double millis, String thread) {}

  /// Lives through all of it; what was counted.
  private OutcomeCounts run(LoadModel load, LoadChange... changes) throws Exception {
    return run(load, new Portion(0, 1), load.threadsPerAgent(), changes);
  }

  private OutcomeCounts run(LoadModel load, Portion share, int threads, LoadChange... changes)
      throws Exception {
    JobSpec spec =
        SpecBuilder.of("job")
            .phases(SpecBuilder.measure(LENGTH, load))
            .settings(settings)
            .build();
    ShareSlice slice = ShareSlice.of(share, threads * share.of());
    Plan plan = new Plan("run", "agent", 1, spec, List.of(), slice);
    ParameterValues values = Runs.values();
    alive.set(threads);
    try (CounterFile file = CounterFile.create(folder.resolve("counters"), threads, 1, 0)) {
      Recorder recorder = new Recorder(spec.axis(), load.open(), file, time);
      LoadThreads crew =
          new LoadThreads(
              plan,
              (_, _) -> values,
              recorder,
              (thread, _) -> work(thread),
              false,
              time,
              ended::countDown);
      assertEquals(Optional.empty(), crew.open(NOBODY));
      originNanos = time.nanos() + 20_000_000;
      crew.start(originNanos);
      for (int i = 1; i <= changes.length; i++) {
        crew.change(List.of(changes).subList(0, i));
      }
      letTimePass();
      crew.awaitClosed();
      finished = crew.finished();
      endNanos = crew.endNanos();
      assertEquals(0, crew.working());
      ended.await();
      OutcomeCounts counts = OutcomeCounts.NONE;
      for (int i = 0; i <= recorder.newestWritten(); i++) {
        counts = counts.plus(recorder.seal(i).tally().transactions().counts());
      }
      return counts;
    }
  }

  private void letTimePass() {
    while (alive.get() > 0) {
      if (time.sleepers() >= alive.get()) {
        time.advance(Duration.ofMillis(1));
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private JobThread work(int thread) {
    return new JobThread() {
      @Override
      public boolean finished() {
        String own = "t" + thread;
        return begun.stream().filter(one -> one.thread().equals(own)).count()
            >= mostOf.applyAsInt(thread);
      }

      @Override
      public void iterate(Iteration iteration) throws InterruptedException {
        begun.add(new Begun((time.nanos() - originNanos) / 1e6, "t" + thread));
        time.sleepUntil(time.nanos() + 1_000_000);
      }

      @Override
      public void close() {
        alive.decrementAndGet();
      }
    };
  }

  /// The threads that began something in a stretch of the run.
  private Set<String> atWork(int fromMillis, int untilMillis) {
    return begun.stream()
        .filter(one -> one.millis() >= fromMillis && one.millis() < untilMillis)
        .map(Begun::thread)
        .collect(Collectors.toSet());
  }

  @Test
  void threadsOfAClosedLoadRestAndComeBackAndEverythingIsCounted() throws Exception {
    OutcomeCounts counts =
        run(
            SpecBuilder.closed(3),
            LoadChanges.at(0.3, LoadChanges.threads(1)),
            LoadChanges.at(0.6, LoadChanges.paused(true)),
            LoadChanges.at(0.9, LoadChanges.paused(false)));

    assertEquals(Set.of("t0", "t1", "t2"), atWork(0, 300));
    assertEquals(Set.of("t0"), atWork(300, 600));
    assertEquals(Set.of(), atWork(600, 900));
    assertEquals(Set.of("t0"), atWork(900, 1_200));
    assertEquals(begun.size(), counts.ok());
    assertEquals(counts.begun(), counts.ok());
  }

  @Test
  void allOfThemComeBackThatHadNothingToDoUntilTheEnd() throws Exception {
    run(
        SpecBuilder.closed(2),
        LoadChanges.at(0.3, LoadChanges.paused(true)),
        LoadChanges.at(0.8, LoadChanges.paused(false)));

    assertEquals(Set.of(), atWork(300, 800));
    assertEquals(Set.of("t0", "t1"), atWork(800, 1_200));
  }

  @Test
  void threadsInReserveRestUntilAChangeWantsThem() throws Exception {
    OutcomeCounts counts =
        run(
            SpecBuilder.closed(1),
            new Portion(0, 1),
            3,
            LoadChanges.at(0.4, LoadChanges.threads(3)),
            LoadChanges.at(0.8, LoadChanges.threads(2)));

    assertEquals(Set.of("t0"), atWork(0, 400));
    assertEquals(Set.of("t0", "t1", "t2"), atWork(400, 800));
    assertEquals(Set.of("t0", "t1"), atWork(801, 1_200));
    assertEquals(begun.size(), counts.ok());
  }

  @Test
  void threadsOfALostShareAreAtWorkOnAnotherUntilTheyAreGivenBack() throws Exception {
    run(
        SpecBuilder.closed(2),
        new Portion(2, 3),
        3,
        LoadChanges.at(0.4, LoadControl.of(new Sharing(List.of(0, 2), true))),
        LoadChanges.at(0.8, LoadControl.of(new Sharing(List.of(0, 2), false))),
        LoadChanges.at(1, LoadControl.of(new Sharing(List.of(0, 1), true))));

    assertEquals(Set.of("t0", "t1"), atWork(0, 400));
    assertEquals(Set.of("t0", "t1", "t2"), atWork(400, 800));
    assertEquals(Set.of("t0", "t1"), atWork(801, 1_000));
    assertEquals(Set.of(), atWork(1_001, 1_200), "it is lost itself");
  }

  @Test
  void threadsThatHaveDoneTheirPartsOfTheIterationsEndTheLoad() throws Exception {
    settings = new Settings(Map.of("iterations", "10"));
    OutcomeCounts counts = run(SpecBuilder.closed(3));

    assertEquals(10, counts.begun());
    assertEquals(
        List.of(3L, 3L, 4L),
        IntStream.range(0, 3)
            .mapToObj(
                thread -> begun.stream().filter(one -> one.thread().equals("t" + thread)).count())
            .sorted()
            .toList());
    assertTrue(finished);
    assertTrue(endNanos - originNanos < LENGTH.toNanos() / 2, "long before the planned end");
  }

  @Test
  void anOpenLoadOfSoManyIterationsGivesTheRestUp() throws Exception {
    settings = new Settings(Map.of("iterations", "100"));
    OutcomeCounts counts = run(SpecBuilder.open(4, 500));

    assertEquals(100, counts.begun());
    assertEquals(100, counts.ok());
    assertTrue(finished);
  }

  @Test
  void threadsWhoseWorkEndsOneByOneEndTheLoadTogether() throws Exception {
    mostOf = thread -> 5 * (thread + 1);
    OutcomeCounts counts = run(SpecBuilder.closed(2));

    assertEquals(15, counts.ok());
    assertEquals(Set.of("t1"), atWork(7, 10));
    assertTrue(finished);
  }

  @Test
  void aThreadWithWorkLeftKeepsTheLoadUpToItsPlannedEnd() throws Exception {
    mostOf = thread -> thread == 0 ? 5 : Integer.MAX_VALUE;
    run(SpecBuilder.closed(2));

    assertEquals(Set.of("t1"), atWork(50, 1_200));
    assertFalse(finished);
  }

  @Test
  void arrivalsOfAPauseAreNeitherBegunNorDropped() throws Exception {
    OutcomeCounts counts =
        run(
            SpecBuilder.open(4, 500),
            LoadChanges.at(0.3, LoadChanges.paused(true)),
            LoadChanges.at(0.7, LoadChanges.paused(false)),
            LoadChanges.at(1.0, LoadChanges.rate(100)));

    assertEquals(150 + 150 + 20, counts.begun() + counts.dropped());
    assertEquals(counts.begun(), begun.size());
    assertTrue(begun.stream().noneMatch(one -> one.millis() > 300 && one.millis() < 700));
  }
}

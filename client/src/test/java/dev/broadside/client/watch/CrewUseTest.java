package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.load.ThreadKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrewUseTest {
  private static final long MILLI = 1_000_000;

  private static CrewUse platform(long runMillis, long waitMillis, long slices, int watched) {
    SchedStat passed = new SchedStat(runMillis * MILLI, waitMillis * MILLI, slices, 10);
    return new CrewUse(passed, watched, 16, ThreadKind.PLATFORM);
  }

  /// Sixteen threads in one second.
  @ParameterizedTest
  @CsvSource({
    // wait, slices, watched, busy, lateness -> share of the busy time
    " 1600,      0, 16, 16000,    0, 0.10", // waiting is set against the time in iterations
    " 1600,  80000, 16, 16000,    0, 0.05", // but for what each wake-up costs
    "  800,      0,  8, 16000,    0, 0.10", // half of the threads stand for all
    " 1600,      0, 16, 16000, 1200, 0.025", // but for what made starts late
    "   20,   1000, 16,     1,   70, 0.00", // noop at 1,000/s: all before the iterations
    "30000,      0, 16, 16000,    0, 1.00",
    "    0,      0, 16,     0,    0, 0.00",
  })
  void waitingIsAShareOfTheTimeInIterations(
      long wait, long slices, int watched, long busy, long lateness, double expected) {
    CrewUse use = platform(0, wait, slices, watched);
    assertEquals(expected, use.cpuWait(busy * MILLI, lateness * MILLI, 1_000 * MILLI), 1e-9);
  }

  @ParameterizedTest
  @CsvSource({
    // busy, wait -> share
    " 1,  1, 0.00", // threads that woke twice for a feed that has run dry
    " 9,  9, 0.00",
    "10,  5, 0.50", // one thread was busy for a hundredth of the second
  })
  void waitingInNextToNoTimeInIterationsIsNotJudged(long busy, long wait, double expected) {
    double share = platform(0, wait, 0, 16).cpuWait(busy * MILLI, 0, 1_000 * MILLI);
    assertEquals(expected, share, 1e-9);
  }

  @ParameterizedTest
  @CsvSource({
    // run, wait, slices -> share
    "30,  60,    0, 0.6667", // a carrier that has to wait keeps all its threads waiting
    "30,  60, 6000, 0.0000",
    "10,  15,    0, 0.0000", // less than a hundredth of their time
  })
  void waitingOfCarriersIsAShareOfTheTimeTheyCouldRun(
      long run, long wait, long slices, double expected) {
    SchedStat passed = new SchedStat(run * MILLI, wait * MILLI, slices, 0);
    CrewUse use = new CrewUse(passed, 2, 1_000, ThreadKind.VIRTUAL);
    assertEquals(expected, use.cpuWait(1_000_000 * MILLI, 0, 1_000 * MILLI), 1e-4);
  }

  @Test
  void timeOnACoreIsAShareOfTheWatchedThreadsTime() {
    assertEquals(0.25, platform(2_000, 0, 0, 8).ownCpu(1_000 * MILLI), 1e-9);
  }

  @Test
  void watchedThreadsStandForAllInWhatAddsUp() {
    assertEquals(20, platform(0, 0, 0, 8).involuntarySwitches());
  }

  @Test
  void textsOfTheKernelAreRead() {
    String status = "Name:\tload-3\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t9\n";
    assertEquals(
        Optional.of(new SchedStat(2_608_002, 59_969, 12, 9)),
        SchedStat.parse("2608002 59969 12\n", status));
    assertEquals(Optional.empty(), SchedStat.parse("", status));
    assertEquals(Optional.empty(), SchedStat.parse("1 2 x\n", status));
    assertEquals(Optional.empty(), SchedStat.parse("1 2 3\n", "Name:\tload-3\n"));
  }

  @Test
  void aThreadsAccountStandsWhenItHasEnded() throws InterruptedException {
    CrewWatch watch = new CrewWatch(1, ThreadKind.PLATFORM);
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              Optional<ThreadAccount> account = watch.enter(0);
              work();
              watch.leave(account);
            });
    thread.join();

    Optional<CrewUse> use = watch.look();

    // Elsewhere than on Linux nothing is known.
    assertEquals(ThreadAccount.currentThread().isPresent(), use.isPresent());
    use.ifPresent(known -> assertTrue(known.passed().runNanos() > 0));
    watch.look().ifPresent(none -> assertEquals(0, none.passed().runNanos()));
  }

  private static void work() {
    long end = System.nanoTime() + MILLI;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void ofManyThreadsAFewAreWatched() throws InterruptedException {
    CrewWatch watch = new CrewWatch(1_000, ThreadKind.PLATFORM);
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      Thread.ofPlatform().start(() -> watch.leave(watch.enter(number))).join();
    }
    watch.look().ifPresent(use -> assertTrue(use.watched() <= CrewWatch.MOST_WATCHED));
  }
}

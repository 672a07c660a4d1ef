package dev.broadside.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A worker that is killed between any two stores leaves counts that add up, claim nothing that was
/// not, and miss nothing that may have been; and all latencies but the one that it was storing.
class KilledWorkerTest {
  private static final Failure DEADLOCK =
      new Failure(ErrorClass.DEADLOCK, 1213, "40001", "deadlock", Failure.Retry.SAME_INPUT);
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofHours(1))), Duration.ofSeconds(1));
  private static final int READ = 0;
  private static final int WRITE = 1;
  private static final int MISS = 2;

  @TempDir Path folder;

  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /// How many stores are left until the worker is killed.
  private static final class Fuse {
    private int stores;

    Fuse(int stores) {
      this.stores = stores;
    }

    void burn() {
      if (stores-- == 0) {
        throw new Killed();
      }
    }
  }

  private static final class FusedSlot extends CounterFile.Slot {
    private final Fuse fuse;
    private final CounterFile.Slot slot;

    FusedSlot(CounterFile.Slot slot, Fuse fuse) {
      super(MemorySegment.NULL, false);
      this.slot = slot;
      this.fuse = fuse;
    }

    @Override
    void add(int cell, long more) {
      fuse.burn();
      slot.add(cell, more);
    }
  }

  private static final class FusedCounts extends LatencyCounts {
    private final Fuse fuse;
    private final LatencyCounts counts;

    FusedCounts(CounterFile file, LatencyCounts counts, Fuse fuse) {
      super(file, 0, 0);
      this.counts = counts;
      this.fuse = fuse;
    }

    @Override
    void add(int series, int slot) {
      fuse.burn();
      counts.add(series, slot);
    }
  }

  /// What the target would say: which operations were sent, and what became of them where nobody
  /// was killed.
  private static final class Truth {
    private final long[] sent = new long[3];
    private final long[] effective = new long[3];
    private final long[] rolledBack = new long[3];
    private final long[] failed = new long[3];
    private final long[] undone = new long[3];
    private long begun;
    private long ok;
    private long okRolledBack;
    private long bad;
  }

  private void work(ThreadRecorder thread, Truth truth) {
    for (int round = 0; round < 2; round++) {
      good(thread, truth);
      rolledBack(thread, truth);
      failed(thread, truth);
      goodAtTheSecondTry(thread, truth);
      uncertain(thread, truth);
      missed(thread, truth);
    }
    truth.begun++;
    thread.begin(ThreadRecorder.AT_ONCE);
    did(thread, READ, truth);
    sends(thread, WRITE, truth);
  }

  private static void sends(ThreadRecorder thread, int operation, Truth truth) {
    thread.operationBegun(operation);
    truth.sent[operation]++;
  }

  private static void did(ThreadRecorder thread, int operation, Truth truth) {
    sends(thread, operation, truth);
    thread.operationOk(operation, 0);
  }

  private static void good(ThreadRecorder thread, Truth truth) {
    truth.begun++;
    truth.ok++;
    truth.effective[READ] += 2;
    truth.effective[WRITE]++;
    thread.begin(ThreadRecorder.AT_ONCE);
    did(thread, READ, truth);
    did(thread, READ, truth);
    did(thread, WRITE, truth);
    thread.ok(0, 0, 0, 1, 1, false);
  }

  private static void rolledBack(ThreadRecorder thread, Truth truth) {
    truth.begun++;
    truth.ok++;
    truth.okRolledBack++;
    truth.rolledBack[READ]++;
    truth.rolledBack[WRITE]++;
    thread.begin(ThreadRecorder.AT_ONCE);
    did(thread, READ, truth);
    did(thread, WRITE, truth);
    thread.ok(0, 0, 0, 0, 0, true);
  }

  private static void failed(ThreadRecorder thread, Truth truth) {
    truth.begun++;
    truth.bad++;
    truth.undone[READ]++;
    truth.failed[WRITE]++;
    thread.begin(ThreadRecorder.AT_ONCE);
    did(thread, READ, truth);
    sends(thread, WRITE, truth);
    thread.operationFailed(WRITE, 0);
    thread.failed(DEADLOCK, 0);
  }

  private static void goodAtTheSecondTry(ThreadRecorder thread, Truth truth) {
    truth.begun++;
    truth.ok++;
    truth.undone[WRITE]++;
    truth.failed[READ]++;
    truth.effective[WRITE]++;
    thread.begin(ThreadRecorder.AT_ONCE);
    did(thread, WRITE, truth);
    sends(thread, READ, truth);
    thread.operationFailed(READ, 0);
    thread.noted(DEADLOCK);
    thread.retried();
    did(thread, WRITE, truth);
    thread.ok(0, 0, 0, 0, 1, false);
  }

  private static void uncertain(ThreadRecorder thread, Truth truth) {
    truth.begun++;
    thread.begin(ThreadRecorder.AT_ONCE);
    did(thread, READ, truth);
    sends(thread, WRITE, truth);
    thread.operationUnanswered(WRITE, 0);
    thread.uncertain(DEADLOCK, 0);
  }

  private static void missed(ThreadRecorder thread, Truth truth) {
    truth.begun++;
    truth.ok++;
    truth.effective[MISS]++;
    thread.begin(ThreadRecorder.AT_ONCE);
    thread.operationBegun(READ);
    thread.operationRenamed(READ, MISS);
    truth.sent[MISS]++;
    thread.operationOk(MISS, 0);
    thread.ok(0, 0, 0, 0, 0, false);
  }

  /// The truth at the instant of death, and what was left.
  private record Death(boolean killed, Truth truth, CounterFile.Left left) {}

  private Death dieAfter(int stores) throws IOException {
    Path file = folder.resolve("counters");
    Files.deleteIfExists(file);
    Truth truth = new Truth();
    boolean killed = false;
    try (CounterFile counters = CounterFile.create(file, 1, 1, 3)) {
      ManualTime time = new ManualTime(Instant.EPOCH);
      Recorder recorder = new Recorder(AXIS, true, counters, time);
      Fuse fuse = new Fuse(stores);
      ThreadRecorder thread =
          new ThreadRecorder(
              recorder,
              BlockLayout.of(3, List.of()),
              List.of(),
              true,
              0,
              0,
              new FusedSlot(counters.slot(0), fuse),
              new FusedSlot(counters.operations(0), fuse),
              time);
      LatencyCounts[] latencies = recorder.slot(0).latencies();
      latencies[0] = new FusedCounts(counters, latencies[0], fuse);
      recorder.start(time.nanos());
      thread.moveTo(time.nanos());
      work(thread, truth);
    } catch (Killed _) {
      killed = true;
    }
    return new Death(killed, truth, CounterFile.readDead(file, -1));
  }

  @Test
  void atWhateverStoreItIsKilledItsCountsAddUpAndClaimNothingThatWasNot() throws IOException {
    int stores = 0;
    List<Long> certain = new ArrayList<>();
    Death death = dieAfter(stores);
    while (death.killed()) {
      checkTransactions(death, stores);
      checkLatencies(death, "killed after " + stores + " stores");
      for (int operation = 0; operation < 3; operation++) {
        checkOperation(death, operation, stores);
      }
      certain.add(certain(death.left()));
      death = dieAfter(++stores);
    }
    assertTrue(stores > 100, stores + " stores");
    assertEquals(certain.stream().sorted().toList(), certain, "what is certain stays so");
    checkTheEnd(death);
  }

  private static void checkTransactions(Death death, int stores) {
    String at = "killed after " + stores + " stores";
    OutcomeCounts left = death.left().transactions();
    Truth truth = death.truth();
    assertEquals(left.begun(), left.ended(), at);
    assertTrue(left.begun() == truth.begun || left.begun() == truth.begun - 1, at);
    assertTrue(left.ok() <= truth.ok && left.failed() <= truth.bad, at);
    assertTrue(left.rolledBack() <= truth.okRolledBack, at);
    assertTrue(left.good() <= truth.ok - truth.okRolledBack, at);
    assertTrue(death.left().inFlight() <= 1, at);
    assertTrue(left.ok() + left.failed() + left.uncertain() == left.begun(), at);
  }

  private static void checkLatencies(Death death, String at) {
    OutcomeCounts counts = death.left().transactions();
    Tally unsealed = death.left().unsealed();
    TransactionStats timed = unsealed.transactions();
    long bad = counts.failed() + counts.uncertain() - death.left().inFlight();
    List<Long> missing = new ArrayList<>();
    missing.add(counts.ok() - timed.service().count());
    missing.add(bad - timed.failed().count());
    for (int operation = 0; operation < 3; operation++) {
      long ok = death.left().operations().get(operation).ok();
      missing.add(ok - unsealed.operation(operation).service().count());
    }
    assertTrue(missing.stream().allMatch(latencies -> latencies >= 0), at + ": " + missing);
    assertTrue(missing.stream().mapToLong(Long::longValue).sum() <= 1, at + ": " + missing);
    long parts = timed.connectionWait().count() + timed.scheduleDelay().count();
    assertTrue(parts + timed.response().count() <= 3 * timed.service().count(), at);
    assertTrue(parts + timed.response().count() >= 3 * (timed.service().count() - 1), at);
  }

  /// The truth counts an operation as sent once its recording has returned, so it may be one behind
  /// what the file says.
  private static void checkOperation(Death death, int operation, int stores) {
    String at = "operation " + operation + ", killed after " + stores + " stores";
    OperationCounts left = death.left().operations().get(operation);
    Truth truth = death.truth();
    long open = left.uncertain() + left.unanswered();
    long undone = left.undone();
    long accounted = left.effective() + left.rolledBack() + left.failed() + undone + open;
    assertTrue(left.effective() <= truth.effective[operation], at);
    assertTrue(left.rolledBack() <= truth.rolledBack[operation], at);
    assertTrue(left.failed() <= truth.failed[operation], at);
    assertTrue(undone <= truth.undone[operation], at);
    assertTrue(undone >= 0, at);
    assertTrue(accounted >= truth.sent[operation], at + ": " + accounted + " are accounted for");
    assertTrue(accounted <= truth.sent[operation] + 1, at);
    assertTrue(left.unanswered() <= 1 + (operation == WRITE ? 2 : 0), at);
  }

  private static long certain(CounterFile.Left left) {
    return left.transactions().ok()
        + left.transactions().failed()
        + left.operations().stream()
            .mapToLong(one -> one.effective() + one.rolledBack() + one.failed() + one.undone())
            .sum();
  }

  /// A record that was handed over may not be durable while its agent stands still.
  @Test
  void latenciesAreLeftUntilTheThirdIntervalAfterTheirsIsSealed() throws Exception {
    Path file = folder.resolve("counters");
    try (CounterFile counters = CounterFile.create(file, 3, 2, 1)) {
      ManualTime time = new ManualTime(Instant.EPOCH);
      Recorder recorder = new Recorder(AXIS, false, counters, time);
      recorder.start(time.nanos());
      for (int interval = 0; interval < 3 * Recorder.RING; interval++) {
        for (int thread = 0; thread < 3; thread++) {
          long start = recorder.thread(thread).begin(ThreadRecorder.AT_ONCE);
          time.advance(Duration.ofMillis(interval + thread));
          recorder.thread(thread).ok(start, 0, 0, 0, 0, false);
        }
        for (int stood = 0; stood < 2 * Recorder.RING; stood++) {
          int left = Math.min(Math.min(stood, Recorder.HELD), interval);
          assertEquals(3 * (left + 1), latenciesLeft(file, interval - 1 - stood).count());
        }
        assertEquals(0, latenciesLeft(file, interval).count());
        time.advance(Duration.ofSeconds(1).minusMillis(3L * interval + 3));
        Distribution sealed = recorder.seal(interval).tally().transactions().service();
        Distribution left = latenciesLeft(file, interval - 1);
        assertEquals(sealed.percentileMillis(50), left.percentileMillis(50), 0.001);
        assertEquals(sealed.meanMillis(), left.meanMillis(), sealed.meanMillis() / 1_000);
        assertEquals(sealed.maxMillis(), left.maxMillis(), sealed.maxMillis() / 1_000);
        assertEquals(0, latenciesLeft(file, interval).count());
      }
    }
  }

  private static Distribution latenciesLeft(Path file, int sealed) throws IOException {
    return CounterFile.readDead(file, sealed).unsealed().transactions().service();
  }

  /// Alive until the last store: an iteration is under way, with one operation done and one sent.
  private static void checkTheEnd(Death death) {
    checkLatencies(death, "alive");
    CounterFile.Left left = death.left();
    assertEquals(left.transactions().ok(), left.unsealed().transactions().response().count());
    assertEquals(1, left.inFlight());
    assertEquals(3, left.transactions().uncertain());
    assertEquals(new OperationCounts(11, 2, 4, 3, 2, 0), left.operations().get(READ));
    assertEquals(new OperationCounts(8, 2, 4, 0, 2, 3), left.operations().get(WRITE));
    assertEquals(new OperationCounts(2, 0, 2, 0, 0, 0), left.operations().get(MISS));
    assertEquals(2, left.operations().get(READ).undone());
    assertEquals(2, left.operations().get(WRITE).undone());
  }
}

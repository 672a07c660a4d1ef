package dev.broadside.server.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.collect.Collector.Delivery;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the collector does with what is not right, and with too much. Runs that go well are in the
/// coordinator's tests.
final class CollectorTest {
  @TempDir private Path folder;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Refusals refusals = new Refusals();
  private final List<Message.Ack> acks = new ArrayList<>();
  private ResultStore store;
  private Collector collector;

  /// Remembers what was refused; knows no runs.
  private static final class Refusals implements Collector.Observer {
    private final List<String> sentences = new ArrayList<>();

    @Override
    public void progressed(RunProgress progress) {}

    @Override
    public void closed(String runId, List<Entry> intervals) {}

    @Override
    public void late(String runId) {}

    @Override
    public void refused(String agent, String sentence) {
      sentences.add(sentence);
    }

    @Override
    public Optional<RunPlan> find(String runId) {
      return Optional.empty();
    }
  }

  @BeforeEach
  void open() {
    store = ResultStore.sqlite(folder.resolve("broadside.db"), new PlainBox());
    collector =
        new Collector(
            store, new ManualTime(Instant.EPOCH), tasks::add, new History(0, 0), refusals);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void run() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  @Test
  void fullQueueTakesNothingMoreUntilItIsEmptied() {
    byte[] large = new byte[SealedRecord.MAX_BYTES];
    SealedRecord sealed = SealedRecord.of(new RecordKey("run", "a", 1, "load", 0), large);
    Delivery delivery = new Delivery("a", Collections.nCopies(16, sealed), acks::add);
    int taken = 0;
    while (collector.offer(delivery)) {
      taken++;
    }

    assertEquals(16, taken);
    run();
    assertTrue(collector.offer(delivery));
  }

  @Test
  void recordsOfRunsThatNobodyKnowsAreRefusedAndNotAcknowledged() {
    SealedRecord sealed = SealedRecord.of(new RecordKey("run\n", "a", 1, "load", 0), new byte[9]);
    collector.offer(new Delivery("a", List.of(sealed), acks::add));
    run();

    assertEquals(
        List.of("a record of run run?, of which this agent has no share"), refusals.sentences);
    assertEquals(List.of(), acks);
  }

  @Test
  void lookAtARunThatIsNotOpenIsEmpty() {
    var answer = collector.look("run", aggregate -> aggregate.complete());
    assertFalse(answer.isDone());
    run();
    assertEquals(Optional.empty(), answer.join());
  }

  @Test
  void numbersGrowWhateverTheClockSays() {
    long last = next(new History(0, 1_000));
    assertTrue(next(new History(last, 900)) > last);
    assertTrue(next(new History(0, 1_001)) > last);
  }

  @Test
  void whatFailsToBeKeptIsNotTold() {
    History history = new History(0, 1);
    long before = history.kept();
    assertThrows(
        IllegalStateException.class,
        () ->
            history.add(
                numbers -> {
                  throw new IllegalStateException("no room for " + numbers.getAsLong());
                },
                _ -> acks.add(new Message.Ack("told", 0, "load", 0))));
    assertEquals(before, history.kept());
    assertEquals(List.of(), acks);
  }

  private static long next(History history) {
    long[] next = new long[1];
    history.add(numbers -> numbers.getAsLong(), number -> next[0] = number);
    assertEquals(next[0], history.kept());
    return next[0];
  }
}

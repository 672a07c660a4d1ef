package dev.broadside.server.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.job.RunAxis;
import dev.broadside.core.job.Think;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.collect.Collector.Delivery;
import dev.broadside.server.coordinator.TestRecords;
import dev.broadside.server.store.Arrival;
import dev.broadside.server.store.JobCode;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
    private Consumer<List<Entry>> whenClosed = _ -> {};

    @Override
    public void progressed(RunProgress progress) {}

    @Override
    public void closed(String runId, List<Entry> intervals) {
      whenClosed.accept(intervals);
    }

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
  void whatIsBehindAMissingRecordIsAcknowledgedWithoutIt() {
    keepRecords(2);
    collector.open(plan());
    List<SealedRecord> come =
        Stream.of(3, 4, 6).map(i -> TestRecords.sealed("run", "a", LONG, i, 10, false)).toList();
    collector.offer(new Delivery("a", come, acks::add));
    run();

    RecordKey key = come.getFirst().key();
    assertEquals(
        List.of(
            new Message.Ack(
                "run",
                key.incarnation(),
                key.stream(),
                1,
                List.of(new Message.Ack.Range(3, 4), new Message.Ack.Range(6, 6)))),
        acks);
  }

  @Test
  void lookAtARunThatIsNotOpenIsEmpty() {
    var answer = collector.look("run", aggregate -> aggregate.complete());
    assertFalse(answer.isDone());
    run();
    assertEquals(Optional.empty(), answer.join());
  }

  @Test
  void whatClosesWhileAnOldRunIsReadBackIsKeptOnTheWay() {
    keepRecords(LONG.intervals() - 1);
    List<Integer> counts = new ArrayList<>();
    refusals.whenClosed =
        intervals -> {
          if (counts.isEmpty()) {
            // Whatever has not been read by now is not there to be read.
            forgetRecordsFrom(4_000);
          }
          counts.add(intervals.size());
        };
    collector.open(plan());
    run();

    assertEquals(500, counts.getFirst());
    assertEquals(4_000, counts.stream().mapToInt(count -> count).sum());
  }

  @Test
  void intervalsThatAreKeptAreNotMadeAgain() {
    keepRecords(10);
    store.runs().addIntervals("run", List.of(new Entry(6, 1, "kept before")));
    List<Integer> told = new ArrayList<>();
    refusals.whenClosed = intervals -> intervals.forEach(entry -> told.add(entry.position()));
    collector.open(plan());
    run();

    assertEquals(List.of(7, 8, 9), told);
    assertEquals("kept before", store.runs().intervals("run", 6, 1).getFirst().json());
  }

  private static final RunAxis LONG =
      RunAxis.of(
          List.of(
              new Phase(
                  PhaseKind.MEASURE,
                  Duration.ofSeconds(6_000),
                  new LoadModel.Closed(1, new Think.None()))),
          Duration.ofSeconds(1));

  private static RunPlan plan() {
    return new RunPlan("run", LONG, List.of("op"), Set.of("a"), LONG.intervals());
  }

  private void keepRecords(int count) {
    store.jobs().add(TestRecords.job("run"), new JobCode("A job", List.of("op"), 1));
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arrivals.add(new Arrival(TestRecords.sealed("run", "a", LONG, i, 10, false), i, false));
    }
    store.records().addAll(arrivals);
  }

  private void forgetRecordsFrom(int seq) {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("broadside.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM records WHERE seq >= " + seq);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
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

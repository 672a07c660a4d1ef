package dev.broadside.server.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.collect.Collector.Delivery;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.jobs.TestRecords;
import dev.broadside.server.store.LostAnswers;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.JobCode;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the collector does with what is not right, and with too much. Runs that go well are in the
/// coordinator's tests.
final class CollectorTest {
  @TempDir private Path folder;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Queue<Runnable> readings = new ArrayDeque<>();
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Refusals refusals = new Refusals();
  private final List<Message.Ack> acks = new ArrayList<>();
  private LostAnswers answers;
  private ResultStore store;
  private Collector collector;

  /// Remembers what was refused; knows no runs.
  private static final class Refusals implements Collector.Observer {
    private final List<String> sentences = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final Map<String, RunPlan> plans = new HashMap<>();
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
    public void unknown(String agent, String runId) {
      unknown.add(agent + " " + runId);
    }

    @Override
    public Optional<RunPlan> find(String runId) {
      return Optional.ofNullable(plans.get(runId));
    }
  }

  @BeforeEach
  void open() {
    answers = new LostAnswers(folder.resolve("broadside.db"));
    store = answers.store();
    collector =
        new Collector(store, time, tasks::add, readings::add, new EventOrder(0, 0), refusals);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void run() {
    while (!tasks.isEmpty() || !readings.isEmpty()) {
      runTasks();
      if (!readings.isEmpty()) {
        readings.remove().run();
      }
    }
  }

  /// Everything but the reading back of what the store holds.
  private void runTasks() {
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
    SealedRecord sealed = SealedRecord.of(new RecordKey("run", "a", 1, "load", 0), new byte[9]);
    collector.offer(new Delivery("a", List.of(sealed), acks::add));
    run();

    assertEquals(
        List.of("a record of run run, in which this agent has no share"), refusals.sentences);
    assertEquals(List.of("a run"), refusals.unknown);
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
  void recordsWithNumbersThatTheirRunHasNotAreRefused() {
    keepRecords(2);
    collector.open(plan());
    for (long seq : new long[] {LONG.intervals() + 1L, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
      offer(new RecordKey("run", "a", 1, RecordKey.LOAD, seq));
    }
    offer(new RecordKey("run", "a", 1, "load2", 2));
    run();

    assertEquals(
        List.of(
            "a record with number 6001, beyond the end of its run",
            "a record with number 9223372036854775806, beyond the end of its run",
            "a record with number 9223372036854775807, beyond the end of its run",
            "a record of stream load2, which is no stream of the run"),
        refusals.sentences);
    assertEquals(2, store.records.count("run"));
    assertEquals(List.of(), acks);
  }

  @Test
  void recordsOfWorkersWithoutNumberAreRefusedAndHoldUpNobody() {
    keepRecords(1);
    collector.open(plan());
    IntStream.range(2, 1_300).forEach(i -> offer(new RecordKey("run", "a", i, RecordKey.LOAD, 0)));
    offer(1, 2);
    run();

    assertEquals(1_000, store.records.streams("run").size());
    assertEquals(300 - 1, refusals.sentences.size());
    assertEquals(1, acks.stream().filter(ack -> ack.throughSeq() == 1).count());
  }

  private void offer(RecordKey key) {
    SealedRecord sealed = TestRecords.sealed(key, LONG, 2, 10, false);
    collector.offer(new Delivery("a", List.of(sealed), acks::add));
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
    store.runs.addIntervals("run", List.of(new Entry(6, 1, "kept before")));
    List<Integer> told = new ArrayList<>();
    refusals.whenClosed = intervals -> intervals.forEach(entry -> told.add(entry.position()));
    collector.open(plan());
    run();

    assertEquals(List.of(7, 8, 9), told);
    assertEquals("kept before", store.runs.intervals("run", 6, 1).getFirst().json());
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
    store.jobs.add(TestRecords.job("run"), new JobCode("A job", List.of("op"), "pack@1"));
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arrivals.add(new Arrival(TestRecords.sealed("run", "a", LONG, i, 10, false), i, false));
    }
    store.records.addAll(new Batch(arrivals));
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

  /// The store has committed, and could not say so.
  @Test
  void recordsOfACommitWhoseAnswerWasLostCountOnceAndAreNoDuplicates() {
    store.jobs.add(TestRecords.job("run"), new JobCode("A job", List.of("op"), "pack@1"));
    collector.open(plan());
    run();
    answers.lose(1);
    offer(0, 3);
    run();
    assertEquals(3, store.records.count("run"));
    assertEquals(List.of(), acks);
    time.advance(Duration.ofSeconds(1));
    run();

    assertEquals(2, acks.getLast().throughSeq());
    assertEquals(30, ok());
    assertEquals(0, store.records.duplicates("run"));
    offer(0, 3);
    run();
    assertEquals(30, ok());
    assertEquals(3, store.records.duplicates("run"));
  }

  @Test
  void intervalsOfACommitWhoseAnswerWasLostAreToldAllTheSame() {
    keepRecords(3);
    List<Integer> told = new ArrayList<>();
    refusals.whenClosed = intervals -> intervals.forEach(entry -> told.add(entry.position()));
    answers.lose(1);
    collector.open(plan());
    run();
    assertEquals(List.of(), told);
    time.advance(Duration.ofSeconds(1));
    run();

    assertEquals(List.of(0, 1, 2), told);
  }

  @Test
  void recordThatTheStoreDoesNotTakeIsPutAsideAndAllOthersAreKept() throws SQLException {
    store.jobs.add(TestRecords.job("run"), new JobCode("A job", List.of("op"), "pack@1"));
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("broadside.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE UNIQUE INDEX one ON records (stream_id, interval_index)");
    }
    collector.open(plan());
    run();
    List<SealedRecord> records = new ArrayList<>(sealed(0, 20));
    SealedRecord culprit = records.get(7);
    records.set(7, TestRecords.sealed("run", "a", LONG, 3, 10, false, 7));
    collector.offer(new Delivery("a", records, acks::add));
    run();

    assertEquals(19, store.records.count("run"));
    assertEquals(190, ok());
    assertEquals(6, acks.getLast().throughSeq());
    assertTrue(refusals.sentences.getFirst().startsWith("a quarantined record"));
    assertTrue(
        store
            .records
            .conflicts("run", 10)
            .getFirst()
            .sentence()
            .startsWith(
                "a, worker 1: record 7 was quarantined: the result store does not take it"));
    collector.offer(new Delivery("a", List.of(culprit), acks::add));
    run();
    assertEquals(19, acks.getLast().throughSeq());
  }

  @Test
  void recordOfAJobThatIsDeletedMeanwhileHoldsUpNobody() {
    store.jobs.add(TestRecords.job("run"), new JobCode("A job", List.of("op"), "pack@1"));
    collector.open(plan());
    run();
    refusals.plans.put(
        "ghost", new RunPlan("ghost", LONG, List.of("op"), Set.of("a"), LONG.intervals()));
    List<SealedRecord> records = new ArrayList<>(sealed(0, 5));
    records.add(2, TestRecords.sealed("ghost", "a", LONG, 0, 10, false));
    collector.offer(new Delivery("a", records, acks::add));
    run();

    assertEquals(50, ok());
    assertEquals(4, acks.getLast().throughSeq());
  }

  /// A server that was restarted reads a running job's records back.
  @ParameterizedTest
  @ValueSource(ints = {3, 2_500})
  void recordsAreTakenAndAcknowledgedWhileARunIsReadBack(int came) {
    keepRecords(1_000);
    store.jobs.add(TestRecords.job("other"), new JobCode("A job", List.of("op"), "pack@1"));
    collector.open(plan());
    refusals.plans.put(
        "other", new RunPlan("other", LONG, List.of("op"), Set.of("a"), LONG.intervals()));
    runTasks();
    readings.remove().run();
    runTasks();
    var answer = collector.look("run", sums -> sums.totals().transactions());

    offer(1_000, 1_000 + came);
    collector.offer(
        new Delivery(
            "a", List.of(TestRecords.sealed("other", "a", LONG, 0, 10, false)), acks::add));
    runTasks();
    assertEquals(1, readings.size());
    assertTrue(acks.contains(new Message.Ack("run", 1, "load", 999 + came)));
    assertTrue(acks.contains(new Message.Ack("other", 1, "load", 0)));
    assertFalse(answer.isDone());
    run();

    assertEquals(10L * (1_000 + came), answer.join().orElseThrow().ok());
    assertEquals(10L * (1_000 + came), ok());
    offer(1_000 + came, 1_001 + came);
    run();
    assertEquals(10L * (1_001 + came), ok());
  }

  private void offer(int from, int to) {
    collector.offer(new Delivery("a", sealed(from, to), acks::add));
  }

  private static List<SealedRecord> sealed(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> TestRecords.sealed("run", "a", LONG, i, 10, false))
        .toList();
  }

  private long ok() {
    var answer = collector.look("run", sums -> sums.totals().transactions());
    run();
    return answer.join().orElseThrow().ok();
  }

  @Test
  void numbersGrowWhateverTheClockSays() {
    long last = next(new EventOrder(0, 1_000));
    assertTrue(next(new EventOrder(last, 900)) > last);
    assertTrue(next(new EventOrder(0, 1_001)) > last);
  }

  @Test
  void whatFailsToBeKeptIsNotTold() {
    EventOrder events = new EventOrder(0, 1);
    long before = events.kept();
    assertThrows(
        IllegalStateException.class,
        () ->
            events.add(
                numbers -> {
                  throw new IllegalStateException("no room for " + numbers.getAsLong());
                },
                _ -> acks.add(new Message.Ack("told", 0, "load", 0))));
    assertEquals(before, events.kept());
    assertEquals(List.of(), acks);
  }

  private static long next(EventOrder events) {
    long[] next = new long[1];
    events.add(numbers -> numbers.getAsLong(), number -> next[0] = number);
    assertEquals(next[0], events.kept());
    return next[0];
  }
}

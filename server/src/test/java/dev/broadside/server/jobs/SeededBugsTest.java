package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.work.ErrorClass;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The audit's own audit: twenty bugs, as somebody might write them into agent, server or store,
/// each of which it must find, and for its own reason. Two agents count ten transactions in each of
/// seven intervals; the bugs are in what becomes of the second one's.
final class SeededBugsTest {
  private static final Codec CODEC = new Codec();
  private static final int AT = 3;

  @TempDir private Path folder;

  /// @param sending what the second agent sends instead of a record
  /// @param store what happens to the store behind the server's back
  /// @param finding part of what the audit must say
  private record Bug(
      String name,
      Function<IntervalRecord, List<IntervalRecord>> sending,
      Optional<String> store,
      Verdict verdict,
      String finding) {
    static Bug inRecords(
        String name, UnaryOperator<IntervalRecord> change, Verdict verdict, String finding) {
      return new Bug(
          name, record -> List.of(change.apply(record)), Optional.empty(), verdict, finding);
    }

    static Bug inStore(String name, String sql, Verdict verdict, String finding) {
      return new Bug(name, List::of, Optional.of(sql), verdict, finding);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(lost(), miscounted(), timed(), operations(), repeated()).flatMap(List::stream);
  }

  private static final String OF_SECOND =
      "stream_id IN (SELECT id FROM streams WHERE agent = 'agent-2')";

  private static List<Bug> lost() {
    return List.of(
        Bug.inStore(
            "an acknowledged record is dropped",
            "DELETE FROM records WHERE seq = 3 AND " + OF_SECOND,
            Verdict.INCOMPLETE,
            "agent-2, worker 1: records from 3 to 3 are missing"),
        Bug.inStore(
            "the first record is dropped",
            "DELETE FROM records WHERE seq = 0 AND " + OF_SECOND,
            Verdict.INCOMPLETE,
            "agent-2, worker 1: records from 0 to 0 are missing"),
        Bug.inStore(
            "a batch of records is dropped",
            "DELETE FROM records WHERE seq BETWEEN 1 AND 4 AND " + OF_SECOND,
            Verdict.INCOMPLETE,
            "agent-2, worker 1: records from 1 to 4 are missing"),
        Bug.inStore(
            "a stored record is damaged",
            "UPDATE records SET crc = crc + 1 WHERE seq = 3 AND " + OF_SECOND,
            Verdict.INCOMPLETE,
            "agent-2, worker 1: record 3 is damaged in the result store"),
        Bug.inStore(
            "a record is entered under another number",
            "UPDATE records SET seq = 60 WHERE seq = 3 AND " + OF_SECOND,
            Verdict.INCOMPLETE,
            "agent-2, worker 1: record 60 is damaged in the result store"),
        Bug.inStore(
            "the final record is dropped",
            "DELETE FROM records WHERE seq = 6 AND " + OF_SECOND,
            Verdict.INCOMPLETE,
            "agent-2, worker 1: the closing record is missing after record 5"));
  }

  private static List<Bug> miscounted() {
    String sums = "agent-2, worker 1: the counts up to record 3 do not add up";
    return List.of(
        Bug.inRecords(
            "a record is merged twice",
            at(AT, record -> tally(record, counts(20, 20, 0, 0), 20, 0)),
            Verdict.CONFLICT,
            sums),
        Bug.inRecords(
            "a transaction is counted one interval late",
            record -> {
              long ok = record.index() == AT ? 9 : record.index() == AT + 1 ? 11 : 10;
              return tally(record, counts(ok, ok, 0, 0), ok, 0);
            },
            Verdict.CONFLICT,
            sums),
        Bug.inRecords(
            "the sums begin anew in the midst",
            from(AT, record -> RecordBuilder.like(record).cumulative(TEN).build()),
            Verdict.CONFLICT,
            sums),
        Bug.inRecords(
            "what is uncertain is swallowed",
            becoming(counts(10, 9, 0, 0), 9, 0),
            Verdict.CONFLICT,
            "agent-2, worker 1: begun 70 but ended 69"),
        Bug.inRecords(
            "what failed is swallowed",
            becoming(counts(10, 8, 0, 1), 8, 1),
            Verdict.CONFLICT,
            "agent-2, worker 1: begun 70 but ended 69"),
        Bug.inRecords(
            "what never began is counted as ok",
            becoming(counts(10, 11, 0, 0), 11, 0),
            Verdict.CONFLICT,
            "agent-2, worker 1: begun 70 but ended 71"));
  }

  private static List<Bug> timed() {
    return List.of(
        Bug.inRecords(
            "a latency is lost",
            at(AT, record -> tally(record, TEN, 9, 0)),
            Verdict.INCOMPLETE,
            "agent-2, worker 1: the latencies of 1 transaction are missing"),
        Bug.inRecords(
            "a transaction is timed twice",
            at(AT, record -> tally(record, TEN, 11, 0)),
            Verdict.CONFLICT,
            "agent-2, worker 1: 1 more latencies than transactions"),
        Bug.inRecords(
            "the latency of a failure is lost",
            becoming(counts(10, 9, 1, 0), 9, 0),
            Verdict.INCOMPLETE,
            "agent-2, worker 1: the latencies of 1 transaction are missing"));
  }

  private static List<Bug> operations() {
    return List.of(
        Bug.inRecords(
            "an operation is lost",
            at(AT, record -> operation(record, new OperationCounts(9, 0, 9, 0, 0, 0))),
            Verdict.CONFLICT,
            "agent-2, worker 1: the counts up to record 3 do not add up"),
        Bug.inRecords(
            "operations take effect that never ended",
            from(
                AT,
                record ->
                    operation(
                        RecordBuilder.like(record)
                            .cumulativeOperations(
                                List.of(
                                    record
                                        .total()
                                        .operations()
                                        .getFirst()
                                        .plus(new OperationCounts(0, 0, 5, 0, 0, 0))))
                            .build(),
                        new OperationCounts(10, 0, record.index() == AT ? 15 : 10, 0, 0, 0))),
            Verdict.CONFLICT,
            "agent-2, worker 1: more operations took effect or stayed uncertain than ended well"));
  }

  private static List<Bug> repeated() {
    return List.of(
        new Bug(
            "an incarnation is used again",
            record ->
                record.index() == AT
                    ? List.of(record, tally(atFirst(record, 1), counts(7, 7, 0, 0), 7, 0))
                    : List.of(record),
            Optional.empty(),
            Verdict.CONFLICT,
            "agent-2, worker 1: record 0 came again with other bytes"),
        new Bug(
            "a record is counted under a second incarnation, too",
            record -> record.index() == AT ? List.of(record, atFirst(record, 2)) : List.of(record),
            Optional.empty(),
            Verdict.CONFLICT,
            "agent-2, worker 2: the counts up to record 0 do not add up"),
        new Bug(
            "two agents have one identity",
            record -> List.of(record, tally(record, counts(4, 4, 0, 0), 4, 0)),
            Optional.empty(),
            Verdict.CONFLICT,
            "agent-2, worker 1: record 3 came again with other bytes"));
  }

  private static final OutcomeCounts TEN = counts(10, 10, 0, 0);

  private static OutcomeCounts counts(long begun, long ok, long failed, long uncertain) {
    Map<ErrorClass, Long> by = failed == 0 ? Map.of() : Map.of(ErrorClass.DEADLOCK, failed);
    return TestCounts.of(begun, ok, by, uncertain, 0, 0, Map.of(), ok, 0, Map.of());
  }

  private static UnaryOperator<IntervalRecord> at(int index, UnaryOperator<IntervalRecord> change) {
    return record -> record.index() == index ? change.apply(record) : record;
  }

  private static UnaryOperator<IntervalRecord> from(
      int index, UnaryOperator<IntervalRecord> change) {
    return record -> record.index() >= index ? change.apply(record) : record;
  }

  /// One record has other counts, and all that follow know of it.
  private static UnaryOperator<IntervalRecord> becoming(OutcomeCounts counts, long ok, long bad) {
    UnaryOperator<IntervalRecord> sums =
        record ->
            RecordBuilder.like(record)
                .cumulative(record.total().transactions().minus(TEN).plus(counts))
                .build();
    return record -> at(AT, one -> tally(one, counts, ok, bad)).apply(from(AT, sums).apply(record));
  }

  /// @param ok how many latencies there are of what ended well
  /// @param bad and of what did not
  private static IntervalRecord tally(
      IntervalRecord record, OutcomeCounts counts, long ok, long bad) {
    TransactionStats timed =
        new TransactionStats(
            counts,
            distribution(ok),
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY,
            distribution(bad),
            Distribution.EMPTY);
    return record.withTally(new Tally(timed, record.tally().operations()));
  }

  private static Distribution distribution(long count) {
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(
            new int[] {LatencyLayout.slot(1_000)}, new long[] {count}, count, 1_000_000, 0);
  }

  private static IntervalRecord operation(IntervalRecord record, OperationCounts counts) {
    return record.withTally(
        new Tally(
            record.tally().transactions(),
            List.of(OperationStats.of(counts, distribution(counts.ok())))));
  }

  /// The same record as the first of a worker.
  private static IntervalRecord atFirst(IntervalRecord record, long incarnation) {
    RecordKey key = new RecordKey("job", "agent-2", incarnation, RecordKey.LOAD, 0);
    return RecordBuilder.of(key, ScriptedCluster.spec(2).axis(), record.index())
        .threads(record.threads())
        .tally(record.tally())
        .cumulative(record.total().transactions())
        .cumulativeOperations(record.total().operations())
        .generator(record.generator())
        .build();
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(Bug bug) {
    AuditDocument audit = audit(bug);

    assertEquals(bug.verdict(), audit.verdict(), audit.findings().toString());
    assertTrue(
        audit.findings().stream().anyMatch(found -> found.contains(bug.finding())),
        audit.findings().toString());
  }

  @Test
  void thereAreTwentyAndOneWithoutWhichTheRunIsBalanced() {
    assertEquals(20, bugs().count());
    Bug none = new Bug("none", List::of, Optional.empty(), Verdict.BALANCED, "");
    assertEquals(List.of(), audit(none).findings());
  }

  private AuditDocument audit(Bug bug) {
    try (ScriptedCluster cluster = new ScriptedCluster(folder)) {
      cluster.agent("agent-1");
      cluster.agent("agent-2").sending(message -> sent(bug, message));
      cluster.submit("job", ScriptedCluster.spec(2));
      cluster.holdReports();
      cluster.advanceTo("job", "running");
      cluster.advance(Duration.ofSeconds(8));
      bug.store().ifPresent(cluster::alter);
      cluster.makeReports();
      cluster.advanceTo("job", "completed");
      return cluster.result("job").audit();
    }
  }

  private static List<Message> sent(Bug bug, Message message) {
    if (!(message instanceof Message.Records(List<SealedRecord> records))) {
      return List.of(message);
    }
    List<Message> others = new ArrayList<>();
    for (SealedRecord sealed : records) {
      for (IntervalRecord record : bug.sending().apply(opened(sealed))) {
        others.add(new Message.Records(List.of(CODEC.seal(record))));
      }
    }
    return others;
  }

  private static IntervalRecord opened(SealedRecord sealed) {
    try {
      return CODEC.open(sealed);
    } catch (ProtocolException e) {
      throw new AssertionError(e);
    }
  }
}

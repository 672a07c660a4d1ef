package dev.broadside.core.verdict;

import dev.broadside.core.load.Counted;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Follows the records of one incarnation: whether all have come, and whether their sums agree.
///
/// Records may come in any order and more than once. Not safe for use by several threads.
public final class StreamAudit {
  private final String who;
  private final long openUntilNanos;
  private final TreeMap<Long, RecordCounts> early = new TreeMap<>();
  private final List<String> contradictions = new ArrayList<>();
  private Counts summed = new Counts(OutcomeCounts.NONE, List.of(), List.of());
  private long nextSeq;
  private Optional<Long> lastSeq = Optional.empty();
  private boolean arrivalsKnown = true;
  private Untimed untimed = Untimed.NONE;
  private long fromNanos = Long.MAX_VALUE;
  private long untilNanos;

  /// The end of the last record before the first gap.
  private long reachedNanos;

  private record Counts(
      OutcomeCounts transactions, List<OperationCounts> operations, List<Long> figures) {}

  /// The counts of a record, and its totals over all records so far.
  private record RecordCounts(
      int records, Counts delta, Counts cumulative, long fromNanos, long untilNanos) {}

  /// Counts of what ended without its latency or message in any record.
  private record Untimed(long ok, long failed, long operations, long messages) {
    static final Untimed NONE = new Untimed(0, 0, 0, 0);

    static Untimed of(IntervalRecord record) {
      TransactionStats stats = record.tally().transactions();
      OutcomeCounts counts = stats.counts();
      long badly = counts.failed() + counts.uncertain() - record.total().inFlight();
      long ok = timeless(record) ? 0 : counts.ok() - stats.service().count();
      long failed = badly - stats.failed().count();
      long operations =
          record.tally().operations().stream()
              .mapToLong(one -> one.ok() - one.service().count())
              .sum();
      long messages = record.last() && record.ofDeadWorker() ? badly + counts.retried() : 0;
      return new Untimed(ok, failed, operations, messages);
    }

    /// Whether a living worker counted transactions of which none has a latency, and no operations:
    /// those of a program, as [dev.broadside.core.work.Iteration#ended] counts them. What a recorder
    /// times itself has a latency each.
    private static boolean timeless(IntervalRecord record) {
      return record.tally().transactions().service().isEmpty()
          && record.tally().statements() == 0
          && !record.ofDeadWorker();
    }

    Untimed plus(Untimed other) {
      return new Untimed(
          ok + other.ok,
          failed + other.failed,
          operations + other.operations,
          messages + other.messages);
    }

    boolean any() {
      return ok > 0 || failed > 0 || operations > 0 || messages > 0;
    }
  }

  /// @param openUntilNanos the time until which arrivals are due; 0 in a closed load
  public StreamAudit(String who, long openUntilNanos) {
    this.who = who;
    this.openUntilNanos = openUntilNanos;
  }

  /// Adds records that follow one another; false if they were known already.
  public boolean add(RecordSpan span) {
    IntervalRecord record = span.record();
    long seq = record.key().seq();
    if (seq < nextSeq || known(seq)) {
      return false;
    }
    early.put(seq, counts(span));
    untimed = untimed.plus(Untimed.of(record));
    fromNanos = Math.min(fromNanos, record.startNanos());
    untilNanos = Math.max(untilNanos, record.endNanos());
    if (record.last()) {
      lastSeq = Optional.of(seq);
      arrivalsKnown = openUntilNanos == 0 || !leftBehind(record);
    }
    for (Optional<RecordCounts> next = take(); next.isPresent(); next = take()) {
      advance(next.get());
    }
    return true;
  }

  /// Its name in sentences.
  public String who() {
    return who;
  }

  /// The beginning of its first record, from the run's common start.
  public long fromNanos() {
    return fromNanos;
  }

  /// The end of its last record.
  public long untilNanos() {
    return untilNanos;
  }

  /// Whether a record was made from the counters of a worker that died with arrivals still to come;
  /// a living worker records how many it has dropped.
  private boolean leftBehind(IntervalRecord record) {
    return record.total().transactions().waiting() > 0
        || (record.ofDeadWorker() && record.startNanos() < openUntilNanos);
  }

  private boolean known(long seq) {
    Map.Entry<Long, RecordCounts> before = early.floorEntry(seq);
    return before != null && seq < before.getKey() + before.getValue().records;
  }

  private static RecordCounts counts(RecordSpan span) {
    IntervalRecord record = span.record();
    List<Long> figures = record.figures().cumulative();
    return new RecordCounts(
        span.intervals(),
        new Counts(
            record.tally().transactions().counts(),
            record.tally().operationCounts(),
            record.figures().amounts(figures.size())),
        new Counts(record.total().transactions(), record.total().operations(), figures),
        record.startNanos(),
        record.endNanos());
  }

  private Optional<RecordCounts> take() {
    return Optional.ofNullable(early.remove(nextSeq));
  }

  private void advance(RecordCounts counts) {
    summed =
        new Counts(
            summed.transactions.plus(counts.delta.transactions),
            OperationCounts.sum(summed.operations, counts.delta.operations),
            FigureRow.sum(summed.figures, counts.delta.figures));
    if (!agrees(counts.cumulative) && contradictions.isEmpty()) {
      contradictions.add(
          who
              + ": the counts up to record "
              + (nextSeq + counts.records - 1)
              + " do not add up to the total it states");
    }
    if (counts.fromNanos < reachedNanos && contradictions.isEmpty()) {
      contradictions.add(who + ": record " + nextSeq + " begins before the one before it ends");
    }
    reachedNanos = Math.max(reachedNanos, counts.untilNanos);
    nextSeq += counts.records;
  }

  /// Whether the sums so far equal the totals that a record states.
  private boolean agrees(Counts stated) {
    return summed.transactions.equals(stated.transactions)
        && summed.operations.equals(stated.operations)
        && summed.figures.equals(stated.figures);
  }

  /// What is missing, each in one sentence.
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!early.isEmpty()) {
      missing.add(
          who + ": records from " + nextSeq + " to " + (early.firstKey() - 1) + " are missing");
    }
    if (lastSeq.isEmpty()) {
      missing.add(who + ": the closing record is missing after record " + (nextSeq - 1));
    }
    if (untimed.any()) {
      missing.add(who + ": " + lost());
    }
    return missing;
  }

  /// What is missing of the arrivals. If another worker took over, that one accounts for them.
  public List<String> missingArrivals() {
    return arrivalsKnown
        ? List.of()
        : List.of(
            who
                + ": the arrivals that were due and never begun are not counted: its worker died"
                + " before the end");
  }

  private String lost() {
    List<String> lost = new ArrayList<>();
    if (untimed.ok + untimed.failed > 0) {
      lost.add("the latencies of " + Counted.of(untimed.ok + untimed.failed, "transaction"));
    }
    if (untimed.operations > 0) {
      lost.add("the latencies of " + Counted.of(untimed.operations, "operation"));
    }
    if (untimed.messages > 0) {
      lost.add("the messages of " + Counted.of(untimed.messages, "failure"));
    }
    return String.join(" and ", lost) + " are missing: its worker died before it had sealed them";
  }

  /// What contradicts, each in one sentence.
  public List<String> contradictions() {
    List<String> all = new ArrayList<>(contradictions);
    if (complete() && summed.transactions.begun() != summed.transactions.ended()) {
      all.add(
          who
              + ": begun "
              + summed.transactions.begun()
              + " but ended "
              + summed.transactions.ended());
    }
    if (complete() && summed.operations.stream().anyMatch(one -> one.undone() < 0)) {
      all.add(who + ": more operations took effect or stayed uncertain than ended well");
    }
    if (untimed.ok < 0 || untimed.failed < 0) {
      long more = Math.max(-untimed.ok, -untimed.failed);
      all.add(who + ": " + more + " more latencies than transactions");
    }
    return all;
  }

  /// Whether every record has come.
  public boolean complete() {
    return early.isEmpty() && lastSeq.equals(Optional.of(nextSeq - 1));
  }
}

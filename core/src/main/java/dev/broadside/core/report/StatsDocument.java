package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Counts, rates and latencies over some time, of whole transactions or of one operation.
///
/// @param transactions how many ended well
/// @param failed how many failed without effect
/// @param failedBy the same by class of failure
/// @param uncertain how many may or may not have taken effect
/// @param retried repetitions after failures
/// @param rolledBack of the good ones, those rolled back by the business rule
/// @param dropped arrivals that were never begun
/// @param droppedBy the same by reason
/// @param okAfterRetries of the good ones, those that needed repetitions, by how many
/// @param statements operations that ended well
/// @param measures its measures by id, but for latencies: per second `throughput` (ended well),
///   `attempts` (every try that ended, however it did, repetitions included), `goodput` (ended
///   well, and not rolled back by the business rule; of an operation, what it did in transactions
///   that ended well), and others
/// @param latencyMillis how long the good ones took: the service time in a closed load, the
///   response time from the intended start in an open one; empty where none ended well
/// @param waitMillis of an open load, from the intended start until a thread was free
/// @param scheduleDelayMillis of an open load, from then to the actual start
/// @param serviceMillis of an open load, from the actual start to the end
/// @param failedLatencyMillis how long those that failed or stayed uncertain took: from the actual
///   start in a closed load, from the intended one in an open load; of transactions only, where
///   there are any
/// @param due arrivals that were due, begun or not; of a closed load those begun. Of an operation 0
/// @param carriedOver of those that ended, how many were due before the phase began, or, behind the
///   measured phases, before these ended; of transactions only
/// @param carriedLatencyMillis how long the good ones of those took; they are among the others, too
public record StatsDocument(
    long begun,
    long transactions,
    long failed,
    Map<ErrorClass, Long> failedBy,
    long uncertain,
    long retried,
    long rolledBack,
    long dropped,
    Map<DropReason, Long> droppedBy,
    long rowsRead,
    long rowsWritten,
    Map<Integer, Long> okAfterRetries,
    long statements,
    Map<String, Double> measures,
    @JsonInclude(Include.NON_ABSENT) Optional<LatencyMillis> latencyMillis,
    @JsonInclude(Include.NON_ABSENT) Optional<LatencyMillis> waitMillis,
    @JsonInclude(Include.NON_ABSENT) Optional<LatencyMillis> scheduleDelayMillis,
    @JsonInclude(Include.NON_ABSENT) Optional<LatencyMillis> serviceMillis,
    @JsonInclude(Include.NON_ABSENT) Optional<LatencyMillis> failedLatencyMillis,
    long due,
    long carriedOver,
    @JsonInclude(Include.NON_ABSENT) Optional<LatencyMillis> carriedLatencyMillis) {

  /// Whole transactions.
  public static StatsDocument ofTransactions(Tally tally, double seconds) {
    OutcomeCounts counts = tally.transactions().counts();
    return new StatsDocument(
        counts.begun(),
        counts.ok(),
        counts.failed(),
        new TreeMap<>(counts.failedBy()),
        counts.uncertain(),
        counts.retried(),
        counts.rolledBack(),
        counts.dropped(),
        new TreeMap<>(counts.droppedBy()),
        counts.rowsRead(),
        counts.rowsWritten(),
        counts.okAfterRetries(),
        tally.statements(),
        Measure.values(tally, seconds),
        LatencyMillis.of(tally.transactions().latency()),
        part(tally.transactions(), TransactionStats::connectionWait),
        part(tally.transactions(), TransactionStats::scheduleDelay),
        part(tally.transactions(), TransactionStats::service),
        LatencyMillis.of(tally.transactions().failed()),
        counts.due(),
        counts.carriedOver(),
        LatencyMillis.of(tally.transactions().carried()));
  }

  public static StatsDocument ofOperation(OperationStats stats, double seconds) {
    long ended = stats.ok() + stats.failed() + stats.unanswered();
    return new StatsDocument(
        ended,
        stats.ok(),
        stats.failed(),
        Map.of(),
        stats.uncertain() + stats.unanswered(),
        0,
        stats.rolledBack(),
        0,
        Map.of(),
        0,
        0,
        Map.of(),
        stats.ok(),
        Measure.values(stats, seconds),
        LatencyMillis.of(stats.service()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        Optional.empty());
  }

  /// One part of the response time; empty if the response time has no parts.
  private static Optional<LatencyMillis> part(
      TransactionStats stats, Function<TransactionStats, Distribution> part) {
    return stats.response().isEmpty() ? Optional.empty() : LatencyMillis.of(part.apply(stats));
  }

  /// A measure; not a number if it has no value.
  public double of(Measure measure) {
    return measure.latency()
        ? latencyMillis.map(all -> all.of(measure)).orElse(Double.NaN)
        : measures.getOrDefault(measure.id(), Double.NaN);
  }

  /// Transactions that ended well, per second.
  public double throughput() {
    return measures.getOrDefault(Measure.THROUGHPUT.id(), 0.0);
  }

  /// All known measures by id, latencies included.
  public Map<String, Double> all() {
    Map<String, Double> all = new LinkedHashMap<>(measures);
    latencyMillis.ifPresent(latency -> all.putAll(latency.measures()));
    return all;
  }
}

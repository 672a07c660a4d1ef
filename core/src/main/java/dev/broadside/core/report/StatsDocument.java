package dev.broadside.core.report;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import java.util.Map;
import java.util.TreeMap;

/// Counts, rates and latencies of some span: of whole transactions, or of one operation.
///
/// @param transactions how many ended well
/// @param failed how many failed without effect
/// @param failedBy the same by class of failure
/// @param uncertain how many may or may not have taken effect
/// @param retried repetitions after failures
/// @param rolledBack of the good ones, those rolled back by the business rule
/// @param dropped arrivals that could not be started
/// @param statements operations that ended well
/// @param latencyMillis how long the good ones took: the service time in a closed load, the
///   response time from the intended start in an open one
public record StatsDocument(
    long begun,
    long transactions,
    long failed,
    Map<ErrorClass, Long> failedBy,
    long uncertain,
    long retried,
    long rolledBack,
    long dropped,
    long rowsRead,
    long rowsWritten,
    long statements,
    double transactionsPerSecond,
    double statementsPerSecond,
    LatencyMillis latencyMillis) {

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
        counts.rowsRead(),
        counts.rowsWritten(),
        tally.statements(),
        rate(counts.ok(), seconds),
        rate(tally.statements(), seconds),
        LatencyMillis.of(latency(tally.transactions())));
  }

  /// The response time from the intended start where there is one, else the service time.
  static Distribution latency(TransactionStats transactions) {
    return transactions.response().isEmpty() ? transactions.service() : transactions.response();
  }

  /// One operation.
  public static StatsDocument ofOperation(OperationStats stats, double seconds) {
    double perSecond = rate(stats.ok(), seconds);
    return new StatsDocument(
        stats.ok() + stats.failed(),
        stats.ok(),
        stats.failed(),
        Map.of(),
        stats.uncertain(),
        0,
        0,
        0,
        0,
        0,
        stats.ok(),
        perSecond,
        perSecond,
        LatencyMillis.of(stats.service()));
  }

  private static double rate(long count, double seconds) {
    return seconds <= 0 ? 0 : Rounding.thousandths(count / seconds);
  }
}

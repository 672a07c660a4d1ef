package dev.broadside.server.series;

import java.util.List;
import java.util.Map;

/// What charts and totals need of an interval: those fields of its document that have these names.
record Point(
    int index,
    double startMillis,
    double lengthMillis,
    String phase,
    int threads,
    List<String> missing,
    long begun,
    long transactions,
    long failed,
    Map<String, Long> failedBy,
    long uncertain,
    long retried,
    double transactionsPerSecond,
    Latency latencyMillis,
    Map<String, Ended> operations,
    Generator generator) {

  /// Milliseconds.
  record Latency(long count, double p50, double p95, double p99) {}

  /// How an operation ended, and how often.
  record Ended(long transactions, long failed) {}

  /// Shares of the busiest agent from 0 to 1; negative where unknown.
  record Generator(double processCpu, double hostCpu, double cpuWait) {}

  double endMillis() {
    return startMillis + lengthMillis;
  }

  /// Whether figures may still change.
  boolean provisional() {
    return !missing.isEmpty();
  }

  /// Whether no agent's record has come: nothing is known about it.
  boolean unknown() {
    return provisional() && threads == 0 && begun == 0;
  }
}

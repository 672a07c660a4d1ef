package dev.broadside.core.stat;

/// Whole iterations: how they came out, and how long the ok ones took.
///
/// The names follow numbers.md: *service* is the work itself, *schedule delay* the time from the
/// intended to the actual start, *connection wait* the time for a connection, *response* their sum
/// from the intended start, recorded as such since distributions cannot be added value by value. A
/// closed load has service times only; the other three stay empty.
public record TransactionStats(
    OutcomeCounts counts,
    Distribution service,
    Distribution scheduleDelay,
    Distribution connectionWait,
    Distribution response) {

  public static final TransactionStats NONE =
      new TransactionStats(
          OutcomeCounts.NONE,
          Distribution.EMPTY,
          Distribution.EMPTY,
          Distribution.EMPTY,
          Distribution.EMPTY);

  public TransactionStats plus(TransactionStats other) {
    return new TransactionStats(
        counts.plus(other.counts),
        service.plus(other.service),
        scheduleDelay.plus(other.scheduleDelay),
        connectionWait.plus(other.connectionWait),
        response.plus(other.response));
  }
}

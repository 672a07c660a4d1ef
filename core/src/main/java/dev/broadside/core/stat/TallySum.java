package dev.broadside.core.stat;

import java.util.ArrayList;
import java.util.List;

/// Adds up many [Tally] values in place; for sums over thousands of intervals. Not safe for use by
/// several threads.
public final class TallySum {
  private final DistributionSum service = new DistributionSum();
  private final DistributionSum scheduleDelay = new DistributionSum();
  private final DistributionSum connectionWait = new DistributionSum();
  private final DistributionSum response = new DistributionSum();
  private final DistributionSum failed = new DistributionSum();
  private final List<OperationSum> operations = new ArrayList<>();
  private OutcomeCounts counts = OutcomeCounts.NONE;

  private static final class OperationSum {
    private final DistributionSum service = new DistributionSum();
    private OperationCounts counts = OperationCounts.NONE;

    void add(OperationStats stats) {
      service.add(stats.service());
      counts = counts.plus(stats.counts());
    }

    OperationStats toStats() {
      return OperationStats.of(counts, service.toDistribution());
    }
  }

  public void add(Tally tally) {
    TransactionStats transactions = tally.transactions();
    counts = counts.plus(transactions.counts());
    service.add(transactions.service());
    scheduleDelay.add(transactions.scheduleDelay());
    connectionWait.add(transactions.connectionWait());
    response.add(transactions.response());
    failed.add(transactions.failed());
    while (operations.size() < tally.operations().size()) {
      operations.add(new OperationSum());
    }
    for (int i = 0; i < tally.operations().size(); i++) {
      operations.get(i).add(tally.operation(i));
    }
  }

  /// Everything added so far.
  public Tally toTally() {
    return new Tally(
        new TransactionStats(
            counts,
            service.toDistribution(),
            scheduleDelay.toDistribution(),
            connectionWait.toDistribution(),
            response.toDistribution(),
            failed.toDistribution()),
        operations.stream().map(OperationSum::toStats).toList());
  }
}

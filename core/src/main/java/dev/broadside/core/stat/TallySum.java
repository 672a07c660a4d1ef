package dev.broadside.core.stat;

import java.util.ArrayList;
import java.util.List;

/// Adds up many [Tally] values in place; for sums over thousands of intervals. Not safe for use by
/// several threads.
public final class TallySum {
  private final List<DistributionSum> latencies =
      TransactionStats.NONE.latencies().stream().map(_ -> new DistributionSum()).toList();
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
    for (int i = 0; i < latencies.size(); i++) {
      latencies.get(i).add(transactions.latencies().get(i));
    }
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
        TransactionStats.of(counts, i -> latencies.get(i).toDistribution()),
        operations.stream().map(OperationSum::toStats).toList());
  }
}

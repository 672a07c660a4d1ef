package dev.broadside.core.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Everything counted and timed in some span by some threads: the value that threads, agents and
/// intervals add up to.
///
/// Adding is associative and commutative with [#NONE] as its neutral element.
///
/// @param transactions whole iterations
/// @param operations by index, as the job class declares them; shorter if the last ones recorded
///   nothing
public record Tally(TransactionStats transactions, List<OperationStats> operations) {

  public static final Tally NONE = new Tally(TransactionStats.NONE, List.of());

  /// Up to this many tallies take less memory than their sum.
  private static final int FEW = 8;

  public Tally {
    operations = List.copyOf(operations);
  }

  /// One operation; empty statistics if it was never recorded.
  public OperationStats operation(int index) {
    return index < operations.size() ? operations.get(index) : OperationStats.NONE;
  }

  /// The outcomes of the operations, by index.
  public List<OperationCounts> operationCounts() {
    return operations.stream().map(OperationStats::counts).toList();
  }

  /// How many operations ended well.
  public long statements() {
    return operations.stream().mapToLong(OperationStats::ok).sum();
  }

  /// This tally without the latencies of its operations, which keep their counts.
  public Tally withoutOperationLatencies() {
    return new Tally(
        transactions,
        operations.stream()
            .map(stats -> OperationStats.of(stats.counts(), Distribution.EMPTY))
            .toList());
  }

  /// This tally with other arrivals that were never begun.
  public Tally withDropped(Map<DropReason, Long> arrivals) {
    OutcomeCounts counts = transactions.counts().withDropped(arrivals);
    return new Tally(transactions.withCounts(counts), operations);
  }

  /// All of them together.
  public static Tally sum(List<Tally> tallies) {
    Sum sum = new Sum();
    tallies.forEach(sum::add);
    return sum.toTally();
  }

  public Tally plus(Tally other) {
    int size = Math.max(operations.size(), other.operations.size());
    List<OperationStats> both = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      both.add(operation(i).plus(other.operation(i)));
    }
    return new Tally(transactions.plus(other.transactions), both);
  }

  /// Adds up many in place; for sums over thousands of intervals. Not safe for use by several
  /// threads.
  public static final class Sum {
    private final List<Tally> few = new ArrayList<>();
    private List<DistributionSum> latencies = List.of();
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
      if (latencies.isEmpty() && few.size() < FEW) {
        few.add(tally);
        return;
      }
      if (latencies.isEmpty()) {
        latencies =
            TransactionStats.NONE.latencies().stream().map(_ -> new DistributionSum()).toList();
        few.forEach(this::addInPlace);
        few.clear();
      }
      addInPlace(tally);
    }

    private void addInPlace(Tally tally) {
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
      if (latencies.isEmpty()) {
        return few.stream().reduce(NONE, Tally::plus);
      }
      return new Tally(
          TransactionStats.of(counts, i -> latencies.get(i).toDistribution()),
          operations.stream().map(OperationSum::toStats).toList());
    }
  }
}

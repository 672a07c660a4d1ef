package dev.broadside.core.stat;

import java.util.ArrayList;
import java.util.List;

/// Everything counted and timed in some span by some threads: the value that threads, agents and
/// intervals add up to.
///
/// Adding is associative and commutative with [#NONE] as its neutral element.
///
/// @param transactions whole iterations
/// @param operations by index, as the job class declares them; may be shorter where nothing was
///   recorded
public record Tally(TransactionStats transactions, List<OperationStats> operations) {

  public static final Tally NONE = new Tally(TransactionStats.NONE, List.of());

  /// From how many on the room for a sum in place costs less than a new tally for each.
  private static final int ADDED_IN_PLACE = 8;

  public Tally {
    operations = List.copyOf(operations);
  }

  /// One operation; empty statistics where it was never recorded.
  public OperationStats operation(int index) {
    return index < operations.size() ? operations.get(index) : OperationStats.NONE;
  }

  /// How the operations came out, by index.
  public List<OperationCounts> operationCounts() {
    return operations.stream().map(OperationStats::counts).toList();
  }

  /// How many operations ended well.
  public long statements() {
    return operations.stream().mapToLong(OperationStats::ok).sum();
  }

  /// All of them together.
  public static Tally sum(List<Tally> tallies) {
    if (tallies.size() < ADDED_IN_PLACE) {
      return tallies.stream().reduce(NONE, Tally::plus);
    }
    TallySum sum = new TallySum();
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
}

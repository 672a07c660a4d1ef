package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.VerifyContext;
import java.util.List;

/// The operations of one job, in the order in which results show them.
///
/// @param used each once
record Operations(List<Operation> used) {

  Operations {
    used = List.copyOf(used);
  }

  List<String> names() {
    return used.stream().map(Operation::word).toList();
  }

  boolean has(Operation operation) {
    return used.contains(operation);
  }

  /// The indexes under which the engine knows them, by ordinal; -1 for what this job does not do.
  int[] indexes() {
    int[] indexes = new int[Operation.values().length];
    for (Operation operation : Operation.values()) {
      indexes[operation.ordinal()] = used.indexOf(operation);
    }
    return indexes;
  }

  /// What the agents counted; nothing for what this job does not do.
  Totals totals(VerifyContext context, Operation operation) {
    int index = used.indexOf(operation);
    return index < 0 ? Totals.NONE : context.operation(index);
  }

  /// How many ended well of those that sysbench counts so.
  long ok(VerifyContext context, Operation.Counted counted) {
    return used.stream()
        .filter(operation -> operation.counted() == counted)
        .mapToLong(operation -> totals(context, operation).ok())
        .sum();
  }
}

package dev.broadside.jobs.sbtest;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sbtest.Operation.Counted;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The operations of one job, in the order in which results show them, and their counts.
///
/// @param used each once
public record Mix(List<Operation> used) {

  public Mix {
    used = List.copyOf(used);
  }

  public static Mix of(Operation... used) {
    return new Mix(List.of(used));
  }

  public List<String> names() {
    return used.stream().map(Operation::word).toList();
  }

  public boolean has(Operation operation) {
    return used.contains(operation);
  }

  /// The indexes under which the engine knows them, by ordinal; -1 for what this job does not do.
  public int[] indexes() {
    int[] indexes = new int[Operation.values().length];
    for (Operation operation : Operation.values()) {
      indexes[operation.ordinal()] = used.indexOf(operation);
    }
    return indexes;
  }

  /// What the agents counted; nothing for what this job does not do.
  public Totals totals(VerifyContext context, Operation operation) {
    int index = used.indexOf(operation);
    return index < 0 ? Totals.NONE : context.operation(index);
  }

  private Totals totals(VerifyContext context, Counted counted) {
    return used.stream()
        .filter(operation -> operation.counted() == counted)
        .map(operation -> totals(context, operation))
        .reduce(Totals.NONE, Totals::plus);
  }

  /// The figures of sysbench's "queries performed": reads, writes, others, their sum, and the
  /// transactions.
  public Object[] queries(VerifyContext context) {
    long reads = totals(context, Counted.READ).ok();
    long writes = totals(context, Counted.WRITE).ok();
    long others = totals(context, Counted.OTHER).ok();
    return new Object[] {
      reads, writes, others, reads + writes + others, context.transactions().ok()
    };
  }

  /// By the names of a database's counters. A database counts misses among the updates and deletes,
  /// too.
  public Map<String, Totals> byDatabaseCounter(VerifyContext context) {
    Totals missed = new Totals(0, totals(context, Operation.MISS).ok(), 0, 0);
    Totals updates =
        totals(context, Operation.INDEX_UPDATE).plus(totals(context, Operation.NON_INDEX_UPDATE));
    Map<String, Totals> counted = new TreeMap<>();
    counted.put("selects", totals(context, Counted.READ));
    counted.put("inserts", totals(context, Operation.INSERT));
    counted.put("updates", updates.plus(missed));
    counted.put("deletes", totals(context, Operation.DELETE).plus(missed));
    counted.put("begins", totals(context, Operation.BEGIN));
    counted.put("commits", totals(context, Operation.COMMIT));
    return counted;
  }
}

package dev.broadside.jobs.tpcc;

import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.Mixed;

/// The terminal that a load thread is: its home, which stays the same over the whole run (clauses
/// 2.4.1.1 and 2.8.1.1).
///
/// @param warehouse its home
/// @param firstDistrict the first one for which it enters orders and payments
/// @param lastDistrict the last one
/// @param stockDistrict the one whose stock level it asks for; 0 where it asks for any
record HomeTerminal(int warehouse, int firstDistrict, int lastDistrict, int stockDistrict) {
  private static final int DISTRICTS = Cardinality.DISTRICTS;

  static HomeTerminal of(Compat compat, ThreadContext context) {
    return of(
        compat,
        Cardinality.of(context.values()).warehouses(),
        context.thread(),
        context.totalThreads(),
        context.seed());
  }

  /// @param thread its number in the whole job, from 0
  static HomeTerminal of(Compat compat, int warehouses, int thread, int threads, long seed) {
    return switch (compat) {
      case STANDARD, DBT2 ->
          new HomeTerminal(
              1 + thread % warehouses, 1, DISTRICTS, 1 + thread / warehouses % DISTRICTS);
      case HAMMERDB -> anywhere(warehouses, Mixed.of(seed, thread, 1) >>> 1);
      case BENCHBASE -> inBlocks(warehouses, thread, threads);
    };
  }

  private static HomeTerminal anywhere(int warehouses, long drawn) {
    return new HomeTerminal(
        1 + (int) (drawn % warehouses), 1, DISTRICTS, 1 + (int) (drawn / warehouses % DISTRICTS));
  }

  /// The threads are cut into as many blocks as there are warehouses, and the districts of a
  /// warehouse into as many as it has threads.
  private static HomeTerminal inBlocks(int warehouses, int thread, int threads) {
    int warehouse = (int) (((thread + 1L) * warehouses + threads - 1) / threads) - 1;
    int firstThread = firstThread(warehouse, warehouses, threads);
    int count = firstThread(warehouse + 1, warehouses, threads) - firstThread;
    int place = thread - firstThread;
    int first = 1 + place * DISTRICTS / count;
    return new HomeTerminal(
        1 + warehouse, first, Math.max(first, (place + 1) * DISTRICTS / count), 0);
  }

  private static int firstThread(int warehouse, int warehouses, int threads) {
    return (int) ((long) warehouse * threads / warehouses);
  }
}

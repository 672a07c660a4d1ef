package dev.broadside.jobs.sysbench04;

import dev.broadside.jobs.sbtest.Operation;
import java.util.Arrays;

/// The list of queries that one iteration consists of, drawn before the first of them is executed,
/// so that the same list can be executed again. Used by one thread, and filled again for each
/// iteration without allocating.
public final class Request {
  private static final int USUAL_SIZE = 32;

  private Operation[] queries = new Operation[USUAL_SIZE];
  private long[] ids = new long[USUAL_SIZE];
  private long[] keys = new long[USUAL_SIZE];
  private long[] thinkMicros = new long[USUAL_SIZE];
  private int size;

  void clear() {
    size = 0;
  }

  /// @param id of the row, or of the first row of the range; 0 if the query has none
  /// @param think how long to sleep before the query, in microseconds
  void add(Operation query, long id, long think) {
    add(query, id, 0, think);
  }

  /// @param key the value of column k of a row that is inserted
  void add(Operation query, long id, long key, long think) {
    if (size == queries.length) {
      grow();
    }
    queries[size] = query;
    ids[size] = id;
    keys[size] = key;
    thinkMicros[size] = think;
    size++;
  }

  private void grow() {
    int length = 2 * size;
    queries = Arrays.copyOf(queries, length);
    ids = Arrays.copyOf(ids, length);
    keys = Arrays.copyOf(keys, length);
    thinkMicros = Arrays.copyOf(thinkMicros, length);
  }

  int size() {
    return size;
  }

  Operation query(int index) {
    return queries[index];
  }

  long id(int index) {
    return ids[index];
  }

  long key(int index) {
    return keys[index];
  }

  long thinkMicros(int index) {
    return thinkMicros[index];
  }
}

package dev.broadside.jobs.sysbench04;

import dev.broadside.jobs.sbtest.Operation;
import java.util.random.RandomGenerator;

/// The mode `complex`: BEGIN, point selects, the four kinds of ranges, an update of the indexed
/// column, an update of another one, a row deleted and inserted again, COMMIT. With the defaults 14
/// reads, 4 writes and 2 others.
final class ComplexRequests implements Requests {

  /// How often each query occurs.
  ///
  /// @param points point selects
  /// @param indexUpdates updates of the indexed column
  /// @param nonIndexUpdates updates of a column without index
  /// @param updateBeforeDelete whether the row to be deleted is updated first
  record Shape(
      int points,
      int simpleRanges,
      int sumRanges,
      int orderRanges,
      int distinctRanges,
      int indexUpdates,
      int nonIndexUpdates,
      boolean updateBeforeDelete,
      boolean readOnly,
      boolean skipTransaction) {

    /// How many queries a request has, but for BEGIN, COMMIT and reconnects.
    int queries() {
      int reads = points + simpleRanges + sumRanges + orderRanges + distinctRanges;
      int replaced = updateBeforeDelete ? 3 : 2;
      return readOnly ? reads : reads + indexUpdates + nonIndexUpdates + replaced;
    }

    /// Whether a request would have nothing at all.
    boolean empty() {
      return skipTransaction && queries() == 0;
    }
  }

  /// Moves the start of a range so far down that the range ends within the table.
  ///
  /// @param tableSize how many rows there are
  /// @param rangeSize how many rows a range has
  record RangeStarts(long tableSize, long rangeSize) {

    /// The start itself where start + size is no more than the last id, else the last id - size; at
    /// least 1. So the last id is read by the distinct range alone, which is one row longer.
    long clamp(long start) {
      return Math.max(1, Math.min(start, tableSize - rangeSize));
    }
  }

  private static final ReconnectMode[] DRAWN_MODES = {
    ReconnectMode.SESSION, ReconnectMode.QUERY, ReconnectMode.TRANSACTION
  };

  private final Shape shape;
  private final IdDistribution ids;
  private final RangeStarts starts;
  private final ThinkTime think;
  private final ReconnectMode reconnects;
  private ReconnectMode mode = ReconnectMode.SESSION;

  ComplexRequests(
      Shape shape,
      IdDistribution ids,
      RangeStarts starts,
      ThinkTime think,
      ReconnectMode reconnects) {
    this.shape = shape;
    this.ids = ids;
    this.starts = starts;
    this.think = think;
    this.reconnects = reconnects;
  }

  @Override
  public void draw(Request request, RandomGenerator random) {
    drawMode(request, random);
    if (!shape.skipTransaction()) {
      request.add(Operation.BEGIN, 0, 0);
    }
    drawReads(request, random);
    if (!shape.readOnly()) {
      drawWrites(request, random);
    }
    if (!shape.skipTransaction()) {
      request.add(Operation.COMMIT, 0, 0);
      if (mode == ReconnectMode.TRANSACTION) {
        request.add(Operation.RECONNECT, 0, think.draw(random));
      }
    }
  }

  /// As in the tool, a transaction that is not drawn to keep its session does not keep that of the
  /// one before.
  private void drawMode(Request request, RandomGenerator random) {
    if (reconnects != ReconnectMode.RANDOM) {
      mode = reconnects;
      return;
    }
    ReconnectMode before = mode;
    mode = DRAWN_MODES[random.nextInt(DRAWN_MODES.length)];
    if (before == ReconnectMode.SESSION && mode != ReconnectMode.SESSION) {
      request.add(Operation.RECONNECT, 0, think.draw(random));
    }
  }

  private void drawReads(Request request, RandomGenerator random) {
    for (int i = 0; i < shape.points(); i++) {
      add(request, Operation.POINT_SELECT, ids.next(random), random);
    }
    drawRanges(request, Operation.SIMPLE_RANGE, shape.simpleRanges(), random);
    drawRanges(request, Operation.SUM_RANGE, shape.sumRanges(), random);
    drawRanges(request, Operation.ORDER_RANGE, shape.orderRanges(), random);
    drawRanges(request, Operation.DISTINCT_RANGE, shape.distinctRanges(), random);
  }

  private void drawRanges(Request request, Operation query, int count, RandomGenerator random) {
    for (int i = 0; i < count; i++) {
      add(request, query, starts.clamp(ids.next(random)), random);
    }
  }

  /// As in the tool, no reconnect comes with the row that is deleted and inserted again.
  private void drawWrites(Request request, RandomGenerator random) {
    for (int i = 0; i < shape.indexUpdates(); i++) {
      add(request, Operation.INDEX_UPDATE, ids.next(random), random);
    }
    for (int i = 0; i < shape.nonIndexUpdates(); i++) {
      add(request, Operation.NON_INDEX_UPDATE, ids.next(random), random);
    }
    long id = ids.next(random);
    if (shape.updateBeforeDelete()) {
      request.add(Operation.INDEX_UPDATE, id, think.draw(random));
    }
    request.add(Operation.DELETE, id, think.draw(random));
    request.add(Operation.INSERT, id, think.draw(random));
  }

  private void add(Request request, Operation query, long id, RandomGenerator random) {
    request.add(query, id, think.draw(random));
    if (mode == ReconnectMode.QUERY) {
      request.add(Operation.RECONNECT, 0, think.draw(random));
    }
  }
}

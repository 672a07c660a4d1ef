package dev.broadside.jobs.sysbench04;

import dev.broadside.jobs.sbtest.Operation;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// The mode `complex`: BEGIN, point selects, the four kinds of ranges, an update of the indexed
/// column, an update of another one, a row deleted and inserted again, COMMIT. With the defaults 14
/// reads, 4 writes and 2 others.
final class ComplexRequests implements Requests {

  /// What a request consists of.
  ///
  /// @param counts how often each select and update occurs
  /// @param updateBeforeDelete whether the row to be deleted is updated first
  record Shape(
      Map<Operation, Integer> counts,
      boolean updateBeforeDelete,
      boolean readOnly,
      boolean skipTransaction) {

    private static final List<Operation> RANGES =
        List.of(
            Operation.SIMPLE_RANGE,
            Operation.SUM_RANGE,
            Operation.ORDER_RANGE,
            Operation.DISTINCT_RANGE);

    int count(Operation operation) {
      return counts.getOrDefault(operation, 0);
    }

    /// How many queries a request has, except for BEGIN, COMMIT and reconnects.
    int queries() {
      int updates = count(Operation.INDEX_UPDATE) + count(Operation.NON_INDEX_UPDATE);
      int reads = counts.values().stream().mapToInt(count -> count).sum() - updates;
      return readOnly ? reads : reads + updates + (updateBeforeDelete ? 3 : 2);
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
    drawEach(request, Operation.POINT_SELECT, random);
    for (int kind = 0; kind < Shape.RANGES.size(); kind++) {
      Operation range = Shape.RANGES.get(kind);
      for (int i = shape.count(range); i > 0; i--) {
        add(request, range, starts.clamp(ids.next(random)), random);
      }
    }
  }

  private void drawEach(Request request, Operation query, RandomGenerator random) {
    for (int i = shape.count(query); i > 0; i--) {
      add(request, query, ids.next(random), random);
    }
  }

  /// As in the tool, no reconnect comes with the row that is deleted and inserted again.
  private void drawWrites(Request request, RandomGenerator random) {
    drawEach(request, Operation.INDEX_UPDATE, random);
    drawEach(request, Operation.NON_INDEX_UPDATE, random);
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

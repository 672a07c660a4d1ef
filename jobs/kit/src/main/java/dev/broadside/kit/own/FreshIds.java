package dev.broadside.kit.own;

import dev.broadside.core.work.ThreadContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.UnaryOperator;

/// Ids for new rows of a table: no two load threads of a job give out the same one, no worker gives
/// out one of a dead worker's whose load it took over, and no run one that is in the table.
///
/// ```
///  0 | 10,000 x (1 + kind of transaction) + partition: 23 bits | life: 8 bits | number: 32 bits
/// ```
///
/// The partition is the thread's first of [OwnedIds]. All are above the ids of loaded rows, owned
/// or numbered from 1 on. A thread asks the table for its highest id when it is opened, and after a
/// failure that may have taken effect; ids that were given out and not inserted leave gaps.
///
/// Used by one thread.
public final class FreshIds implements Draft {
  private static final int LIVES = 256;
  private static final long PER_LIFE = OwnedIds.PER_PARTITION / LIVES;

  private final String table;
  private final String id;
  private String highest = "";
  private long lowest;
  private long next;

  /// @param table its name, as wording understands it
  /// @param id the column of its key
  public FreshIds(String table, String id) {
    this.table = table;
    this.id = id;
  }

  /// Says which ids are the thread's; called once, before the first [#read].
  ///
  /// @param kind a number for each kind of transaction of a thread, from 0
  /// @param wording gives the table's name in that database
  public void open(ThreadContext thread, int kind, UnaryOperator<String> wording) {
    int partition = OwnedIds.PARTITIONS * (1 + kind) + OwnedIds.of(thread).first();
    lowest = OwnedIds.id(partition, thread.life() % LIVES * PER_LIFE);
    next = lowest;
    highest =
        wording.apply(
            "select max(%s) from %s where %s >= ? and %s < ?".formatted(id, table, id, id));
  }

  /// Gives out an id.
  public long next() {
    return next++;
  }

  @Override
  public void enter() {}

  @Override
  public void forget() {}

  @Override
  public void read(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(highest)) {
      query.setLong(1, lowest);
      query.setLong(2, lowest + PER_LIFE);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        next = Math.max(next, row.getLong(1) + 1);
      }
    }
  }
}

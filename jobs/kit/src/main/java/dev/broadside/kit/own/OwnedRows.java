package dev.broadside.kit.own;

import dev.broadside.kit.engine.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/// The rows of a table that one load thread owns, oldest first, and the rule that keeps their
/// number and kind what they were: for transactions that insert and delete.
///
/// A new row takes the place of the oldest row that has no successor yet: same partition, same
/// kind. The delete then takes the oldest row. So an insert always comes before its delete, and
/// every reader always finds as many rows of each kind as were loaded.
///
/// ```
///  oldest                                            newest
///  [ replaced | replaced | not replaced | ... | inserted | inserted ]
///    ^ next to be deleted  ^ next to be replaced         ^ appended
///  |--- ahead = 2 -------|
/// ```
///
/// Nothing here changes before the database has confirmed it: a draft is made, sent, and only then
/// entered. A failed transaction therefore leaves the book right, and after one whose outcome is
/// unknown the book is read again. The kit's transactions do all that.
///
/// Used by one thread. Allocates only while it is read from the database.
public final class OwnedRows implements Draft {
  /// Bounds what opening a thread reads. A thread that deletes more than this goes on with the rows
  /// that it inserted itself, and older loaded rows stay.
  static final int MOST = 100_000;

  private static final long NONE = -1;

  private final String table;
  private final String id;
  private final String kind;

  private OwnedIds own = OwnedIds.of(0, OwnedIds.PARTITIONS);
  private String select = "";
  private String highest = "";

  private long[] ids = new long[16];
  private long[] kinds = new long[16];
  private int head;
  private int size;
  private int ahead;
  private long nextSequence;

  private long newId = NONE;
  private long newKind = NONE;
  private long victim = NONE;

  /// @param table its name, as wording understands it
  /// @param id the column of its key
  /// @param kind what a row and its successor have in common: an SQL expression of a whole number,
  ///   such as `customer_id * 2 + case when status = 'open' then 1 else 0 end`
  public OwnedRows(String table, String id, String kind) {
    this.table = table;
    this.id = id;
    this.kind = kind;
  }

  /// Says which rows are the thread's; called once, before the first [#read].
  ///
  /// @param ids that the thread owns
  /// @param dialect the words of the database
  /// @param wording gives the table's name in that database
  public void open(OwnedIds ids, Dialect dialect, UnaryOperator<String> wording) {
    own = ids;
    String where = "%s >= ? and %s < ?".formatted(id, id);
    select =
        dialect.first(
            "select %s, %s from %s where %s order by mod(%s, %d), %s"
                .formatted(id, kind, wording.apply(table), where, id, OwnedIds.PER_PARTITION, id),
            MOST);
    highest =
        "select max(mod(%s, %d)) from %s where %s"
            .formatted(id, OwnedIds.PER_PARTITION, wording.apply(table), where);
  }

  /// Both queries by which it is read.
  public List<String> queries() {
    return List.of(select, highest);
  }

  /// Drafts a row in the place of the oldest that has no successor.
  ///
  /// @param otherwise its kind if every row has a successor
  /// @return its id
  public long draftInsert(RandomGenerator random, long otherwise) {
    int partition;
    if (ahead < size) {
      int replaced = slot(ahead);
      partition = OwnedIds.partition(ids[replaced]);
      newKind = kinds[replaced];
    } else {
      partition = own.first() + random.nextInt(own.end() - own.first());
      newKind = otherwise;
    }
    newId = OwnedIds.id(partition, nextSequence++);
    return newId;
  }

  /// Drafts the delete of the oldest row, which is the drafted one if there is no other.
  ///
  /// @return its id
  public long draftDelete() {
    victim = size > 0 ? ids[head] : newId;
    return victim;
  }

  /// Draws whether an insert or a delete is next, for transactions that do one of them. Drawn
  /// freely they would let the number of rows wander without bound, so it wanders between two
  /// walls: a thread never deletes more than it inserted, and inserts at most `mostAhead` more than
  /// it deleted. At a wall the other operation is done, which favours neither.
  public boolean insertNext(RandomGenerator random, int mostAhead) {
    return random.nextBoolean() ? ahead < mostAhead : ahead == 0;
  }

  public long newKind() {
    return newKind;
  }

  /// How many rows were inserted whose predecessors have not been deleted yet.
  public int ahead() {
    return ahead;
  }

  /// How many rows the thread owns, as far as it knows them.
  public int size() {
    return size;
  }

  @Override
  public void enter() {
    if (newId != NONE) {
      append(newId, newKind);
      ahead++;
    }
    if (victim != NONE) {
      head = (head + 1) % ids.length;
      size--;
      ahead = Math.max(0, ahead - 1);
    }
    forget();
  }

  @Override
  public void forget() {
    newId = NONE;
    newKind = NONE;
    victim = NONE;
  }

  /// Reads the book from the database, and settles from what it finds there whether drafts took
  /// effect. If that fails the drafts stay, and the book is to be read again before it is used.
  @Override
  public void read(Connection connection) throws SQLException {
    size = 0;
    head = 0;
    try (PreparedStatement query = connection.prepareStatement(select)) {
      bindRange(query);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          append(rows.getLong(1), rows.getLong(2));
          nextSequence = Math.max(nextSequence, OwnedIds.sequence(rows.getLong(1)) + 1);
        }
      }
    }
    if (size == MOST) {
      readHighestSequence(connection);
    }
    settle();
  }

  private void settle() {
    if (newId != NONE && holds(newId)) {
      ahead++;
    }
    if (victim != NONE && !holds(victim)) {
      ahead = Math.max(0, ahead - 1);
    }
    ahead = Math.min(ahead, size);
    forget();
  }

  private void readHighestSequence(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(highest)) {
      bindRange(query);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        nextSequence = Math.max(nextSequence, rows.getLong(1) + 1);
      }
    }
  }

  private void bindRange(PreparedStatement query) throws SQLException {
    query.setLong(1, own.lowest());
    query.setLong(2, own.endId());
  }

  private boolean holds(long id) {
    for (int i = 0; i < size; i++) {
      if (ids[slot(i)] == id) {
        return true;
      }
    }
    return false;
  }

  private void append(long id, long kind) {
    if (size == ids.length) {
      grow();
    }
    int end = slot(size);
    ids[end] = id;
    kinds[end] = kind;
    size++;
  }

  private void grow() {
    ids = unrolled(ids);
    kinds = unrolled(kinds);
    head = 0;
  }

  private long[] unrolled(long[] ring) {
    long[] twice = Arrays.copyOfRange(ring, head, head + 2 * ring.length);
    System.arraycopy(ring, 0, twice, ring.length - head, head);
    return twice;
  }

  private int slot(int fromOldest) {
    return (head + fromOldest) % ids.length;
  }
}

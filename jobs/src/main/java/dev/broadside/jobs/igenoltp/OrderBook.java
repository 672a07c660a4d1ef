package dev.broadside.jobs.igenoltp;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// The orders that one thread owns, oldest first, and the rule that keeps their number and kind
/// what they were.
///
/// A new order takes the place of the oldest order that has no successor yet: same partition, same
/// customer, same status. The delete then takes the oldest order. So an insert always comes before
/// the delete that it makes up for, and at every moment, for every reader, each customer has its
/// ten orders and each region its open ones.
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
/// unknown the book is read again.
///
/// Used by one thread. Allocates only while it is read from the database.
final class OrderBook {
  /// Enough for a run in which a thread deletes more than this to be no longer about the orders
  /// that were loaded: beyond it, the thread goes on with its own inserts, and older orders stay.
  /// Bounds what opening a thread reads.
  static final int MOST = 100_000;

  /// No draft.
  private static final long NONE = -1;

  private final OrderStatements statements;
  private final Scale scale;
  private final int firstPartition;
  private final int endPartition;

  private long[] ids = new long[16];
  private long[] kinds = new long[16];
  private int head;
  private int size;
  private int ahead;
  private long nextSequence;

  private long newId = NONE;
  private long newKind = NONE;
  private long victim = NONE;

  OrderBook(OrderStatements statements, Scale scale, int thread, int threads) {
    this.statements = statements;
    this.scale = scale;
    this.firstPartition = OrderIds.firstPartition(thread, threads);
    this.endPartition = OrderIds.firstPartition(thread + 1, threads);
  }

  /// Drafts an order in the place of the oldest that has no successor, or for any customer where
  /// there is none.
  void draftInsert(RandomGenerator random) {
    int partition;
    if (ahead < size) {
      int replaced = slot(ahead);
      partition = OrderIds.partition(ids[replaced]);
      newKind = kinds[replaced];
    } else {
      partition = firstPartition + random.nextInt(endPartition - firstPartition);
      newKind = kind(1 + (long) (random.nextDouble() * scale.customers()), true);
    }
    newId = OrderIds.id(partition, nextSequence++);
  }

  /// Drafts the delete of the oldest order, which is the drafted one where there is no other.
  void draftDelete() {
    victim = size > 0 ? ids[head] : newId;
  }

  long newId() {
    return newId;
  }

  long newCustomer() {
    return newKind >> 1;
  }

  String newStatus() {
    return (newKind & 1) == 1 ? OrderData.OPEN : OrderData.SHIPPED;
  }

  long victim() {
    return victim;
  }

  /// How many orders were inserted whose predecessors have not been deleted yet.
  int ahead() {
    return ahead;
  }

  int size() {
    return size;
  }

  /// Enters all drafts: the database has confirmed them.
  void enter() {
    if (newId != NONE) {
      append(newId, newKind);
      ahead++;
    }
    if (victim != NONE) {
      head = (head + 1) % ids.length;
      size--;
      ahead = Math.max(0, ahead - 1);
    }
    forgetDrafts();
  }

  /// Drops all drafts: the database has undone them.
  void forgetDrafts() {
    newId = NONE;
    newKind = NONE;
    victim = NONE;
  }

  /// Reads the book from the database, and settles from what it finds there whether drafts took
  /// effect. Where that fails the drafts stay, and the book is to be read again before it is used.
  void read(Connection connection) throws SQLException {
    size = 0;
    head = 0;
    try (PreparedStatement select = connection.prepareStatement(statements.ownOrders(MOST))) {
      bindRange(select);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          append(rows.getLong(1), kind(rows.getLong(2), rows.getString(3).equals(OrderData.OPEN)));
          nextSequence = Math.max(nextSequence, OrderIds.sequence(rows.getLong(1)) + 1);
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
    forgetDrafts();
  }

  private void readHighestSequence(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(statements.highestSequence())) {
      bindRange(select);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        nextSequence = Math.max(nextSequence, rows.getLong(1) + 1);
      }
    }
  }

  private void bindRange(PreparedStatement select) throws SQLException {
    select.setLong(1, OrderIds.id(firstPartition, 0));
    select.setLong(2, OrderIds.id(endPartition, 0));
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

  private static long kind(long customer, boolean open) {
    return customer << 1 | (open ? 1 : 0);
  }
}

package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/// One connection that speaks the verbs of the OLTP jobs, each statement one network trip, timed
/// and counted. Used by one thread.
///
/// A verb that repeats a statement draws its table once, as sysbench does, and the ids of each
/// statement anew. Rows are all read; their columns are not looked at.
final class OltpClient implements AutoCloseable {
  private final Session session;
  private final Options options;
  private final Dialect dialect;
  private final int[] indexes;
  private final int[] counts = new int[Operation.values().length];
  private final int tables;
  private final KeyDistribution ids;
  private final KeySlice slice;
  private final TextInsert textInsert;
  private final RandomText text = new RandomText();
  private Prepared prepared;
  private boolean wrote;

  private OltpClient(
      Session session, Options options, Dialect dialect, TextInsert textInsert, KeySlice slice)
      throws SQLException {
    this.session = session;
    this.options = options;
    this.dialect = dialect;
    this.indexes = options.operations().indexes();
    for (Operation operation : Operation.values()) {
      counts[operation.ordinal()] = options.perEvent(operation);
    }
    this.tables = options.tables();
    this.ids = options.keys(options.tableSize());
    this.slice = slice;
    this.textInsert = textInsert;
    this.prepared = Prepared.on(session, options, dialect);
  }

  /// Prepares the statements. Owns the session, even where this fails.
  static OltpClient open(Session session, Options options, Dialect dialect, ThreadContext context)
      throws SQLException {
    return session.handTo(() ->
        new OltpClient(
            session,
            options,
            dialect,
            TextInsert.of(options, dialect, context),
            KeySlice.of(options, context)));
  }

  Session session() {
    return session;
  }

  /// A network trip of its own, as in sysbench; none where the database begins by itself, or where
  /// every statement commits itself.
  void begin(Iteration iteration) throws SQLException {
    wrote = false;
    if (count(Operation.BEGIN) > 0 && prepared.transactions().tripToBegin()) {
      begin(iteration, Operation.BEGIN);
      prepared.transactions().begin();
      iteration.end();
    }
  }

  void commit(Iteration iteration) throws SQLException {
    if (count(Operation.COMMIT) == 0) {
      return;
    }
    if (wrote) {
      iteration.committing();
    }
    begin(iteration, Operation.COMMIT);
    prepared.transactions().commit();
    iteration.end();
  }

  void pointSelects(Iteration iteration) throws SQLException {
    PreparedStatement[] select = prepared.of(Operation.POINT_SELECT);
    int table = table(iteration.random());
    for (int i = count(Operation.POINT_SELECT); i > 0; i--) {
      select[table].setInt(1, id(iteration.random()));
      read(iteration, Operation.POINT_SELECT, select[table]);
    }
  }

  /// The upper end is not clamped to the table: at its end a range finds fewer rows.
  void ranges(Iteration iteration, Operation kind) throws SQLException {
    PreparedStatement[] select = prepared.of(kind);
    int table = table(iteration.random());
    for (int i = count(kind); i > 0; i--) {
      int from = id(iteration.random());
      select[table].setInt(1, from);
      select[table].setInt(2, from + options.rangeSize() - 1);
      read(iteration, kind, select[table]);
    }
  }

  void indexUpdates(Iteration iteration) throws SQLException {
    PreparedStatement[] update = prepared.of(Operation.INDEX_UPDATE);
    int table = table(iteration.random());
    for (int i = count(Operation.INDEX_UPDATE); i > 0; i--) {
      update[table].setInt(1, id(iteration.random()));
      write(iteration, Operation.INDEX_UPDATE, update[table]);
    }
  }

  void nonIndexUpdates(Iteration iteration) throws SQLException {
    PreparedStatement[] update = prepared.of(Operation.NON_INDEX_UPDATE);
    int table = table(iteration.random());
    for (int i = count(Operation.NON_INDEX_UPDATE); i > 0; i--) {
      update[table].setString(1, text.c(iteration.random()));
      update[table].setInt(2, id(iteration.random()));
      write(iteration, Operation.NON_INDEX_UPDATE, update[table]);
    }
  }

  void deleteInserts(Iteration iteration) throws SQLException {
    PreparedStatement[] delete = prepared.of(Operation.DELETE);
    PreparedStatement[] insert = prepared.of(Operation.INSERT);
    RandomGenerator random = iteration.random();
    int table = table(random);
    for (int i = count(Operation.DELETE); i > 0; i--) {
      int id = id(random);
      delete[table].setInt(1, id);
      insert[table].setInt(1, id);
      insert[table].setInt(2, id(random));
      insert[table].setString(3, text.c(random));
      insert[table].setString(4, text.pad(random));
      write(iteration, Operation.DELETE, delete[table]);
      write(iteration, Operation.INSERT, insert[table]);
    }
  }

  void delete(Iteration iteration) throws SQLException {
    PreparedStatement delete = prepared.of(Operation.DELETE)[table(iteration.random())];
    delete.setInt(1, id(iteration.random()));
    write(iteration, Operation.DELETE, delete);
  }

  /// One row, as text that is never prepared.
  void insert(Iteration iteration) throws SQLException {
    RandomGenerator random = iteration.random();
    String sql = textInsert.sql(1 + table(random), id(random), text.c(random), text.pad(random));
    committingIfAlone(iteration);
    begin(iteration, Operation.INSERT);
    int rows = prepared.text().executeUpdate(sql);
    iteration.end();
    iteration.rowsWritten(rows);
  }

  void randomPoints(Iteration iteration) throws SQLException {
    PreparedStatement select = prepared.of(Operation.RANDOM_POINTS)[0];
    for (int i = 1; i <= options.randomPoints(); i++) {
      select.setInt(i, slice.next(iteration.random()));
    }
    read(iteration, Operation.RANDOM_POINTS, select);
  }

  void randomRanges(Iteration iteration) throws SQLException {
    PreparedStatement select = prepared.of(Operation.RANDOM_RANGES)[0];
    for (int i = 0; i < options.ranges(); i++) {
      int from = slice.next(iteration.random());
      select.setInt(2 * i + 1, from);
      select.setInt(2 * i + 2, from + options.delta());
    }
    read(iteration, Operation.RANDOM_RANGES, select);
  }

  private void read(Iteration iteration, Operation operation, PreparedStatement select)
      throws SQLException {
    begin(iteration, operation);
    long count = 0;
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        count++;
      }
    }
    iteration.end();
    iteration.rowsRead(count);
  }

  private void write(Iteration iteration, Operation operation, PreparedStatement statement)
      throws SQLException {
    committingIfAlone(iteration);
    begin(iteration, operation);
    int rows = statement.executeUpdate();
    if (rows == 0) {
      iteration.endAs(indexes[Operation.MISS.ordinal()]);
    } else {
      iteration.end();
      iteration.rowsWritten(rows);
    }
  }

  private void committingIfAlone(Iteration iteration) {
    wrote = true;
    if (session.autoCommit() && count(Operation.COMMIT) == 0) {
      iteration.committing();
    }
  }

  private void begin(Iteration iteration, Operation operation) {
    iteration.begin(indexes[operation.ordinal()]);
  }

  private int count(Operation operation) {
    return counts[operation.ordinal()];
  }

  private int table(RandomGenerator random) {
    return tables == 1 ? 0 : (int) (random.nextDouble() * tables);
  }

  private int id(RandomGenerator random) {
    return 1 + (int) ids.next(random);
  }

  Failure classify(Exception failure) {
    return Restarts.withNewInput(session.classify(failure));
  }

  /// Ends what is left of a failed transaction, on the old connection where it still serves, else
  /// on a new one.
  void recover(Failure failure) throws SQLException {
    if (session.recover(failure, prepared.transactions())) {
      prepared = Prepared.on(session, options, dialect);
    }
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}

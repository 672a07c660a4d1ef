package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.jobs.sbtest.PreparedOperations;
import dev.broadside.kit.draw.DigitText;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.draw.UniqueIds;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.rehearsal.Act;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.random.RandomGenerator;

/// One load thread of an OLTP job: the same event again and again, each statement one network trip,
/// timed and counted.
///
/// An operation that repeats a statement draws its table once, as sysbench does, and the ids of
/// each statement anew. All rows are read, but not their columns.
final class OltpThread extends SessionThread {
  static final int GROUPS_OF_C = 10;
  static final int GROUPS_OF_PAD = 5;

  private final Options options;
  private final Dialect dialect;
  private final Operation[] steps;
  private final int[] indexes;
  private final int[] counts = new int[Operation.values().length];
  private final boolean insertsOnly;
  private final String newId;
  private final int rangeSize;
  private final int points;
  private final int ranges;
  private final int delta;
  private final int tables;
  private final KeyDistribution ids;
  private final KeySlice slice;
  private final UniqueIds newIds;
  private final DigitText text = new DigitText();
  private final StringBuilder insert = new StringBuilder(300);
  private PreparedOperations prepared;
  private Statement unprepared;
  private boolean wrote;

  OltpThread(Session session, Options options, Dialect dialect, ThreadContext context)
      throws SQLException {
    super(session);
    this.options = options;
    this.dialect = dialect;
    this.steps = options.mix().used().toArray(Operation[]::new);
    this.indexes = options.mix().indexes();
    this.insertsOnly = options.insertsOnly();
    this.newId = options.autoInc() ? dialect.nextIdentity() : "";
    this.rangeSize = options.whole(SysbenchParameters.RANGE_SIZE);
    this.points = options.whole(SysbenchParameters.RANDOM_POINTS);
    this.ranges = options.whole(SysbenchParameters.NUMBER_OF_RANGES);
    this.delta = options.whole(SysbenchParameters.DELTA);
    for (Operation operation : steps) {
      counts[operation.ordinal()] = options.perEvent(operation);
    }
    this.tables = options.tables();
    this.ids = options.keys(options.tableSize());
    this.slice = KeySlice.of(options, context);
    long seed = context.seed() + context.facts().whole(SysbenchJob.ROWS_BEFORE);
    this.newIds = new UniqueIds.Scattered(seed, context.thread(), context.totalThreads());
    prepare();
  }

  @Override
  protected void prepare() throws SQLException {
    prepared =
        PreparedOperations.on(
            session(), dialect, options.prepared(), options.tableNames(), options::sql);
    unprepared = session().connection().createStatement();
    unprepared.setEscapeProcessing(false);
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    wrote = false;
    for (Operation step : steps) {
      switch (step) {
        case BEGIN -> begin(iteration);
        case POINT_SELECT -> pointSelects(iteration);
        case SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE -> ranges(iteration, step);
        case INDEX_UPDATE, NON_INDEX_UPDATE -> updates(iteration, step);
        case DELETE -> deletes(iteration);
        case INSERT -> insert(iteration);
        case COMMIT -> commit(iteration);
        case RANDOM_POINTS -> randomPoints(iteration);
        case RANDOM_RANGES -> randomRanges(iteration);
        case MISS, FLUSH, RECONNECT -> {}
      }
    }
  }

  /// A rollback does not undo the number that the database gave to a row.
  @Override
  protected List<Act> acts(List<ParameterValues> phases) {
    boolean numbered = insertsOnly && !newId.isEmpty();
    return List.of(new Act("an event", !numbered, OltpThread.class, this::iterate));
  }

  /// A network trip of its own, as in sysbench; none if the database begins by itself, or if every
  /// statement commits itself.
  private void begin(Iteration iteration) throws SQLException {
    if (count(Operation.BEGIN) > 0 && prepared.transactions().tripToBegin()) {
      begin(iteration, Operation.BEGIN);
      prepared.transactions().begin();
      iteration.end();
    }
  }

  private void commit(Iteration iteration) throws SQLException {
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

  private void pointSelects(Iteration iteration) throws SQLException {
    PreparedStatement select = onDrawnTable(Operation.POINT_SELECT, iteration.random());
    for (int i = count(Operation.POINT_SELECT); i > 0; i--) {
      select.setInt(1, id(iteration.random()));
      read(iteration, Operation.POINT_SELECT, select);
    }
  }

  /// The upper end is not clamped to the table: at its end a range finds fewer rows.
  private void ranges(Iteration iteration, Operation kind) throws SQLException {
    PreparedStatement select = onDrawnTable(kind, iteration.random());
    for (int i = count(kind); i > 0; i--) {
      int from = id(iteration.random());
      select.setInt(1, from);
      select.setInt(2, from + rangeSize - 1);
      read(iteration, kind, select);
    }
  }

  private void updates(Iteration iteration, Operation kind) throws SQLException {
    PreparedStatement update = onDrawnTable(kind, iteration.random());
    for (int i = count(kind); i > 0; i--) {
      int place = 1;
      if (kind == Operation.NON_INDEX_UPDATE) {
        update.setString(place++, text.groups(GROUPS_OF_C, iteration.random()));
      }
      update.setInt(place, id(iteration.random()));
      write(iteration, kind, update);
    }
  }

  /// After each delete, the same id is inserted again, if the event has inserts.
  private void deletes(Iteration iteration) throws SQLException {
    RandomGenerator random = iteration.random();
    int table = table(random);
    PreparedStatement delete = prepared.of(Operation.DELETE)[table];
    PreparedStatement again = prepared.of(Operation.INSERT)[table];
    boolean inserts = count(Operation.INSERT) > 0;
    for (int i = count(Operation.DELETE); i > 0; i--) {
      int id = id(random);
      delete.setInt(1, id);
      if (inserts) {
        again.setInt(1, id);
        again.setInt(2, id(random));
        again.setString(3, text.groups(GROUPS_OF_C, random));
        again.setString(4, text.groups(GROUPS_OF_PAD, random));
      }
      write(iteration, Operation.DELETE, delete);
      if (inserts) {
        write(iteration, Operation.INSERT, again);
      }
    }
  }

  /// Inserts one row, as text that is never prepared, unless the inserts follow deletes.
  private void insert(Iteration iteration) throws SQLException {
    if (!insertsOnly) {
      return;
    }
    RandomGenerator random = iteration.random();
    insert.setLength(0);
    insert.append("insert into ").append(Options.PREFIX).append(1 + table(random));
    insert.append(" (id, k, c, pad) values (");
    if (newId.isEmpty()) {
      insert.append(newIds.next());
    } else {
      insert.append(newId);
    }
    insert.append(", ").append(id(random));
    insert.append(", '").append(text.groups(GROUPS_OF_C, random));
    insert.append("', '").append(text.groups(GROUPS_OF_PAD, random)).append("')");
    String sql = insert.toString();
    committingIfAlone(iteration);
    begin(iteration, Operation.INSERT);
    int rows = unprepared.executeUpdate(sql);
    iteration.end();
    iteration.rowsWritten(rows);
  }

  private void randomPoints(Iteration iteration) throws SQLException {
    PreparedStatement select = prepared.of(Operation.RANDOM_POINTS)[0];
    for (int i = 1; i <= points; i++) {
      select.setInt(i, slice.next(iteration.random()));
    }
    read(iteration, Operation.RANDOM_POINTS, select);
  }

  private void randomRanges(Iteration iteration) throws SQLException {
    PreparedStatement select = prepared.of(Operation.RANDOM_RANGES)[0];
    for (int i = 0; i < ranges; i++) {
      int from = slice.next(iteration.random());
      select.setInt(2 * i + 1, from);
      select.setInt(2 * i + 2, from + delta);
    }
    read(iteration, Operation.RANDOM_RANGES, select);
  }

  private void read(Iteration iteration, Operation operation, PreparedStatement select)
      throws SQLException {
    begin(iteration, operation);
    long count = Session.readAll(select);
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
    if (session().autoCommit() && count(Operation.COMMIT) == 0) {
      iteration.committing();
    }
  }

  private void begin(Iteration iteration, Operation operation) {
    iteration.begin(indexes[operation.ordinal()]);
  }

  private int count(Operation operation) {
    return counts[operation.ordinal()];
  }

  private PreparedStatement onDrawnTable(Operation operation, RandomGenerator random) {
    return prepared.of(operation)[table(random)];
  }

  private int table(RandomGenerator random) {
    return tables == 1 ? 0 : (int) (random.nextDouble() * tables);
  }

  private int id(RandomGenerator random) {
    return 1 + (int) ids.next(random);
  }

  @Override
  public Failure classify(Exception failure) {
    return SysbenchJob.restarting(super.classify(failure));
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    prepareIf(session().recover(failure, prepared.transactions()));
  }

  /// Draws values of k within one thread's part of the table, so that threads do not meet.
  ///
  /// The parts are `table-size / threads` long; a part that is no whole number is cut down at both
  /// ends, and both ends belong to it, as in sysbench.
  ///
  /// @param first the lowest value
  /// @param keys draws the distance from it
  record KeySlice(int first, KeyDistribution keys) {

    /// The part of one thread among all threads of the job.
    static KeySlice of(Options options, ThreadContext context) {
      return of(options, context.thread(), context.totalThreads());
    }

    static KeySlice of(Options options, int thread, int threads) {
      double length = (double) options.tableSize() / threads;
      int first = (int) (length * thread);
      int last = (int) (length * thread + length);
      return new KeySlice(first, options.keys(last - first + 1L));
    }

    int next(RandomGenerator random) {
      return first + (int) keys.next(random);
    }
  }
}

package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.jobs.sbtest.PreparedOperations;
import dev.broadside.kit.draw.DigitText;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.rehearsal.Act;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/// One thread of the test: draws a request, and executes its queries one by one, each timed and
/// counted.
///
/// ```
/// attempt 0   draw the whole request -> execute its queries
/// attempt 1.. the same request again -> execute its queries
/// ```
final class RequestThread extends SessionThread {
  private static final int NUMBERS_IN_C = 10;
  private static final int NUMBERS_IN_PAD = 5;

  /// The tool's random numbers are less than this.
  private static final int BOUND = 1_073_741_822;

  private final OltpSettings settings;
  private final Dialect dialect;
  private final Requests requests;
  private final boolean replacesRows;
  private final boolean numbered;
  private final long rangeSize;
  private final long connectDelayMicros;
  private final int[] indexes = Sysbench04Oltp.MIX.indexes();
  private final DigitText texts = new DigitText();
  private final Request request = new Request();
  private PreparedOperations prepared;
  private boolean inTransaction;
  private boolean wrote;

  /// Sleeps for the connect delay.
  RequestThread(Session session, Dialect dialect, OltpSettings settings, Requests requests)
      throws SQLException {
    super(session);
    this.settings = settings;
    this.dialect = dialect;
    this.requests = requests;
    this.replacesRows = settings.mode() == OltpSettings.Mode.COMPLEX;
    this.numbered = settings.values().get(OltpParameters.AUTO_INC);
    this.rangeSize = settings.values().get(OltpParameters.RANGE_SIZE);
    this.connectDelayMicros = settings.values().get(OltpParameters.CONNECT_DELAY);
    prepare();
  }

  /// All are prepared, whether the requests have them or not: as in the tool's modes simple and
  /// complex.
  @Override
  protected void prepare() throws SQLException {
    ThinkTime.sleep(connectDelayMicros);
    prepared =
        PreparedOperations.on(
            session(), dialect, Operation.STATEMENTS, List.of(settings.table()), settings::sql);
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    if (iteration.attempt() == 0) {
      request.clear();
      requests.draw(request, iteration.random());
    }
    for (int i = 0; i < request.size(); i++) {
      ThinkTime.sleep(request.thinkMicros(i));
      Operation query = request.query(i);
      iteration.begin(indexes[query.ordinal()]);
      execute(query, request.id(i), request.key(i), iteration);
      iteration.end();
    }
  }

  /// A rollback does not undo the number that the database gave to a row.
  @Override
  protected List<Act> acts(List<ParameterValues> phases) {
    boolean undone = !(numbered && settings.inserts());
    return List.of(new Act("a request", undone, RequestThread.class, this::iterate));
  }

  private void execute(Operation query, long id, long key, Iteration iteration)
      throws SQLException {
    switch (query) {
      case POINT_SELECT -> select(statement(query), id, iteration);
      case SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE -> {
        statement(query).setLong(2, lastOf(query, id, rangeSize));
        select(statement(query), id, iteration);
      }
      case INDEX_UPDATE, DELETE -> {
        statement(query).setLong(1, id);
        write(statement(query), iteration);
      }
      case NON_INDEX_UPDATE -> {
        statement(query).setString(1, texts.numbers(NUMBERS_IN_C, BOUND, iteration.random()));
        statement(query).setLong(2, id);
        write(statement(query), iteration);
      }
      case INSERT -> insert(statement(query), id, key, iteration);
      case BEGIN -> begin();
      case COMMIT -> commit(iteration);
      case RECONNECT -> reconnect();
      case MISS, FLUSH, RANDOM_POINTS, RANDOM_RANGES -> throw new IllegalStateException();
    }
  }

  private PreparedStatement statement(Operation query) {
    return prepared.of(query)[0];
  }

  /// The last id of a range. A distinct range is one row longer than the others, as in the tool.
  static long lastOf(Operation range, long first, long rangeSize) {
    return range == Operation.DISTINCT_RANGE ? first + rangeSize : first + rangeSize - 1;
  }

  private static void select(PreparedStatement select, long id, Iteration iteration)
      throws SQLException {
    select.setLong(1, id);
    iteration.rowsRead(Session.readAll(select));
  }

  private void insert(PreparedStatement insert, long id, long key, Iteration iteration)
      throws SQLException {
    if (replacesRows) {
      insert.setLong(1, id);
    } else {
      insert.setLong(1, key);
      insert.setString(2, texts.numbers(NUMBERS_IN_C, BOUND, iteration.random()));
      insert.setString(3, texts.numbers(NUMBERS_IN_PAD, BOUND, iteration.random()));
      if (!numbered) {
        insert.setLong(4, id);
      }
    }
    write(insert, iteration);
  }

  private void write(PreparedStatement statement, Iteration iteration) throws SQLException {
    if (!inTransaction) {
      iteration.committing();
    }
    iteration.rowsWritten(statement.executeUpdate());
    wrote = true;
  }

  private void begin() throws SQLException {
    prepared.transactions().begin();
    inTransaction = true;
    wrote = false;
  }

  private void commit(Iteration iteration) throws SQLException {
    if (wrote) {
      iteration.committing();
    }
    prepared.transactions().commit();
    inTransaction = false;
  }

  /// Ends a transaction that is open: what it wrote is lost, and what follows commits itself.
  private void reconnect() throws SQLException {
    inTransaction = false;
    wrote = false;
    session().reconnect();
    prepareIf(true);
  }

  /// A request may give the connection up.
  @Override
  public OptionalLong connectionNumber() {
    return settings.reconnects() == ReconnectMode.SESSION
        ? super.connectionNumber()
        : OptionalLong.empty();
  }

  /// A row that another transaction has inserted again before us is a deadlock to the tool, on
  /// PostgreSQL; elsewhere it would end the whole test.
  @Override
  public Failure classify(Exception exception) {
    Failure failure = super.classify(exception);
    return replacesRows && failure.errorClass() == ErrorClass.CONSTRAINT
        ? failure.retrying(Failure.Retry.SAME_INPUT)
        : failure;
  }

  /// Makes the session usable after a failure: without a transaction, and connected.
  @Override
  public void reset(Failure failure) throws SQLException {
    inTransaction = false;
    prepareIf(session().recover(failure, prepared.transactions()));
  }
}

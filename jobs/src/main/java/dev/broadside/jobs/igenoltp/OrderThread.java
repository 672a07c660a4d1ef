package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;

/// What the two mixes share: the six statements and the commit, each one network trip, timed and
/// counted, on keys drawn as the user chose; and how they recover from failures.
abstract class OrderThread extends SessionThread {
  /// The operations that are timed, by the index under which the engine knows them.
  static final List<String> OPERATIONS =
      List.of(
          "select_customer",
          "select_product",
          "select_orders",
          "select_region",
          "insert_order",
          "delete_order",
          "commit");

  static final int SELECT_CUSTOMER = 0;
  static final int SELECT_PRODUCT = 1;
  static final int SELECT_ORDERS = 2;
  static final int SELECT_REGION = 3;
  static final int INSERT_ORDER = 4;
  static final int DELETE_ORDER = 5;

  /// The network trip that ends a transaction; there is none where statements commit themselves.
  static final int COMMIT = 6;

  private final OrderStatements sql;
  private final OrderData data;
  private final OrderBook book;
  private final KeyDistribution customers;
  private final KeyDistribution products;
  private final KeyDistribution regions;

  /// Whether there will be any inserts and deletes: preparing them needs the privileges to execute
  /// them.
  private final boolean everWrites;

  private final PreparedStatement[] prepared = new PreparedStatement[COMMIT];
  private ParameterValues values;
  private double readOnlyPercent;

  /// Prepares the statements and reads the book.
  OrderThread(Session session, OrderStatements sql, OrderData data, ThreadContext context)
      throws SQLException {
    super(session);
    this.sql = sql;
    this.data = data;
    this.values = context.values();
    Scale scale = data.scale();
    this.book = new OrderBook(sql, scale, context.thread(), context.totalThreads());
    this.customers = IgenoltpParameters.keys(values, scale.customers());
    this.products = IgenoltpParameters.keys(values, scale.products());
    this.regions = IgenoltpParameters.keys(values, Scale.REGIONS);
    this.everWrites = everWrites(context);
    this.readOnlyPercent = values.get(IgenoltpParameters.READ_ONLY_SHARE);
    prepare();
    readBook();
  }

  /// Whether any phase has iterations that write.
  static boolean everWrites(JobContext context) {
    return context.valuesByPhase().stream()
        .anyMatch(values -> values.get(IgenoltpParameters.READ_ONLY_SHARE) < 100);
  }

  @Override
  protected final void prepare() throws SQLException {
    prepared[SELECT_CUSTOMER] = session().prepare(sql.selectCustomer());
    prepared[SELECT_PRODUCT] = session().prepare(sql.selectProduct());
    prepared[SELECT_ORDERS] = session().prepare(sql.selectOrders());
    prepared[SELECT_REGION] = session().prepare(sql.selectRegion());
    if (everWrites) {
      prepared[INSERT_ORDER] = session().prepare(sql.insertOrder());
      prepared[DELETE_ORDER] = session().prepare(sql.deleteOrder());
    }
  }

  /// Draws whether an iteration leaves its writes out, as often as the present phase wants.
  final boolean readsOnly(Iteration iteration) {
    if (iteration.values() != values) {
      values = iteration.values();
      readOnlyPercent = values.get(IgenoltpParameters.READ_ONLY_SHARE);
    }
    return iteration.random().nextDouble() * 100 < readOnlyPercent;
  }

  final long drawCustomer(RandomGenerator random) {
    return 1 + customers.next(random);
  }

  final long drawProduct(RandomGenerator random) {
    return 1 + products.next(random);
  }

  final long drawRegion(RandomGenerator random) {
    return 1 + regions.next(random);
  }

  /// One of the selects whose rows are counted and not looked at.
  final void select(Iteration iteration, int operation, long key) throws SQLException {
    iteration.begin(operation);
    prepared[operation].setLong(1, key);
    iteration.rowsRead(Session.readAll(prepared[operation]));
    iteration.end();
  }

  /// @return the product's price
  final long selectProduct(Iteration iteration, long product) throws SQLException {
    iteration.begin(SELECT_PRODUCT);
    prepared[SELECT_PRODUCT].setLong(1, product);
    long price = 0;
    try (ResultSet rows = prepared[SELECT_PRODUCT].executeQuery()) {
      while (rows.next()) {
        price = rows.getLong(1);
        iteration.rowsRead(1);
      }
    }
    iteration.end();
    return price;
  }

  /// Orders a product for the customer whose order is next to be replaced.
  final void insertOrder(Iteration iteration, long product, long price) throws SQLException {
    RandomGenerator random = iteration.random();
    book.draftInsert(random);
    int quantity = OrderData.quantity(random.nextInt(Integer.MAX_VALUE));
    PreparedStatement insert = prepared[INSERT_ORDER];
    iteration.begin(INSERT_ORDER);
    insert.setLong(1, book.newId());
    insert.setLong(2, book.newCustomer());
    insert.setLong(3, product);
    insert.setLong(4, OrderData.region(book.newCustomer()));
    insert.setLong(5, quantity);
    insert.setLong(6, quantity * price);
    insert.setString(7, book.newStatus());
    write(iteration, insert);
    iteration.end();
  }

  final void deleteOldestOrder(Iteration iteration) throws SQLException {
    book.draftDelete();
    iteration.begin(DELETE_ORDER);
    prepared[DELETE_ORDER].setLong(1, book.victim());
    write(iteration, prepared[DELETE_ORDER]);
    iteration.end();
  }

  /// Ends the transaction. Where statements commit themselves there is none, and no trip is made.
  final void commit(Iteration iteration, boolean wrote) throws SQLException {
    if (session().autoCommit()) {
      return;
    }
    if (wrote) {
      iteration.committing();
    }
    iteration.begin(COMMIT);
    session().commit();
    iteration.end();
    book.enter();
  }

  /// How many orders this thread has inserted more than deleted.
  final int ahead() {
    return book.ahead();
  }

  /// The price at which a product was loaded; prices do not change.
  final long listPrice(long product) {
    return data.price(product);
  }

  private void write(Iteration iteration, PreparedStatement statement) throws SQLException {
    if (session().autoCommit()) {
      iteration.committing();
    }
    session().writeOne(statement);
    iteration.rowsWritten(1);
    if (session().autoCommit()) {
      book.enter();
    }
  }

  /// A failure that the database surely undid leaves the book as it is; after any other, the
  /// database is asked what became of the drafts.
  @Override
  public final void reset(Failure failure) throws SQLException {
    super.reset(failure);
    if (failure.retry() == Failure.Retry.NEVER) {
      readBook();
    } else {
      book.forgetDrafts();
    }
  }

  private void readBook() throws SQLException {
    book.read(session().connection());
    if (!session().autoCommit()) {
      session().connection().rollback();
    }
  }
}

package dev.broadside.sql.plan;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.own.Feed;
import dev.broadside.kit.rehearsal.Act;
import dev.broadside.sql.plan.SqlTemplate.Part;
import dev.broadside.sql.value.Cells;
import dev.broadside.sql.value.Column;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// One load thread of a YAML job class: its session and statements, the frame of its values, and
/// the rows that it owns.
public final class SqlThread extends SessionThread {
  /// The SQL standard's condition "no data".
  static final String NO_DATA = "02000";

  private static final Column[] NOT_SEEN = {};
  private static final int MOST_ROWS = 10_000;

  private final JobPlan plan;
  private final Dialect dialect;
  private final Frame frame;
  private final Retry retry;

  /// Each statement, for each of the tables that are alike; none if there is nothing to do here.
  private final PreparedStatement[][] prepared;

  /// The slot of the table's number; below 0 if there is one table.
  private final int[] numbers;

  private final int[][] bound;
  private final StatementPlan.Form[] forms;
  private final int[][] into;

  /// How the columns of each statement's result are read; known after the first result.
  private final Column[][] columns;

  /// The values before the iteration, with which a repetition begins; empty if no iteration
  /// inherits values.
  private final Frame before;

  private final Cells[] buffers;
  private final RowQueue[] queues;
  private final TransactionPlan[] transactions;
  private final double[] weights;
  private final boolean autoCommit;
  private final boolean draws;
  private final Optional<String> only;
  private OwnTransaction own;
  private Iteration iteration;
  private TransactionPlan present;
  private String place;
  private ParameterValues values;
  private final long[] added = new long[JobDescription.MAX_FIGURES];
  private int addedTo;
  private boolean wrote;
  private boolean left;

  /// Whether a statement was sent: drivers do not send the end of a transaction without statements.
  private boolean asked;

  /// @param constants the frame that the agent's share has filled
  /// @param retry the rule for failures that other transactions caused
  public SqlThread(
      JobPlan plan,
      Frame constants,
      Retry retry,
      Session session,
      Dialect dialect,
      ThreadContext context)
      throws SQLException {
    super(session);
    this.plan = plan;
    this.dialect = dialect;
    this.retry = retry;
    int count = plan.statements().size();
    this.prepared = new PreparedStatement[count][];
    this.numbers =
        plan.statements().stream()
            .mapToInt(one -> one.sql().of(dialect).copied().map(Part.Copy::slot).orElse(-1))
            .toArray();
    this.bound = new int[count][];
    this.columns = new Column[count][];
    this.forms =
        plan.statements().stream().map(StatementPlan::form).toArray(StatementPlan.Form[]::new);
    this.into = new int[count][];
    this.buffers = new Cells[plan.buffers()];
    Arrays.setAll(buffers, _ -> new Cells());
    this.queues =
        plan.queues().stream()
            .map(one -> new RowQueue(one.name(), one.width()))
            .toArray(RowQueue[]::new);
    this.transactions = plan.transactions().toArray(TransactionPlan[]::new);
    this.weights = new double[transactions.length];
    this.draws = transactions.length > 1;
    this.only = context.only();
    this.autoCommit = session.autoCommit();
    this.values = context.values();
    this.iteration = Iteration.unmeasured(values, context.random());
    this.present = transactions[0];
    this.place = present.place();
    this.frame = new Frame(plan.layout().size());
    this.before =
        new Frame(plan.layout().inherits() && retry != Retry.NEVER ? plan.layout().size() : 0);
    fill(constants, context);
    weigh();
    prepare();
    readQueues();
  }

  /// What the frame holds before the first iteration.
  private void fill(Frame constants, ThreadContext context) {
    frame.copy(constants, plan.layout().firstLocal());
    frame.set(plan.layout().slots().thread(), (long) context.thread());
    frame.set(plan.layout().slots().threads(), (long) context.totalThreads());
    plan.constants().into(frame, values);
    frame.drawFrom(context.random());
    frame.make(plan.layout().makers());
  }

  private void weigh() throws SQLException {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      Expression weight = transactions[i].weight();
      String name = transactions[i].name();
      sum +=
          only.map(one -> one.equals(name) ? 1.0 : 0)
              .orElseGet(() -> Math.max(0, weight.decimal(frame)));
      weights[i] = sum;
    }
    if (sum == 0) {
      throw new SQLException("no transaction has a weight above 0; give at least one a weight");
    }
  }

  @Override
  protected void prepare() throws SQLException {
    own = new OwnTransaction(session().connection(), dialect);
    for (StatementPlan statement : plan.statements()) {
      int number = statement.number();
      prepared[number] = new PreparedStatement[statement.copies(dialect, frame)];
      for (int i = 0; i < prepared[number].length; i++) {
        SqlTemplate.Ready ready = statement.text(dialect, frame, i + 1);
        prepared[number][i] = placed(statement.sql(), () -> session().prepare(ready.sql()));
        bound[number] = ready.slots();
      }
      columns[number] = NOT_SEEN;
    }
    Iteration measured = iteration;
    iteration = Iteration.unmeasured(values, frame.random());
    plan.open().run(this);
    iteration = measured;
    endUnmeasured();
  }

  private interface Asked<T> {
    T answer() throws SQLException;
  }

  /// @throws SQLException with the text's place if the text is wrong: class 42 of the SQL standard.
  ///   Other exceptions stay as they are, since their type says more, such as that the connection
  ///   was lost
  private static <T> T placed(SqlVariants text, Asked<T> asked) throws SQLException {
    try {
      return asked.answer();
    } catch (SQLException e) {
      throw String.valueOf(e.getSQLState()).startsWith("42") ? text.placed(e) : e;
    }
  }

  private void endUnmeasured() throws SQLException {
    if (!autoCommit) {
      session().commit();
    }
  }

  private void readQueues() throws SQLException {
    Connection connection = session().connection();
    for (int i = 0; i < queues.length; i++) {
      JobPlan.QueuePlan queue = plan.queues().get(i);
      queues[i].clear();
      for (SqlVariants query : queue.query()) {
        SqlTemplate.Ready ready = query.of(dialect).ready(dialect, frame);
        String sql = dialect.first(ready.sql(), queue.atMost());
        try (PreparedStatement statement = placed(query, () -> connection.prepareStatement(sql))) {
          bind(statement, ready.slots());
          try (ResultSet rows = placed(query, statement::executeQuery)) {
            queues[i].read(rows, queue.atMost(), dialect, frame);
          }
        }
      }
    }
    if (queues.length > 0) {
      endUnmeasured();
    }
  }

  /// Once a feed whose rows come once has none left.
  @Override
  public boolean finished() {
    return frame.finished();
  }

  @Override
  public void iterate(Iteration next) throws SQLException {
    begin(next);
    TransactionPlan transaction = transactions[draws ? draw(next.random()) : 0];
    try {
      run(transaction, next);
    } catch (SQLException | RuntimeException e) {
      int failed = transaction.figures().failed();
      if (failed >= 0 && classify(e).retry() == Retry.NEVER) {
        next.add(failed, 1);
      }
      throw e;
    }
  }

  private void run(TransactionPlan transaction, Iteration next) throws SQLException {
    present = transaction;
    place = transaction.place();
    TransactionPlan.Figures figures = transaction.figures();
    long begun = figures.duration() < 0 ? 0 : System.nanoTime();
    if (transaction.body().run(this)) {
      if (own.open()) {
        throw new SQLException("script " + transaction.name() + " ends within a transaction");
      }
      commit();
      if (figures.done() >= 0) {
        next.add(figures.done(), 1);
      }
    }
    if (figures.duration() >= 0) {
      next.add(figures.duration(), System.nanoTime() - begun);
    }
  }

  private void begin(Iteration next) throws SQLException {
    iteration = next;
    wrote = false;
    left = false;
    asked = false;
    forgetAdded();
    if (next.values() != values) {
      values = next.values();
      plan.constants().into(frame, values);
      weigh();
    }
    if (next.attempt() == 0) {
      before.copy(frame, before.size());
    } else {
      frame.copy(before, before.size());
    }
    frame.begin(next.random(), next.attempt(), plan.layout().firstLocal());
    frame.set(plan.layout().slots().attempt(), (long) next.attempt());
    for (RowQueue queue : queues) {
      queue.undo();
    }
  }

  /// The transactions that are drawn in any phase.
  @Override
  protected List<Act> acts(List<ParameterValues> phases) {
    Set<TransactionPlan> drawn = new LinkedHashSet<>();
    for (ParameterValues phase : phases) {
      plan.constants().into(frame, phase);
      Arrays.stream(transactions)
          .filter(one -> one.weight().decimal(frame) > 0)
          .forEach(drawn::add);
    }
    plan.constants().into(frame, values);
    return drawn.stream().map(this::act).toList();
  }

  private Act act(TransactionPlan transaction) {
    return new Act(
        "transaction " + transaction.name(),
        transaction.undone(),
        SqlThread.class,
        next -> {
          begin(next);
          run(transaction, next);
        });
  }

  private int draw(RandomGenerator random) {
    double drawn = random.nextDouble() * weights[weights.length - 1];
    int at = 0;
    while (drawn >= weights[at]) {
      at++;
    }
    return at;
  }

  public Frame frame() {
    return frame;
  }

  Iteration iteration() {
    return iteration;
  }

  RowQueue queue(int number) {
    return queues[number];
  }

  /// Commits; if statements commit themselves there is nothing to do, and no trip is made.
  void commit() throws SQLException {
    if (!autoCommit && asked) {
      if (wrote) {
        iteration.committing();
      }
      iteration.begin(plan.ends().commit());
      session().commit();
      iteration.end();
      asked = false;
    }
    left = wrote;
    for (int i = 0; i < addedTo; i++) {
      if (added[i] > 0) {
        iteration.add(i, added[i]);
      }
    }
    forgetAdded();
    confirm();
  }

  private void forgetAdded() {
    Arrays.fill(added, 0, addedTo, 0);
    addedTo = 0;
  }

  void addIfCommitted(int figure, long amount) {
    added[figure] += amount;
    addedTo = Math.max(addedTo, figure + 1);
  }

  /// Commits in the middle of an iteration: what was done so far stays done if the rest fails.
  void commitPart() throws SQLException {
    commit();
    if (left) {
      iteration.committed();
    }
  }

  /// Does nothing if one has begun.
  void beginTransaction() throws SQLException {
    if (own.open()) {
      return;
    }
    if (own.tripToBegin()) {
      iteration.begin(plan.ends().begin());
      own.begin();
      iteration.end();
    } else {
      own.begin();
    }
  }

  /// Does nothing if none has begun.
  void endTransaction(boolean commits) throws SQLException {
    if (!own.open()) {
      return;
    }
    if (commits && wrote) {
      iteration.committing();
    }
    iteration.begin(commits ? plan.ends().commit() : plan.ends().rollback());
    own.end(commits);
    iteration.end();
    left = left || (commits && wrote);
    if (!commits) {
      iteration.rolledBack();
    }
  }

  private boolean commitsItself() {
    return autoCommit && !own.open();
  }

  private void confirm() {
    for (RowQueue queue : queues) {
      queue.confirm();
    }
  }

  /// Rolls back as the business rule asks.
  void rollBack() throws SQLException {
    if (!autoCommit && asked) {
      iteration.begin(plan.ends().rollback());
      session().connection().rollback();
      iteration.end();
      asked = false;
    }
    iteration.rolledBack();
    for (RowQueue queue : queues) {
      queue.undo();
    }
  }

  /// Executes a statement and looks at its first row.
  void execute(StatementPlan statement) throws SQLException {
    int number = statement.number();
    if (nothing(number)) {
      return;
    }
    PreparedStatement ready = begin(statement);
    long rows =
        switch (forms[number]) {
          case QUERY -> {
            try (ResultSet result = ready.executeQuery()) {
              yield read(result, number);
            }
          }
          case UPDATE -> written(ready.executeUpdate());
          case EITHER -> either(ready, number);
        };
    iteration.end();
    end(statement, rows);
    place = present.place();
  }

  /// Writes several rows at once. The first one's draws choose the table.
  ///
  /// @param size how many rows
  void executeBatch(StatementPlan statement, Expression size) throws SQLException {
    int number = statement.number();
    if (nothing(number)) {
      return;
    }
    place = statement.place();
    long rows = size.whole(frame);
    if (rows < 1 || rows > MOST_ROWS) {
      throw new ArithmeticException(
          "a batch is to have %,d rows, and can have 1 to %,d".formatted(rows, MOST_ROWS));
    }
    draw(statement);
    PreparedStatement ready = chosen(number);
    ready.clearBatch();
    add(ready, number);
    for (long i = 1; i < rows; i++) {
      draw(statement);
      add(ready, number);
    }
    asked = true;
    iteration.begin(statement.operation());
    if (commitsItself()) {
      iteration.committing();
      // If one of them fails, others may stay.
      left = true;
    }
    long written = 0;
    for (int one : ready.executeBatch()) {
      written += one == Statement.SUCCESS_NO_INFO ? 1 : one;
    }
    written(written);
    iteration.end();
    end(statement, written);
    place = present.place();
  }

  private void add(PreparedStatement batch, int number) throws SQLException {
    bind(batch, bound[number]);
    batch.addBatch();
  }

  /// Whether this database has nothing to do for a statement, which then had no rows.
  private boolean nothing(int number) {
    boolean nothing = prepared[number].length == 0;
    if (nothing) {
      frame.set(plan.layout().slots().rows(), 0L);
    }
    return nothing;
  }

  private void draw(StatementPlan statement) throws SQLException {
    for (int i = 0; i < statement.draws().size(); i++) {
      statement.draws().get(i).run(this);
    }
  }

  /// The statement for the table whose number was drawn.
  private PreparedStatement chosen(int number) {
    PreparedStatement[] all = prepared[number];
    if (numbers[number] < 0) {
      return all[0];
    }
    long table = frame.whole(numbers[number]);
    if (table < 1 || table > all.length) {
      throw new ArithmeticException(
          "there is no table number %,d: there are %,d".formatted(table, all.length));
    }
    return all[(int) table - 1];
  }

  private PreparedStatement begin(StatementPlan statement) throws SQLException {
    place = statement.place();
    draw(statement);
    int number = statement.number();
    PreparedStatement ready = chosen(number);
    asked = true;
    iteration.begin(statement.operation());
    bind(ready, bound[number]);
    if (commitsItself() && forms[number] != StatementPlan.Form.QUERY) {
      iteration.committing();
    }
    return ready;
  }

  private void bind(PreparedStatement statement, int[] slots) throws SQLException {
    for (int i = 0; i < slots.length; i++) {
      frame.bind(statement, i + 1, slots[i]);
    }
  }

  private long either(PreparedStatement ready, int number) throws SQLException {
    if (!ready.execute()) {
      return written(Math.max(0, ready.getUpdateCount()));
    }
    wrote = true;
    try (ResultSet result = ready.getResultSet()) {
      return read(result, number);
    }
  }

  private long written(long rows) {
    wrote = true;
    left = left || commitsItself();
    iteration.rowsWritten(rows);
    return rows;
  }

  /// Reads all rows, as a client does, and takes the values of the first.
  private long read(ResultSet result, int number) throws SQLException {
    long rows = 0;
    if (result.next()) {
      take(result, number);
      rows = 1;
      while (result.next()) {
        rows++;
      }
    }
    iteration.rowsRead(rows);
    return rows;
  }

  private void take(ResultSet row, int number) throws SQLException {
    if (!plan.statements().get(number).result().isRead()) {
      return;
    }
    Column[] read = columns(row, number);
    int[] slots = into[number];
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] >= 0) {
        read[i].into(row, i + 1, frame, slots[i]);
      }
    }
  }

  private Column[] columns(ResultSet result, int number) throws SQLException {
    if (columns[number].length == 0) {
      StatementPlan statement = plan.statements().get(number);
      into[number] = statement.result().slots(statement.name(), result.getMetaData());
      columns[number] = Column.of(result.getMetaData(), dialect);
    }
    return columns[number];
  }

  private void end(StatementPlan statement, long rows) throws SQLException {
    frame.set(plan.layout().slots().rows(), rows);
    if (!statement.result().rows().has(rows)) {
      throw new SQLException(
          "statement %s had %d rows and must have %s"
              .formatted(statement.name(), rows, statement.result().rows()),
          NO_DATA);
    }
  }

  /// Executes a query and keeps its rows for a loop.
  ///
  /// @return how many
  int collect(StatementPlan query, int buffer) throws SQLException {
    int number = query.number();
    if (nothing(number)) {
      return 0;
    }
    PreparedStatement ready = begin(query);
    int width = query.result().into().size();
    int kept = 0;
    long rows = 0;
    try (ResultSet result = ready.executeQuery()) {
      while (result.next()) {
        rows++;
        if (kept < query.result().atMost()) {
          keep(result, number, buffer, kept++ * width);
        }
      }
    }
    iteration.rowsRead(rows);
    iteration.end();
    end(query, rows);
    place = present.place();
    return kept;
  }

  private void keep(ResultSet row, int number, int buffer, int at) throws SQLException {
    Column[] read = columns(row, number);
    Cells cells = buffers[buffer];
    cells.reserve(at + into[number].length);
    for (int i = 0; i < into[number].length; i++) {
      read[i].into(row, i + 1, frame, cells, at + i);
    }
  }

  /// Sets the query's values to those of a row that was kept.
  void show(StatementPlan query, int buffer, int row) {
    int[] slots = into[query.number()];
    for (int i = 0; i < slots.length; i++) {
      buffers[buffer].into(row * slots.length + i, frame, slots[i]);
    }
  }

  /// Adds the place in the author's file: that of the statement that failed, else of the
  /// transaction.
  @Override
  public Failure classify(Exception exception) {
    return switch (exception) {
      case Expression.PlacedError wrong ->
          new Failure(ErrorClass.JOB_CODE, 0, "", wrong.what(), Retry.NEVER).at(wrong.place());
      case SQLException _, ArithmeticException _ -> classified(exception).at(place);
      default -> classified(exception);
    };
  }

  /// A repetition would do committed work twice.
  private Failure classified(Exception exception) {
    return switch (exception) {
      case Feed.UsedUp used ->
          new Failure(ErrorClass.RESOURCE_EXHAUSTED, 0, "", Failure.describe(used), Retry.NEVER);
      case ArithmeticException wrong ->
          new Failure(ErrorClass.JOB_CODE, 0, "", Failure.describe(wrong), Retry.NEVER);
      default -> {
        Failure failure = present.retries().apply(super.classify(exception), retry);
        yield left ? failure.retrying(Retry.NEVER) : failure;
      }
    };
  }

  /// After a failure that the database certainly undid, the thread's rows are still right; after
  /// any other failure they are read again.
  @Override
  public void reset(Failure failure) throws SQLException {
    prepareIf(own.recover(session(), failure));
    if (failure.retry() == Retry.NEVER) {
      readQueues();
    }
  }
}

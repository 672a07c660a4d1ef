package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sbtest.Mix;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.verify.Checks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Rows of two numbers, each thread into a table of its own; a row is one event, and some thousands
/// of them make one INSERT.
public final class BulkInsert extends JdbcJob {
  static final Mix MIX = Mix.of(Operation.FLUSH);

  public BulkInsert() {
    super(
        new JobDescription(
            "sysbench_bulk_insert",
            "sysbench bulk inserts",
            """
            Each thread fills a table of its own. One event is one row, appended to an INSERT that is \
            sent when it is 512 KB long. As bulk_insert of sysbench 1.0.20.\
            """,
            SysbenchParameters.bulk(),
            MIX.names()));
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) throws SQLException {
    Set<String> privileges = new TreeSet<>(Set.of("SELECT", "INSERT"));
    privileges.addAll(tables(at, context).privilegesToCreate());
    privileges.addAll(SbtestTables.privilegesToDrop(context.values()));
    return privileges;
  }

  /// Tables that we did not make are not touched: they may belong to the other sysbench jobs, whose
  /// tables have the same names.
  @Override
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    List<Problem> problems = new ArrayList<>();
    tooOld(at.connection(), at.dialect()).ifPresent(problems::add);
    tables(at, context).misfit().ifPresent(problems::add);
    return problems;
  }

  /// The sentence about a database that does not know INSERTs of several rows; empty if it does.
  static Optional<Problem> tooOld(Connection connection, Dialect dialect) throws SQLException {
    int version = connection.getMetaData().getDatabaseMajorVersion();
    int needed = dialect.insertsSeveralRowsSince();
    return version >= needed
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter url",
                "the database is of version %d and inserts several rows at once from %d on"
                    .formatted(version, needed),
                "name a newer one, or run sysbench_oltp_insert"));
  }

  /// Creates the tables that are missing. Tables of an earlier run are filled further.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts) throws SQLException {
    SbtestTables tables = tables(at, context);
    tables.begin(0);
    for (String table : tables.names()) {
      tables.create(
          table,
          "create table %s (id integer not null, k integer default 0 not null, primary key (id))%s"
              .formatted(table, tableOptions(at, context)));
    }
    return facts
        .with("data.tables", tables.names().size())
        .with(SysbenchJob.ROWS_BEFORE, tables.sum("count(*)"));
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return tables(at, context).privilegesToCreate().isEmpty();
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(true);
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    return new BulkThread(session, Options.PREFIX + (context.thread() + 1));
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    long before = context.facts().whole(SysbenchJob.ROWS_BEFORE);
    Totals events = context.transactions();
    long rows = tables(at, context).sum("count(*)");
    return List.of(
        Checks.counted(
            context,
            "rows are accounted for",
            Checks.accounts(rows - before, events),
            "%,d rows; before %,d + events %,d, %,d uncertain",
            rows,
            before,
            events.ok(),
            events.uncertain()));
  }

  @Override
  protected void drop(OpenTarget at, JobContext context) throws SQLException {
    tables(at, context).drop();
  }

  private static SbtestTables tables(OpenTarget at, JobContext context) {
    return new SbtestTables(
        at, "bulk" + tableOptions(at, context), Options.tableNames(context.totalThreads()));
  }

  private static String tableOptions(OpenTarget at, JobContext context) {
    return at.dialect().tableOptions(SysbenchParameters.storageEngine(context.values()));
  }

  /// One thread of bulk_insert: appends a row to a long INSERT, and sends it when it is full.
  ///
  /// A row whose INSERT failed stays in the buffer and belongs to the next event, so that there are
  /// always as many rows, in the table and in the buffer, as events that ended well. After a lost
  /// answer, the table shows whether the INSERT took effect.
  private static final class BulkThread extends SessionThread {
    /// As in sysbench.
    static final int BUFFER = 512 * 1024;

    private static final int LONGEST_ROW = 26;
    private static final int FLUSH = BulkInsert.MIX.used().indexOf(Operation.FLUSH);

    private final String table;
    private final String beginning;
    private final StringBuilder rows = new StringBuilder(BUFFER);
    private long lastId;
    private boolean rowIsLeft;

    /// Continues after the existing rows.
    BulkThread(Session session, String table) throws SQLException {
      super(session);
      this.table = table;
      this.beginning = "insert into " + table + " (id, k) values ";
      this.lastId = highestId();
      clear();
    }

    /// Nothing is prepared, as in sysbench.
    @Override
    protected void prepare() {}

    @Override
    public void iterate(Iteration iteration) throws SQLException {
      if (!rowIsLeft) {
        append();
        rowIsLeft = true;
      }
      if (rows.length() + LONGEST_ROW > BUFFER) {
        iteration.committing();
        iteration.begin(FLUSH);
        int written = flush();
        iteration.end();
        iteration.rowsWritten(written);
        clear();
      }
      rowIsLeft = false;
    }

    private void append() {
      lastId++;
      if (rows.length() > beginning.length()) {
        rows.append(',');
      }
      rows.append('(').append(lastId).append(',').append(lastId).append(')');
    }

    private int flush() throws SQLException {
      try (Statement statement = session().connection().createStatement()) {
        statement.setEscapeProcessing(false);
        return statement.executeUpdate(rows.toString());
      }
    }

    private void clear() {
      rows.setLength(0);
      rows.append(beginning);
    }

    private long highestId() throws SQLException {
      return Rows.whole(session().connection(), "select coalesce(max(id), 0) from " + table);
    }

    @Override
    public Failure classify(Exception failure) {
      return SysbenchJob.restarting(super.classify(failure));
    }

    @Override
    public void reset(Failure failure) throws SQLException {
      super.reset(failure);
      if (highestId() >= lastId) {
        clear();
        rowIsLeft = false;
      }
    }

    /// Sends the rest, as sysbench does when a thread ends, outside any event.
    @Override
    public void close() throws SQLException {
      try (Session _ = session()) {
        if (rows.length() > beginning.length()) {
          flush();
        }
      }
    }
  }
}

package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.AnswerWatch;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetFacts;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.jdbc.TargetTrial;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Rows of two numbers, each thread into a table of its own; a row is one event, and some thousands
/// of them make one INSERT.
public final class BulkInsert implements JobClass {
  static final Operations OPERATIONS = new Operations(List.of(Operation.FLUSH));

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "sysbench_bulk_insert",
        "sysbench bulk inserts",
        """
        Each thread fills a table of its own. One event is one row, appended to an INSERT that is \
        sent when it is 512 KB long. As bulk_insert of sysbench 1.0.20.\
        """,
        SysbenchParameters.bulk(),
        OPERATIONS.names());
  }

  @Override
  public List<Problem> check(ParameterValues values) {
    return Target.check(values);
  }

  @Override
  public List<Problem> trial(JobContext context) {
    return TargetTrial.of(
        Target.of(context.values()),
        context.totalThreads(),
        (connection, dialect) -> {
          BulkTables tables = tables(context, dialect);
          Set<String> privileges = new TreeSet<>(Set.of("SELECT", "INSERT"));
          privileges.addAll(tables.privilegesToCreate(connection));
          if (drops(context.values())) {
            privileges.addAll(SbtestLog.TO_DROP);
          }
          List<Problem> problems = new ArrayList<>();
          tooOld(connection, dialect).ifPresent(problems::add);
          tables.misfit(connection).ifPresent(problems::add);
          return new TargetTrial.Demands(privileges, problems);
        });
  }

  /// The sentence about a database that does not know INSERTs of several rows; empty where it does.
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
  public Facts prepare(JobContext context) throws SQLException {
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = Engines.of(connection);
      BulkTables tables = tables(context, dialect);
      Optional<Problem> misfit = tables.misfit(connection);
      if (misfit.isPresent()) {
        throw new SQLException(misfit.get().sentence());
      }
      tables.create(connection);
      return TargetFacts.of(target, connection, dialect)
          .with("data.tables", tables.count())
          .with(SysbenchJob.ROWS_BEFORE, tables.rows(connection));
    }
  }

  @Override
  public JobShare open(ShareContext context) {
    Target target = Target.of(context.values());
    Dialect dialect = TargetFacts.dialect(context.facts());
    return new AnswerWatch(
        context.values().get(TargetParameters.ANSWER_TIMEOUT),
        thread -> openThread(thread, target, dialect));
  }

  private static BulkThread openThread(ThreadContext context, Target target, Dialect dialect)
      throws SQLException {
    Session session =
        new Session(target, dialect, new Session.Settings(Session.Settings.DATABASE_DEFAULT, true));
    return BulkThread.open(session, Sbtest.table(context.thread() + 1));
  }

  @Override
  public Verification verify(VerifyContext context) throws SQLException {
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      BulkTables tables = tables(context, TargetFacts.dialect(context.facts()));
      long before = context.facts().whole(SysbenchJob.ROWS_BEFORE);
      Totals events = context.transactions();
      long lowest = before + events.ok();
      long highest = lowest + events.uncertain();
      long rows = tables.rows(connection);
      return Verification.of(
          List.of(
              new Verification.Check(
                  "rows are accounted for",
                  rows >= lowest && rows <= highest,
                  !context.complete(),
                  String.format(
                      Locale.ROOT,
                      "%,d rows; before %,d + events %,d, %,d uncertain",
                      rows,
                      before,
                      events.ok(),
                      events.uncertain()))));
    }
  }

  @Override
  public void cleanUp(JobContext context) throws SQLException {
    if (!drops(context.values())) {
      return;
    }
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      tables(context, Engines.of(connection)).drop(connection);
    }
  }

  private static boolean drops(ParameterValues values) {
    return values.get(SysbenchParameters.CLEAN_UP).equals("drop");
  }

  private static BulkTables tables(JobContext context, Dialect dialect) {
    return new BulkTables(
        context.totalThreads(), SysbenchParameters.storageEngine(context.values()), dialect);
  }
}

package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sbtest.Mix;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.Transactions;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.Counters;
import dev.broadside.kit.verify.RowBalance;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What the jobs on the sbtest tables share: everything but their parameters and their mix.
abstract class SysbenchJob extends JdbcJob {
  static final String ROWS_BEFORE = "data.rows-before";
  static final String SUM_BEFORE = "data.sum-of-k-before";

  private static final RetryPolicy RESTARTS = new RetryPolicy(Failure.Retry.NEW_INPUT);

  private final Mix mix;

  /// @param id the part of the id after `sysbench_`
  /// @param what what one event is, in one sentence
  /// @param mix the operations of an event, in their order
  SysbenchJob(String id, String title, String what, Parameters parameters, Mix mix) {
    super(
        new JobDescription(
            "sysbench_" + id,
            title,
            what + " As " + id + " of sysbench 1.0.20.",
            parameters,
            mix.names()));
    this.mix = mix;
  }

  final Mix mix() {
    return mix;
  }

  final Options options(ParameterValues values) {
    return new Options(values, mix);
  }

  private SbtestSchema schema(OpenTarget at, JobContext context) {
    return new SbtestSchema(at, options(context.values()));
  }

  @Override
  protected final List<Problem> contradictions(ParameterValues values) {
    return options(values).statementsPerEvent() > 0
        ? List.of()
        : List.of(
            Problem.wrong(
                "parameters", "an event has no statement", "ask for at least one of a kind"));
  }

  @Override
  protected final Set<String> privileges(OpenTarget at, JobContext context) throws SQLException {
    Options options = options(context.values());
    Set<String> privileges = new TreeSet<>(Set.of("SELECT"));
    if (options.perEvent(Operation.INDEX_UPDATE) + options.perEvent(Operation.NON_INDEX_UPDATE)
        > 0) {
      privileges.add("UPDATE");
    }
    if (options.perEvent(Operation.DELETE) > 0) {
      privileges.add("DELETE");
    }
    if (options.perEvent(Operation.INSERT) > 0) {
      privileges.add("INSERT");
    }
    privileges.addAll(SbtestTables.privilegesToDrop(context.values()));
    privileges.addAll(schema(at, context).privilegesToPrepare());
    return privileges;
  }

  /// Each operation of each table, as sysbench does.
  @Override
  protected final int statements(ParameterValues values) {
    return options(values).tables() * options(values).prepared().size();
  }

  @Override
  protected final List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    return schema(at, context).misfit().stream().toList();
  }

  /// Creates and loads what is missing, then notes the values that the verification needs.
  @Override
  protected final Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    SbtestSchema schema = schema(at, context);
    Options options = schema.options();
    Facts more =
        facts.with("data.tables", options.tables()).with("data.table-size", options.tableSize());
    more =
        schema.isForeign()
            ? more.with("data.made-by", "somebody else")
            : schema.prepare(context, more);
    if (!context.stopping()) {
      more = schema.data().into(more, context.values());
    }
    more = more.with(ROWS_BEFORE, schema.tables().sum("count(*)"));
    if (options.sumsAreComparable()) {
      more = more.with(SUM_BEFORE, schema.tables().sum("sum(k)"));
    }
    return counters(at, context, more);
  }

  @Override
  protected final void load(OpenTarget at, ShareContext context)
      throws SQLException, InterruptedException {
    schema(at, context).help(context);
  }

  @Override
  protected final boolean write(OpenTarget at, JobContext context, Path folder, String form)
      throws SQLException, IOException {
    SbtestSchema schema = schema(at, context);
    schema.data().write(folder, form, schema.tables().notes(context.seed()), context);
    return true;
  }

  @Override
  protected final List<String> keyless(OpenTarget at, JobContext context) {
    Options options = options(context.values());
    return options.secondary() ? options.tableNames() : List.of();
  }

  @Override
  protected final boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return schema(at, context).privilegesToPrepare().isEmpty();
  }

  @Override
  protected final Facts counters(OpenTarget at, JobContext context, Facts facts) {
    return Counters.read(at, options(context.values()).tableNames()).into(facts);
  }

  @Override
  protected final Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(!options(values).transaction() || Transactions.autoCommit(dialect));
  }

  @Override
  protected final SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    return new OltpThread(session, options(context.values()), dialect, context);
  }

  /// Which failures restart an event, with newly drawn keys: those that sysbench ignores by
  /// default.
  ///
  /// MySQL and MariaDB: 1213, 1205 and 1020 (`--mysql-ignore-errors`). PostgreSQL: deadlock,
  /// serialization failure, and 23505, since a delete and insert of one id in two transactions at
  /// once ends so there (drv_pgsql.c).
  static Failure restarting(Failure failure) {
    return failure.retrying(
        failure.sqlState().equals("23505")
            ? Failure.Retry.NEW_INPUT
            : RESTARTS.after(failure.errorClass()));
  }

  @Override
  protected final List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    return new OltpVerification(schema(at, context), context).checks();
  }

  @Override
  protected final void drop(OpenTarget at, JobContext context) throws SQLException {
    schema(at, context).tables().drop();
  }

  /// Compares the tables after a run with what the agents counted.
  private record OltpVerification(SbtestSchema schema, VerifyContext context) {

    List<Check> checks() throws SQLException {
      List<Check> checks = new ArrayList<>();
      checks.add(statementsPerEvent());
      checks.add(rowsAreAccountedFor());
      if (options().sumsAreComparable()) {
        checks.add(updatesAreInTheSum());
      }
      checks.addAll(databaseAgrees());
      return checks;
    }

    private Options options() {
      return schema.options();
    }

    private Totals totals(Operation operation) {
      return options().mix().totals(context, operation);
    }

    /// What sysbench prints as "queries performed", and that each event made its statements.
    private Check statementsPerEvent() {
      return Checks.counted(
          context,
          "statements of an event",
          perEventHolds(context.transactions().ok()),
          "read %,d + write %,d + other %,d = %,d queries in %,d events",
          options().mix().queries(context));
    }

    private boolean perEventHolds(long events) {
      long changes = 0;
      long changesWanted = 0;
      for (Operation operation : options().mix().used()) {
        long wanted = events * wanted(operation);
        if (operation.changesRows() || operation == Operation.MISS) {
          changes += totals(operation).ok();
          changesWanted += wanted;
        } else if (totals(operation).ok() != wanted) {
          return false;
        }
      }
      return changes == changesWanted;
    }

    private int wanted(Operation operation) {
      return operation == Operation.BEGIN && schema.at().dialect().begin().isEmpty()
          ? 0
          : options().perEvent(operation);
    }

    /// Rows = before + inserts - deletes that found their row. Uncertain operations make it an
    /// interval. Without transactions, the first half of a restarted event stays, so the check does
    /// not decide.
    private Check rowsAreAccountedFor() throws SQLException {
      Totals inserts = totals(Operation.INSERT);
      Totals deletes = totals(Operation.DELETE);
      RowBalance balance =
          new RowBalance(
              context.facts().whole(SysbenchJob.ROWS_BEFORE),
              inserts.ok(),
              deletes.ok(),
              inserts.uncertain(),
              deletes.uncertain());
      boolean halvesMayStay = options().mix().has(Operation.COMMIT) && !options().transaction();
      return balance.check(
          context, "rows are accounted for", schema.tables().sum("count(*)"), !halvesMayStay);
    }

    private Check updatesAreInTheSum() throws SQLException {
      Totals updates = totals(Operation.INDEX_UPDATE);
      long grown = schema.tables().sum("sum(k)") - context.facts().whole(SysbenchJob.SUM_BEFORE);
      Check check =
          Checks.counted(
              context,
              "every update is in the sum of k",
              Checks.accounts(grown, updates),
              "the sum grew by %,d; %,d updates, %,d uncertain",
              grown,
              updates.ok(),
              updates.uncertain());
      return options().perEvent(Operation.INDEX_UPDATE) > 1 ? Checks.notDeciding(check) : check;
    }

    private List<Check> databaseAgrees() {
      Map<String, Totals> counted = options().mix().byDatabaseCounter(context);
      counted.values().removeIf(totals -> totals.ok() == 0);
      return Counters.checks(context, schema.at(), counted, options().tableNames());
    }
  }
}

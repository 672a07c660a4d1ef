package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
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
import dev.broadside.kit.jdbc.Transactions;
import dev.broadside.kit.verify.Counters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the jobs on the sbtest tables share: everything but their parameters and their one event.
abstract class SysbenchJob implements JobClass {
  static final String ROWS_BEFORE = "data.rows-before";
  static final String SUM_BEFORE = "data.sum-of-k-before";

  private final JobDescription description;
  private final Operations operations;

  /// @param id the part of the id after `sysbench_`
  /// @param what what one event is, in one sentence
  SysbenchJob(String id, String title, String what, Parameters parameters, Operations operations) {
    this.operations = operations;
    this.description =
        new JobDescription(
            "sysbench_" + id,
            title,
            what + " As " + id + " of sysbench 1.0.20.",
            parameters,
            operations.names());
  }

  /// One event.
  abstract void event(OltpClient client, Iteration iteration) throws SQLException;

  @Override
  public final JobDescription describe() {
    return description;
  }

  final Options options(ParameterValues values) {
    return new Options(description.parameters(), values, operations);
  }

  @Override
  public final List<Problem> check(ParameterValues values) {
    List<Problem> problems = new ArrayList<>(Target.check(values));
    if (options(values).statementsPerEvent() == 0) {
      problems.add(
          Problem.wrong(
              "parameters", "an event has no statement", "ask for at least one of a kind"));
    }
    return List.copyOf(problems);
  }

  @Override
  public final List<Problem> trial(JobContext context) {
    Options options = options(context.values());
    return TargetTrial.of(
        Target.of(context.values()),
        Math.max(context.totalThreads(), options.loadThreads() + 1),
        (connection, dialect) -> {
          SbtestSchema schema = new SbtestSchema(options, dialect);
          Set<String> privileges = new TreeSet<>(privilegesToRun(options));
          privileges.addAll(schema.privilegesToPrepare(connection));
          return new TargetTrial.Demands(privileges, schema.misfit(connection).stream().toList());
        });
  }

  private static Set<String> privilegesToRun(Options options) {
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
    if (options.drops()) {
      privileges.addAll(SbtestLog.TO_DROP);
    }
    return privileges;
  }

  /// Creates and loads what is missing, then notes what the run is held against.
  @Override
  public final Facts prepare(JobContext context) throws SQLException, InterruptedException {
    Options options = options(context.values());
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = Engines.of(connection);
      SbtestSchema schema = new SbtestSchema(options, dialect);
      Optional<Problem> misfit = schema.misfit(connection);
      if (misfit.isPresent()) {
        throw new SQLException(misfit.get().sentence());
      }
      Facts facts =
          TargetFacts.of(target, connection, dialect)
              .with("data.tables", options.tables())
              .with("data.table-size", options.tableSize());
      facts =
          schema.isForeign(connection)
              ? facts.with("data.made-by", "somebody else")
              : facts.with("data.seed", schema.prepare(target, connection, context));
      return before(facts, connection, schema);
    }
  }

  private static Facts before(Facts facts, Connection connection, SbtestSchema schema)
      throws SQLException {
    Options options = schema.options();
    Facts more = facts.with(ROWS_BEFORE, schema.sum(connection, "count(*)"));
    if (OltpVerification.sumsAreComparable(options)) {
      more = more.with(SUM_BEFORE, schema.sum(connection, "sum(k)"));
    }
    String[] tables = Sbtest.tables(options.tables()).toArray(String[]::new);
    return Counters.read(connection, schema.dialect(), tables).into(more);
  }

  @Override
  public final JobShare open(ShareContext context) {
    Target target = Target.of(context.values());
    Dialect dialect = TargetFacts.dialect(context.facts());
    Options options = options(context.values());
    return new AnswerWatch(
        context.values().get(TargetParameters.ANSWER_TIMEOUT),
        thread -> openThread(thread, target, dialect, options));
  }

  private OltpThread openThread(
      ThreadContext context, Target target, Dialect dialect, Options options) throws SQLException {
    boolean autoCommit = !options.transaction() || Transactions.autoCommit(dialect);
    Session session =
        new Session(
            target, dialect, new Session.Settings(Session.Settings.DATABASE_DEFAULT, autoCommit));
    return new OltpThread(OltpClient.open(session, options, dialect, context), this::event);
  }

  @Override
  public final Verification verify(VerifyContext context) throws SQLException {
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      Dialect dialect = TargetFacts.dialect(context.facts());
      Options options = options(context.values());
      return new OltpVerification(connection, new SbtestSchema(options, dialect), context).verify();
    }
  }

  @Override
  public final void cleanUp(JobContext context) throws SQLException {
    Options options = options(context.values());
    if (!options.drops()) {
      return;
    }
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      new SbtestSchema(options, Engines.of(connection)).drop(connection);
    }
  }
}

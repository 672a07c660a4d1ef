package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
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
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.AnswerWatch;
import dev.broadside.kit.jdbc.AnswerWatch.SessionThread;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetFacts;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.jdbc.TargetTrial;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.verify.Counters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// An order system in the manner of iGenOLTP: four selects, one insert, one delete, 90 % reads and
/// 10 % writes.
///
/// The original ran in SLAMD with 1 to 20 client threads on Oracle and MySQL. Its schema was never
/// published; this one is our own, and its figures compare with no published ones.
public final class Igenoltp implements JobClass {
  static final String ORDERS_BEFORE = "data.orders-before";
  private static final String SEED = "data.seed";

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "igenoltp",
        "Order system, 90 % reads",
        """
        Four selects, one insert and one delete on an order system of four tables, in the manner \
        of iGenOLTP for SLAMD. The original's schema was never published; this one is our own.\
        """,
        IgenoltpParameters.ALL,
        Operations.NAMES);
  }

  @Override
  public List<Problem> check(ParameterValues values) {
    List<Problem> problems = new ArrayList<>(Target.check(values));
    if (IgenoltpParameters.statementMix(values) && !values.get(IgenoltpParameters.COMMIT)) {
      problems.add(
          Problem.wrong(
              "parameter commit",
              "in the statement mix every statement commits itself anyway",
              "leave it out, or use the transaction mix"));
    }
    return List.copyOf(problems);
  }

  @Override
  public List<Problem> trial(JobContext context) {
    List<Problem> problems = new ArrayList<>();
    if (context.totalThreads() > OrderIds.PARTITIONS) {
      problems.add(
          Problem.wrong(
              "threads",
              context.totalThreads()
                  + " threads are more than the "
                  + OrderIds.PARTITIONS
                  + " partitions of the orders",
              "use at most " + OrderIds.PARTITIONS));
    }
    ParameterValues values = context.values();
    int connections =
        (int) Math.max(context.totalThreads(), values.get(IgenoltpParameters.LOAD_THREADS) + 1);
    problems.addAll(
        TargetTrial.of(
            Target.of(values),
            connections,
            (connection, dialect) -> demands(connection, dialect, context)));
    return List.copyOf(problems);
  }

  private static TargetTrial.Demands demands(
      Connection connection, Dialect dialect, JobContext context) throws SQLException {
    ParameterValues values = context.values();
    Set<String> privileges = new TreeSet<>(Set.of("SELECT"));
    if (ReadOnlyShare.everWrites(context)) {
      privileges.addAll(Set.of("INSERT", "DELETE"));
    }
    privileges.addAll(new OrderSchema(tables(values), dialect).privilegesToPrepare(connection));
    if (IgenoltpParameters.drops(values)) {
      privileges.add("DROP");
    }
    List<Problem> problems = new ArrayList<>();
    IgenoltpParameters.unknownIsolation(connection, values).ifPresent(problems::add);
    misfit(connection, dialect, values).ifPresent(problems::add);
    return new TargetTrial.Demands(privileges, problems);
  }

  private static Optional<Problem> misfit(
      Connection connection, Dialect dialect, ParameterValues values) throws SQLException {
    return new OrderSchema(tables(values), dialect).misfit(connection, scale(values));
  }

  /// Creates and loads what is missing, then notes how many orders there are: what the run is held
  /// against.
  @Override
  public Facts prepare(JobContext context) throws SQLException, InterruptedException {
    ParameterValues values = context.values();
    Target target = Target.of(values);
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = Engines.of(connection);
      Optional<Problem> misfit = misfit(connection, dialect, values);
      if (misfit.isPresent()) {
        throw new SQLException(misfit.get().sentence());
      }
      OrderSchema schema = new OrderSchema(tables(values), dialect);
      long seed = schema.create(connection, scale(values), context.seed());
      schema.load(target, connection, new OrderData(scale(values), seed, tables(values)), context);
      return facts(values, target, connection, dialect).with(SEED, seed);
    }
  }

  private static Facts facts(
      ParameterValues values, Target target, Connection connection, Dialect dialect)
      throws SQLException {
    Scale scale = scale(values);
    Facts facts =
        TargetFacts.of(target, connection, dialect)
            .with("data.customers", scale.customers())
            .with("data.products", scale.products())
            .with(
                ORDERS_BEFORE,
                Rows.whole(connection, "select count(*) from " + tables(values).orders()));
    return Counters.read(connection, dialect, tables(values).orders()).into(facts);
  }

  @Override
  public JobShare open(ShareContext context) {
    Target target = Target.of(context.values());
    Dialect dialect = TargetFacts.dialect(context.facts());
    return new AnswerWatch(
        context.values().get(TargetParameters.ANSWER_TIMEOUT),
        thread -> openThread(thread, target, dialect));
  }

  private static SessionThread openThread(ThreadContext context, Target target, Dialect dialect)
      throws SQLException {
    ParameterValues values = context.values();
    Scale scale = scale(values);
    OrderStatements sql = new OrderStatements(tables(values), dialect);
    OrderData data = new OrderData(scale, context.facts().whole(SEED), tables(values));
    OrderBook book = new OrderBook(sql, scale, context.thread(), context.totalThreads());
    Session session =
        new Session(target, dialect, IgenoltpParameters.session(values), RetryPolicy.of(values));
    OrderDesk desk = OrderDesk.open(session, sql, data, book, ReadOnlyShare.everWrites(context));
    OrderKeys keys = OrderKeys.of(values, scale);
    ReadOnlyShare readOnly = new ReadOnlyShare(values);
    return IgenoltpParameters.statementMix(values)
        ? new OrderStatement(desk, keys, readOnly)
        : new OrderTransaction(desk, keys, readOnly);
  }

  @Override
  public Verification verify(VerifyContext context) throws SQLException {
    ParameterValues values = context.values();
    try (Connection connection = Target.of(values).connect(Target.Purpose.LOAD)) {
      Dialect dialect = TargetFacts.dialect(context.facts());
      return new OrderVerification(connection, dialect, tables(values), context).verify();
    }
  }

  @Override
  public void cleanUp(JobContext context) throws SQLException {
    ParameterValues values = context.values();
    if (!IgenoltpParameters.drops(values)) {
      return;
    }
    try (Connection connection = Target.of(values).connect(Target.Purpose.LOAD)) {
      new OrderSchema(tables(values), Engines.of(connection)).drop(connection);
    }
  }

  private static Tables tables(ParameterValues values) {
    return new Tables(values.get(IgenoltpParameters.TABLE_PREFIX));
  }

  private static Scale scale(ParameterValues values) {
    return Scale.of(values.get(IgenoltpParameters.SCALE));
  }
}

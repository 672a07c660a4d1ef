package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.verify.Counters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// An order system in the manner of iGenOLTP: four selects, one insert, one delete, 90 % reads and
/// 10 % writes.
///
/// The original ran in SLAMD with 1 to 20 client threads on Oracle and MySQL. Its schema was never
/// published; this one is our own, and its figures compare with no published ones.
public final class Igenoltp extends JdbcJob {
  static final String ORDERS_BEFORE = "data.orders-before";
  private static final String SEED = "data.seed";

  public Igenoltp() {
    super(
        new JobDescription(
            "igenoltp",
            "Order system, 90 % reads",
            """
            Four selects, one insert and one delete on an order system of four tables, in the manner \
            of iGenOLTP for SLAMD. The original's schema was never published; this one is our own.\
            """,
            IgenoltpParameters.ALL,
            OrderThread.OPERATIONS));
  }

  @Override
  protected List<Problem> contradictions(ParameterValues values) {
    return IgenoltpParameters.statementMix(values) && !values.get(IgenoltpParameters.COMMIT)
        ? List.of(
            Problem.wrong(
                "parameter commit",
                "in the statement mix every statement commits itself anyway",
                "leave it out, or use the transaction mix"))
        : List.of();
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
    problems.addAll(super.trial(context));
    return List.copyOf(problems);
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) throws SQLException {
    Set<String> privileges = new TreeSet<>(Set.of("SELECT"));
    if (OrderThread.everWrites(context)) {
      privileges.addAll(Set.of("INSERT", "DELETE"));
    }
    privileges.addAll(schema(at, context).privilegesToPrepare());
    if (TargetParameters.drops(context.values())) {
      privileges.add("DROP");
    }
    return privileges;
  }

  @Override
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    List<Problem> problems = new ArrayList<>();
    IgenoltpParameters.unknownIsolation(at.connection(), context.values()).ifPresent(problems::add);
    schema(at, context).misfit(scale(context)).ifPresent(problems::add);
    return problems;
  }

  /// Creates and loads what is missing, then notes how many orders there are: what the run is held
  /// against.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    OrderSchema schema = schema(at, context);
    Scale scale = scale(context);
    long seed = schema.create(scale, context.seed());
    schema.load(new OrderData(scale, seed, schema.tables()), context);
    String orders = schema.tables().orders();
    Facts more =
        facts
            .with("data.customers", scale.customers())
            .with("data.products", scale.products())
            .with(ORDERS_BEFORE, at.whole("select count(*) from " + orders));
    return Counters.read(at, List.of(orders)).into(more).with(SEED, seed);
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    return IgenoltpParameters.session(values);
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    OrderStatements sql = new OrderStatements(tables(context), dialect);
    OrderData data = new OrderData(scale(context), context.facts().whole(SEED), tables(context));
    return IgenoltpParameters.statementMix(context.values())
        ? new OrderStatement(session, sql, data, context)
        : new OrderTransaction(session, sql, data, context);
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    return new OrderVerification(at, tables(context), context).checks();
  }

  @Override
  protected void drop(OpenTarget at, JobContext context) throws SQLException {
    schema(at, context).drop();
  }

  private static OrderSchema schema(OpenTarget at, JobContext context) {
    return new OrderSchema(at, tables(context));
  }

  private static Tables tables(JobContext context) {
    return new Tables(context.values().get(IgenoltpParameters.TABLE_PREFIX));
  }

  private static Scale scale(JobContext context) {
    return Scale.of(context.values().get(IgenoltpParameters.SCALE));
  }
}

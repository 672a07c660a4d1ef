package dev.broadside.kit.job;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.QueryGauges;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.rehearsal.NamedSql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// A job class of transactions on tables of its own: its [JobOutline] declares it, and its
/// [Transaction]s are what it does. All else is done here, and may be extended by overriding.
///
/// ```java
/// public final class Transfer extends TransactionJob {
///   public Transfer() {
///     super(
///         JobOutline.of("transfer", "Transfers between accounts", "Moves money between accounts.")
///             .parameters(ACCOUNTS)
///             .tables(ACCOUNT)
///             .transaction("move", 1, Move::new)
///             .unchanged("no money was lost", "select sum(balance) from {account}"));
///   }
/// }
/// ```
public abstract class TransactionJob extends JdbcJob {
  /// The seed with which the data were made, as [Facts#whole(String)] gives it.
  public static final String SEED = MadeTables.SEED;

  private final JobOutline outline;
  private final Function<ParameterValues, JobOutline> byValues;

  protected TransactionJob(JobOutline outline) {
    this(outline, _ -> outline);
  }

  /// A job class whose parameters say what its tables and statements are: how many columns there
  /// are, for example.
  ///
  /// @param own the parameters of the outline, each with a preset
  /// @param byValues gives the outline for values of these. Columns, rows and the words of
  ///   statements may differ; names, checks and all else are the same for all values
  protected TransactionJob(Parameters own, Function<ParameterValues, JobOutline> byValues) {
    this(byValues.apply(own.presets()), byValues);
  }

  private TransactionJob(JobOutline outline, Function<ParameterValues, JobOutline> byValues) {
    super(outline.description());
    this.outline = outline;
    this.byValues = byValues;
  }

  final JobOutline outline() {
    return outline;
  }

  /// The isolation that the user chose, and transactions that end with a commit unless the outline
  /// says otherwise.
  @Override
  protected final Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(
        TargetParameters.isolation(values), outline.autoCommit().test(values));
  }

  @Override
  public final List<String> transactions(ParameterValues values) {
    return outline.transactions().stream().map(JobOutline.Weighted::name).distinct().toList();
  }

  /// May be extended: `super.contradictions(values)` and more.
  @Override
  protected List<Problem> contradictions(ParameterValues values) {
    return used(List.of(values)).isEmpty()
        ? List.of(
            Problem.wrong(
                "parameters",
                "no transaction is ever drawn: all weights are 0",
                "give at least one a weight"))
        : outline.contradictions(values);
  }

  /// Statements with the same words are prepared once.
  @Override
  protected int statements(ParameterValues values) {
    return (int)
        used(List.of(values)).stream()
            .flatMap(one -> one.maker().get().statements().stream())
            .map(SqlStatement::sql)
            .distinct()
            .count();
  }

  /// The privileges for the statements of all transactions that are ever drawn, and for making the
  /// tables.
  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) throws SQLException {
    Set<String> privileges = new TreeSet<>(Set.of("SELECT"));
    for (JobOutline.Weighted one : used(context)) {
      one.maker().get().statements().forEach(statement -> privileges.add(statement.verb()));
    }
    privileges.retainAll(Set.of("SELECT", "INSERT", "UPDATE", "DELETE"));
    if (!outline.tables().isEmpty()) {
      privileges.addAll(schema(at, context).privileges());
    }
    return privileges;
  }

  /// May be extended: `super.obstacles(at, context)` and more.
  @Override
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    List<Problem> problems = new ArrayList<>();
    if (context.totalThreads() > outline.mostThreads()) {
      problems.add(
          Problem.wrong(
              "threads",
              "this job class runs on at most %,d threads, and its agents would open %,d"
                  .formatted(outline.mostThreads(), context.totalThreads()),
              "open at most " + outline.mostThreads()));
    }
    String isolation = context.values().get(TargetParameters.ISOLATION);
    TargetParameters.unknownIsolation(at.connection(), isolation).ifPresent(problems::add);
    problems.addAll(schema(at, context).wrongRows(context));
    schema(at, context).misfit().ifPresent(problems::add);
    return problems;
  }

  /// Makes and loads the tables, and notes what the checks compare. May be extended: add facts to
  /// those of `super.prepare(at, context, facts)`.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    Facts more = facts;
    if (!outline.tables().isEmpty()) {
      JobSchema schema = schema(at, context);
      boolean there = schema.loaded();
      more = more.with(SEED, schema.make(context));
      more = schema.triggers(more);
      if (!there && !context.stopping()) {
        checkLoad(at, context);
      }
      more = schema.judged(more, context);
    }
    RunCheck.Scene scene = scene(at, context);
    for (RunCheck check : outline.checks()) {
      more = check.before(scene, more);
    }
    return more;
  }

  @Override
  protected void awaitReplica(OpenTarget at, Target replica, JobContext context)
      throws SQLException, InterruptedException {
    if (!outline.tables().isEmpty()) {
      schema(at, context).awaitReplica(replica, context);
    }
  }

  /// May be extended: `super.load(at, context)` and more.
  @Override
  protected void load(OpenTarget at, ShareContext context)
      throws SQLException, InterruptedException {
    if (!outline.tables().isEmpty()) {
      schema(at, context).help(context);
    }
  }

  @Override
  protected boolean write(OpenTarget at, JobContext context, Path folder, String form)
      throws SQLException, IOException {
    schema(at, context).write(folder, form, context);
    return !outline.tables().isEmpty();
  }

  /// Checks that must hold after any run must hold after the load, too.
  ///
  /// @throws SQLException if it does not: a mistake in the job class, or rows that it did not load
  private void checkLoad(OpenTarget at, JobContext context) throws SQLException {
    RunCheck.Scene scene = scene(at, context);
    for (RunCheck check : outline.checks()) {
      if (check instanceof RunCheck.Expected expected && expected.decides()) {
        Check loaded = expected.check(scene, context.values());
        if (!loaded.holds()) {
          throw new SQLException(
              "what was loaded is not right: %s: %s".formatted(loaded.name(), loaded.detail()));
        }
      }
    }
  }

  @Override
  protected List<String> keyless(OpenTarget at, JobContext context) {
    return byValues.apply(context.values()).tables().stream()
        .filter(table -> !table.create("", at.dialect()).contains("primary key"))
        .map(table -> prefix(context) + table.name())
        .toList();
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return outline.tables().isEmpty() || schema(at, context).complete();
  }

  @Override
  protected List<NamedSql> loadStatements(ShareContext context, Dialect dialect) {
    Wording words = words(dialect, prefix(context));
    return used(context).stream()
        .flatMap(one -> one.maker().get().statements().stream())
        .map(one -> new NamedSql(one.name(), words.of(one.sql(dialect))))
        .distinct()
        .toList();
  }

  @Override
  protected Map<Integer, QueryGauges.Query> gauges(ShareContext context, Dialect dialect) {
    Wording words = words(dialect, prefix(context));
    Map<Integer, QueryGauges.Query> queries = new LinkedHashMap<>();
    for (JobOutline.Gauge gauge : outline.gauges()) {
      NamedSql asked = new NamedSql("figure " + gauge.figure().id(), words.of(gauge.query()));
      queries.put(
          describe().figures().indexOf(gauge.figure()), new QueryGauges.Query(asked, gauge.per()));
    }
    return queries;
  }

  @Override
  protected Facts counters(OpenTarget at, JobContext context, Facts facts) throws SQLException {
    Facts more = facts;
    for (RunCheck check : outline.checks()) {
      more =
          check instanceof RunCheck.DatabaseCounts counts
              ? counts.before(scene(at, context), more)
              : more;
    }
    return more;
  }

  /// May be extended: an agent's threads share what is made here before `super.share(context)`.
  @Override
  protected ThreadOpener share(ShareContext context) throws SQLException {
    Map<String, Object> share = new HashMap<>();
    return (thread, session, dialect) ->
        new TransactionThread(this, thread, session, words(dialect, prefix(thread)), share);
  }

  @Override
  protected final SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    return share(context).open(context, session, dialect);
  }

  /// What the outline says must hold. May be extended: `super.checks(at, context)` and more.
  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    List<Check> checks = new ArrayList<>();
    RunCheck.Scene scene = scene(at, context);
    for (RunCheck check : outline.checks()) {
      checks.addAll(check.after(scene, context));
    }
    return checks;
  }

  @Override
  protected void drop(OpenTarget at, JobContext context) throws SQLException {
    schema(at, context).drop();
  }

  /// Replaces words in braces by those of the database.
  protected final String sql(String sql, Dialect dialect, JobContext context) {
    return words(dialect, prefix(context)).of(sql);
  }

  /// Everything that this job may say to a database: what makes and fills its tables, the
  /// statements of its transactions, and the queries of its checks. For tests, and for people who
  /// have to approve it.
  ///
  /// @param prefix what the names of the tables begin with
  public final List<String> statements(Dialect dialect, String prefix) {
    Wording words = words(dialect, prefix);
    List<String> all = new ArrayList<>();
    for (LoadedTable table : outline.tables()) {
      String full = prefix + table.name();
      all.add(table.create(full, dialect));
      all.add(table.insert(full));
      table.indexes(full).forEach(index -> all.add(index.sql()));
    }
    outline.triggers().stream()
        .flatMap(trigger -> dialect.trigger(trigger.made()).stream())
        .forEach(statement -> all.add(words.of(statement)));
    outline.transactions().stream()
        .map(one -> one.maker().get())
        .forEach(one -> {
          one.asked().forEach(query -> all.add(words.of(query)));
          one.statements().forEach(statement -> all.add(words.of(statement.sql(dialect))));
        });
    outline.gauges().forEach(gauge -> all.add(words.of(gauge.query())));
    outline.checks().stream()
        .flatMap(check -> check.queries().stream())
        .forEach(query -> all.add(words.of(query)));
    return all.stream().distinct().toList();
  }

  /// What the agents counted for some operations together.
  protected final Totals totals(VerifyContext context, List<String> operations) {
    return operations.stream()
        .map(name -> context.operation(describe().operations().indexOf(name)))
        .reduce(Totals.NONE, Totals::plus);
  }

  /// The verbs of all statements that write, by their names.
  final Map<String, String> writes() {
    Map<String, String> verbs = new LinkedHashMap<>();
    for (JobOutline.Weighted one : outline.transactions()) {
      one.maker()
          .get()
          .statements()
          .forEach(statement -> verbs.put(statement.name(), statement.verb()));
    }
    return verbs;
  }

  final List<String> tableNames(Wording words) {
    return outline.tables().stream().map(table -> words.prefix() + table.name()).toList();
  }

  /// The transactions that a thread does: the one that is asked for, or those that are drawn.
  final List<JobOutline.Weighted> used(ThreadContext thread) {
    return thread
        .only()
        .map(name ->
            byValues.apply(thread.values()).transactions().stream()
                .filter(one -> one.name().equals(name))
                .toList())
        .orElseGet(() -> used((JobContext) thread));
  }

  /// The transactions that are drawn in some phase.
  final List<JobOutline.Weighted> used(JobContext context) {
    return used(context.valuesByPhase());
  }

  private List<JobOutline.Weighted> used(List<ParameterValues> phases) {
    return byValues.apply(phases.getFirst()).transactions().stream()
        .filter(one -> phases.stream().anyMatch(values -> one.weight().applyAsDouble(values) > 0))
        .toList();
  }

  private RunCheck.Scene scene(OpenTarget at, JobContext context) {
    return new RunCheck.Scene(this, at, words(at.dialect(), prefix(context)));
  }

  private Wording words(Dialect dialect, String prefix) {
    List<String> tables = outline.tables().stream().map(LoadedTable::name).toList();
    return new Wording(dialect, prefix, tables);
  }

  private JobSchema schema(OpenTarget at, JobContext context) {
    return new JobSchema(at, byValues.apply(context.values()), prefix(context), context.values());
  }

  private static String prefix(JobContext context) {
    return context.values().has(TargetParameters.TABLE_PREFIX)
        ? context.values().get(TargetParameters.TABLE_PREFIX)
        : "";
  }
}

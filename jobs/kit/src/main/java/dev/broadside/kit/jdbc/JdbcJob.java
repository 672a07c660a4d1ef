package dev.broadside.kit.jdbc;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.Rehearsal;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.monitor.CounterMonitor;
import dev.broadside.kit.monitor.DeadlockWatch;
import dev.broadside.kit.monitor.EngineCounter;
import dev.broadside.kit.monitor.LockWatch;
import dev.broadside.kit.monitor.QueryMonitor;
import dev.broadside.kit.monitor.SettingsWatch;
import dev.broadside.kit.monitor.StatementBook;
import dev.broadside.kit.monitor.Watch;
import dev.broadside.kit.plan.PlanWatch;
import dev.broadside.kit.rehearsal.NamedSql;
import dev.broadside.kit.rehearsal.Rehearser;
import dev.broadside.kit.rehearsal.StatementLog;
import dev.broadside.kit.rehearsal.Uncommitted;
import dev.broadside.kit.rehearsal.UndoRule;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A job class whose target is one database. Here are the connections of its life: the trial, the
/// preparation, a session for each load thread, the verification, the end. A job class only says
/// what it does on them.
///
/// Its parameters are [TargetParameters#ALL] and its own. [TargetParameters#LOAD_THREADS],
/// [TargetParameters#CLEAN_UP] and [RetryPolicy#PARAMETER] take effect if it declares them.
public abstract class JdbcJob implements JobClass {
  private static final Optional<SocketConnection.Pool> NO_POOL = Optional.empty();

  private final JobDescription description;

  protected JdbcJob(JobDescription description) {
    this.description =
        description
            .with(Figure.UP)
            .withOperation(SessionThread.ConnectionLife.OPERATION)
            .withOperation(SocketConnection.Pool.OPERATION);
  }

  @Override
  public final JobDescription describe() {
    return description;
  }

  /// Values that are each right, but contradict each other.
  protected List<Problem> contradictions(ParameterValues values) {
    return List.of();
  }

  /// The privileges that the user needs, now that the job has seen the target; as in
  /// [TargetTrial.Demands]. The privilege to drop tables at the end is added to them.
  protected abstract Set<String> privileges(OpenTarget at, JobContext context) throws SQLException;

  /// Why the job cannot use the tables that it finds; empty if it can, or finds none.
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    return List.of();
  }

  /// The tables that this job makes without a primary key.
  protected List<String> keyless(OpenTarget at, JobContext context) {
    return List.of();
  }

  /// How many statements a load thread keeps prepared, at least; 0 if that is not known.
  protected int statements(ParameterValues values) {
    return 0;
  }

  /// Makes and loads what is missing.
  ///
  /// @param facts about the target
  /// @return them, and what the threads and the verification need to know
  protected abstract Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException;

  /// Waits until the replica that serves the reads has what [#prepare] made.
  protected void awaitReplica(OpenTarget at, Target replica, JobContext context)
      throws SQLException, InterruptedException {}

  /// Loads a part of the tables of another agent that has called
  /// [dev.broadside.core.work.JobContext#loading].
  protected void load(OpenTarget at, ShareContext context)
      throws SQLException, InterruptedException {}

  /// Writes the rows that [#prepare] would load as files.
  ///
  /// @param at its connection does nothing but fail
  /// @param folder exists and is empty
  /// @param form `csv` or `sql`
  /// @return whether it has rows to write
  protected boolean write(OpenTarget at, JobContext context, Path folder, String form)
      throws SQLException, IOException {
    return false;
  }

  /// How the sessions of the load threads behave.
  protected abstract Session.Settings settings(ParameterValues values, Dialect dialect);

  /// One load thread's part; its statements are prepared.
  ///
  /// @param session closed if this fails
  protected abstract SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException;

  @FunctionalInterface
  protected interface ThreadOpener {
    SessionThread open(ThreadContext context, Session session, Dialect dialect) throws SQLException;

    /// Answers for gauges that no query answers for, as [dev.broadside.core.work.JobShare#gauge]
    /// does.
    default double gauge(int figure) {
      return Double.NaN;
    }
  }

  /// For job classes whose threads share something: makes it, once on each agent, and opens the
  /// threads with it.
  protected ThreadOpener share(ShareContext context) throws SQLException {
    return this::open;
  }

  /// Whether [#prepare] has nothing to make, since the tables exist and are loaded. False if
  /// unknown.
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return false;
  }

  /// The statements of the load that a rehearsal looks at one by one.
  protected List<NamedSql> loadStatements(ShareContext context, Dialect dialect) {
    return List.of();
  }

  /// The statements of the load as a result shows them, where their texts hold values that are not
  /// for everybody.
  protected List<NamedSql> shownStatements(ShareContext context, Dialect dialect) {
    return loadStatements(context, dialect);
  }

  /// The queries that answer for gauges, by the index of the figure. A rehearsal asks each once.
  protected Map<Integer, QueryGauges.Query> gauges(ShareContext context, Dialect dialect) {
    return Map.of();
  }

  /// The facts with the database's own counters as they are now. Called after a rehearsal, whose
  /// statements the database counts, too.
  protected Facts counters(OpenTarget at, JobContext context, Facts facts) throws SQLException {
    return facts;
  }

  /// Checks the target after the run.
  protected abstract List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException;

  /// Drops what [#prepare] made.
  protected void drop(OpenTarget at, JobContext context) throws SQLException {}

  @Override
  public final List<Problem> check(ParameterValues values) {
    List<Problem> problems = new ArrayList<>(Target.check(values));
    problems.addAll(contradictions(values));
    boolean reconnects = !values.get(TargetParameters.RECONNECT).equals("never");
    boolean pooled = TargetParameters.pooled(values);
    if ((reconnects && connect() < 0) || (pooled && waiting() < 0)) {
      String parameter = pooled ? TargetParameters.POOL.name() : TargetParameters.RECONNECT.name();
      problems.add(
          Problem.wrong(
              "parameter " + parameter,
              "getting a connection would be one more operation, and the job class has the most that"
                  + " are allowed",
              "give the job class fewer operations, or leave " + parameter + " out"));
    }
    if (reconnects && pooled) {
      problems.add(
          Problem.wrong(
              "parameter reconnect",
              "the pool decides for how long its connections live",
              "leave reconnect or pool out"));
    }
    if ((reconnects || pooled) && problems.isEmpty() && Target.ofReads(values).isPresent()) {
      problems.add(
          Problem.wrong(
              "parameter reads-to",
              "its connections live as long as the load does",
              "leave it, or reconnect and pool, out"));
    }
    if (values.get(TargetParameters.MONITOR_USER).isEmpty()
        && !values.get(TargetParameters.MONITOR_PASSWORD).reveal().isEmpty()) {
      problems.add(
          Problem.wrong(
              "parameter monitor-password",
              "there is no monitor-user whose password it is",
              "give a monitor-user, or leave it out"));
    }
    return List.copyOf(problems);
  }

  private int connect() {
    return description.operations().indexOf(SessionThread.ConnectionLife.OPERATION);
  }

  private int waiting() {
    return description.operations().indexOf(SocketConnection.Pool.OPERATION);
  }

  @Override
  public List<Problem> trial(JobContext context) {
    Target target = Target.of(context.values());
    Optional<Problem> unasked = unasked(target, context);
    if (unasked.isPresent()) {
      return List.of(unasked.get());
    }
    List<Problem> problems =
        TargetTrial.of(
            target,
            Math.max(loadConnections(context), connectionsToLoad(context)),
            (connection, dialect) -> {
              OpenTarget at = new OpenTarget(target, connection, dialect);
              List<Problem> obstacles = obstacles(at, context);
              boolean makes = obstacles.isEmpty() && !complete(at, context);
              return new TargetTrial.Demands(
                  allPrivileges(at, context),
                  statements(target, context),
                  makes ? keyless(at, context) : List.of(),
                  obstacles);
            },
            context::found);
    if (!problems.isEmpty()) {
      return problems;
    }
    List<Problem> others = new ArrayList<>(readsRefused(context));
    others.addAll(monitorRefused(context.values()));
    return others;
  }

  /// Why the program that prints the password cannot be run; empty if it can, or if the job names
  /// no program.
  private static Optional<Problem> unasked(Target target, JobContext context) {
    return target.asked().flatMap(command -> command.trial(context::mayRun));
  }

  /// The target as the monitor connects to it: as its own user, if it has one.
  private static Target watched(ParameterValues values) {
    String user = values.get(TargetParameters.MONITOR_USER);
    Target target = Target.of(values);
    return user.isEmpty() ? target : target.as(user, values.get(TargetParameters.MONITOR_PASSWORD));
  }

  /// Why the database refuses the monitor's own user; empty if it does not, or the load's user
  /// watches.
  private static List<Problem> monitorRefused(ParameterValues values) {
    if (values.get(TargetParameters.MONITOR_USER).isEmpty()
        || !values.get(TargetParameters.MONITOR)) {
      return List.of();
    }
    return TargetTrial.reach(watched(values), _ -> {}).stream()
        .map(problem ->
            Problem.wrong(
                "parameter monitor-user",
                problem.what(),
                "give the right monitor-user and monitor-password, or leave both out"))
        .toList();
  }

  /// Why the replica cannot serve the reads. It need not have the tables yet.
  private static List<Problem> readsRefused(JobContext context) {
    TargetTrial.Demands demands =
        new TargetTrial.Demands(Set.of("SELECT"), 0, List.of(), List.of());
    return Target.ofReads(context.values()).stream()
        .flatMap(replica ->
            TargetTrial.of(replica, context.totalThreads(), (_, _) -> demands, _ -> {}).stream())
        .map(problem ->
            Problem.wrong(
                "parameter reads-to", problem.where() + ": " + problem.what(), problem.mend()))
        .toList();
  }

  private Set<String> allPrivileges(OpenTarget at, JobContext context) throws SQLException {
    Set<String> all = new HashSet<>(privileges(at, context));
    if (TargetParameters.drops(context.values())) {
      all.add("DROP");
    }
    return all;
  }

  private long statements(Target target, JobContext context) {
    return target.preparesOnServer()
        ? (long) context.totalThreads() * statements(context.values())
        : 0;
  }

  private static int loadConnections(JobContext context) {
    ParameterValues values = context.values();
    long working =
        TargetParameters.pooled(values)
            ? context.agentCount() * values.get(TargetParameters.POOL_SIZE)
            : context.totalThreads();
    return Math.toIntExact(working + values.get(TargetParameters.IDLE_CONNECTIONS));
  }

  /// Each agent has one more, which looks for existing tables.
  private static int connectionsToLoad(JobContext context) {
    return context.agentCount() * (TargetParameters.loadThreads(context.values()) + 1);
  }

  @Override
  public final List<Problem> reach(JobContext context) {
    Target target = Target.of(context.values());
    return unasked(target, context)
        .map(List::of)
        .orElseGet(() -> TargetTrial.reach(target, context::found));
  }

  @Override
  public final Facts prepare(JobContext context) throws SQLException, InterruptedException {
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      OpenTarget at = new OpenTarget(target, connection, Engines.of(connection));
      List<Problem> obstacles = obstacles(at, context);
      if (!obstacles.isEmpty()) {
        throw new SQLException(obstacles.getFirst().sentence());
      }
      Facts facts = prepare(at, context, TargetFacts.of(target, connection, at.dialect()));
      Optional<Target> replica = Target.ofReads(context.values());
      if (replica.isPresent()) {
        awaitReplica(at, replica.get(), context);
      }
      return facts;
    } catch (SQLException failure) {
      throw target.engine().errors().withMend(failure);
    }
  }

  /// The facts about existing tables that a [rehearsal][#rehearse] needs; changes nothing.
  @Override
  public final Optional<Facts> prepared(JobContext context)
      throws SQLException, InterruptedException {
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = Engines.of(connection);
      Connection same =
          Uncommitted.of(connection, dialect, UndoRule.of(dialect, connection), new StatementLog());
      OpenTarget at = new OpenTarget(target, same, dialect);
      try {
        if (complete(at, context)) {
          return Optional.of(prepare(at, context, TargetFacts.of(target, same, dialect)));
        }
      } catch (Uncommitted.NotUndone _) {
        // Something is to be made after all.
      } finally {
        connection.rollback();
      }
    }
    context.found(
        Finding.ok(Rehearser.NAME, "not rehearsed: the tables will be made by the preparation"));
    return Optional.empty();
  }

  @Override
  public final Rehearsal rehearse(ThreadContext context) throws SQLException, InterruptedException {
    Target target = Target.of(context.values());
    Dialect dialect = TargetFacts.dialect(context.facts());
    Stage stage = new Stage(target, dialect, context);
    Rehearser rehearser = new Rehearser(context, dialect, description.operations(), stage);
    List<NamedSql> gauges =
        gauges(context, dialect).values().stream().map(QueryGauges.Query::asked).toList();
    List<Problem> problems = rehearser.rehearse(loadStatements(context, dialect), gauges);
    Facts floor = TargetFloor.with(context.facts(), target, dialect.selectOne());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      OpenTarget at = new OpenTarget(target, connection, dialect);
      Facts facts = floor.with(Rehearser.NAME, rehearser.report());
      return new Rehearsal(problems, counters(at, context, facts), stage.log().all());
    }
  }

  /// Needs no database: the URL says whose words the files use.
  @Override
  public final boolean export(JobContext context, Path folder, String form)
      throws SQLException, IOException {
    return write(OpenTarget.unopened(Target.of(context.values())), context, folder, form);
  }

  @Override
  public final void load(ShareContext context) throws SQLException, InterruptedException {
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      load(new OpenTarget(target, connection, Engines.of(connection)), context);
    }
  }

  @Override
  public final JobShare open(ShareContext context) throws SQLException {
    ParameterValues values = context.values();
    Target target = Target.of(values);
    Dialect dialect = TargetFacts.dialect(context.facts());
    ThreadOpener opener = share(context);
    Restarts restarts = Restarts.by(dialect.upSecondsQuery());
    // One worker of a job tells the texts of the statements.
    boolean tells = context.agentIndex() == 0 && context.life() == 0;
    List<AutoCloseable> others = new ArrayList<>(List.of(IdleConnections.of(target, context)));
    Optional<SocketConnection.Pool> pool = pool(target, values, dialect, restarts);
    pool.ifPresent(others::add);
    Optional<Target> replica = Target.ofReads(values);
    AnswerWatch threads =
        new AnswerWatch(
            values.get(TargetParameters.ANSWER_TIMEOUT),
            ShareWords.of(tells ? shownStatements(context, dialect) : List.of()),
            thread -> {
              Session session = session(target, dialect, thread, restarts::renewed, pool);
              SessionThread work =
                  session.handTo(() -> {
                    if (replica.isPresent()) {
                      session.readFrom(session(replica.get(), dialect, thread, _ -> {}, NO_POOL));
                    }
                    return opener.open(thread, session, dialect);
                  });
              work.live(SessionThread.ConnectionLife.of(values, thread.thread(), connect()));
              if (pool.isPresent()) {
                work.share(waiting());
              }
              return work;
            },
            opener::gauge,
            others);
    Map<Integer, QueryGauges.Query> gauges = gauges(context, dialect);
    JobShare gauged = gauges.isEmpty() ? threads : new QueryGauges(threads, target, gauges);
    return restarts.of(gauged, description.figures().indexOf(Figure.UP));
  }

  private Session session(
      Target to,
      Dialect dialect,
      ThreadContext thread,
      Consumer<Connection> renewed,
      Optional<SocketConnection.Pool> pool)
      throws SQLException {
    return new Session(
        to,
        dialect,
        settings(thread.values(), dialect),
        policy(thread.values()),
        connection -> thread.watched(Connection.class, connection),
        renewed,
        pool);
  }

  private Optional<SocketConnection.Pool> pool(
      Target target, ParameterValues values, Dialect dialect, Restarts restarts)
      throws SQLException {
    if (!TargetParameters.pooled(values)) {
      return Optional.empty();
    }
    int size = Math.toIntExact(values.get(TargetParameters.POOL_SIZE));
    return Optional.of(
        new SocketConnection.Pool(target, settings(values, dialect), size, restarts::renewed));
  }

  @Override
  public final Optional<TargetMonitor> monitor(ShareContext context) {
    ParameterValues values = context.values();
    FurtherDatabase.Kind kind = kind(context.facts());
    List<EngineCounter> counters = kind.counters();
    if (!values.get(TargetParameters.MONITOR) || counters.isEmpty()) {
      return Optional.empty();
    }
    Duration interval = values.get(TargetParameters.MONITOR_INTERVAL);
    return Optional.of(
        kind.monitor(watched(values), counters, watches(context, kind, counters), interval));
  }

  private List<Watch> watches(
      ShareContext context, FurtherDatabase.Kind kind, List<EngineCounter> counters) {
    Dialect dialect = kind.dialect();
    return List.of(
        new SettingsWatch(dialect.settingsQuery()),
        new PlanWatch(
            dialect.plans(), dialect.quoting(), planned(context, dialect), System::nanoTime),
        new DeadlockWatch(dialect.deadlockQuery()),
        new LockWatch(dialect.locks()),
        new StatementBook(
            dialect.statementViews(kind.version()),
            known(context, dialect),
            CounterMonitor.statements(counters),
            System::nanoTime));
  }

  /// Those that were rehearsed come first, since their values are known.
  private List<LoadStatement> planned(ShareContext context, Dialect dialect) {
    List<LoadStatement> all = new ArrayList<>(context.rehearsed());
    all.addAll(known(context, dialect));
    return all;
  }

  private List<LoadStatement> known(ShareContext context, Dialect dialect) {
    return loadStatements(context, dialect).stream()
        .map(one -> new LoadStatement(one.name(), one.sql(), List.of()))
        .toList();
  }

  @Override
  public final Optional<TargetMonitor> monitor(ShareContext context, TargetMonitor.Extra extra) {
    ParameterValues values = context.values();
    return switch (extra) {
      case TargetMonitor.Extra.Query query -> {
        Target watched = watched(values);
        yield Optional.of(
            new QueryMonitor(() -> watched.connectPlainly(Target.Purpose.SET_UP), query));
      }
      case TargetMonitor.Extra.Database(
              String id,
              Map<String, String> address,
              Duration interval) -> {
        Target there = elsewhere(values, address);
        Optional<FurtherDatabase.Kind> usual =
            Optional.of(context.facts())
                .filter(facts -> !facts.equals(Facts.NONE))
                .filter(_ -> Target.of(values).engine().equals(there.engine()))
                .map(JdbcJob::kind);
        yield Optional.of(new FurtherDatabase(there, usual, id, interval));
      }
    };
  }

  private static FurtherDatabase.Kind kind(Facts facts) {
    return new FurtherDatabase.Kind(TargetFacts.dialect(facts), TargetFacts.version(facts));
  }

  /// The target at another address, of the user who watches.
  private Target elsewhere(ParameterValues values, Map<String, String> address) {
    Map<String, String> texts = new HashMap<>(values.texts());
    if (!values.get(TargetParameters.MONITOR_USER).isEmpty()) {
      texts.put(TargetParameters.USER.name(), values.get(TargetParameters.MONITOR_USER));
      texts.put(
          TargetParameters.PASSWORD.name(), values.get(TargetParameters.MONITOR_PASSWORD).reveal());
    }
    texts.remove(TargetParameters.READS_TO.name());
    texts.putAll(address);
    return switch (describe().parameters().read(texts)) {
      case Parameters.Reading.Bad(List<Problem> problems) ->
          throw new IllegalArgumentException(problems.getFirst().sentence());
      case Parameters.Reading.Good(ParameterValues there) -> {
        List<Problem> problems = Target.check(there);
        if (!problems.isEmpty()) {
          throw new IllegalArgumentException(problems.getFirst().sentence());
        }
        yield Target.of(there);
      }
    };
  }

  static RetryPolicy policy(ParameterValues values) {
    return values.has(RetryPolicy.PARAMETER) ? RetryPolicy.of(values) : RetryPolicy.SAME_INPUT;
  }

  @Override
  public final Verification verify(VerifyContext context) throws SQLException {
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = TargetFacts.dialect(context.facts());
      return Verification.of(checks(new OpenTarget(target, connection, dialect), context));
    }
  }

  @Override
  public final void cleanUp(JobContext context) throws SQLException {
    if (!TargetParameters.drops(context.values())) {
      return;
    }
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      drop(new OpenTarget(target, connection, Engines.of(connection)), context);
    }
  }

  /// Opens the load threads of a rehearsal like those of a load, but on connections that commit
  /// nothing.
  private final class Stage implements Rehearser.Stage {
    private final Target target;
    private final Dialect dialect;
    private final ThreadContext context;
    private final ThreadOpener opener;
    private final UndoRule rule;
    private final StatementLog log = new StatementLog();

    Stage(Target target, Dialect dialect, ThreadContext context) throws SQLException {
      this.target = target;
      this.dialect = dialect;
      this.context = context;
      this.opener = share(context);
      try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
        this.rule = UndoRule.of(dialect, connection);
      }
    }

    @Override
    public Connection connect() throws SQLException {
      return guarded(target.connect(Target.Purpose.RUN));
    }

    @Override
    public Rehearser.Part open() throws SQLException {
      ParameterValues values = context.values();
      Session.Settings settings = settings(values, dialect);
      Session session =
          new Session(target, dialect, settings, policy(values), this::guarded, _ -> {}, NO_POOL);
      SessionThread thread = session.handTo(() -> opener.open(context, session, dialect));
      return new Rehearser.Part(thread, thread.acts(context.valuesByPhase()), session.connection());
    }

    @Override
    public StatementLog log() {
      return log;
    }

    private Connection guarded(Connection connection) {
      try {
        return Uncommitted.of(connection, dialect, rule, log);
      } catch (SQLException e) {
        throw new IllegalStateException("auto-commit cannot be switched off", e);
      }
    }
  }
}

package dev.broadside.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.Rehearsal;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.VerifyContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;

/// A job class under test: a job of one agent, driven step by step on the test's own thread. With
/// [#agents(int)], others help to load.
///
/// ```java
/// JobTester tester = JobTester.onH2(new HotCounter()).threads(2);
/// tester.prepare();
/// try (TestRun run = tester.open()) {
///   run.iterate(100);
/// }
/// assertEquals(HOLDS, tester.verify().verdict());
/// ```
public final class JobTester {
  private final JobClass jobClass;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, String> secondPhase = new LinkedHashMap<>();
  private final Map<String, Long> progress = new ConcurrentHashMap<>();
  private final TestTotals totals;
  private final List<TestRun> runs = new ArrayList<>();
  private final List<FutureTask<?>> helpers = new ArrayList<>();
  private int agents = 1;
  private int threads = 1;
  private long seed = 42;
  private String stopStep = "";
  private long stopDone;
  private volatile boolean stopping;
  private Facts facts = Facts.NONE;
  private List<LoadStatement> rehearsed = List.of();

  private JobTester(JobClass jobClass) {
    this.jobClass = jobClass;
    this.totals = new TestTotals(jobClass.describe());
  }

  /// Without any parameters yet.
  public static JobTester of(JobClass jobClass) {
    return new JobTester(jobClass);
  }

  /// Against a fresh H2 database in this JVM's memory, which the parameter `url` names.
  public static JobTester onH2(JobClass jobClass) {
    return of(jobClass).with("url", h2(""));
  }

  /// The address of a fresh H2 database in this JVM's memory.
  ///
  /// @param settings such as `;MODE=Oracle`
  public static String h2(String settings) {
    return "jdbc:h2:mem:" + UUID.randomUUID().toString().replace("-", "") + settings;
  }

  /// Against a MariaDB, by the parameters `url`, `user` and `password`.
  public static JobTester on(MariaDbServer server, JobClass jobClass) {
    return of(jobClass)
        .with("url", server.url())
        .with("user", MariaDbServer.USER)
        .with("password", MariaDbServer.PASSWORD);
  }

  public JobTester with(String name, String value) {
    texts.put(name, value);
    return this;
  }

  /// The run has a second phase, in which a parameter has another value.
  public JobTester thenWith(String name, String value) {
    secondPhase.put(name, value);
    return this;
  }

  public JobTester threads(int count) {
    threads = count;
    return this;
  }

  /// This number of agents load, each on its own thread; the first one does all the rest.
  public JobTester agents(int count) {
    agents = count;
    return this;
  }

  public JobTester seed(long newSeed) {
    seed = newSeed;
    return this;
  }

  /// The job has to stop as soon as a step has got this far.
  public JobTester stopAt(String step, long done) {
    stopStep = step;
    stopDone = done;
    return this;
  }

  /// The job has to stop now. May be called by any thread.
  public void stop() {
    stopping = true;
  }

  /// The job no longer has to stop.
  public void goOn() {
    stopStep = "";
    stopping = false;
  }

  /// The values, which have to be good.
  public ParameterValues values() {
    return good(jobClass.describe().parameters().read(texts));
  }

  private static ParameterValues good(Parameters.Reading reading) {
    return switch (reading) {
      case Parameters.Reading.Good(ParameterValues values) -> values;
      case Parameters.Reading.Bad(List<Problem> problems) ->
          throw new AssertionError(problems.toString());
    };
  }

  /// The problems of the parameters, as the user sees them.
  public List<Problem> check() {
    return switch (jobClass.describe().parameters().read(texts)) {
      case Parameters.Reading.Good(ParameterValues values) -> jobClass.check(values);
      case Parameters.Reading.Bad(List<Problem> problems) -> problems;
    };
  }

  public List<Problem> trial() throws Exception {
    return jobClass.trial(new Context(values()));
  }

  public Facts prepare() throws Exception {
    facts = jobClass.prepare(new Context(values()));
    for (FutureTask<?> helper : helpers) {
      helper.get();
    }
    helpers.clear();
    return facts;
  }

  /// Writes the data as files.
  ///
  /// @param form `csv` or `sql`
  /// @return false if the job class has no rows to write
  public boolean export(Path folder, String form) throws Exception {
    return jobClass.export(new Context(values()), folder, form);
  }

  private void help(int agent, Facts known) {
    FutureTask<Boolean> helper =
        new FutureTask<>(() -> {
          jobClass.load(new Helper(values(), agent, known));
          return true;
        });
    helpers.add(helper);
    java.lang.Thread.ofPlatform().name("agent-" + agent).start(helper);
  }

  /// The facts of a preparation that has nothing to make.
  public Optional<Facts> prepared() throws Exception {
    return jobClass.prepared(new Context(values()));
  }

  /// Rehearses, on a connection that commits nothing.
  ///
  /// @return what would fail in the load, too, a sentence each
  public List<String> rehearse() throws Exception {
    Thread thread = new Thread(values(), 0, new SplittableRandom(seed), new WatchedConnections());
    Rehearsal rehearsal = jobClass.rehearse(thread);
    facts = rehearsal.facts();
    rehearsed = rehearsal.statements();
    return rehearsal.problems().stream().map(Problem::sentence).toList();
  }

  /// The life of a job: checks and tries its parameters, prepares, rehearses, iterates in turn on
  /// its threads, verifies.
  ///
  /// @throws AssertionError if anything is wrong with the parameters, an iteration does not end
  ///   well, or a check of the verification does not hold
  public Verification run(int iterations) throws Exception {
    assertEquals(List.of(), check());
    assertEquals(List.of(), trial());
    prepare();
    assertEquals(List.of(), rehearse());
    long before = totals.transactions().ok();
    try (TestRun run = open()) {
      run.iterate(iterations);
    }
    assertEquals(
        iterations, totals.transactions().ok() - before, () -> totals.failures().toString());
    Verification verification = verify();
    assertNotEquals(Verification.Verdict.BROKEN, verification.verdict(), verification::toString);
    return verification;
  }

  /// @throws AssertionError if the verification does not hold
  public Verification verifyHolds() throws Exception {
    Verification verification = verify();
    assertEquals(Verification.Verdict.HOLDS, verification.verdict(), verification::toString);
    return verification;
  }

  /// Opens all threads. The caller closes the run.
  public TestRun open() throws Exception {
    ParameterValues values = values();
    totals.figures(jobClass.figures(values));
    JobShare share = jobClass.open(new Context(values));
    List<TestRun.Member> members = new ArrayList<>();
    WatchedConnections connections = new WatchedConnections();
    for (int i = 0; i < threads; i++) {
      SplittableRandom random = new SplittableRandom(seed + i);
      Thread thread = new Thread(values, i, random, connections);
      members.add(new TestRun.Member(share.openThread(thread), random));
    }
    TestRun run = new TestRun(jobClass, share, members, totals, values, connections);
    runs.add(run);
    return run;
  }

  /// What watches the target during the load. The caller closes it.
  public Optional<TargetMonitor> monitor() {
    return jobClass.monitor(new Context(values()));
  }

  /// What reads something more of a database. The caller closes it.
  public Optional<TargetMonitor> monitor(TargetMonitor.Extra extra) {
    return jobClass.monitor(new Context(values()), extra);
  }

  public Verification verify() throws Exception {
    return jobClass.verify(new Verify(values()));
  }

  public void cleanUp() throws Exception {
    jobClass.cleanUp(new Context(values()));
  }

  public Facts facts() {
    return facts;
  }

  public TestTotals totals() {
    return totals;
  }

  /// The sentences that a user would see about these parameters before anything starts: those of
  /// [#check()], or if there are none those of [#trial()].
  public List<String> refusals() throws Exception {
    List<Problem> problems = check();
    return (problems.isEmpty() ? trial() : problems).stream().map(Problem::sentence).toList();
  }

  /// Closes what a test has left open.
  void closeRuns() throws Exception {
    for (TestRun run : runs) {
      run.close();
    }
  }

  /// The last reported progress, by step.
  public Map<String, Long> progress() {
    return progress;
  }

  private class Context implements ShareContext {
    private final ParameterValues values;

    Context(ParameterValues values) {
      this.values = values;
    }

    @Override
    public List<LoadStatement> rehearsed() {
      return rehearsed;
    }

    @Override
    public ParameterValues values() {
      return values;
    }

    @Override
    public List<ParameterValues> valuesByPhase() {
      return List.of(values, good(jobClass.describe().parameters().change(values, secondPhase)));
    }

    @Override
    public long seed() {
      return seed;
    }

    @Override
    public int totalThreads() {
      return threads;
    }

    @Override
    public void progress(String step, long done, long total) {
      progress.merge(step, done, Math::max);
      if (step.equals(stopStep) && done >= stopDone) {
        stopping = true;
      }
    }

    @Override
    public void loading(Facts known) {
      for (int agent = 1; agent < agents && helpers.size() < agents - 1; agent++) {
        help(agent, known);
      }
    }

    /// A test runs on the host of its author.
    @Override
    public boolean mayRun(String program) {
      return true;
    }

    @Override
    public boolean stopping() {
      return stopping;
    }

    @Override
    public Facts facts() {
      return facts;
    }

    @Override
    public int agentIndex() {
      return 0;
    }

    @Override
    public int agentCount() {
      return agents;
    }

    @Override
    public int firstThread() {
      return 0;
    }

    @Override
    public int threads() {
      return threads;
    }
  }

  private final class Helper extends Context {
    private final int agent;
    private final Facts known;

    Helper(ParameterValues values, int agent, Facts known) {
      super(values);
      this.agent = agent;
      this.known = known;
    }

    @Override
    public int agentIndex() {
      return agent;
    }

    @Override
    public Facts facts() {
      return known;
    }
  }

  private final class Thread extends Context implements ThreadContext {
    private final int number;
    private final RandomGenerator random;
    private final WatchedConnections connections;

    Thread(
        ParameterValues values,
        int number,
        RandomGenerator random,
        WatchedConnections connections) {
      super(values);
      this.connections = connections;
      this.number = number;
      this.random = random;
    }

    @Override
    public int thread() {
      return number;
    }

    @Override
    public RandomGenerator random() {
      return random;
    }

    @Override
    public <T> T watched(Class<T> type, T object) {
      return connections.watched(type, object);
    }
  }

  private final class Verify extends Context implements VerifyContext {
    Verify(ParameterValues values) {
      super(values);
    }

    @Override
    public Totals transactions() {
      return totals.transactions();
    }

    @Override
    public Totals operation(int operation) {
      return totals.operation(operation);
    }

    @Override
    public OptionalLong figure(int figure) {
      return OptionalLong.of(totals.figure(figure));
    }

    @Override
    public boolean complete() {
      return true;
    }
  }
}

package dev.broadside.client.monitor;

import dev.broadside.client.watch.FigureSource;
import dev.broadside.client.watch.MonitorFigures;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.TargetMonitor.Extra;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// All that an agent reads beside the load of one job: what its job class watches, and what the
/// user asks for. Each has a thread of its own, so that none waits for another, and the load for
/// none.
public final class Monitors implements FigureSource, AutoCloseable {
  /// The flag of a worker's JVM that lets a job's monitors run commands on the agent's host.
  public static final String COMMANDS_FLAG = "-Dbroadside.monitor.commands=true";

  /// The beginning of the flag that names the file of [WebCredentials].
  public static final String CREDENTIALS_FLAG = "-Dbroadside.monitor.credentials=";

  private static final String NO_COMMANDS =
      "it is a command, and commands of jobs are not run here";

  /// How long they may take to say what they will tell, all of them together.
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(5);

  /// A record has room for {@value Figure#MOST}, and the host and the job class need some.
  static final int MOST_FIGURES = 200;

  private final List<Opened> all;
  private final Time time;
  private List<MonitorFigures> started = List.of();

  /// Something that is to be read.
  ///
  /// @param name what users are told it is called
  /// @param reason what users are told about a reading that failed
  public record Wanted(String name, TargetMonitor monitor, Function<Throwable, Failure> reason) {}

  private record Opened(Wanted wanted, List<Figure> figures) {}

  /// Has a job class make what reads a database.
  @FunctionalInterface
  public interface OfJobClass {
    Optional<TargetMonitor> monitor(Extra extra) throws Exception;
  }

  private Monitors(List<Opened> all, Time time) {
    this.all = List.copyOf(all);
    this.time = time;
  }

  /// What an agent's host grants to monitors of jobs.
  ///
  /// @param commands whether they may run commands there
  public record Grant(boolean commands, WebCredentials credentials) {
    /// What the flags of workers say.
    public static Grant of(List<String> flags) {
      return new Grant(
          flags.contains(COMMANDS_FLAG),
          new WebCredentials(
              flags.stream()
                  .filter(flag -> flag.startsWith(CREDENTIALS_FLAG))
                  .map(flag -> Path.of(flag.substring(CREDENTIALS_FLAG.length())))
                  .findFirst()));
    }

    /// What this JVM was started with.
    public static Grant ofThisProcess() {
      return of(
          Stream.of(COMMANDS_FLAG, CREDENTIALS_FLAG)
              .map(flag -> flag.substring(2, flag.indexOf('=')))
              .map(name -> "-D" + name + "=" + System.getProperty(name, ""))
              .filter(flag -> !flag.equals(CREDENTIALS_FLAG))
              .toList());
    }

    /// The flags that grant this.
    public List<String> flags() {
      return Stream.concat(
              credentials.file().map(file -> CREDENTIALS_FLAG + file.toAbsolutePath()).stream(),
              Stream.of(COMMANDS_FLAG).filter(_ -> commands))
          .toList();
    }
  }

  /// The monitors of a job that an agent reads.
  ///
  /// @param first whether it is the job's first agent
  public static List<MonitorSource> readBy(String agent, boolean first, JobSpec spec) {
    return JobDocument.MONITORS.in(spec).stream()
        .filter(one -> one.agent().map(agent::equals).orElse(first))
        .toList();
  }

  /// Whether a share makes no load and reads no database, so that it needs no job class.
  public static boolean codeless(Plan plan) {
    return plan.slice().watches()
        && readBy(plan.agent(), false, plan.spec()).stream().noneMatch(MonitorSource::ofDatabase);
  }

  /// The problems with monitors that an agent cannot read.
  ///
  /// @param commands whether it runs commands
  public static List<Problem> problems(
      List<MonitorSource> sources, JobSpec spec, boolean commands) {
    return sources.stream().flatMap(one -> problem(one, spec, commands).stream()).toList();
  }

  private static Optional<Problem> problem(MonitorSource source, JobSpec spec, boolean commands) {
    String where = "monitor " + source.name();
    return switch (source.what()) {
      case MonitorSource.Command _ when !commands ->
          Optional.of(
              Problem.wrong(
                  where,
                  NO_COMMANDS,
                  "start the agent, or the run, with --allow-monitor-commands, or leave it out"));
      case MonitorSource.Database it
          when !it.address() && !spec.secrets().containsKey(source.secret()) ->
          Optional.of(
              Problem.wrong(
                  where,
                  "no target is called " + it.place(),
                  "give a JDBC URL; only a server knows targets"));
      case MonitorSource.What _ -> Optional.empty();
    };
  }

  /// What reads a monitor.
  ///
  /// @param databases makes what needs a database's driver
  public static Wanted wanted(
      MonitorSource source, JobSpec spec, Grant grant, Time time, OfJobClass databases) {
    TargetMonitor monitor;
    try {
      monitor =
          switch (source.what()) {
            case MonitorSource.Prometheus it ->
                new PrometheusMonitor(source, it, grant.credentials());
            case MonitorSource.Exporter it ->
                new ExporterMonitor(source, it, grant.credentials(), time);
            case MonitorSource.Command it when grant.commands() -> new CommandMonitor(source, it);
            case MonitorSource.Command _ -> throw new IOException(NO_COMMANDS);
            case MonitorSource.Sql(String statement) ->
                of(
                    databases,
                    new Extra.Query(source.id(), statement, source.unit(), source.interval()));
            case MonitorSource.Database it ->
                of(
                    databases,
                    new Extra.Database(source.id(), address(source, it, spec), source.interval()));
          };
    } catch (Exception e) {
      monitor = new Unread(e);
    }
    return new Wanted("monitor " + source.name(), monitor, Monitors::failure);
  }

  private static TargetMonitor of(OfJobClass databases, Extra extra) throws Exception {
    return databases
        .monitor(extra)
        .orElseThrow(() -> new IOException("this job class reads no databases for monitors"));
  }

  /// Where a further database is: at a URL, or where the server says that a target is.
  private static Map<String, String> address(
      MonitorSource source, MonitorSource.Database database, JobSpec spec) throws IOException {
    Map<String, String> address = new HashMap<>();
    if (database.address()) {
      address.put(ConnectionParameters.URL.name(), database.place());
    } else {
      Secret told = spec.secrets().get(source.secret());
      if (told == null) {
        throw new IOException("there is no target " + database.place());
      }
      address.putAll(
          JsonMapper.shared()
              .readValue(told.reveal(), new TypeReference<Map<String, String>>() {}));
    }
    return address;
  }

  private static Failure failure(Throwable thrown) {
    return thrown instanceof Exception exception
        ? Failure.other(exception)
        : Failure.other(new IllegalStateException(thrown));
  }

  /// Asks all of them for their figures. What does not answer in time, and what would be too much,
  /// is left out, and users are told.
  public static Monitors open(List<Wanted> all, Time time) throws InterruptedException {
    List<FutureTask<List<Figure>>> asked = new ArrayList<>();
    for (Wanted one : all) {
      FutureTask<List<Figure>> task = new FutureTask<>(one.monitor()::figures);
      Thread.ofPlatform().daemon().name(one.name()).start(task);
      asked.add(task);
    }
    long end = time.nanos() + LONGEST_OPENING.toNanos();
    List<Opened> opened = new ArrayList<>();
    int figures = 0;
    for (int i = 0; i < asked.size(); i++) {
      Opened one = opened(all.get(i), asked.get(i), end - time.nanos());
      if (figures + one.figures().size() > MOST_FIGURES) {
        one =
            unread(
                one.wanted(),
                new IOException(
                    "it is left out: all monitors together have more than %d figures"
                        .formatted(MOST_FIGURES)));
      }
      figures += one.figures().size();
      opened.add(one);
    }
    return new Monitors(opened, time);
  }

  private static Opened opened(Wanted one, FutureTask<List<Figure>> asked, long nanos)
      throws InterruptedException {
    try {
      return new Opened(one, asked.get(Math.max(1, nanos), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      String what = "it did not answer within %d s".formatted(LONGEST_OPENING.toSeconds());
      return unread(one, new IOException(what, e));
    } catch (ExecutionException e) {
      return unread(one, e.getCause() instanceof Exception cause ? cause : e);
    }
  }

  private static Opened unread(Wanted one, Exception why) {
    return new Opened(new Wanted(one.name(), new Unread(why), one.reason()), List.of());
  }

  /// Stands in for a monitor that has no figures in this run.
  private record Unread(Exception why) implements TargetMonitor {
    @Override
    public List<Figure> figures() {
      return List.of();
    }

    @Override
    public Duration interval() {
      return Duration.ofHours(1);
    }

    @Override
    public double[] read() throws Exception {
      throw new IOException("its figures are not in this result: " + Failure.describe(why), why);
    }
  }

  /// Nothing is read.
  public static Monitors none(Time time) {
    return new Monitors(List.of(), time);
  }

  /// Begins to read, as [MonitorFigures] does.
  ///
  /// @param originNanos the common start of the run
  public Monitors start(RunAxis axis, long originNanos) {
    started =
        all.stream()
            .map(one ->
                new MonitorFigures(
                        one.wanted().name(),
                        one.wanted().monitor(),
                        one.figures(),
                        one.wanted().reason(),
                        axis,
                        originNanos,
                        time)
                    .start())
            .toList();
    return this;
  }

  @Override
  public List<Figure> figures() {
    return each(MonitorFigures::figures);
  }

  @Override
  public List<FigureValue> read() {
    return each(MonitorFigures::read);
  }

  /// Waits for all of them together no longer than for one.
  @Override
  public List<FigureValue> readLast() {
    long end = time.nanos() + MonitorFigures.LAST.toNanos();
    started.forEach(MonitorFigures::end);
    return each(one -> one.readLast(Duration.ofNanos(Math.max(1, end - time.nanos()))));
  }

  @Override
  public List<Failure> failures() {
    return each(MonitorFigures::failures);
  }

  @Override
  public List<Observed> observed() {
    return each(MonitorFigures::observed);
  }

  private <T> List<T> each(Function<MonitorFigures, List<T>> of) {
    return started.stream().flatMap(one -> of.apply(one).stream()).toList();
  }

  /// Ends all monitors and the commands that they run, without waiting. A monitor that was never
  /// started is closed on a thread of its own.
  @Override
  public void close() {
    boolean begun = !started.isEmpty();
    started.forEach(MonitorFigures::close);
    for (Opened one : all) {
      switch (one.wanted().monitor()) {
        case CommandMonitor command -> command.close();
        case TargetMonitor other when !begun ->
            Thread.ofPlatform().daemon().name(one.wanted().name()).start(() -> closed(other));
        default -> {}
      }
    }
  }

  private static void closed(TargetMonitor monitor) {
    try {
      monitor.close();
    } catch (Exception e) {
      // The agent passes this line on.
      System.err.println("a monitor did not close: " + Failure.describe(e));
    }
  }
}

package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// Everything that a user asks of one job. Never changes once submitted.
///
/// @param name a short name for lists
/// @param jobClass id of the job class
/// @param pack SHA-256 of the pack that holds it, in lower-case hex
/// @param parameters the job class's parameters as texts, without the secret ones
/// @param secrets its secret parameters; kept apart so that they are never shown by accident
/// @param agents which agents it wants
/// @param phases each with its load, which is closed in all of them or open in all of them; at
///   least one is [PhaseKind#MEASURE]
/// @param interval length of a collection interval
/// @param threadKind what a load thread is
/// @param seed equal seeds make equal data and equal draws
/// @param grace how long threads may finish their iteration when the job is stopped
/// @param startAt not before this instant; empty for as soon as possible
/// @param waitForAgents whether it waits while too few agents are connected; if not, it fails at
///   once
/// @param settings all other fields
public record JobSpec(
    String name,
    String jobClass,
    String pack,
    Map<String, String> parameters,
    Map<String, Secret> secrets,
    AgentDemand agents,
    List<Phase> phases,
    Duration interval,
    ThreadKind threadKind,
    long seed,
    Duration grace,
    Optional<Instant> startAt,
    boolean waitForAgents,
    Settings settings) {
  /// Begins the names of those secrets that are no parameters: a monitor needs them.
  public static final String MONITOR_SECRET = "monitors.";

  public JobSpec {
    Bounds.text(name, Bounds.MAX_TEXT, "the job's name");
    Bounds.name(jobClass, "the job class");
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
    phases = List.copyOf(phases);
    if (parameters.size() + secrets.size() > Bounds.MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "a job has at most " + Bounds.MAX_PARAMETERS + " parameters");
    }
    if (!pack.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("the pack is not given as SHA-256 in lower-case hex");
    }
    if (phases.size() > Bounds.MAX_PHASES
        || phases.stream().noneMatch(phase -> phase.kind() == PhaseKind.MEASURE)) {
      throw new IllegalArgumentException(
          "a job needs a measured phase, and at most " + Bounds.MAX_PHASES + " phases");
    }
    checkLoads(phases);
    if (interval.compareTo(Bounds.SHORTEST_INTERVAL) < 0
        || interval.compareTo(Bounds.LONGEST_INTERVAL) > 0) {
      throw new IllegalArgumentException("the interval must be from 5ms to 1h");
    }
    Duration all = phases.stream().map(Phase::duration).reduce(Duration.ZERO, Duration::plus);
    if (all.dividedBy(interval) > Bounds.MAX_INTERVALS) {
      throw new IllegalArgumentException(
          "the run has more than " + Bounds.MAX_INTERVALS + " intervals; make the interval longer");
    }
    if (grace.isNegative() || grace.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("the grace time must be from 0s to 1h");
    }
  }

  /// A latency counts from another moment in an open load than in a closed one, and a result must
  /// not mix the two.
  private static void checkLoads(List<Phase> phases) {
    if (phases.stream().map(phase -> phase.load().open()).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "some phases have a rate and some have none; give all of them one, or none");
    }
    if (phases.stream().mapToInt(JobSpec::ratePoints).sum() > Rate.MAX_POINTS) {
      throw new IllegalArgumentException(
          "the rates of all phases have more than " + Rate.MAX_POINTS + " points together");
    }
  }

  private static int ratePoints(Phase phase) {
    return switch (phase.load()) {
      case LoadModel.Open(_, Rate.Trace(List<Rate.Point> points), _) -> points.size();
      case LoadModel.Open(_, Rate.Steps(List<Rate.Plateau> steps), _) -> steps.size();
      case LoadModel.Open _, LoadModel.Closed _ -> 0;
    };
  }

  /// This job with other secrets, which are stored and sent apart from the rest.
  public JobSpec withSecrets(Map<String, Secret> others) {
    return changed(parameters, others, phases, interval, seed, startAt, settings);
  }

  /// This job at another database.
  ///
  /// @param texts values of some parameters
  /// @param more values of some secret ones
  public JobSpec at(Map<String, String> texts, Map<String, Secret> more) {
    Map<String, String> all = new LinkedHashMap<>(texts);
    parameters.forEach(all::putIfAbsent);
    Map<String, Secret> hidden = new LinkedHashMap<>(secrets);
    hidden.putAll(more);
    return changed(all, hidden, phases, interval, seed, startAt, settings);
  }

  /// This job with other settings.
  public JobSpec withSettings(Settings others) {
    return changed(parameters, secrets, phases, interval, seed, startAt, others);
  }

  /// This job with another value of a parameter, or of a setting if it has no such parameter.
  public JobSpec with(String name, String text) {
    boolean parameter = parameters.containsKey(name);
    Map<String, String> texts = new LinkedHashMap<>(parameter ? parameters : settings.given());
    texts.put(name, text);
    return parameter
        ? changed(texts, secrets, phases, interval, seed, startAt, settings)
        : withSettings(new Settings(texts));
  }

  /// This job with a start that is not before an instant, nor before its own start.
  public JobSpec notBefore(Instant at) {
    Instant later = startAt.filter(at::isBefore).orElse(at);
    return changed(parameters, secrets, phases, interval, seed, Optional.of(later), settings);
  }

  private JobSpec changed(
      Map<String, String> newParameters,
      Map<String, Secret> newSecrets,
      List<Phase> newPhases,
      Duration newInterval,
      long newSeed,
      Optional<Instant> newStartAt,
      Settings newSettings) {
    return new JobSpec(
        name,
        jobClass,
        pack,
        newParameters,
        newSecrets,
        agents,
        newPhases,
        newInterval,
        threadKind,
        newSeed,
        grace,
        newStartAt,
        waitForAgents,
        newSettings);
  }

  /// This job with other data and other random draws.
  public JobSpec withSeed(long other) {
    return changed(parameters, secrets, phases, interval, other, startAt, settings);
  }

  /// This job with another start.
  public JobSpec withStartAt(Optional<Instant> other) {
    return changed(parameters, secrets, phases, interval, seed, other, settings);
  }

  /// Whether another job is equal, not counting secrets. A client that submits a job again must not
  /// learn whether it has guessed the secrets.
  public boolean sameButSecrets(JobSpec other) {
    return withSecrets(Map.of()).equals(other.withSecrets(Map.of()));
  }

  /// This job with another number of threads per agent in all its phases: a step of a thread
  /// ladder.
  public JobSpec withThreads(int perAgent) {
    return withPhases(phases.stream().map(phase -> phase.withThreads(perAgent)).toList(), interval);
  }

  /// This job at another rate in all its phases; a ramp-up ends at that rate.
  public JobSpec withRate(double perSecond) {
    return withPhases(phases.stream().map(phase -> phase.withRate(perSecond)).toList(), interval);
  }

  /// This job with other phases and another interval.
  private JobSpec withPhases(List<Phase> others, Duration length) {
    return changed(parameters, secrets, others, length, seed, startAt, settings);
  }

  /// This job as one thread that starts at once, with the values of the first measured phase, and
  /// may take a day for its one iteration.
  public JobSpec once() {
    Phase measured =
        phases.stream()
            .filter(phase -> phase.kind() == PhaseKind.MEASURE)
            .findFirst()
            .orElseThrow();
    LoadModel one = new LoadModel.Closed(1, new Think.None());
    Phase only = new Phase(PhaseKind.MEASURE, Duration.ofDays(1), one, measured.mix());
    Map<String, String> given = new TreeMap<>(settings.given());
    given.remove(OpenedThreads.DECLARED.name());
    return withPhases(List.of(only), Duration.ofHours(1)).withSettings(new Settings(given));
  }

  /// This job with the longest limits for its steps, so that a debugger may hold them for days.
  public JobSpec patient() {
    Map<ShareStep, Duration> limits = new EnumMap<>(ShareStep.class);
    ShareStep.allSettable().forEach(step -> limits.put(step, ShareStep.LONGEST));
    Map<String, String> given = new TreeMap<>(settings.given());
    given.putAll(Settings.of(limits).given());
    return withSettings(new Settings(given));
  }

  /// Load threads of each agent, in the phase that has most of them.
  public int threadsPerAgent() {
    return phases.stream().mapToInt(phase -> phase.load().threadsPerAgent()).max().orElse(0);
  }

  /// How many load threads the job has, over all agents.
  public int totalThreads() {
    return Math.multiplyExact(agents.count(), threadsPerAgent());
  }

  /// Load threads that each agent opens before the start, with a connection each: those of
  /// [#threadsPerAgent()] and those in reserve.
  public int openedPerAgent() {
    return OpenedThreads.perAgent(this);
  }

  /// How many load threads are opened before the start, over all agents.
  public int openedThreads() {
    return Math.multiplyExact(agents.count(), openedPerAgent());
  }

  /// The highest rate of iterations that it ever asks for; empty if its load is closed.
  public OptionalDouble highestRate() {
    return open()
        ? phases.stream()
            .map(Phase::load)
            .mapToDouble(load -> load instanceof LoadModel.Open at ? at.rate().highest() : 0)
            .max()
        : OptionalDouble.empty();
  }

  /// Whether iterations have an intended start.
  public boolean open() {
    return phases.getFirst().load().open();
  }

  /// The load of the measured phases in a few words, for people.
  public String loadWords() {
    List<String> loads =
        phases.stream()
            .filter(phase -> phase.kind() == PhaseKind.MEASURE)
            .map(phase -> phase.load().words())
            .distinct()
            .toList();
    return loads.size() == 1
        ? loads.getFirst()
        : loads.getFirst() + "; " + loads.size() + " loads in all";
  }

  /// What the latencies of such a job are, in a few words.
  public String latencyMeaning() {
    return open() ? "response time from the intended start" : "service time only";
  }

  /// All parameters as texts, secrets included: for the worker only.
  public Map<String, String> texts() {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    secrets.forEach((name, secret) -> {
      if (!name.startsWith(MONITOR_SECRET)) {
        all.put(name, secret.reveal());
      }
    });
    return all;
  }

  /// All parameters as they may be shown.
  public Map<String, String> shownParameters() {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    secrets.forEach((name, secret) -> all.put(name, secret.toString()));
    return all;
  }

  /// The run's time axis.
  public RunAxis axis() {
    return RunAxis.of(phases, interval);
  }
}

package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.OpenedThreads;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunShape;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThinkText;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.core.study.StudyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The fields of a [JobDocument] that describe the load and its duration, and the list of phases
/// that may replace them. All problems in it are collected.
///
/// ```
/// - {phase: ramp-up, duration: 10s, threads: 16, rate: 500}
/// - {phase: measure, duration: 1m, threads: 16, rate: 500, arrivals: poisson, mix: {read-only-share: 50}}
/// ```
///
/// For one thread.
public final class LoadFields {
  /// Replaces the fields for load and time.
  public static final JobField<String> PHASES =
      JobField.of(
              Group.LOAD,
              "Phases",
              Parameter.text(
                  "phases",
                  "List of phases with a load each, in place of ramp-up, warmup, duration, "
                      + "cooldown, rate, arrivals and think. Either all phases have a rate or "
                      + "none has; at least one must be measured."))
          .as(Form.PHASES);

  public static final JobField<List<Integer>> THREADS =
      JobField.of(
              Group.LOAD,
              "Threads per agent",
              Parameter.text(
                      "threads",
                      "Load threads per agent, each with its own connection. Several numbers, "
                          + "such as 1,2,4,8, make a study.")
                  .preset("1"))
          .meaning(
              StudyText::threads,
              counts -> counts.stream().map(String::valueOf).collect(Collectors.joining(",")),
              "give a whole number from 1 to "
                  + Bounds.MAX_THREADS
                  + ", or at most "
                  + StudyPlan.MAX_STEPS
                  + " different ones such as 1,2,4,8")
          .as(Form.LIST)
          .ofOptional(_ -> Optional.empty());

  /// [JobSpec#openedPerAgent()] uses it.
  public static final JobField<Long> MAX_THREADS =
      JobField.of(Group.LOAD, "Threads opened per agent", OpenedThreads.DECLARED).folded();

  public static final JobField<Double> RATE =
      byPhases(
          JobField.of(
                  Group.LOAD,
                  "Rate",
                  Parameter.decimal(
                          "rate",
                          "Iterations started per second, over all agents. By default as many as "
                              + "the threads can do.")
                      .between(1e-6, Rate.MAX_PER_SECOND))
              .as(Form.SHAPE)
              .ofOptional(_ -> Optional.empty()));

  public static final JobField<Arrivals> ARRIVALS =
      byPhases(
          JobField.of(
                  Group.LOAD,
                  "Arrivals",
                  Parameter.choice("arrivals", "Spacing of the starts.")
                      .option("constant", "evenly spaced")
                      .option(
                          "poisson",
                          "at random, independent of each other, like requests of many users")
                      .preset("constant"))
              .meaning(
                  word -> one(Arrivals.values(), kind -> kind.word().equals(word)),
                  Arrivals::word,
                  "")
              .needs(RATE, "without a rate there are none", "give a rate, or leave it out")
              .ofOptional(_ -> Optional.empty()));

  public static final JobField<Think> THINK =
      byPhases(
          JobField.of(
                  Group.LOAD,
                  "Think time",
                  Parameter.text(
                          "think",
                          "Pause of a thread between two iterations: 10ms, 5ms..20ms (uniform), or "
                              + "exp:10ms (exponential with this mean).")
                      .preset("none"))
              .meaning(ThinkText::parse, ThinkText::of, ThinkText.FORMS)
              .excludes(RATE, "at a rate nobody pauses", "give one of rate and think")
              .ofOptional(_ -> Optional.empty()));

  public static final JobField<ThreadKind> THREAD_KIND =
      JobField.of(
              Group.LOAD,
              "Thread kind",
              Parameter.choice("thread-kind", "Kind of load thread.")
                  .option("platform", "an operating system thread")
                  .option(
                      "pinned",
                      "an operating system thread bound to one processor (Linux only), for a "
                          + "generator on the same host as the database")
                  .option("virtual", "a virtual thread, for very many connections")
                  .preset("platform"))
          .meaning(ThreadKind::of, ThreadKind::word, "")
          .of(JobSpec::threadKind)
          .folded();

  public static final JobField<Duration> RAMP_UP =
      ofPhases("Ramp-up", "ramp-up", "Time over which the load rises to its full level.")
          .at("rampup")
          .folded();

  public static final JobField<Duration> WARMUP =
      ofPhases(
          "Warm-up", "warmup", "Load before the measurement, which is not measured, such as 10s.");

  public static final JobField<Duration> DURATION =
      byPhases(
          JobField.of(
                  Group.TIME,
                  "Duration",
                  Parameter.span(
                          "duration", "Length of the measurement, such as 30s, 5m, 2h or 3d.")
                      .between(Duration.ofMillis(1), Bounds.LONGEST)
                      .preset(Duration.ofMinutes(1)))
              .ofOptional(_ -> Optional.empty()));

  /// The load engine obeys it.
  public static final JobField<Long> ITERATIONS =
      JobField.of(
              Group.TIME,
              "Iterations",
              Parameter.whole(
                      "iterations",
                      "Iterations of the whole run, each thread its part, after which it ends "
                          + "before its duration is over. 0 for no limit.")
                  .between(0, 1_000_000_000_000L)
                  .preset(0))
          .folded();

  public static final JobField<Duration> COOLDOWN =
      ofPhases("Cool-down", "cooldown", "Load after the measurement, which is not measured.")
          .folded();

  public static final JobField<Duration> INTERVAL =
      JobField.of(
              Group.TIME,
              "Collection interval",
              Parameter.span(
                      "interval",
                      "Length of a collection interval, which is one point on each chart.")
                  .between(Bounds.SHORTEST_INTERVAL, Bounds.LONGEST_INTERVAL)
                  .preset(Duration.ofSeconds(1)))
          .of(JobSpec::interval)
          .folded();

  /// All of them, in the order in which they are shown.
  static final List<JobField<?>> ALL =
      List.of(
          THREADS,
          MAX_THREADS,
          RATE,
          ARRIVALS,
          THINK,
          THREAD_KIND,
          PHASES,
          RAMP_UP,
          WARMUP,
          DURATION,
          ITERATIONS,
          COOLDOWN,
          INTERVAL);

  private static final Set<String> FIELDS =
      Set.of("phase", "duration", "threads", "rate", "arrivals", "think", "mix");
  private static final String KINDS = "give ramp-up, warm-up, measure or cool-down";

  private final int threads;
  private final List<Problem> problems;
  private final List<Phase> phases = new ArrayList<>();

  private LoadFields(int threads, List<Problem> problems) {
    this.threads = threads;
    this.problems = problems;
  }

  /// Reads the phases.
  ///
  /// @param threads load threads of each agent in phases that do not give them
  /// @param problems takes what is wrong; if there are any, do not use the result
  static List<Phase> read(JsonNode list, int threads, List<Problem> problems) {
    return new LoadFields(threads, problems).readAll(list);
  }

  private List<Phase> readAll(JsonNode list) {
    if (!list.isArray() || list.isEmpty() || list.size() > Bounds.MAX_PHASES) {
      wrong("it is not a list of 1 to " + Bounds.MAX_PHASES + " phases", "write one for each");
      return List.of();
    }
    for (JsonNode phase : list) {
      readOne(phase);
    }
    checkTogether();
    return List.copyOf(phases);
  }

  private void wrong(String what, String mend) {
    problems.add(Problem.wrong("/phases", what, mend));
  }

  private void readOne(JsonNode node) {
    JsonFields fields = new JsonFields(node, "/phases/" + phases.size(), problems);
    if (!node.isObject()) {
      fields.wrong("phase", JsonFields.shown(node) + " is not a phase", "write it as {phase: ...}");
      return;
    }
    fields.onlyKnow(FIELDS);
    PhaseKind kind = kind(fields);
    if (fields.node("duration").isEmpty()) {
      fields.wrong("duration", "it is missing", "give a length of time such as 30s");
    }
    Duration length = fields.get(DURATION);
    LoadModel load = load(fields, threads(fields), length);
    boolean rises =
        kind == PhaseKind.RAMP_UP && fields.node("rate").filter(JsonNode::isValueNode).isPresent();
    phases.add(
        new Phase(
            kind, length, rises ? RunShape.rising(load, rateBefore(), length) : load, mix(fields)));
  }

  /// The load of a job, or of one of its phases. The fields collect what is wrong with it; then the
  /// result must not be used.
  ///
  /// @param threads load threads of each agent
  /// @param length of the phase that has it
  static LoadModel load(JsonFields fields, int threads, Duration length) {
    Optional<Rate> rate = new RateFields(fields, length).read();
    var think = fields.get(THINK);
    var arrivals = fields.get(ARRIVALS);
    return fields.node(RATE.path()).isEmpty()
        ? new LoadModel.Closed(threads, think)
        : new LoadModel.Open(threads, rate.orElse(new Rate.Constant(1)), arrivals);
  }

  private int threads(JsonFields fields) {
    List<Integer> own = fields.given(THREADS).orElse(List.of(threads));
    if (own.size() > 1) {
      fields.wrong("threads", "a phase has one number of threads", "give one");
    }
    return own.getFirst();
  }

  private static PhaseKind kind(JsonFields fields) {
    Optional<String> word = fields.text("phase", Bounds.MAX_NAME);
    Optional<PhaseKind> kind = word.flatMap(PhaseKind::ofWord);
    if (fields.node("phase").isEmpty()) {
      fields.wrong("phase", "it is missing", KINDS);
    } else if (word.isPresent() && kind.isEmpty()) {
      List<String> words = Arrays.stream(PhaseKind.values()).map(PhaseKind::word).toList();
      fields.wrong(
          "phase",
          JsonFields.shown(word.get()) + " is not a kind of phase",
          Suggestions.mend(word.get(), words, KINDS));
    }
    return kind.orElse(PhaseKind.MEASURE);
  }

  /// The rate at the end of the phase before.
  private double rateBefore() {
    return !phases.isEmpty()
            && phases.getLast().load() instanceof LoadModel.Open(int _, Rate rate, var _)
        ? rate.curve().perSecondAt(phases.getLast().duration().toNanos() - 1)
        : 0;
  }

  static Map<String, String> mix(JsonFields fields) {
    Map<String, String> mix = new LinkedHashMap<>();
    Optional<JsonNode> node = fields.node("mix");
    if (node.isPresent() && !node.get().isObject()) {
      fields.wrong("mix", "it is not an object", "write it as {parameter: value}");
    }
    node.filter(JsonNode::isObject)
        .ifPresent(object ->
            object.forEachEntry((name, value) -> {
              if (value.isValueNode() && !value.isNull()) {
                mix.put(name, value.asString());
              } else {
                fields.wrong(
                    "mix." + JsonFields.shown(name), "it is not a single value", "give the value");
              }
            }));
    return mix;
  }

  private void checkTogether() {
    if (phases.stream().noneMatch(phase -> phase.kind() == PhaseKind.MEASURE)) {
      wrong("none of them is measured", "add one with phase: measure");
    }
    for (int i = 1; i < phases.size(); i++) {
      boolean open = phases.get(i).load().open();
      if (open != phases.getFirst().load().open()) {
        problems.add(
            Problem.wrong(
                "/phases/" + i + "/rate",
                open ? "the first phase has none" : "it has none, but the first phase has one",
                "give all phases a rate, or none"));
        return;
      }
    }
  }

  private static JobField<Duration> ofPhases(String label, String name, String help) {
    return byPhases(
        JobField.of(
                Group.TIME,
                label,
                Parameter.span(name, help)
                    .between(Duration.ZERO, Bounds.LONGEST)
                    .preset(Duration.ZERO))
            .ofOptional(_ -> Optional.empty()));
  }

  /// A field that phases replace.
  static <T> JobField<T> byPhases(JobField<T> field) {
    return field.excludes(PHASES, "the phases say this themselves", "leave it out");
  }

  private static <T> Optional<T> one(T[] all, Predicate<T> wanted) {
    return Arrays.stream(all).filter(wanted).findFirst();
  }
}

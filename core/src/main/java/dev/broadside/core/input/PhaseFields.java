package dev.broadside.core.input;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunShape;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads a list of phases, and collects everything that is wrong with it.
///
/// ```
/// - {phase: ramp-up, duration: 10s, threads: 16, rate: 500}
/// - {phase: measure, duration: 1m, threads: 16, rate: 500, arrivals: poisson, mix: {read-only-share: 50}}
/// ```
///
/// For one thread.
final class PhaseFields {
  private static final Set<String> FIELDS =
      Set.of("phase", "duration", "threads", "rate", "arrivals", "think", "mix");
  private static final String KINDS = "give ramp-up, warm-up, measure or cool-down";

  private final int threads;
  private final List<Problem> problems;
  private final List<Phase> phases = new ArrayList<>();

  private PhaseFields(int threads, List<Problem> problems) {
    this.threads = threads;
    this.problems = problems;
  }

  /// Reads the phases.
  ///
  /// @param threads load threads of each agent in phases that do not say
  /// @param problems takes what is wrong; where anything is, what is returned goes nowhere
  static List<Phase> read(JsonNode list, int threads, List<Problem> problems) {
    return new PhaseFields(threads, problems).readAll(list);
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
      fields.wrong("phase", JsonFields.shown(node) + " is no phase", "write it as {phase: ...}");
      return;
    }
    fields.onlyKnow(FIELDS);
    PhaseKind kind = kind(fields);
    if (fields.node("duration").isEmpty()) {
      fields.wrong("duration", "it is missing", "give a length of time such as 30s");
    }
    Duration length = fields.get(JobDocument.DURATION);
    LoadModel load = load(fields, threads(fields), length);
    boolean rises =
        kind == PhaseKind.RAMP_UP && fields.node("rate").filter(JsonNode::isValueNode).isPresent();
    phases.add(
        new Phase(
            kind, length, rises ? RunShape.rising(load, rateBefore(), length) : load, mix(fields)));
  }

  /// The load of a job, or of one of its phases; what is wrong with it is collected by the fields,
  /// and what is returned then goes nowhere.
  ///
  /// @param threads load threads of each agent
  /// @param length of the phase that has it
  static LoadModel load(JsonFields fields, int threads, Duration length) {
    Optional<Rate> rate = new RateFields(fields, length).read();
    var think = fields.get(JobDocument.THINK);
    var arrivals = fields.get(JobDocument.ARRIVALS);
    return fields.node(JobDocument.RATE.path()).isEmpty()
        ? new LoadModel.Closed(threads, think)
        : new LoadModel.Open(threads, rate.orElse(new Rate.Constant(1)), arrivals);
  }

  private int threads(JsonFields fields) {
    List<Integer> own = fields.given(JobDocument.THREADS).orElse(List.of(threads));
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
      fields.wrong("phase", JsonFields.shown(word.get()) + " is no kind of phase", KINDS);
    }
    return kind.orElse(PhaseKind.MEASURE);
  }

  /// The rate with which the phase before ends.
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
                    "mix." + JsonFields.shown(name), "it is no single value", "give the value");
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
}

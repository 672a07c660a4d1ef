package dev.broadside.core.input;

import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Reads a list of phases, and collects everything that is wrong with it.
///
/// ```
/// - {phase: ramp-up, duration: 10s, threads: 16, rate: 500}
/// - {phase: measure, duration: 1m, threads: 16, rate: 500, arrivals: poisson, mix: {read-only-share: 50}}
/// ```
///
/// Problems name their place as `phase 2, duration`. For one thread.
public final class PhaseFields {
  private static final Set<String> FIELDS =
      new TreeSet<>(
          Set.of("phase", "duration", "threads", "rate", "arrivals", "think", "mix"));
  private static final String KINDS = "give ramp-up, warm-up, measure or cool-down";

  private final int threads;
  private final String place;
  private final List<Problem> problems;
  private final List<Phase> phases = new ArrayList<>();

  private PhaseFields(int threads, String place, List<Problem> problems) {
    this.threads = threads;
    this.place = place;
    this.problems = problems;
  }

  /// Reads the phases.
  ///
  /// @param threads load threads of each agent in phases that do not say
  /// @param place where the list stands, put before `phase 2`: empty, or `file load.yaml, `
  /// @param problems takes what is wrong; where anything is, what is returned goes nowhere
  public static List<Phase> read(
      JsonNode list, int threads, String place, List<Problem> problems) {
    return new PhaseFields(threads, place, problems).readAll(list);
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
    problems.add(Problem.wrong(place + "phases", what, mend));
  }

  private static String place(String place, int number) {
    return place + "phase " + number + ", ";
  }

  private void readOne(JsonNode node) {
    String prefix = place(place, phases.size() + 1);
    JsonFields fields = new JsonFields(node, prefix, problems);
    if (!node.isObject()) {
      fields.wrong("entry", JsonFields.shown(node) + " is no phase", "write it as {phase: ...}");
      return;
    }
    fields.onlyKnow(FIELDS);
    PhaseKind kind = kind(fields);
    fields.need("duration", "give a length of time such as 30s");
    Duration length =
        fields.span("duration", Duration.ofSeconds(1), Duration.ofMillis(1), Bounds.LONGEST);
    LoadModel load = new LoadFields(fields, threads).read(length);
    boolean rises =
        kind == PhaseKind.RAMP_UP && fields.node("rate").filter(JsonNode::isNumber).isPresent();
    phases.add(
        new Phase(
            kind,
            length,
            rises ? RunShape.rising(load, rateBefore(), length) : load,
            mix(fields)));
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

  private static Map<String, String> mix(JsonFields fields) {
    Map<String, String> mix = new LinkedHashMap<>();
    Optional<JsonNode> node = fields.node("mix");
    if (node.isPresent() && !node.get().isObject()) {
      fields.wrong("mix", "it is not an object", "write it as {parameter: value}");
    }
    node.filter(JsonNode::isObject)
        .ifPresent(object ->
            object.forEachEntry((name, value) -> {
              if (value.isString() || value.isNumber() || value.isBoolean()) {
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
                place(place, i + 1) + "rate",
                open ? "phase 1 has none" : "it has none, but phase 1 has one",
                "give all phases a rate, or none"));
        return;
      }
    }
  }

  /// What is wrong with the parameter values that phases change.
  ///
  /// @param declared by the job class
  /// @param values of the whole job
  public static List<Problem> mixProblems(
      Parameters declared, ParameterValues values, List<Phase> phases, String place) {
    List<Problem> found = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      String mix = place(place, i + 1) + "mix, ";
      if (declared.change(values, phases.get(i).mix())
          instanceof Parameters.Reading.Bad(List<Problem> problems)) {
        problems.forEach(one ->
            found.add(new Problem(one.kind(), mix + one.where(), one.what(), one.mend())));
      }
    }
    return found;
  }
}

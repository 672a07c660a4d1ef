package dev.broadside.core.campaign;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.LoadFields;
import dev.broadside.core.param.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The part of a member's load that one of its named targets has: the member becomes a job for
/// each, with its part of the threads and of the rate, so that each target is prepared, measured
/// and verified by itself.
///
/// @param target its name
/// @param weight from 1
/// @param before the weights of the targets before it
/// @param all the weights of all targets
record TargetShare(String target, int weight, int before, int all) {
  private static final int MOST_WEIGHT = 1_000;
  private static final int MOST_TARGETS = 100;

  /// Reads `[a, b]` or `{a: 3, b: 1}`; empty if a problem was added.
  static List<TargetShare> read(JsonNode node, JsonFields fields) {
    Optional<Map<String, Integer>> weights = weights(node);
    if (weights.isEmpty()) {
      fields.wrong(
          GroupDocument.TARGETS,
          "it cannot be read",
          "give at most %d names of targets, each once, as [a, b], or with weights from 1 to %,d, as {a: 3, b: 1}"
              .formatted(MOST_TARGETS, MOST_WEIGHT));
      return List.of();
    }
    List<TargetShare> shares = new ArrayList<>();
    int all = weights.get().values().stream().mapToInt(Integer::intValue).sum();
    int before = 0;
    for (Map.Entry<String, Integer> one : weights.get().entrySet()) {
      shares.add(new TargetShare(one.getKey(), one.getValue(), before, all));
      before += one.getValue();
    }
    return shares;
  }

  private static Optional<Map<String, Integer>> weights(JsonNode node) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    if (node.isArray()) {
      node.forEach(one -> weights.put(one.asString(""), 1));
    } else {
      node.forEachEntry((name, weight) -> weights.put(name, weight.asInt(0)));
    }
    boolean fits =
        !weights.isEmpty()
            && weights.size() == node.size()
            && weights.size() <= MOST_TARGETS
            && !weights.containsKey("")
            && weights.values().stream().allMatch(one -> one >= 1 && one <= MOST_WEIGHT);
    return fits ? Optional.of(weights) : Optional.empty();
  }

  /// Gives a job its target and its part of the load.
  ///
  /// @return what cannot be divided
  List<Problem> into(ObjectNode job) {
    List<Problem> problems = new ArrayList<>();
    job.put(JobDocument.TARGET.path(), target);
    if (job.has(LoadFields.PHASES.path())) {
      problems.add(undivided(LoadFields.PHASES, "leave it out"));
    }
    divide(job, LoadFields.THREADS, true, problems);
    divide(job, LoadFields.MAX_THREADS, false, problems);
    divide(job, LoadFields.ITERATIONS, false, problems);
    JsonNode rate = job.path(LoadFields.RATE.path());
    if (rate.isNumber()) {
      BigDecimal part = rate.decimalValue().multiply(BigDecimal.valueOf(weight));
      job.put(
          LoadFields.RATE.path(),
          part.divide(BigDecimal.valueOf(all), 6, RoundingMode.HALF_UP).stripTrailingZeros());
    } else if (!rate.isMissingNode() && !rate.isNull()) {
      problems.add(undivided(LoadFields.RATE, "give one number"));
    }
    return problems;
  }

  /// The parts of all targets add up to the whole.
  private void divide(ObjectNode job, JobField<?> field, boolean needed, List<Problem> problems) {
    JsonNode whole = job.path(field.path());
    boolean none = whole.isMissingNode() || whole.isNull();
    if (none && !needed) {
      return;
    }
    if (!whole.isIntegralNumber()) {
      problems.add(undivided(field, "give one whole number"));
      return;
    }
    long number = whole.asLong();
    long part = number * (before + weight) / all - number * before / all;
    if (part <= 0) {
      problems.add(
          wrong(
              field,
              "of %d, target %s would get none".formatted(number, JsonFields.shown(target)),
              "give more, or the target a higher weight"));
    }
    job.put(field.path(), part);
  }

  private static Problem undivided(JobField<?> field, String mend) {
    return wrong(field, "it cannot be divided among targets", mend);
  }

  private static Problem wrong(JobField<?> field, String what, String mend) {
    return Problem.wrong("/" + field.path(), what, mend);
  }
}

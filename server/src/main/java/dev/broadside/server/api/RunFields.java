package dev.broadside.server.api;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.LoadFields;
import dev.broadside.core.input.PhaseFields;
import dev.broadside.core.input.RunShape;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepLimits;
import dev.broadside.core.job.ThreadKind;
import dev.broadside.core.param.Problem;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The fields of a submission that say how a job runs, whatever its job class: agents, load,
/// phases. What is wrong with them is collected by the fields; what is returned then is a default
/// that goes nowhere. For one thread.
final class RunFields {
  private static final List<String> SAID_BY_PHASES =
      List.of("rampup", "warmup", "duration", "cooldown", "rate", "arrivals", "think");
  private static final Duration HOUR = Duration.ofHours(1);

  private final JsonFields fields;
  private final List<Problem> problems;

  /// @param problems where the fields collect what is wrong
  RunFields(JsonFields fields, List<Problem> problems) {
    this.fields = fields;
    this.problems = problems;
  }

  AgentDemand agents() {
    Optional<JsonNode> node = fields.node("agents");
    if (node.isPresent() && !node.get().isObject()) {
      return AgentDemand.any((int) fields.whole("agents", 1, 1, Bounds.MAX_AGENTS));
    }
    JsonFields within = fields.within("agents");
    within.onlyKnow(new TreeSet<>(Set.of("count", "names")));
    List<String> names = within.texts("names").stream().distinct().toList();
    int preset = Math.clamp(names.size(), 1, Bounds.MAX_AGENTS);
    int count = (int) within.whole("count", preset, 1, Bounds.MAX_AGENTS);
    if (!names.isEmpty() && names.size() < count) {
      within.wrong(
          "names",
          "only " + names.size() + " agents are named, but " + count + " are wanted",
          "name more, or lower the count");
      return AgentDemand.any(1);
    }
    return new AgentDemand(count, names);
  }

  List<Phase> phases() {
    return fields.node("phases").map(this::listed).orElseGet(this::usual);
  }

  private List<Phase> listed(JsonNode list) {
    for (String name : SAID_BY_PHASES) {
      if (fields.node(name).isPresent()) {
        fields.wrong(name, "the phases say this themselves", "leave it out");
      }
    }
    int threads = (int) fields.whole("threads", 1, 1, Bounds.MAX_THREADS);
    return PhaseFields.read(list, threads, "", problems);
  }

  private List<Phase> usual() {
    RunShape shape =
        new RunShape(
            fields.span("rampup", Duration.ZERO, Duration.ZERO, Bounds.LONGEST),
            fields.span("warmup", Duration.ZERO, Duration.ZERO, Bounds.LONGEST),
            fields.span("duration", Duration.ofMinutes(1), Duration.ofSeconds(1), Bounds.LONGEST),
            fields.span("cooldown", Duration.ZERO, Duration.ZERO, Bounds.LONGEST));
    return shape.phases(new LoadFields(fields, 1).read(shape.measure()));
  }

  Duration interval(List<Phase> phases) {
    Duration interval = fields.span("interval", Duration.ofSeconds(1), Duration.ofMillis(10), HOUR);
    Duration all = phases.stream().map(Phase::duration).reduce(Duration.ZERO, Duration::plus);
    if (all.dividedBy(interval) > Bounds.MAX_INTERVALS) {
      fields.wrong(
          "interval",
          "it makes more than " + Bounds.MAX_INTERVALS + " intervals of this duration",
          "give a longer one");
    }
    return interval;
  }

  ThreadKind threadKind() {
    String word = fields.text("threadKind", Bounds.MAX_NAME).orElse("platform");
    Optional<ThreadKind> kind = ThreadKind.of(word);
    if (kind.isEmpty()) {
      fields.wrong(
          "threadKind",
          JsonFields.shown(word) + " is no kind of thread",
          "give " + ThreadKind.WORDS);
    }
    return kind.orElse(ThreadKind.PLATFORM);
  }

  StepLimits limits() {
    JsonFields within = fields.within("timeouts");
    within.onlyKnow(
        Step.allSettable().stream()
            .map(Step::field)
            .collect(Collectors.toCollection(TreeSet::new)));
    Map<Step, Duration> given = new EnumMap<>(Step.class);
    for (Step step : Step.allSettable()) {
      if (within.node(step.field()).isPresent()) {
        given.put(step, within.span(step.field(), step.usual(), Step.SHORTEST, Step.LONGEST));
      }
    }
    return new StepLimits(given);
  }

  Duration grace() {
    return fields.span("grace", Duration.ofSeconds(10), Duration.ZERO, HOUR);
  }
}

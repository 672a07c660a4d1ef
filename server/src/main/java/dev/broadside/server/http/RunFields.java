package dev.broadside.server.http;

import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.job.Think;
import dev.broadside.core.job.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The fields of a submission that say how a job runs, whatever its job class: agents, load,
/// phases. What is wrong with them is collected by the fields; what is returned then is a default
/// that goes nowhere. For one thread.
final class RunFields {
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long MAX_INTERVALS = 40_000_000;

  private final JsonFields fields;

  RunFields(JsonFields fields) {
    this.fields = fields;
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

  LoadModel load() {
    int threads = (int) fields.whole("threads", 1, 1, Bounds.MAX_THREADS);
    Duration think = fields.span("think", Duration.ZERO, Duration.ZERO, HOUR);
    Optional<JsonNode> rate = fields.node("rate");
    if (rate.isEmpty()) {
      return new LoadModel.Closed(
          threads, think.isZero() ? new Think.None() : new Think.Fixed(think));
    }
    if (!think.isZero()) {
      fields.wrong(
          "think", "a constant rate leaves no time to think", "give one of rate and think");
    }
    double perSecond = rate.get().isNumber() ? rate.get().asDouble() : 0;
    if (perSecond > 0 && perSecond <= Bounds.MAX_RATE) {
      return LoadModel.Open.constant(threads, perSecond);
    }
    fields.wrong(
        "rate",
        JsonFields.shown(rate.get()) + " is not a rate",
        "give a number above 0 and up to "
            + (long) Bounds.MAX_RATE
            + ", per second and over all agents");
    return new LoadModel.Closed(threads, new Think.None());
  }

  List<Phase> phases(LoadModel load) {
    List<Phase> phases = new ArrayList<>();
    add(phases, load, PhaseKind.WARM_UP, "warmup", Duration.ZERO, Duration.ZERO);
    add(phases, load, PhaseKind.MEASURE, "duration", Duration.ofMinutes(1), Duration.ofSeconds(1));
    add(phases, load, PhaseKind.COOL_DOWN, "cooldown", Duration.ZERO, Duration.ZERO);
    return phases;
  }

  private void add(
      List<Phase> phases,
      LoadModel load,
      PhaseKind kind,
      String name,
      Duration preset,
      Duration least) {
    Duration span = fields.span(name, preset, least, LONGEST);
    if (!span.isZero()) {
      phases.add(new Phase(kind, span, load));
    }
  }

  Duration interval(List<Phase> phases) {
    Duration interval = fields.span("interval", Duration.ofSeconds(1), Duration.ofMillis(10), HOUR);
    Duration all = phases.stream().map(Phase::duration).reduce(Duration.ZERO, Duration::plus);
    if (all.dividedBy(interval) > MAX_INTERVALS) {
      fields.wrong(
          "interval",
          "it makes more than " + MAX_INTERVALS + " intervals of this duration",
          "give a longer one");
    }
    return interval;
  }

  ThreadKind threadKind() {
    String word = fields.text("threadKind", Bounds.MAX_NAME).orElse("platform");
    return switch (word) {
      case "platform" -> ThreadKind.PLATFORM;
      case "virtual" -> ThreadKind.VIRTUAL;
      default -> {
        fields.wrong(
            "threadKind",
            JsonFields.shown(word) + " is no kind of thread",
            "give platform or virtual");
        yield ThreadKind.PLATFORM;
      }
    };
  }

  Duration grace() {
    return fields.span("grace", Duration.ofSeconds(10), Duration.ZERO, HOUR);
  }
}

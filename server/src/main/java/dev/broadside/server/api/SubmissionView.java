package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.PhaseText;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Spans;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was asked of a job, as [SubmitRequest] reads it again, all defaults filled in. Its secrets
/// are named and not told: submitted as it is, it takes them over by [SecretsOf].
///
/// @param secretsOf the job itself; empty where it had no secret
/// @param secretsNeeded the names of its secrets; empty where it had none
/// @param phases as [PhaseText] has them
/// @param seed as a text in JSON, whose numbers browsers round beyond 2^53
/// @param timeouts those that are not the usual ones; empty where there are none
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record SubmissionView(
    String name,
    String jobClass,
    String pack,
    Map<String, String> parameters,
    Optional<String> secretsOf,
    Optional<List<String>> secretsNeeded,
    Agents agents,
    List<Map<String, Object>> phases,
    String interval,
    String threadKind,
    @JsonFormat(shape = JsonFormat.Shape.STRING) long seed,
    String grace,
    Optional<Instant> startAt,
    boolean waitForAgents,
    Optional<Map<String, String>> timeouts) {

  /// How many, and which; any where no names are given.
  record Agents(int count, List<String> names) {}

  static SubmissionView of(String id, JobSpec spec) {
    Optional<List<String>> secrets = Optional.of(secrets(spec)).filter(names -> !names.isEmpty());
    return new SubmissionView(
        spec.name(),
        spec.jobClass(),
        spec.pack(),
        spec.parameters(),
        secrets.map(_ -> id),
        secrets,
        new Agents(spec.agents().count(), spec.agents().names()),
        spec.phases().stream().map(PhaseText::of).toList(),
        Spans.format(spec.interval()),
        spec.threadKind().word(),
        spec.seed(),
        Spans.format(spec.grace()),
        spec.startAt(),
        spec.waitForAgents(),
        Optional.of(timeouts(spec)).filter(given -> !given.isEmpty()));
  }

  private static List<String> secrets(JobSpec spec) {
    return spec.secrets().entrySet().stream()
        .filter(one -> !one.getValue().reveal().isEmpty())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static Map<String, String> timeouts(JobSpec spec) {
    Map<String, String> timeouts = new LinkedHashMap<>();
    spec.limits().given().forEach((step, limit) -> timeouts.put(step.field(), Spans.format(limit)));
    return timeouts;
  }
}

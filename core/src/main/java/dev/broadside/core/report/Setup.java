package dev.broadside.core.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// How a run was set up, as names and texts that can be held against those of another run. Without
/// its number of threads, which is what studies vary.
final class Setup {
  /// The beginnings of what differs from run to run, and says nothing that is not said better by
  /// the rest.
  private static final List<String> NOISE = List.of("command line", "database.counter.");

  private Setup() {}

  static Map<String, String> of(RunDocument run) {
    Map<String, String> setup = new LinkedHashMap<>();
    RunDocument.JobSummary job = run.job();
    setup.put("job class", job.jobClass());
    setup.put("pack", job.pack());
    setup.put("load", job.load().replaceAll(", [0-9]+ threads? per agent", ""));
    setup.put("agents", "" + job.agents());
    setup.put("thread kind", job.threadKind());
    setup.put(
        "phases",
        run.phases().stream()
            .map(phase -> phase.kind() + " " + phase.durationMillis() / 1_000 + " s")
            .collect(Collectors.joining(", ")));
    run.parameters().forEach((name, value) -> setup.put("parameter " + name, value));
    run.provenance().forEach(setup::put);
    run.agents().stream()
        .findFirst()
        .ifPresent(agent ->
            agent.environment().forEach((name, value) -> setup.put("agent's " + name, value)));
    setup.keySet().removeIf(what -> NOISE.stream().anyMatch(what::startsWith));
    return setup;
  }
}

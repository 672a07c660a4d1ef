package dev.broadside.client.agent;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.param.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Small plans for tests.
final class Plans {
  static final String AGENT = "agent";
  static final Duration GRACE = Duration.ofSeconds(10);

  private Plans() {}

  /// One thread for a number of seconds, with a secret.
  static Plan plan(String runId, String pack, String jobClass, int seconds) {
    Map<String, Secret> secrets = Map.of("password", new Secret("canary-secret"));
    return plan(runId, pack, jobClass, seconds, Map.of(), secrets);
  }

  /// One thread for a number of seconds.
  static Plan plan(
      String runId,
      String pack,
      String jobClass,
      int seconds,
      Map<String, String> parameters,
      Map<String, Secret> secrets) {
    JobSpec spec =
        SpecBuilder.of(jobClass)
            .pack(pack)
            .parameters(parameters)
            .secrets(secrets)
            .phases(SpecBuilder.measure(Duration.ofSeconds(seconds), SpecBuilder.closed(1)))
            .grace(GRACE)
            .build();
    return new Plan(runId, AGENT, 0, spec, List.of("op"), ShareSlice.of(new Portion(0, 1), 1));
  }
}

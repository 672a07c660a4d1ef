package dev.broadside.client.agent;

import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.StepLimits;
import dev.broadside.core.job.Think;
import dev.broadside.core.job.ThreadKind;
import dev.broadside.core.pace.Share;
import dev.broadside.core.param.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        new JobSpec(
            "a test",
            jobClass,
            pack,
            parameters,
            secrets,
            AgentDemand.any(1),
            List.of(
                new Phase(
                    PhaseKind.MEASURE,
                    Duration.ofSeconds(seconds),
                    new LoadModel.Closed(1, new Think.None()))),
            Duration.ofSeconds(1),
            ThreadKind.PLATFORM,
            1,
            GRACE,
            Optional.empty(),
            true,
            StepLimits.USUAL);
    return new Plan(runId, AGENT, 0, spec, 0, List.of("op"), ShareSlice.of(new Share(0, 1), 1));
  }
}

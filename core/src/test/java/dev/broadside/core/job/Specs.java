package dev.broadside.core.job;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Job specs for tests.
public final class Specs {
  private Specs() {}

  /// A spec in which nothing has its default.
  public static JobSpec full() {
    return new JobSpec(
        "Nightly soak",
        "igenoltp",
        "ab".repeat(32),
        Map.of("url", "jdbc:mysql://db.example:3306/soak"),
        Map.of("password", new Secret("hush")),
        new AgentDemand(2, List.of("agent-1", "agent-2", "agent-3")),
        varied(5, 30, 2),
        Duration.ofMillis(500),
        ThreadKind.VIRTUAL,
        42,
        Duration.ofSeconds(20),
        Optional.of(Instant.parse("2026-03-01T12:00:00Z")),
        false,
        Settings.of(
            Map.of(ShareStep.OPEN, Duration.ofSeconds(90), ShareStep.VERIFY, Duration.ofHours(2))));
  }

  /// A phase of one thread that never pauses.
  public static Phase phase(PhaseKind kind, Duration duration) {
    return new Phase(kind, duration, new LoadModel.Closed(1, new Think.None()));
  }

  /// Phases each of which has a load of its own.
  private static List<Phase> varied(long warmUp, long measure, long coolDown) {
    Think think = new Think.Uniform(Duration.ofMillis(5), Duration.ofMillis(15));
    return List.of(
        new Phase(
            PhaseKind.WARM_UP,
            Duration.ofSeconds(warmUp),
            new LoadModel.Closed(4, new Think.Fixed(Duration.ofMillis(10)))),
        new Phase(
            PhaseKind.MEASURE,
            Duration.ofSeconds(measure),
            new LoadModel.Closed(16, think),
            Map.of("read-only-share", "50")),
        new Phase(
            PhaseKind.COOL_DOWN,
            Duration.ofSeconds(coolDown),
            new LoadModel.Closed(1, new Think.Exponential(Duration.ofMillis(1)))));
  }
}

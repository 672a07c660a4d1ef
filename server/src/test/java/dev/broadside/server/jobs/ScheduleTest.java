package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.server.feed.JobView;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When jobs begin, stop and are run again, in manual time on a real store.
final class ScheduleTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path folder;
  private ScriptedCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
    cluster.agent("agent-1");
    cluster.agent("agent-2");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /// A job of seven seconds.
  private static SpecBuilder job(String... settings) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    return ScriptedCluster.wants(AgentDemand.any(1)).settings(new Settings(given));
  }

  private static Optional<Instant> in(Duration span) {
    return Optional.of(ScriptedCluster.NOON.plus(span));
  }

  private List<String> runs(String definition) {
    return cluster.parts().reads.runsOf(definition, 100).stream()
        .sorted(Comparator.comparing(JobView::submittedAt).thenComparing(JobView::id))
        .map(job -> job.id() + " " + job.state())
        .toList();
  }

  @Test
  void jobTellsHowLongItIsToItsTimeAndBeginsThen() {
    cluster.submit("job", job("zone", "Europe/Berlin").startAt(in(Duration.ofHours(3))).build());
    assertEquals("begins at 2026-03-01 16:00 Europe/Berlin, in 3 h", cluster.job("job").reason());

    cluster.advance(Duration.ofMinutes(1), Duration.ofSeconds(5));
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();
    cluster.advance(SECOND);
    assertEquals(
        "begins at 2026-03-01 16:00 Europe/Berlin, in 2 h 58 min", cluster.job("job").reason());
    assertEquals(2, cluster.job("job").course().history().size(), "time that passes is no history");

    cluster.advance(Duration.ofHours(3), Duration.ofMinutes(1));
    assertEquals("completed", cluster.job("job").state());
    assertTrue(
        !cluster.job("job").startedAt().orElseThrow().isBefore(in(Duration.ofHours(3)).get()));
  }

  @Test
  void disabledJobWaitsUntilItIsEnabledAndIsEditedMeanwhile() {
    cluster.submit("job", job("disabled", "true").build());
    cluster.advance(SECOND);
    assertEquals("disabled; begins when somebody enables it", cluster.job("job").reason());

    amend("job", spec -> spec.withThreads(9), "changed by me");
    amend(
        "job", spec -> ScheduleFields.with(spec, ScheduleFields.DISABLED, false), "enabled by me");
    cluster.advanceTo("job", "running");
    assertEquals(9, cluster.job("job").planned().threadsPerAgent());
    assertEquals("hush", cluster.parts().reads.spec("job").orElseThrow().texts().get("password"));
    assertEquals(
        Optional.of("it does not wait any more"),
        cluster.now(
            cluster.parts().coordinator.amend("job", spec -> spec, Optional.empty(), "late")));
  }

  @Test
  void whoeverMovesAJobIsAnsweredWithItsNewTime() {
    cluster.submit("job", job("zone", "UTC").startAt(in(Duration.ofHours(3))).build());
    String reason =
        cluster.now(
            cluster
                .parts()
                .coordinator
                .amend(
                    "job",
                    spec -> spec.withStartAt(in(Duration.ofMinutes(10))),
                    Optional.empty(),
                    "changed by me")
                .thenApply(_ -> cluster.job("job").reason()));
    assertEquals("begins at 2026-03-01 12:10 UTC, in 10 min", reason);
  }

  private void amend(String id, UnaryOperator<JobSpec> change, String why) {
    assertEquals(
        Optional.empty(),
        cluster.now(cluster.parts().coordinator.amend(id, change, Optional.empty(), why)));
    assertTrue(
        cluster.job(id).course().history().stream().anyMatch(step -> step.reason().equals(why)));
  }

  @Test
  void repeatedJobRunsAgainAndAgainWithItsSecretsUntilItIsCancelled() {
    cluster.submit("each", job("repeat", "*/2 * * * *").startAt(in(Duration.ofMinutes(2))).build());
    cluster.advance(Duration.ofMinutes(5), SECOND);
    assertEquals(List.of("each completed", "each.2 completed", "each.3 pending"), runs("each"));
    assertEquals("begins at 2026-03-01 12:06 UTC, in 1 min", cluster.job("each.3").reason());
    assertEquals(
        "hush", cluster.parts().reads.spec("each.3").orElseThrow().texts().get("password"));

    cluster.kill();
    cluster.reboot();
    cluster.cancel("each.3");
    cluster.advance(Duration.ofMinutes(2), Duration.ofSeconds(10));
    assertEquals(List.of("each completed", "each.2 completed", "each.3 cancelled"), runs("each"));
  }

  @Test
  void nextRunWaitsForTheOneBeforeOrLeavesItsTimeOutOrRunsBesideIt() {
    for (String overlap : List.of("queue", "skip", "together")) {
      JobSpec spec =
          job("repeat", "* * * * *", "overlap", overlap, "definition", overlap)
              .phases(SpecBuilder.measure(Duration.ofSeconds(90), SpecBuilder.closed(1)))
              .startAt(in(Duration.ofMinutes(1)))
              .build();
      cluster.agent("agent-" + overlap);
      cluster.submit(overlap, spec);
    }
    cluster.agent("agent-3");
    cluster.advance(Duration.ofSeconds(130), SECOND);
    assertEquals(List.of("queue running", "queue.2 pending"), runs("queue"));
    assertEquals(
        "begins when the run before it, queue, has ended", cluster.job("queue.2").reason());
    assertEquals(List.of("skip running", "skip.2 pending"), runs("skip"));
    assertTrue(cluster.job("skip.2").reason().startsWith("begins at 2026-03-01 12:03 UTC"));
    assertEquals(
        1,
        cluster.job("skip.2").course().history().stream()
            .filter(step -> step.reason().startsWith("left out a time, since run skip still"))
            .count());
    assertEquals(
        List.of("together running", "together.2 running", "together.3 pending"), runs("together"));
  }

  @Test
  void copiesRunOneAfterAnotherAtTheirSpacing() {
    cluster.submit("copy", job("copies", "3", "spacing", "30s", "overlap", "queue").build());
    cluster.advance(Duration.ofSeconds(80), SECOND);
    assertEquals(List.of("copy completed", "copy.2 completed", "copy.3 completed"), runs("copy"));
    Duration between =
        Duration.between(
            cluster.job("copy.2").startedAt().orElseThrow(),
            cluster.job("copy.3").startedAt().orElseThrow());
    assertEquals(30, between.toSeconds(), 2);
  }

  @Test
  void jobIsStoppedAtItsTimeAndKeepsWhatItHas() {
    Instant stop = ScriptedCluster.NOON.plusSeconds(6);
    cluster.submit("job", job("until", stop.toString()).build());
    cluster.advanceTo("job", "cancelled");
    assertEquals(
        "cancelled by its stop time, 2026-03-01 12:00:06 UTC", cluster.job("job").reason());
    assertTrue(cluster.job("job").headline().isPresent());

    cluster.submit("late", job("until", stop.toString()).build());
    cluster.advance(SECOND);
    assertEquals("failed", cluster.job("late").state());
    assertEquals(
        "it had not begun when it was to stop, at 2026-03-01 12:00:06 UTC",
        cluster.job("late").reason());
  }
}

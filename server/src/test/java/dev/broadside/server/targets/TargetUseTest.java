package dev.broadside.server.targets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.server.schedule.AgentOffer;
import dev.broadside.server.schedule.Occupancy;
import dev.broadside.server.schedule.Scheduler;
import dev.broadside.server.schedule.Scheduler.Decision;
import dev.broadside.server.schedule.Scheduler.Waiting;
import dev.broadside.server.store.row.NamedTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which jobs a target has room for, and what the others wait for.
class TargetUseTest {
  private static final AgentOffer OFFER = new AgentOffer(Map.of(), "host", 1);
  private static final Map<String, AgentOffer> AGENTS = Map.of("a", OFFER, "b", OFFER, "c", OFFER);

  private static NamedTarget target(long connections, double rate, boolean exclusive) {
    return new NamedTarget(
        "db",
        new NamedTarget.Address("jdbc:x", "", ""),
        List.of(),
        "",
        new NamedTarget.Rules(connections, rate, exclusive, false));
  }

  private static JobSpec job(int threads, double rate) {
    LoadModel load = new LoadModel.Open(threads, new Rate.Constant(rate), Arrivals.CONSTANT);
    return SpecBuilder.of("probe")
        .phases(new Phase(PhaseKind.MEASURE, Duration.ofSeconds(1), load, Map.of()))
        .settings(new Settings(Map.of("target", "db")))
        .build();
  }

  /// What becomes of waiting jobs, one agent each, while job `first` is at work.
  private static List<String> decided(Optional<NamedTarget> target, JobSpec... waiting) {
    TargetUse use = new TargetUse(_ -> target, false);
    use.take("first", job(4, 100));
    List<Waiting> all =
        IntStream.range(0, waiting.length)
            .mapToObj(i -> new Waiting("job" + i, waiting[i], 0))
            .toList();
    return Scheduler.decide(
            all, new Scheduler.Scene(AGENTS, new Occupancy(), Map.of(), use), Instant.EPOCH)
        .stream()
        .map(decision -> decision instanceof Decision.Wait wait ? wait.reason() : "begins")
        .toList();
  }

  /// They were submitted before the server was started so.
  @Test
  void whereOnlyNamedTargetsGetLoadJobsWithAnAddressDoNotBegin() {
    TargetUse use = new TargetUse(_ -> Optional.empty(), true);
    JobSpec direct = SpecBuilder.of("probe").parameters(Map.of("url", "jdbc:mysql://db/x")).build();
    assertTrue(
        use.objection("job", direct).orElseThrow().startsWith("this server puts load on named"));
    JobSpec none = SpecBuilder.of("noop").parameters(Map.of("lines", "4")).build();
    assertEquals(Optional.empty(), use.objection("job", none));
  }

  @Test
  void aJobAtWorkMayTakeWhatOthersLeave() {
    TargetUse use = new TargetUse(_ -> Optional.of(target(0, 250, false)), false);
    use.take("first", job(4, 100));
    use.take("second", job(4, 100));

    assertEquals(Optional.empty(), use.refusal("first", job(4, 150)));
    assertEquals(
        Optional.of(
            "target db takes at most 250 iterations per second: 100 in use by job second, 160 wanted"),
        use.refusal("first", job(4, 160)));
    assertEquals(
        Optional.of("target db takes at most 250 iterations per second, and the job wants 300"),
        use.refusal("first", job(4, 300)));
  }

  @Test
  void anExclusiveTargetHasOneJobAtATime() {
    assertEquals(
        List.of(
            "target db has one job at a time; begins when job first has ended",
            "waits for target db behind job job0"),
        decided(Optional.of(target(0, 0, true)), job(1, 1), job(1, 1)));
  }

  @Test
  void connectionsOfAllJobsAreCountedTogetherAndThoseWhoWaitAreNotPassed() {
    assertEquals(
        List.of(
            "begins",
            "target db takes at most 8 connections: 7 in use by job first, job0, 2 wanted; begins"
                + " when there is room",
            "waits for target db behind job job1"),
        decided(Optional.of(target(8, 0, false)), job(3, 1), job(2, 1), job(1, 1)));
  }

  @Test
  void ratesOfAllJobsAreCountedTogether() {
    assertEquals(
        List.of(
            "begins",
            "target db takes at most 150 iterations per second: 150 in use by job first, job0, 1"
                + " wanted; begins when there is room"),
        decided(Optional.of(target(0, 150, false)), job(1, 50), job(1, 1)));
  }

  @Test
  void whatATargetNeverHasIsSaidSo() {
    assertEquals(
        List.of(
            "target db takes at most 3 connections, and the job wants 4; begins when the target's"
                + " limit is raised"),
        decided(Optional.of(target(3, 0, false)), job(4, 1)));
    assertEquals(
        List.of("there is no target db any more; begins when it is there again"),
        decided(Optional.empty(), job(1, 1)));
  }
}

package dev.broadside.server.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.wire.Message.TestReport;
import dev.broadside.core.work.Finding;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.preflight.Preflight.PreflightCheck;
import dev.broadside.server.preflight.PreflightDocument.Line;
import dev.broadside.server.store.row.JobCode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PreflightCheckTest {
  private static final long GIBI = 1L << 30;
  private static final Finding DRIVER = Finding.ok("driver", "org.example.Driver 1.0");

  private final Map<String, TestReport> reports = new HashMap<>();

  private static AgentView agent(String name, double offset, double error, String... jobs) {
    return new AgentView(
        new AgentView.Head(name, "connected", "1", "10.0.0.1"),
        new AgentView.Seen(Instant.EPOCH, Instant.EPOCH),
        Map.of(),
        Map.of(),
        List.of(jobs),
        new AgentView.Room(1, false),
        AgentView.Clock.of(offset, error, 2 * error),
        List.of());
  }

  @Test
  void aClockThatIsHoursOffIsToldInHours() {
    assertEquals(
        Optional.of(
            "its clock is 3 h 2 min behind the server's; have NTP or chrony set the clock of its"
                + " host."),
        agent("far", 10_920_000, 1).clock().clockWarning());
    assertEquals(Optional.empty(), agent("near", -900, 1).clock().clockWarning());
    assertTrue(
        agent("ahead", -61_000, 1)
            .clock()
            .clockWarning()
            .orElse("")
            .contains("1 min 1 s ahead of the"));
  }

  private void report(String agent, long freeBytes, Finding... findings) {
    reports.put(agent, new TestReport("test", List.of(findings), freeBytes));
  }

  private PreflightCheck.Scene scene(List<AgentView> tested, List<AgentView> busy) {
    return new PreflightCheck.Scene(
        SpecBuilder.of("noop").interval(Duration.ofSeconds(1)).build(),
        new JobCode("t", List.of(), "p@1"),
        Stream.concat(tested.stream(), busy.stream()).toList(),
        tested.isEmpty() && busy.isEmpty()
            ? Optional.of("needs 1 agent, 0 connected")
            : Optional.empty(),
        tested,
        busy,
        reports,
        5 * GIBI);
  }

  /// `level check where`, of one check.
  private static List<String> words(PreflightCheck check, PreflightCheck.Scene scene) {
    return check.look(scene).stream()
        .map(line -> line.level() + " " + line.check() + " " + line.where())
        .toList();
  }

  @Test
  void aClockThatIsFarOffOrHardlyKnownIsDoubtful() {
    List<AgentView> agents =
        List.of(agent("near", 3, 1), agent("far", -1_500, 1), agent("vague", 0, 101));
    assertEquals(
        List.of("ok clock near", "warn clock far", "warn clock vague"),
        words(PreflightCheck.CLOCK, scene(agents, List.of())));
  }

  @Test
  void aDiskIsHeldAgainstWhatTheJobMayWrite() {
    List<AgentView> agents =
        Stream.of("roomy", "full", "unknown", "silent").map(name -> agent(name, 0, 1)).toList();
    report("roomy", GIBI);
    report("full", 1 << 20);
    report("unknown", -1);
    assertEquals(
        List.of("ok disk roomy", "fail disk full", "warn disk unknown"),
        words(PreflightCheck.AGENT_DISK, scene(agents, List.of())));
  }

  @Test
  void whatSeveralAgentsFindIsToldOnceAndSilenceIsAFailure() {
    List<AgentView> agents =
        Stream.of("a", "b", "c", "d", "e").map(name -> agent(name, 0, 1)).toList();
    Stream.of("a", "b", "c", "d").forEach(name -> report(name, GIBI, DRIVER));
    PreflightCheck.Scene scene = scene(agents, List.of());
    assertEquals(
        List.of("ok driver a, b, c and 1 more", "fail test e"),
        words(PreflightCheck.TARGET, scene));
    Line silent = PreflightCheck.TARGET.look(scene).getLast();
    assertEquals("no answer within 45 s", silent.figures());
  }

  @Test
  void tooFewAgentsFailAndBusyOnesAreLeftInPeace() {
    assertEquals(
        List.of("fail agents server"), words(PreflightCheck.AGENTS, scene(List.of(), List.of())));
    PreflightCheck.Scene busy = scene(List.of(), List.of(agent("a", 0, 1, "job-1")));
    assertEquals(List.of("ok agents server"), words(PreflightCheck.AGENTS, busy));
    assertEquals(
        "runs job-1, and was not disturbed", PreflightCheck.BUSY.look(busy).getFirst().figures());
  }
}

package dev.broadside.server.preflight;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Counted;
import dev.broadside.core.wire.Message.TestReport;
import dev.broadside.core.work.Finding;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.preflight.PreflightDocument.Line;
import dev.broadside.server.store.row.JobCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The checks before a job is submitted, in this order. To add one, declare a constant here; for a
/// check of the target, one in the kit's `TargetCheck`.
enum PreflightCheck {
  AGENTS(PreflightCheck::agents),
  PACK(scene ->
      List.of(
          new Line(
              "ok",
              "pack",
              PreflightCheck.SERVER,
              scene.code().pack() + ", sha256:" + scene.spec().pack().substring(0, 12),
              ""))),
  SERVER_DISK(scene -> List.of(disk(PreflightCheck.SERVER, scene.freeBytes(), scene.allBytes()))),
  BUSY(scene -> each(scene.busy(), PreflightCheck::busy)),
  CLOCK(scene -> each(scene.tested(), agent -> clock(agent, scene.spec()))),
  AGENT_DISK(PreflightCheck::agentDisks),
  TARGET(PreflightCheck::target);

  static final String SERVER = "server";

  /// What a record of an interval takes in the spool and in the store, generously: the golden
  /// record is 1.4 kB, and each operation and figure adds to it.
  private static final long RECORD_BYTES = 4_096;

  /// For packs, logs and what the store writes besides.
  private static final long LEAST_FREE_BYTES = 64L << 20;

  private static final String UNTIL = "until then the job waits";

  private static final long MEBI = 1L << 20;

  /// An uncertainty of this part of an interval shows in charts of several agents.
  private static final double PART_OF_INTERVAL = 0.1;

  private final Function<Scene, List<Line>> look;

  /// What the checks see.
  ///
  /// @param agents those that the job may have and that are connected
  /// @param tooFew why no agents that are connected can ever do; empty if they can
  /// @param tested those of them that were asked to test it
  /// @param busy those that have load, and were left in peace
  /// @param reports what came back, by agent
  /// @param freeBytes of the server's data folder; -1 if unknown
  record Scene(
      JobSpec spec,
      JobCode code,
      List<AgentView> agents,
      Optional<String> tooFew,
      List<AgentView> tested,
      List<AgentView> busy,
      Map<String, TestReport> reports,
      long freeBytes) {

    Optional<TestReport> report(AgentView agent) {
      return Optional.ofNullable(reports.get(agent.name()));
    }

    /// What the records of one agent take.
    long bytes() {
      return spec.axis().intervals() * RECORD_BYTES;
    }

    long allBytes() {
      return bytes() * spec.agents().count();
    }
  }

  PreflightCheck(Function<Scene, List<Line>> look) {
    this.look = look;
  }

  List<Line> look(Scene scene) {
    return look.apply(scene);
  }

  private static List<Line> each(List<AgentView> agents, Function<AgentView, Line> look) {
    return agents.stream().map(look).toList();
  }

  static Line line(String where, Finding finding) {
    return Line.of(where, finding);
  }

  /// The findings of a test that only connects.
  static List<Line> reach(Scene scene) {
    if (!scene.tested().isEmpty()) {
      return target(scene);
    }
    return List.of(
        line(
            SERVER,
            scene.agents().isEmpty()
                ? Finding.fail("agents", "none is connected", "start one with 'broadside agent'")
                : Finding.fail(
                    "agents",
                    "none of "
                        + Counted.of(scene.agents().size(), "agent")
                        + " is free; those with load are not disturbed",
                    "test again when one is free")));
  }

  private static List<Line> agents(Scene scene) {
    int wanted = scene.spec().agents().count();
    int there = scene.agents().size();
    String figures = wanted + " wanted, " + there + " connected that may be used";
    String start =
        there < wanted ? "start " + Counted.of(wanted - there, "more agent") : "start more of them";
    return List.of(
        line(
            SERVER,
            scene
                .tooFew()
                .map(why -> Finding.fail("agents", why, start + ", or ask for fewer; " + UNTIL))
                .orElseGet(() -> Finding.ok("agents", figures))));
  }

  private static Line busy(AgentView agent) {
    return line(
        agent.name(),
        Finding.warn(
            "busy",
            "runs " + String.join(", ", agent.jobs()) + ", and was not disturbed",
            "test again when it is free; until then the job waits"));
  }

  private static Line clock(AgentView agent, JobSpec spec) {
    double error = agent.clockErrorMillis();
    double ahead = -agent.clockOffsetMillis();
    boolean farOff = agent.clockWarning().isPresent();
    String off =
        farOff
            ? (ahead < 0 ? "-" : "+") + NumberText.span(Math.abs(ahead))
            : String.format(Locale.ROOT, "%+.2f ms", ahead);
    String figures = String.format(Locale.ROOT, "%s off, known to %.2f ms", off, error);
    if (error > PART_OF_INTERVAL * spec.interval().toMillis()) {
      return line(
          agent.name(),
          Finding.warn("clock", figures, "use longer intervals, or an agent nearer to the server"));
    }
    return line(
        agent.name(),
        farOff
            ? Finding.warn("clock", figures, AgentView.SET_CLOCK)
            : Finding.ok("clock", figures));
  }

  private static List<Line> agentDisks(Scene scene) {
    List<Line> lines = new ArrayList<>();
    for (AgentView agent : scene.tested()) {
      scene
          .report(agent)
          .ifPresent(report -> lines.add(disk(agent.name(), report.freeBytes(), scene.bytes())));
    }
    return lines;
  }

  private static Line disk(String where, long free, long needed) {
    String figures =
        String.format(
            Locale.ROOT, "%,d MiB free, at most %,d MiB needed", free / MEBI, needed / MEBI + 1);
    if (free < 0) {
      return line(where, Finding.warn("disk", "nobody knows what is free", "see for yourself"));
    }
    if (free < LEAST_FREE_BYTES) {
      return line(where, Finding.fail("disk", figures, "make room"));
    }
    return line(
        where,
        free - LEAST_FREE_BYTES < needed
            ? Finding.warn("disk", figures, "make room, or use longer intervals")
            : Finding.ok("disk", figures));
  }

  /// What the agents have found, each finding once.
  private static List<Line> target(Scene scene) {
    Map<Finding, List<String>> by = new LinkedHashMap<>();
    for (AgentView agent : scene.tested()) {
      List<Finding> found =
          scene.report(agent).map(TestReport::findings).orElseGet(() -> List.of(silent()));
      found.forEach(one -> by.computeIfAbsent(one, _ -> new ArrayList<>()).add(agent.name()));
    }
    return by.entrySet().stream().map(one -> line(names(one.getValue()), one.getKey())).toList();
  }

  private static Finding silent() {
    return Finding.fail(
        "test",
        "no answer within " + Preflight.PATIENCE.toSeconds() + " s",
        "see the agent's log, and whether the target answers it");
  }

  private static String names(List<String> names) {
    int most = 3;
    return names.size() <= most
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
  }
}

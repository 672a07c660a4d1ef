package dev.broadside.server.preflight;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.load.Counted;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.TestReport;
import dev.broadside.core.work.Finding;
import dev.broadside.server.agents.JobTestRounds;
import dev.broadside.server.agents.Presence;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.preflight.PreflightDocument.Line;
import dev.broadside.server.schedule.AgentChoice;
import dev.broadside.server.schedule.AgentOffer;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.NamedTarget;
import dev.broadside.server.store.row.PackRow;
import dev.broadside.server.targets.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/// Tests jobs before they are submitted: free agents try the target with the job's own code and
/// parameters, and the checks of [PreflightCheck] follow. Nothing is stored. Safe for use by
/// several threads; blocks until the answers have come.
///
/// @param freeBytes what is free in the server's data folder; -1 if unknown
public record Preflight(
    Targets targets, JobTestRounds tests, JobReads reads, PackStore packs, LongSupplier freeBytes) {
  /// Shorter than what clients wait.
  static final Duration PATIENCE = Duration.ofSeconds(45);

  /// A job class that needs to know no more than the database to connect to it.
  ///
  /// @param pack that has it
  private record Connecting(PackRow pack, ClassDescriptor jobClass) {
    /// The job classes of this kind in a pack.
    static Stream<Connecting> of(PackRow pack) {
      return pack.descriptor().classes().stream()
          .map(one -> new Connecting(pack, one))
          .filter(Connecting::needsNoMore);
    }

    private boolean needsNoMore() {
      return ConnectionParameters.OF_TARGET.stream().map(Parameter::name).allMatch(this::declares)
          && jobClass.parameters().stream()
              .allMatch(
                  one -> one.preset().isPresent() || ConnectionParameters.ofTarget(one.name()));
    }

    boolean declares(String name) {
      return jobClass.parameters().stream().map(ParameterDescriptor::name).anyMatch(name::equals);
    }

    JobCode code() {
      return JobCode.of(jobClass, pack);
    }

    /// A job on a target, as small as it gets.
    JobSpec spec(NamedTarget target) {
      JobReader reader =
          new JobReader(
              JsonNodeFactory.instance.objectNode().put(JobDocument.TARGET.path(), target.name()));
      return reader
          .spec(
              Optional.of(
                  JobReader.Code.of(jobClass, pack.sha256(), jobClass.description().parameters())))
          .orElseThrow();
    }

    /// The plan of an agent that only connects and leaves: it is not the first share, which checks
    /// what the job needs there.
    Plan plan(String id, AgentView agent, JobSpec spec) {
      ShareSlice slice = new ShareSlice(1, 2, 1, 1, 2);
      return new Plan(id, agent.name(), 0, spec, jobClass.operations(), slice);
    }
  }

  /// Tests a job.
  ///
  /// @param id of the run that will never be
  /// @param asked already checked against the job class's parameters
  public PreflightDocument test(String id, JobSpec asked, JobCode code) {
    JobSpec spec = targets.opened(asked);
    Map<String, AgentView> connected = connected();
    AgentChoice choice = choice(spec, connected);
    List<AgentView> agents = usable(connected, choice);
    List<AgentView> chosen =
        agents.stream()
            .filter(agent -> agent.jobs().isEmpty())
            .limit(spec.agents().count())
            .toList();
    int wanted = chosen.size();
    List<AgentView> busy =
        agents.stream()
            .filter(agent -> !agent.jobs().isEmpty())
            .limit(spec.agents().count() - wanted)
            .toList();
    Map<String, TestReport> reports = tests.ask(plans(id, spec, code, chosen), PATIENCE).join();
    PreflightCheck.Scene scene =
        new PreflightCheck.Scene(
            spec, code, agents, choice.tooFew(), chosen, busy, reports, freeBytes.getAsLong());
    return PreflightDocument.of(
        Stream.of(PreflightCheck.values()).flatMap(check -> check.look(scene).stream()).toList());
  }

  /// Has one free agent connect to a target and leave, by the code of a job class that connects.
  ///
  /// @param id of the run that will never be
  public PreflightDocument reach(String id, NamedTarget target) {
    Optional<Connecting> found = packs.all().stream().flatMap(Connecting::of).findFirst();
    if (found.isEmpty()) {
      return PreflightDocument.of(
          List.of(
              PreflightCheck.line(
                  PreflightCheck.SERVER,
                  Finding.fail(
                      "packs",
                      "no installed job class connects to a database",
                      "install a pack"))));
    }
    JobSpec spec = targets.opened(targets.aimed(found.get().spec(target), found.get()::declares));
    Map<String, AgentView> connected = connected();
    AgentChoice choice = choice(spec, connected);
    List<AgentView> agents = usable(connected, choice);
    List<AgentView> asked = agents.stream().filter(one -> one.jobs().isEmpty()).limit(1).toList();
    Map<String, TestReport> reports =
        tests
            .ask(asked.stream().map(one -> found.get().plan(id, one, spec)).toList(), PATIENCE)
            .join();
    PreflightCheck.Scene scene =
        new PreflightCheck.Scene(
            spec, found.get().code(), agents, choice.tooFew(), asked, List.of(), reports, -1);
    return PreflightDocument.of(PreflightCheck.reach(scene));
  }

  /// The agents that the job may have, those without load first.
  private static List<AgentView> usable(Map<String, AgentView> connected, AgentChoice choice) {
    return choice.candidates().stream()
        .map(connected::get)
        .sorted(Comparator.comparing(agent -> !agent.jobs().isEmpty()))
        .toList();
  }

  /// The connected agents that may have load, by name.
  private Map<String, AgentView> connected() {
    Map<String, AgentView> connected = new TreeMap<>();
    for (AgentView agent : reads.agents()) {
      if (agent.state().equals(Presence.CONNECTED.word())
          && !agent.labels().containsKey(Message.WATCH_ONLY)) {
        connected.put(agent.name(), agent);
      }
    }
    return connected;
  }

  private static AgentChoice choice(JobSpec spec, Map<String, AgentView> connected) {
    Map<String, AgentOffer> offers = new TreeMap<>();
    connected.forEach((name, agent) -> offers.put(name, agent.offer()));
    return new AgentChoice(spec, offers);
  }

  private static List<Plan> plans(String id, JobSpec spec, JobCode code, List<AgentView> agents) {
    List<Plan> plans = new ArrayList<>();
    for (int i = 0; i < agents.size(); i++) {
      ShareSlice slice = ShareSlice.of(new Portion(i, spec.agents().count()), spec.openedThreads());
      String agent = agents.get(i).name();
      plans.add(new Plan(id, agent, 0, spec, code.operations(), slice));
    }
    return plans;
  }

  /// The checks before a job is submitted, in this order. To add one, declare a constant here; for
  /// a check of the target, one in the kit's `TargetCheck`.
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
    private static final int MOST_NAMED = 3;

    /// An uncertainty of this part of an interval shows in charts of several agents.
    private static final double PART_OF_INTERVAL = 0.1;

    private final Function<Scene, List<Line>> look;

    /// What the checks see.
    ///
    /// @param agents those that the job may have and that are connected
    /// @param tooFew why the connected agents can never be enough; empty if they can
    /// @param tested those of them that were asked to test it
    /// @param busy those that have load, and were not disturbed
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
          there < wanted
              ? "start " + Counted.of(wanted - there, "more agent")
              : "start more of them";
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
      double error = agent.clock().clockErrorMillis();
      double ahead = -agent.clock().clockOffsetMillis();
      boolean farOff = agent.clock().clockWarning().isPresent();
      String off =
          farOff
              ? (ahead < 0 ? "-" : "+") + NumberText.span(Math.abs(ahead))
              : String.format(Locale.ROOT, "%+.2f ms", ahead);
      String figures = String.format(Locale.ROOT, "%s off, known to %.2f ms", off, error);
      if (error > PART_OF_INTERVAL * spec.interval().toMillis()) {
        return line(
            agent.name(),
            Finding.warn(
                "clock", figures, "use longer intervals, or an agent nearer to the server"));
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
        return line(where, Finding.warn("disk", "the free room is unknown", "look for yourself"));
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
      return by.entrySet().stream()
          .map(one -> line(Counted.names(one.getValue(), MOST_NAMED), one.getKey()))
          .toList();
    }

    private static Finding silent() {
      return Finding.fail(
          "test",
          "no answer within " + Preflight.PATIENCE.toSeconds() + " s",
          "see the agent's log, and whether the target answers it");
    }
  }
}

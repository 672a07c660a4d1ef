package dev.broadside.server.preflight;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.TestReport;
import dev.broadside.core.work.Finding;
import dev.broadside.server.agents.AskedAgents;
import dev.broadside.server.agents.Presence;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.schedule.AgentChoice;
import dev.broadside.server.schedule.AgentOffer;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.NamedTarget;
import dev.broadside.server.store.row.PackRow;
import dev.broadside.server.targets.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/// Tests jobs before they are submitted: free agents try the target with the job's own code and
/// parameters, and the checks of [PreflightCheck] follow. Nothing is stored. Safe for use by
/// several threads; blocks until the answers have come.
public final class Preflight {
  /// Shorter than what clients wait.
  static final Duration PATIENCE = Duration.ofSeconds(45);

  private final Targets targets;
  private final AskedAgents tests;
  private final JobReads reads;
  private final PackStore packs;
  private final LongSupplier freeBytes;

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

  /// @param freeBytes what is free in the server's data folder; -1 if unknown
  public Preflight(
      Targets targets, AskedAgents tests, JobReads reads, PackStore packs, LongSupplier freeBytes) {
    this.targets = targets;
    this.tests = tests;
    this.reads = reads;
    this.packs = packs;
    this.freeBytes = freeBytes;
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
                      "packs", "no job class here connects to a database", "install a pack"))));
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
}

package dev.broadside.system.mini;

import dev.broadside.client.agent.Agent;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.fixture.Loop;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.collect.Recordings;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.jobs.RunControl;
import dev.broadside.server.notify.Channels;
import dev.broadside.server.notify.Notifier;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.targets.NameLookup;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.ServerThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A server and its agents in one thread and in manual time.
final class MiniCluster implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(10);

  /// Where it is dear to look, or does not matter when.
  private static final Duration LONG_STEP = STEP.multipliedBy(10);

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final byte[] PACK = "no code".getBytes(StandardCharsets.UTF_8);

  private final Path folder;
  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
  private final Loop network = new Loop();
  private final VirtualTarget target = new VirtualTarget();
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private Loop server = new Loop();
  private Optional<ResultStore> store = Optional.empty();
  private Optional<JobCore> parts = Optional.empty();
  private Optional<Campaigns> campaigns = Optional.empty();

  public MiniCluster(Path folder) {
    this.folder = folder;
    boot();
  }

  /// Starts a server on the store, the first or, after [#kill()], another one.
  void boot() {
    server = new Loop();
    ResultStore opened = ResultStore.sqlite(folder.resolve("broadside.db"), SecretBox.OPEN);
    JobCore started =
        new JobCore(
            opened,
            new Targets(opened.targets, false, AllowedPrograms.ALL, NameLookup.ofThisHost()),
            (sha256, offset) -> new PackChunk(sha256, offset, PACK.length, PACK),
            time,
            "1.0",
            new ServerThreads(server, server, server, server, server, server, server));
    started.start();
    Campaigns members = new Campaigns(started, server);
    members.start();
    store = Optional.of(opened);
    parts = Optional.of(started);
    campaigns = Optional.of(members);
    settle();
  }

  /// The server dies, and all connections with it.
  void kill() {
    parts = Optional.empty();
    campaigns = Optional.empty();
    server.kill();
    hosts.values().forEach(host -> host.cable().cut());
    settle();
    store.ifPresent(ResultStore::close);
    store = Optional.empty();
  }

  /// By chance, a host is killed and started anew, or its cable is pulled and put back, or the
  /// server is killed and started anew.
  ///
  /// @param away a host is away for less than so many seconds
  void trouble(SplittableRandom random, int away) {
    Host host = List.copyOf(hosts.values()).get(random.nextInt(hosts.size()));
    Duration hostAway = Duration.ofSeconds(random.nextInt(away));
    switch (random.nextInt(3)) {
      case 0 -> {
        host.kill(0);
        advance(hostAway);
        host.restart();
      }
      case 1 -> {
        host.cable().pull();
        advance(hostAway);
        host.cable().putBack();
      }
      default -> {
        kill();
        advance(Duration.ofSeconds(random.nextInt(10)));
        boot();
      }
    }
  }

  Host host(String name) {
    return host(name, 1);
  }

  /// @param jobs how many its agent has at once
  Host host(String name, int jobs) {
    Host host =
        hosts.computeIfAbsent(
            name,
            _ ->
                new Host(
                    name,
                    folder.resolve(name),
                    network,
                    time,
                    target,
                    new Cable(network, () -> parts.map(there -> there.connections), name),
                    jobs));
    settle();
    return host;
  }

  /// Everything that can happen without time passing.
  void settle() {
    do {
      network.run();
      server.run();
      hosts.values().forEach(Host::run);
    } while (!idle());
  }

  private boolean idle() {
    boolean idle = network.idle() && server.idle();
    for (Host host : hosts.values()) {
      idle &= host.idle();
    }
    return idle;
  }

  /// From one thing that falls due to the next.
  public void advance(Duration span) {
    long until = time.nanos() + span.toNanos();
    do {
      long next = Math.clamp(time.nextNanos().orElse(until), time.nanos(), until);
      time.advance(Duration.ofNanos(next - time.nanos()));
      settle();
    } while (time.nanos() < until);
  }

  /// Advances until a job is in a state, which may not be there yet; fails where that takes too
  /// long.
  public void advanceTo(String jobId, String state) {
    advance(
        STEP,
        () -> parts().reads.job(jobId).filter(job -> job.state().equals(state)).isPresent(),
        () -> jobId + " does not become " + state + ": " + parts().reads.job(jobId));
  }

  /// Advances until a job is over, however it ended.
  void advanceToEnd(String jobId) {
    advance(
        LONG_STEP,
        () -> job(jobId).endedAt().isPresent(),
        () -> jobId + " does not end: " + job(jobId));
  }

  private void advance(Duration step, BooleanSupplier done, Supplier<String> trouble) {
    Instant deadline = time.now().plus(PATIENCE);
    while (!done.getAsBoolean()) {
      if (time.now().isAfter(deadline)) {
        throw new AssertionError(trouble.get());
      }
      advance(step);
    }
  }

  /// How long it has been going on.
  Duration time() {
    return Duration.ofNanos(time.nanos());
  }

  /// Advances until so much of a job's run is over.
  void advanceInto(String jobId, Duration run) {
    advanceTo(jobId, "running");
    Instant until = job(jobId).startedAt().orElseThrow().plus(run);
    advance(Duration.between(time.now(), until));
  }

  /// Submits a job of two threads on each agent, at 20 iterations a second in all, for 2 s of
  /// warm-up and 5 s of measurement.
  public void submit(String id, int agents) {
    submit(id, spec(agents));
  }

  /// The same, of which an agent will be lost.
  void submit(String id, int agents, AgentLoss policy) {
    submit(id, agents, Map.of(AgentLoss.DECLARED.name(), policy.word()));
  }

  /// The same with other settings, by the names of their fields.
  void submit(String id, int agents, Map<String, String> given) {
    submit(id, spec(agents).withSettings(new Settings(given)));
  }

  void submit(String id, JobSpec spec) {
    now(
        parts()
            .coordinator
            .submit(id, spec, new JobCode("Adds one", List.of("add"), "pack@1"), "tester"));
  }

  /// Submits a study of such jobs, one for each number of threads on each agent.
  void submitStudy(String id, int agents, List<Integer> threads) {
    submitStudy(id, spec(agents), SpecBuilder.ladder(threads));
  }

  void submitStudy(String id, JobSpec spec, StudyPlan plan) {
    JobCode code = new JobCode("Adds one", List.of("add"), "pack@1");
    now(campaigns().submit(id, new MemberRow(spec, plan, code)));
  }

  /// Submits members that each run the same job, or study, of 20 a second for 7 seconds.
  void submitGroup(String id, GroupPlan plan) {
    JobCode code = new JobCode("Adds one", List.of("add"), "pack@1");
    Map<String, MemberRow> asked = new LinkedHashMap<>();
    for (GroupPlan.Member member : plan.members()) {
      boolean study = member.kind() == GroupPlan.Kind.STUDY;
      StudyPlan steps = SpecBuilder.ladder(study ? List.of(1, 2) : List.of(1));
      asked.put(member.name(), new MemberRow(spec(1), steps, code));
    }
    now(campaigns().submit(id, plan, "{}", asked));
  }

  Campaigns campaigns() {
    return campaigns.orElseThrow();
  }

  CampaignReads reads() {
    return campaigns().reads();
  }

  ManualTime clock() {
    return time;
  }

  /// What tells channels of what this server runs.
  Notifier notifier(Channels channels) {
    return new Notifier(
        channels, parts().reads, parts().marks, reads(), store.orElseThrow(), time, Runnable::run);
  }

  /// Advances until a group is in a state; fails where that takes too long.
  void advanceGroupTo(String id, String state) {
    advance(
        LONG_STEP,
        () -> reads().group(id).orElseThrow().state().equals(state),
        () -> id + " does not become " + state + ": " + reads().group(id));
  }

  /// Advances until a study is in a state; fails where that takes too long.
  void advanceStudyTo(String id, String state) {
    advance(
        LONG_STEP,
        () -> study(id).state().equals(state),
        () -> id + " does not become " + state + ": " + study(id));
  }

  List<Recordings.Recording> recordings(String jobId) {
    return parts().connections.recordings().of(jobId);
  }

  byte[] recording(String jobId, String agent) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Recordings recordings = parts().connections.recordings();
    recordings.copy(jobId, recordings.whole(jobId, agent).orElseThrow(), out);
    return out.toByteArray();
  }

  /// How many flight recordings agents keep.
  long recordingsOnDisk() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".jfr")).count();
    }
  }

  StudyView study(String id) {
    return reads().study(id).orElseThrow();
  }

  /// How many jobs were ever submitted.
  int jobs() {
    return parts().reads.jobs(Optional.empty(), 1_000).size();
  }

  static JobSpec spec(int agents) {
    LoadModel load = SpecBuilder.open(2, 20);
    return spec(
        agents,
        new Phase(PhaseKind.WARM_UP, Duration.ofSeconds(2), load),
        SpecBuilder.measure(Duration.ofSeconds(5), load));
  }

  /// The same with other phases.
  static JobSpec spec(int agents, Phase... phases) {
    return spec(agents, Duration.ofSeconds(1), phases);
  }

  /// The same with intervals of another length.
  static JobSpec spec(int agents, Duration interval, Phase... phases) {
    return SpecBuilder.of("adds-one")
        .pack(sha256(PACK))
        .interval(interval)
        .agents(AgentDemand.any(agents))
        .phases(phases)
        .build();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  void kill(String id) {
    now(parts().coordinator.kill(id, "tester"));
  }

  boolean drain(String agent) {
    return now(parts().agents.drain(agent, true));
  }

  void revoke(String agent) {
    now(parts().agents.revoked(agent));
  }

  /// How many iterations of one job took effect. From now on every iteration of every job fails.
  void refuse() {
    target.refuse();
  }

  long target(String id) {
    return target.of(id).get();
  }

  void cancel(String id) {
    now(parts().coordinator.cancel(id, "tester"));
  }

  private <T> T now(CompletableFuture<T> answer) {
    settle();
    return answer.join();
  }

  /// Changes a job's load.
  RunControl.Answer control(String id, LoadControl set) {
    return now(parts().coordinator.control(id, set, "tester"));
  }

  /// Changes a job's load, and looks at the job the moment that the answer is there.
  JobView controlled(String id, LoadControl set) {
    return now(parts().coordinator.control(id, set, "tester").thenApply(_ -> job(id)));
  }

  public JobView job(String id) {
    return parts().reads.job(id).orElseThrow();
  }

  /// The result of a job that has ended.
  RunDocument result(String id) {
    return Loop.answer(() -> document(id), this::settle);
  }

  private RunDocument document(String id) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      parts().results.write(id, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Json.mapper().readValue(bytes.toByteArray(), RunDocument.class);
  }

  /// How many iterations took effect, whether or not anybody counted them.
  long target() {
    return target.total();
  }

  private JobCore parts() {
    return parts.orElseThrow();
  }

  @Override
  public void close() throws InterruptedException {
    for (Host host : hosts.values()) {
      waitFor(host.agent()::close);
    }
    kill();
  }

  /// Something that waits for what the loops do.
  private void waitFor(Runnable task) throws InterruptedException {
    Thread waiting = Thread.ofVirtual().start(task);
    while (!waiting.join(Duration.ofMillis(1))) {
      settle();
    }
  }

  /// An agent ends in good order; its cable is there for the next one.
  void leave(Host host) throws InterruptedException {
    Thread leaving = Thread.ofVirtual().start(() -> leave(host.agent()));
    // Time passes only while it waits: a real thread that is late costs none of it.
    while (leaving.isAlive()) {
      if (leaving.getState() == Thread.State.WAITING) {
        advance(STEP);
      }
      Thread.onSpinWait();
    }
    waitFor(host.agent()::close);
  }

  private static void leave(Agent agent) {
    try {
      agent.leave();
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts a simulation", e);
    }
  }

  /// How many iterations were begun in each second of the load so far, by all workers.
  List<Integer> begunBySecond() {
    int[] begun = new int[600];
    begunNanos().forEach(at -> begun[(int) (at / 1_000_000_000)]++);
    return Arrays.stream(begun).boxed().toList();
  }

  /// When iterations were begun, from the common start, by all workers.
  List<Long> begunNanos() {
    return begunNanos(workers());
  }

  /// The same of one job.
  List<Long> begunNanos(String job) {
    return begunNanos(workers().filter(worker -> worker.job().equals(Optional.of(job))));
  }

  /// How many iterations of a job were going on at once, by the instants from which on it was so
  /// many, from the common start.
  NavigableMap<Long, Integer> goingOn(String job) {
    TreeMap<Long, Integer> steps = new TreeMap<>();
    workers()
        .filter(worker -> worker.job().equals(Optional.of(job)))
        .forEach(worker -> {
          worker.begunNanos().forEach(at -> steps.merge(at, 1, Integer::sum));
          worker.doneNanos().forEach(at -> steps.merge(at, -1, Integer::sum));
        });
    int[] sum = {0};
    steps.replaceAll((_, step) -> sum[0] += step);
    return steps;
  }

  private static List<Long> begunNanos(Stream<VirtualWorker> workers) {
    return workers.flatMap(worker -> worker.begunNanos().stream()).sorted().toList();
  }

  private Stream<VirtualWorker> workers() {
    return hosts.values().stream().flatMap(host -> host.workers().stream());
  }
}

package dev.broadside.server.jobs;

import dev.broadside.core.fixture.Loop;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Message;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.targets.NameLookup;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.ServerThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A server and agents that a test scripts, in one thread and in manual time, on a real store. The
/// cluster with real agents is the MiniCluster of src/test.
public final class ScriptedCluster implements AutoCloseable {
  public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration STEP = Duration.ofMillis(100);

  private final Path file;
  private final SecretBox box;
  private final ManualTime time = new ManualTime(NOON);
  private final Loop network = new Loop();
  private final Map<String, ScriptedAgent> agents = new LinkedHashMap<>();
  private Loop server = new Loop();
  private Loop keeper = new Loop();
  private Loop reports = new Loop();
  private boolean reportsHeld;
  private boolean storeHeld;
  private boolean asleep;
  private ResultStore store;
  private JobCore parts;

  public ScriptedCluster(Path folder) {
    this(folder, new PlainBox());
  }

  /// @param box what seals secrets
  public ScriptedCluster(Path folder, SecretBox box) {
    file = folder.resolve("broadside.db");
    this.box = box;
    boot();
  }

  private void boot() {
    server = new Loop();
    keeper = new Loop();
    reports = new Loop();
    storeHeld = false;
    store = ResultStore.sqlite(file, box);
    parts =
        new JobCore(
            store,
            new Targets(store.targets, false, AllowedPrograms.ALL, NameLookup.ofThisHost()),
            (sha256, offset) -> new Message.PackChunk(sha256, offset, -1, new byte[0]),
            time,
            "1.0",
            new ServerThreads(server, keeper, server, reports, server, server, server));
    parts.start();
    settle();
  }

  public ScriptedAgent agent(String name) {
    ScriptedAgent agent = agents.computeIfAbsent(name, _ -> new ScriptedAgent(name, time));
    connect(agent);
    return agent;
  }

  void connect(ScriptedAgent agent) {
    agent.connect(parts.connections, network);
    settle();
  }

  /// Everything that can happen without time passing.
  public void settle() {
    for (int i = 0; i < 20; i++) {
      network.run();
      if (asleep) {
        continue;
      }
      server.run();
      if (!storeHeld) {
        keeper.run();
      }
      if (!reportsHeld) {
        reports.run();
      }
    }
  }

  /// From now on a write of the coordinator hangs, and all behind it.
  void holdStore() {
    storeHeld = true;
  }

  /// How many writes wait while the store hangs.
  int heldWrites() {
    return keeper.size();
  }

  void releaseStore() {
    storeHeld = false;
    settle();
  }

  /// The server's process is stopped for a while; the network and the agents go on.
  void sleep(Duration span) {
    asleep = true;
    advance(span);
    asleep = false;
    settle();
  }

  /// From now on no final document is made.
  void holdReports() {
    reportsHeld = true;
  }

  /// Advances until final documents are to be made, and makes them; the coordinator does not know
  /// of it yet.
  void makeReports() {
    for (int i = 0; i < 6_000 && reports.idle(); i++) {
      advance(STEP);
    }
    reports.run();
    reportsHeld = false;
  }

  public void advance(Duration span) {
    advance(span, STEP);
  }

  /// In steps of a length, each a moment for all: the longer ones for spans in which little
  /// happens.
  public void advance(Duration span, Duration step) {
    for (Duration done = Duration.ZERO; done.compareTo(span) < 0; done = done.plus(step)) {
      time.advance(step);
      settle();
    }
  }

  /// Has agents `agent-1` and `agent-2` work on job `job` for a while; gives back the second.
  ScriptedAgent twoAtWork(Duration sinceStart) {
    agent("agent-1");
    ScriptedAgent second = agent("agent-2");
    submit("job", spec(2));
    advanceTo("job", "running");
    advance(sinceStart);
    return second;
  }

  /// Advances until a job is in a state; fails where that takes too long.
  public void advanceTo(String jobId, String state) {
    for (int i = 0; i < 6_000; i++) {
      if (job(jobId).state().equals(state)) {
        return;
      }
      advance(STEP);
    }
    throw new AssertionError("job " + jobId + " does not become " + state + ": " + job(jobId));
  }

  /// The server dies, and all links with it; nothing is written any more.
  public void kill() {
    server.kill();
    keeper.kill();
    reports.kill();
    agents.values().forEach(ScriptedAgent::disconnect);
    settle();
    store.close();
  }

  /// From now on the store fails at whatever has to do with jobs or records, as one whose disk is
  /// full.
  void breakStore() {
    alter("ALTER TABLE records RENAME TO hidden_records", "ALTER TABLE jobs RENAME TO hidden_jobs");
  }

  void mendStore() {
    alter("ALTER TABLE hidden_records RENAME TO records", "ALTER TABLE hidden_jobs RENAME TO jobs");
  }

  /// Changes the store behind the server's back.
  public void alter(String... statements) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /// Another server on the same store.
  public void reboot() {
    boot();
  }

  public void reconnectAll() {
    agents.values().forEach(this::connect);
  }

  public Submission submit(String id, JobSpec spec) {
    return now(
        parts.coordinator.submit(
            id, spec, new JobCode("A job", List.of("op"), "pack@1"), "tester"));
  }

  JobView cancel(String id) {
    return now(parts.coordinator.cancel(id, "tester")).orElseGet(() -> job(id));
  }

  <T> T now(CompletableFuture<T> future) {
    settle();
    return future.join();
  }

  public JobView job(String id) {
    return parts.reads.job(id).orElseThrow();
  }

  public RunDocument result(String id) {
    return Loop.answer(() -> document(id), this::settle).orElseThrow();
  }

  private Optional<RunDocument> document(String id) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      return parts.results.write(id, bytes)
          ? Optional.of(Json.mapper().readValue(bytes.toByteArray(), RunDocument.class))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JobCore parts() {
    return parts;
  }

  public ResultStore store() {
    return store;
  }

  public ManualTime time() {
    return time;
  }

  private static final LoadModel FOUR = SpecBuilder.closed(4);

  public static JobSpec spec(int agents) {
    return wants(AgentDemand.any(agents)).build();
  }

  /// The usual job, on the agents that it asks for.
  static SpecBuilder wants(AgentDemand agents) {
    return SpecBuilder.of("noop")
        .parameters(Map.of("url", "jdbc:h2:mem:x"))
        .secrets(Map.of("password", new Secret("hush")))
        .agents(agents)
        .phases(
            new Phase(PhaseKind.WARM_UP, Duration.ofSeconds(2), FOUR),
            SpecBuilder.measure(Duration.ofSeconds(5), FOUR));
  }

  @Override
  public void close() {
    server.kill();
    keeper.kill();
    reports.kill();
    store.close();
  }
}

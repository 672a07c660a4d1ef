package dev.broadside.system.chaos;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// Breaks a server, its agents, their workers and the cables between them, one thing after another,
/// as a seed has it. Everything it does it takes back; what it killed it starts again.
final class Nemesis implements AutoCloseable {
  /// Of each agent.
  static final int THREADS = 4;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int SHORTEST_MILLIS = 300;
  private static final int LONGEST_MILLIS = 4_000;

  private final long seed;
  private final int size;
  private final SplittableRandom random;
  private final Installation installation;
  private final List<FaultyCable> cables = new ArrayList<>();
  private final List<Command> agents = new ArrayList<>();
  private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
  private final List<String> story = new ArrayList<>();
  private final Instant begun = Instant.now();

  /// What it does.
  private enum Fault {
    SERVER_KILLED,
    SERVER_FROZEN,
    AGENT_KILLED,
    AGENT_FROZEN,
    WORKER_KILLED,
    WORKER_FROZEN,
    CUT_OFF,
    DEAF,
    MUTE,
    RESET
  }

  /// @param size how many agents there are
  Nemesis(Path folder, int size, long seed) {
    this.size = size;
    this.seed = seed;
    random = new SplittableRandom(seed);
    installation = Installation.start(folder);
    for (int i = 0; i < size; i++) {
      cables.add(new FaultyCable(installation.port()));
      agents.add(agent(i));
    }
    api().awaitAgents(size, MINUTE);
  }

  private Api api() {
    return installation.api();
  }

  private Command agent(int index) {
    return installation.agentVia(cables.get(index).address(), "a" + index);
  }

  /// Begins to write the ledger.
  ///
  /// @return the job's id
  String submit(MariaDb database, Duration length) {
    String job =
        api()
            .submit(
                Map.of(
                    "jobClass",
                    "ledger",
                    "parameters",
                    Map.of(
                        "url", database.url(),
                        "user", database.user(),
                        "password", database.password()),
                    "agents",
                    size,
                    "threads",
                    THREADS,
                    "interval",
                    "500ms",
                    "think",
                    "5ms",
                    "duration",
                    length.toSeconds() + "s"));
    api().awaitState(job, "running", MINUTE);
    // An agent that dies before its load has begun has nothing to bring, and the audit says so.
    Await.until(MINUTE, "load of all agents", () -> loaded(job) == size, () -> loaded(job));
    return job;
  }

  private long loaded(String job) {
    return api()
        .results(job)
        .get("agents")
        .valueStream()
        .filter(one -> one.at("/stats/begun").asLong() > 0)
        .count();
  }

  /// Breaks one thing after another for as long as the load is to last.
  void rage(Duration length) {
    long until = System.nanoTime() + length.toNanos();
    while (System.nanoTime() - until < 0) {
      Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
      int index = random.nextInt(size);
      done.merge(fault, 1, Integer::sum);
      story.add(
          "%7d ms %s %s"
              .formatted(millis(), fault, fault.name().startsWith("SERVER") ? "" : "a" + index));
      befall(fault, index);
      pause();
    }
    cables.forEach(cable -> cable.lose(false, false));
  }

  private long millis() {
    return Duration.between(begun, Instant.now()).toMillis();
  }

  private void befall(Fault fault, int index) {
    FaultyCable cable = cables.get(index);
    switch (fault) {
      case SERVER_KILLED -> installation.crashAndRestartServer(this::pause);
      case SERVER_FROZEN -> freeze(installation.server().handle());
      case AGENT_KILLED -> {
        agents.get(index).handle().destroyForcibly();
        agents.get(index).awaitExit(MINUTE);
        pause();
        agents.set(index, agent(index));
      }
      case AGENT_FROZEN -> freeze(agents.get(index).handle());
      case WORKER_KILLED -> worker(index).ifPresent(ProcessHandle::destroyForcibly);
      case WORKER_FROZEN -> {
        Optional<ProcessHandle> worker = worker(index);
        if (worker.isPresent()) {
          freeze(worker.get());
        }
      }
      case CUT_OFF -> lose(cable, true, true);
      case DEAF -> lose(cable, false, true);
      case MUTE -> lose(cable, true, false);
      case RESET -> cable.reset();
    }
  }

  private void lose(FaultyCable cable, boolean toServer, boolean toAgent) {
    cable.lose(toServer, toAgent);
    pause();
    cable.lose(false, false);
  }

  /// The only waits for time: how long a fault lasts, and until the next one.
  private void pause() {
    LockSupport.parkNanos(1_000_000L * random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS));
  }

  private Optional<ProcessHandle> worker(int index) {
    return agents
        .get(index)
        .handle()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains("WorkerMain"))
        .findFirst();
  }

  private void freeze(ProcessHandle process) {
    signal("STOP", process);
    pause();
    signal("CONT", process);
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The result, when there is one.
  JsonNode result(String job) {
    Await.until(
        MINUTE.multipliedBy(3),
        "the end of " + job,
        () -> !api().get("/api/v1/jobs/" + job).body().path("endedAt").asString("").isEmpty(),
        () -> api().get("/api/v1/jobs/" + job).body() + "\n" + String.join("\n", story));
    return api().results(job);
  }

  /// One iteration of each thread for each worker that was killed.
  long mostUncertain() {
    int kills =
        done.getOrDefault(Fault.WORKER_KILLED, 0) + done.getOrDefault(Fault.AGENT_KILLED, 0);
    return (long) kills * THREADS;
  }

  /// What was done, and what came of it.
  String story(JsonNode result) {
    return "-Dchaos.seed=%d -Dchaos.agents=%d%n%s%n%s%n%s %s"
        .formatted(
            seed,
            size,
            String.join("\n", story),
            done,
            result.at("/audit/sentence").asString(),
            result.at("/audit/findings"));
  }

  @Override
  public void close() {
    cables.forEach(FaultyCable::close);
    installation.close();
  }
}

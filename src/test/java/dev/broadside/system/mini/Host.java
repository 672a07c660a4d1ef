package dev.broadside.system.mini;

import dev.broadside.client.agent.Agent;
import dev.broadside.client.agent.AgentConfig;
import dev.broadside.client.agent.SimulatedAgent;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.share.StartException;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.core.fixture.Loop;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// A load generator's host: a real agent on its own folder, its clock, its cable, and the workers
/// that it forked.
final class Host {
  private final List<VirtualWorker> workers = new ArrayList<>();
  private final String name;
  private final Path folder;
  private final Executor network;
  private final HostClock clock;
  private final VirtualTarget target;
  private final Cable cable;
  private final int jobs;
  private Loop threads = new Loop();
  private Agent agent;

  Host(
      String name,
      Path folder,
      Executor network,
      ManualTime time,
      VirtualTarget target,
      Cable cable,
      int jobs) {
    this.jobs = jobs;
    this.name = name;
    this.folder = folder;
    this.network = network;
    this.clock = new HostClock(time);
    this.target = target;
    this.cable = cable;
    this.agent = start();
  }

  /// The clocks of a host, of which the wall clock may be wrong, and the monotonic one may drift.
  private static final class HostClock implements Time {
    private final Time right;
    private final SlewedTime monotonic;
    private Duration ahead = Duration.ZERO;

    HostClock(Time right) {
      this.right = right;
      this.monotonic = new SlewedTime(right);
    }

    @Override
    public long nanos() {
      return monotonic.nanos();
    }

    @Override
    public Instant now() {
      return right.now().plus(ahead);
    }

    @Override
    public void sleepUntil(long nanos) throws InterruptedException {
      monotonic.sleepUntil(nanos);
    }

    @Override
    public Timer runAt(long nanos, Runnable task) {
      return monotonic.runAt(nanos, task);
    }
  }

  private Agent start() {
    try {
      Path counters = Files.createDirectories(folder.resolve("counters"));
      return SimulatedAgent.start(
          config(name, folder, jobs),
          "credential",
          counters,
          new Agent.Parts(
              clock, new SplittableRandom(name.hashCode()), _ -> threads, cable, this::fork));
    } catch (StartException | IOException | InterruptedException e) {
      throw new AssertionError(name + " does not start", e);
    }
  }

  /// Runs what the agent's threads have to do.
  void run() {
    threads.run();
  }

  boolean idle() {
    return threads.idle();
  }

  /// The agent and its workers are killed, amid whatever they do.
  ///
  /// @param tasks how many of those that wait are still done
  void kill(int tasks) {
    threads.run(tasks);
    threads.kill();
    cable.cut();
    workers.forEach(VirtualWorker::kill);
    try {
      // The lock is the dead process's; it belongs to the file, not to its name.
      Files.deleteIfExists(folder.resolve("data").resolve("lock"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The jobs that a living worker has been told of.
  List<String> loaded() {
    return alive().flatMap(worker -> worker.job().stream()).distinct().toList();
  }

  /// The worker of a job is killed.
  void killWorker(String job) {
    alive()
        .filter(worker -> worker.job().equals(Optional.of(job)))
        .toList()
        .forEach(VirtualWorker::kill);
  }

  private Stream<VirtualWorker> alive() {
    return workers.stream().filter(worker -> !worker.end().isDone());
  }

  @Override
  public String toString() {
    return name;
  }

  /// Starts an agent again on what a killed one left.
  void restart() {
    threads.kill();
    threads = new Loop();
    cable.putBack();
    agent = start();
  }

  /// Sets the host's wall clock.
  void stepClock(Duration by) {
    clock.ahead = clock.ahead.plus(by);
  }

  /// The host's monotonic clock begins to drift, by 500 parts in a million.
  ///
  /// @param by how far it is ahead when that ends, or behind
  void drift(Duration by) {
    clock.monotonic.slewBy(by.toNanos());
  }

  private static AgentConfig config(String name, Path folder, int jobs) {
    return new AgentConfig(
        name,
        new AgentConfig.Access(
            Optional.of(new ServerAddress("127.0.0.1", 1)),
            Optional.empty(),
            new AgentConfig.Joining.Already()),
        new AgentConfig.Offer(Map.of(), jobs),
        new WorkerLauncher.Settings(folder.resolve("drivers"), List.of()),
        folder.resolve("data"),
        AgentConfig.SPOOL_BYTES,
        PackTrust.ANYBODY,
        "1.0");
  }

  private Worker fork(
      String name,
      WorkerProcess.Launch launch,
      Function<Link, Link.Listener> listener,
      Consumer<String> line) {
    workers.add(new VirtualWorker(network, clock, target, launch, listener));
    return workers.getLast();
  }

  Agent agent() {
    return agent;
  }

  Cable cable() {
    return cable;
  }

  /// Every worker that was forked, oldest first.
  List<VirtualWorker> workers() {
    return workers;
  }
}

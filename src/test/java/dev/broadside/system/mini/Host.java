package dev.broadside.system.mini;

import dev.broadside.client.agent.Agent;
import dev.broadside.client.agent.AgentConfig;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.share.StartException;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/// A load generator's host: a real agent on its own folder, its cable, and the workers that it
/// forked.
final class Host {
  private final List<VirtualWorker> workers = new ArrayList<>();
  private final Executor network;
  private final ManualTime time;
  private final AtomicLong target;
  private final Cable cable;
  private final Agent agent;

  Host(
      String name, Path folder, Executor network, ManualTime time, AtomicLong target, Cable cable) {
    this.network = network;
    this.time = time;
    this.target = target;
    this.cable = cable;
    this.agent = start(name, folder);
  }

  private Agent start(String name, Path folder) {
    try {
      Path counters = Files.createDirectories(folder.resolve("counters"));
      return Agent.simulate(
          config(name, folder),
          "credential",
          counters,
          new Agent.Parts(
              time, new SplittableRandom(name.hashCode()), _ -> network, cable, this::fork));
    } catch (StartException | IOException | InterruptedException e) {
      throw new AssertionError(name + " does not start", e);
    }
  }

  private static AgentConfig config(String name, Path folder) {
    return new AgentConfig(
        name,
        new ServerAddress("127.0.0.1", 1, false),
        Optional.empty(),
        new AgentConfig.Joining.Already(),
        folder.resolve("data"),
        folder.resolve("drivers"),
        Map.of(),
        List.of(),
        AgentConfig.SPOOL_BYTES,
        "1.0");
  }

  private Worker fork(
      String name,
      WorkerProcess.Launch launch,
      Function<Link, Link.Listener> listener,
      Consumer<String> line) {
    workers.add(new VirtualWorker(network, time, target, launch, listener));
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

package dev.broadside.bench.probes;

import dev.broadside.bench.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Leaves a process next to nothing of core 0: all its threads are bound there with the least
/// priority, beside a loop of ordinary priority, until [#close()].
///
/// A loop beside threads of the same priority would not do: the kernel lets those that seldom run
/// go first, and a worker that mostly waits for its target gets every core it wants.
public record Starvation(Process loop) implements AutoCloseable {
  private static final String CORE = "0";

  public static Starvation of(ProcessHandle victim) throws IOException, InterruptedException {
    List<String> renice = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
    // Linux keeps a priority for each thread.
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + victim.pid() + "/task"))) {
      threads.forEach(thread -> renice.add(thread.getFileName().toString()));
    }
    Tool.output(renice, Map.of());
    Tool.output(List.of("taskset", "-a", "-c", "-p", CORE, "" + victim.pid()), Map.of());
    return new Starvation(
        new ProcessBuilder("taskset", "-c", CORE, "sh", "-c", "while :; do :; done").start());
  }

  @Override
  public void close() {
    loop.destroyForcibly();
  }
}

package dev.broadside.client.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Leaves a process next to nothing of one core: all its threads are bound to that core with the
/// least priority, beside a loop of ordinary priority. Ends with [#close()], or by itself after
/// five minutes.
final class Starvation implements AutoCloseable {
  private static final List<String> TOOLS = List.of("taskset", "renice", "timeout");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private final Process spinner;

  private Starvation(Process spinner) {
    this.spinner = spinner;
  }

  /// Skips the test, and says so, where this system has not what it needs.
  static void assumePossible() {
    List<String> missing = TOOLS.stream().filter(tool -> !installed(tool)).toList();
    if (!missing.isEmpty()) {
      System.err.println("NOT RUN: StarvedWorkerTest, since there is no " + missing);
    }
    Assumptions.assumeTrue(missing.isEmpty());
  }

  private static boolean installed(String tool) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  static Starvation of(long pid) throws IOException, InterruptedException {
    String core = firstCore();
    while (!renice(pid)) {
      // A thread ended between the list and its turn.
    }
    run(List.of("taskset", "-a", "-c", "-p", core, Long.toString(pid)));
    return new Starvation(
        new ProcessBuilder(
                "taskset", "-c", core, "timeout", "300", "sh", "-c", "while :; do :; done")
            .redirectErrorStream(true)
            .start());
  }

  private static boolean renice(long pid) throws IOException, InterruptedException {
    List<String> renice = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      threads.forEach(thread -> renice.add(thread.getFileName().toString()));
    }
    return execute(renice).isEmpty();
  }

  private static String firstCore() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> line.substring(ALLOWED.length()).strip().split("[-,]", -1)[0])
        .findFirst()
        .orElseThrow();
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    assertEquals(Optional.empty(), execute(command));
  }

  /// What a command said that did not succeed.
  private static Optional<String> execute(List<String> command)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? Optional.empty() : Optional.of(said);
  }

  @Override
  public void close() {
    spinner.descendants().forEach(ProcessHandle::destroyForcibly);
    spinner.destroyForcibly();
    spinner.onExit().orTimeout(2, TimeUnit.MINUTES).join();
  }
}

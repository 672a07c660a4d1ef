package dev.broadside.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A program and all that it has started, which can be halted.
public record Load(Process process) implements AutoCloseable {
  public static Load start(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    return new Load(builder.start());
  }

  public boolean over() {
    return !process.isAlive();
  }

  private Stream<ProcessHandle> all() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants());
  }

  public void halt() throws IOException, InterruptedException {
    signal("-STOP");
  }

  public void proceed() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    List<String> pids = all().map(one -> Long.toString(one.pid())).toList();
    List<String> kill = Stream.concat(Stream.of("kill", name), pids.stream()).toList();
    if (new ProcessBuilder(kill).start().waitFor() != 0) {
      throw new IOException("a part of the load ended before its time: " + kill);
    }
  }

  public double cpuSeconds() {
    return all()
            .mapToLong(one -> one.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
            .sum()
        / 1e9;
  }

  /// How often its threads have let others run, as Linux tells it.
  public long switches() throws IOException {
    return ofThreads(thread -> sum(thread.resolve("status"), "(non)?voluntary_ctxt_switches"));
  }

  /// Its resident memory, as Linux tells it.
  public double megabytes() {
    return all().mapToLong(one -> sum(Path.of("/proc/" + one.pid() + "/status"), "VmRSS")).sum()
        / 1024.0;
  }

  /// The numbers behind some names in a file of Linux about a process or a thread.
  private static long sum(Path file, String names) {
    Pattern number = Pattern.compile(names + ":\\s+(\\d+).*");
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(number::matcher)
          .filter(Matcher::matches)
          .mapToLong(one -> Long.parseLong(one.group(one.groupCount())))
          .sum();
    } catch (IOException _) {
      return 0; // It has ended.
    }
  }

  /// CPU time of the compilers of its JVMs, as Linux tells it.
  ///
  /// @return 0 elsewhere
  public double compilerSeconds() throws IOException {
    return ofThreads(Load::compilerNanos) / 1e9;
  }

  /// The sum of a figure of each thread.
  private long ofThreads(ToLongFunction<Path> figure) throws IOException {
    long sum = 0;
    for (ProcessHandle one : all().toList()) {
      sum += threads(one).stream().mapToLong(figure).sum();
    }
    return sum;
  }

  private static List<Path> threads(ProcessHandle process) throws IOException {
    Path tasks = Path.of("/proc/" + process.pid() + "/task");
    if (Files.notExists(tasks)) {
      return List.of();
    }
    try (Stream<Path> threads = Files.list(tasks)) {
      return threads.toList();
    }
  }

  private static long compilerNanos(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).matches("C[12] Comp.*\\s*")
          ? Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0])
          : 0;
    } catch (IOException _) {
      return 0; // It has ended.
    }
  }

  /// At once: what it was about to tell is not wanted.
  @Override
  public void close() {
    List<ProcessHandle> everybody = all().toList();
    everybody.forEach(ProcessHandle::destroyForcibly);
    everybody.forEach(one -> one.onExit().join());
  }
}

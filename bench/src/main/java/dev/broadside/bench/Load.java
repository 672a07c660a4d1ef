package dev.broadside.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A program and all that it has started, which can be halted.
record Load(Process process) implements AutoCloseable {
  static Load start(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    return new Load(builder.start());
  }

  boolean over() {
    return !process.isAlive();
  }

  private Stream<ProcessHandle> all() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants());
  }

  void halt() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void proceed() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    List<String> pids = all().map(one -> Long.toString(one.pid())).toList();
    List<String> kill = Stream.concat(Stream.of("kill", name), pids.stream()).toList();
    if (new ProcessBuilder(kill).start().waitFor() != 0) {
      throw new IOException("a part of the load ended before its time: " + kill);
    }
  }

  double cpuSeconds() {
    return all()
            .mapToLong(one -> one.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
            .sum()
        / 1e9;
  }

  /// At once: what it was about to tell is not wanted.
  @Override
  public void close() {
    List<ProcessHandle> everybody = all().toList();
    everybody.forEach(ProcessHandle::destroyForcibly);
    everybody.forEach(one -> one.onExit().join());
  }
}

package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Runs other programs, above all the packaged `broadside` command, whose folder is the system
/// property `broadside.home`.
final class Tool {
  static final String PASSWORD = "BROADSIDE_BENCH_PASSWORD";

  /// What sysbench writes when it has connected and begins to measure.
  private static final String MARK = "Threads started!";

  private static final int USER_OF_ENDED_CHILDREN = 13;
  private static final int SYSTEM_OF_ENDED_CHILDREN = 14;
  private static final double TICKS_PER_SECOND = 100;

  private Tool() {}

  /// A program that has ended well.
  ///
  /// @param output what it wrote to its standard output
  /// @param cpuSeconds user and system time of it and of all processes that it started and waited
  ///   for
  /// @param cpuSecondsAtMark its own, not its children's, when it wrote [#MARK]; 0 where it never
  ///   did
  record Ended(String output, double wallSeconds, double cpuSeconds, double cpuSecondsAtMark) {}

  /// A run of `broadside run`.
  ///
  /// @param document its run document
  record Run(JsonNode document, Ended command) {}

  /// Something that has to be installed first.
  static final class MissingException extends IOException {
    private static final long serialVersionUID = 1;

    MissingException(String sentence) {
      super(sentence);
    }
  }

  static Path home() {
    return Path.of(System.getProperty("broadside.home"));
  }

  /// This module's own jar, which is a pack of probes too.
  static String ownJar() {
    return System.getProperty("broadside.bench.jar");
  }

  static String java() {
    return System.getProperty("java.home") + "/bin/java";
  }

  /// The `broadside` command with arguments.
  static List<String> broadside(String... words) {
    List<String> command = new ArrayList<>(List.of(home() + "/bin/broadside"));
    command.addAll(List.of(words));
    return command;
  }

  /// Makes sure that a program can be run.
  static void require(String program, String mend) throws MissingException {
    boolean found =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    if (!found) {
      throw new MissingException(program + " is not on the PATH; install it: " + mend);
    }
  }

  /// Runs a command to its end and returns what it wrote to its standard output.
  static String output(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    return end(command, environment).output();
  }

  /// Runs a command to its end, which has to be a good one. One at a time: the CPU time is that of
  /// all children that end meanwhile.
  static Ended end(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile("broadside-bench", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    double cpuBefore = cpuOfEndedChildren();
    long begin = System.nanoTime();
    Process process = builder.start();
    process.getOutputStream().close();
    StringBuilder output = new StringBuilder();
    double cpuAtMark = 0;
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        cpuAtMark = line.startsWith(MARK) ? cpuSeconds(process) : cpuAtMark;
      }
    }
    int status = process.waitFor();
    double wall = (System.nanoTime() - begin) / 1e9;
    String said = Files.readString(errors).strip();
    Files.delete(errors);
    if (status != 0) {
      throw new IOException(
          "%s ended with status %d: %s"
              .formatted(String.join(" ", command), status, said + output));
    }
    return new Ended(output.toString(), wall, cpuOfEndedChildren() - cpuBefore, cpuAtMark);
  }

  private static double cpuSeconds(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /// User and system seconds of every process that this one has started, directly or not, and that
  /// has ended.
  private static double cpuOfEndedChildren() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    return (Long.parseLong(fields.get(USER_OF_ENDED_CHILDREN))
            + Long.parseLong(fields.get(SYSTEM_OF_ENDED_CHILDREN)))
        / TICKS_PER_SECOND;
  }

  /// Runs `broadside run ...`, whose result has to be balanced.
  static Run run(Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    Path result = Files.createTempFile("broadside-bench", ".json");
    List<String> command = broadside("run");
    command.addAll(arguments);
    command.addAll(List.of("--quiet", "--json", result.toString()));
    Ended ended = end(command, environment);
    JsonNode document = Json.mapper().readTree(Files.readString(result));
    Files.delete(result);
    if (!document.at("/audit/verdict").asString("").equals("BALANCED")) {
      throw new IOException("the run is not balanced: " + document.get("audit"));
    }
    return new Run(document, ended);
  }
}

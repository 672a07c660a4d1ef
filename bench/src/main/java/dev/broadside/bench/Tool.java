package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Runs other programs, above all the packaged `broadside` command, whose folder is the system
/// property `broadside.home`.
public final class Tool {
  public static final String PASSWORD = "BROADSIDE_BENCH_PASSWORD";

  private Tool() {}

  /// A program that has ended well.
  ///
  /// @param output what it wrote to its standard output
  public record Ended(String output, double wallSeconds) {}

  /// A run of `broadside run`.
  ///
  /// @param document its run document
  public record Run(JsonNode document, Ended command) {
    public double transactionsPerSecond() {
      return document.at("/summary/measures/throughput").asDouble();
    }

    public long measured() {
      return document.at("/summary/transactions").asLong();
    }

    /// The worker's CPU time for one measured transaction, in microseconds: without starting and
    /// warming up.
    public double cpuMicros() {
      return 1e6 * workerCpuSeconds() / measured();
    }

    private double workerCpuSeconds() {
      double seconds = 0;
      for (JsonNode interval : document.get("intervals")) {
        if (interval.get("measured").asBoolean()) {
          double share = interval.at("/generator/processCpu").asDouble();
          seconds += share * interval.get("lengthMillis").asDouble() / 1e3;
        }
      }
      return seconds * document.at("/agents/0/environment/cores").asInt();
    }

    /// When the measured phase began; the first one where there are several.
    public Instant measuredFrom() {
      return startedAt().plus(millis(measuredPhase().get("startMillis")));
    }

    /// When it ended.
    public Instant measuredTo() {
      return measuredFrom().plus(millis(measuredPhase().get("durationMillis")));
    }

    private Instant startedAt() {
      return Instant.parse(document.at("/job/startedAt").asString());
    }

    private JsonNode measuredPhase() {
      for (JsonNode phase : document.get("phases")) {
        if (phase.get("kind").asString().equals("measure")) {
          return phase;
        }
      }
      throw new IllegalStateException("every run has a measured phase");
    }

    private static Duration millis(JsonNode millis) {
      return Duration.ofNanos((long) (1e6 * millis.asDouble()));
    }
  }

  /// Something that has to be installed first.
  public static final class MissingException extends IOException {
    private static final long serialVersionUID = 1;

    public MissingException(String sentence) {
      super(sentence);
    }
  }

  public static Path home() {
    return Path.of(System.getProperty("broadside.home"));
  }

  /// This module's own jar, which is a pack of probes too.
  public static String ownJar() {
    return System.getProperty("broadside.bench.jar");
  }

  public static String java() {
    return System.getProperty("java.home") + "/bin/java";
  }

  /// The `broadside` command with arguments.
  public static List<String> broadside(String... words) {
    List<String> command = new ArrayList<>(List.of(home() + "/bin/broadside"));
    command.addAll(List.of(words));
    return command;
  }

  /// Makes sure that a program can be run.
  public static void require(String program, String mend) throws MissingException {
    boolean found =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    if (!found) {
      throw new MissingException(program + " is not on the PATH; install it: " + mend);
    }
  }

  /// Runs a command to its end and returns what it wrote to its standard output.
  public static String output(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    return end(command, environment).output();
  }

  /// Runs a command to its end, which has to be a good one.
  public static Ended end(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile("broadside-bench", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    long begin = System.nanoTime();
    Process process = builder.start();
    process.getOutputStream().close();
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(line -> output.append(line).append('\n'));
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
    return new Ended(output.toString(), wall);
  }

  /// Runs `broadside run ...`, whose result has to be balanced.
  public static Run run(Map<String, String> environment, List<String> arguments)
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

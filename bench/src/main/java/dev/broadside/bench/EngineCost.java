package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Measures what the engine costs: `broadside run` against [BareLoop], interleaved on one database.
///
/// Each round runs the bare loop and then the engine, with the same driver, statements, threads and
/// JVM flags, so that whatever else happens on the machine happens to both. Reports the median of
/// the per-round ratios with their range.
///
/// Arguments: `point|igenoltp URL USER THREADS WARMUP_SECONDS SECONDS ROUNDS`; the password is in
/// `BROADSIDE_BENCH_PASSWORD`; the distribution's folder is the system property `broadside.home`,
/// the worker's JVM flags are `broadside.bench.flags`.
public final class EngineCost {
  private final String[] args;
  private final Path home = Path.of(System.getProperty("broadside.home"));
  private final String ownJar = System.getProperty("broadside.bench.jar");

  private EngineCost(String[] args) {
    this.args = args;
  }

  public static void main(String[] args) throws Exception {
    new EngineCost(args).report();
  }

  private void report() throws Exception {
    int rounds = Integer.parseInt(args[6]);
    List<Double> ratios = new ArrayList<>();
    System.out.println("| round | bare loop /s | CPU us | engine /s | ratio |");
    System.out.println("|---|---|---|---|---|");
    for (int round = 1; round <= rounds; round++) {
      String[] bare = bareLoop().strip().split(" ");
      double engine = engine();
      double ratio = engine / Double.parseDouble(bare[0]);
      ratios.add(ratio);
      System.out.printf(
          Locale.ROOT, "| %d | %s | %s | %.1f | %.3f |%n", round, bare[0], bare[1], engine, ratio);
    }
    List<Double> sorted = ratios.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "| median | | | | **%.3f** (%.3f to %.3f) |%n",
        sorted.get(sorted.size() / 2),
        sorted.getFirst(),
        sorted.getLast());
  }

  private String bareLoop() throws Exception {
    List<String> words = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    words.addAll(List.of(System.getProperty("broadside.bench.flags", "").strip().split("\\s+")));
    words.removeIf(String::isEmpty);
    words.addAll(
        List.of(
            "-cp",
            String.join(":", ownJar, home + "/lib/*", home + "/drivers/*", home + "/packs/*"),
            BareLoop.class.getName()));
    words.addAll(List.of(args).subList(0, 6));
    return output(words);
  }

  private double engine() throws Exception {
    Path result = Files.createTempFile("engine-cost", ".json");
    List<String> words = new ArrayList<>(List.of(home + "/bin/broadside", "run"));
    words.add(args[0].equals("point") ? "point_select_probe" : args[0]);
    if (args[0].equals("point")) {
      words.addAll(List.of("--pack", ownJar));
    }
    words.addAll(List.of("--url", args[1], "--user", args[2]));
    words.addAll(List.of("--password-env", "BROADSIDE_BENCH_PASSWORD", "--threads", args[3]));
    words.addAll(List.of("--warmup", args[4] + "s", "--duration", args[5] + "s"));
    words.addAll(List.of("--quiet", "--json", result.toString()));
    output(words);
    JsonNode document = Json.mapper().readTree(Files.readString(result));
    Files.delete(result);
    if (!document.path("audit").path("verdict").asString("").equals("BALANCED")) {
      throw new IllegalStateException("the run is not balanced: " + document.path("audit"));
    }
    return document.path("summary").path("transactionsPerSecond").asDouble();
  }

  private static String output(List<String> words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException(String.join(" ", words) + " ended with status " + status);
    }
    return output;
  }
}

package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// P6: how exactly an open load comes: the rate achieved in each 10 seconds, and how late starts
/// are.
public final class OpenLoop implements Measurement {
  private static final int WINDOW = 10;
  private static final Goal RATE = Goal.atMost(0.1, "%");
  private static final Goal MEDIAN = Goal.atMost(0.1, "ms");
  private static final Goal P99 = Goal.atMost(1, "ms");

  @Override
  public Set<String> figures() {
    return Set.of("P6");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException {
    int threads = settings.number("open-threads");
    int seconds = Math.max(WINDOW, settings.seconds() / WINDOW * WINDOW);
    Report.heading("P6: open load on noop, %d threads, %d s each".formatted(threads, seconds));
    Report.figures();
    for (int rate : settings.numbers("rates")) {
      List<String> arguments = new ArrayList<>(List.of("noop", "--rate", "" + rate));
      arguments.addAll(List.of("--threads", "" + threads, "--duration", seconds + "s"));
      arguments.addAll(List.of("--warmup", settings.number("warmup") + "s"));
      print(rate, Tool.run(Map.of(), arguments).document());
    }
  }

  private static void print(int rate, JsonNode document) {
    List<Double> deviations = deviations(rate, document);
    double worst = deviations.stream().mapToDouble(Math::abs).max().orElse(Double.NaN);
    String at = " at %,d/s".formatted(rate);
    Report.figure(
        "P6",
        "worst deviation of the rate within 10 s" + at,
        "%.3f %%".formatted(100 * worst),
        100 * worst,
        RATE);
    JsonNode lateness = document.at("/summary/latencyMillis");
    lateness(at, "p50", lateness, MEDIAN);
    lateness(at, "p99", lateness, P99);
  }

  private static void lateness(String at, String percentile, JsonNode lateness, Goal goal) {
    double millis = lateness.get(percentile).asDouble();
    Report.figure(
        "P6", "start lateness, " + percentile + at, "%.3f ms".formatted(millis), millis, goal);
  }

  /// How far each window of measured intervals is from the rate.
  private static List<Double> deviations(int rate, JsonNode document) {
    List<Double> deviations = new ArrayList<>();
    double millis = 0;
    long ended = 0;
    for (JsonNode interval : document.get("intervals")) {
      if (!interval.get("measured").asBoolean()) {
        continue;
      }
      millis += interval.get("lengthMillis").asDouble();
      ended += interval.get("transactions").asLong();
      if (millis >= 1e3 * WINDOW) {
        deviations.add(ended / (rate * millis / 1e3) - 1);
        millis = 0;
        ended = 0;
      }
    }
    return deviations;
  }
}

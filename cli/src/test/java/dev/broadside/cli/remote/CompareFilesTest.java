package dev.broadside.cli.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.core.report.Json;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Files of `--json` have sums of each interval, from which throughput and mean have confidence
/// intervals.
class CompareFilesTest {
  private final Path folder;
  private final CommandRig rig;

  CompareFilesTest(@TempDir Path folder) {
    this.folder = folder;
    this.rig = new CommandRig(folder);
  }

  /// A run whose throughput and mean vary around these.
  private static ObjectNode run(String id, int intervals, double perSecond, double meanMillis) {
    ObjectNode run = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    ((ObjectNode) run.path("job")).put("id", id);
    ArrayNode all = run.putArray("intervals");
    Random random = new Random(id.hashCode());
    for (int i = 0; i < intervals; i++) {
      ObjectNode one = Json.mapper().valueToTree(SampleRuns.interval(i));
      one.put("startMillis", 1000.0 * i).put("lengthMillis", 1000.0).put("measured", i > 0);
      // What is not measured is far off.
      double factor = i > 0 ? 1 + random.nextGaussian() / 50 : 10;
      one.put("transactions", Math.round(perSecond * factor));
      ((ObjectNode) one.path("latencyMillis")).put("mean", meanMillis * factor);
      all.add(one);
    }
    return run;
  }

  private String file(String name, JsonNode document) {
    Path file = folder.resolve(name);
    Json.mapper().writeValue(file, document);
    return file.toString();
  }

  private CommandRig.Result compare(String... more) {
    String[] line = new String[more.length + 1];
    line[0] = "compare";
    System.arraycopy(more, 0, line, 1, more.length);
    return rig.run(line);
  }

  @Test
  void throughputAndMeanOfTwoRunsHaveIntervals() {
    String a = file("a.json", run("a", 60, 1_000, 4));
    ObjectNode again = run("a", 60, 1_000, 4);
    ((ObjectNode) again.path("job")).put("id", "again");
    String same = file("same.json", again);
    String slower = file("slower.json", run("slower", 60, 900, 5));

    CommandRig.Result told = compare(a, slower, "--fail-if-worse");

    assertEquals(3, told.status(), told.err());
    assertTrue(
        told.out().matches("(?s).*transactions/s +1,0\\d\\d.* -.* % to -.* % .* worse\n.*"),
        told.out());
    assertTrue(told.out().matches("(?s).*mean ms .* worse\n.*"), told.out());
    assertTrue(told.out().matches("(?s).*p95 ms .* not known\n.*"), told.out());
    assertTrue(told.out().contains("Percentiles have no intervals"), told.out());
    CommandRig.Result alike = compare(a, same, "--fail-if-worse");
    assertEquals(0, alike.status(), alike.out());
    assertEquals(told.out(), compare(a, slower).out(), "the same files have the same intervals");
  }

  @Test
  void stepsOfStudiesHaveIntervalsLikewise() {
    String a = file("a.json", study("a", 1_000));
    String b = file("b.json", study("b", 900));

    JsonNode points = Json.mapper().readTree(compare(a, b, "--json").out()).path("points");

    assertEquals(2, points.size());
    points.forEach(point ->
        assertEquals(
            "WORSE", point.path("figures").path(0).path("verdict").asString(), "" + point));
  }

  private static ObjectNode study(String id, double perSecond) {
    ObjectNode study =
        Json.mapper()
            .valueToTree(SampleRuns.study(id, SampleRuns.step(1, 10), SampleRuns.step(2, 10)));
    for (JsonNode step : study.path("steps")) {
      String threads = step.path("threads").asString();
      ((ObjectNode) step).setAll(run(id + "-t" + threads, 60, perSecond, 4));
    }
    return study;
  }

  @Test
  void ofAShortRunTheNoteSaysWhatAnIntervalTakes() {
    CommandRig.Result told =
        compare(file("a.json", run("a", 10, 1_000, 4)), file("b.json", run("b", 10, 900, 4)));

    assertEquals(0, told.status(), told.err());
    assertTrue(told.out().contains("Too little was measured for an interval"), told.out());
    assertFalse(told.out().contains("worse"), told.out());
  }
}

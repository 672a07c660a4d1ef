package dev.broadside.server.series;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is kept of charts is read by later versions of the server. So the same intervals come to
/// the same, in the same form, as long as [SeriesCache#FORMAT] is the same.
final class ChartFormatTest {
  private static final int LONG_ENOUGH_FOR_TWO_STRIDES = 5_000;

  private static Point point(int index, Random random) throws Exception {
    int ok = random.nextInt(1, 1_000);
    String json =
        """
        {"index": %d, "startMillis": %d, "lengthMillis": 1000, "phase": "%s", "threads": 4,
         "missing": %s, "begun": %d, "transactions": %d, "failed": %d,
         "failedBy": {"deadlock": %d}, "uncertain": %d, "retried": %d,
         "measures": {"throughput": %d, "failed": 1, "retried": 2},          "latencyMillis": {"count": %d, "stdDev": 0, "clamped": 0, "p50": %s, "p95": 2.5, "p99": 3.5},
         "heat": {"first": %d, "counts": [%d, 3]},
         "figures": {
           "declared": [%s, %s],
           "values": {"hot": %d},
           "distributions": {"wait": {"count": %d, "stdDev": 0, "clamped": 0, "p50": 0.5, "p95": 0.75, "p99": 1}}},
         "operations": {"read": {"transactions": %d, "failed": 1}},
         "generator": {"processCpu": 0.25, "hostCpu": -1, "cpuWait": 0.5}}
        """
            .formatted(
                index,
                index * 1_000L,
                index < 100 ? "warm-up" : "measure",
                random.nextInt(20) == 0 ? "[\"a1\"]" : "[]",
                ok + 3,
                ok,
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(2),
                random.nextInt(5),
                ok,
                ok,
                1 + random.nextInt(1_000) / 1e3,
                random.nextInt(40),
                ok,
                figure("hot", "SUM"),
                figure("wait", "DURATION"),
                index,
                ok,
                ok);
    return Json.mapper().readValue(json, Point.class);
  }

  private static String figure(String id, String kind) {
    return """
    {"id": "%s", "kind": "%s", "unit": "rows", "label": "Label", "help": "Help.",
     "section": "Work", "everyAttempt": false, "eachTransaction": false, "shareOf": ""}
    """
        .formatted(id, kind);
  }

  @Test
  void theSameIntervalsComeToTheSameAsLongAsTheFormatIsTheSame() throws Exception {
    Random random = new Random(1);
    Buckets buckets = new Buckets();
    for (int i = 0; i < LONG_ENOUGH_FOR_TWO_STRIDES; i++) {
      buckets.add(point(i, random));
    }
    SeriesState state = new SeriesState(7, 8, buckets.state(), List.of("{}"));
    String kept = Json.mapper().writeValueAsString(state);
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(kept.getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "5: 1b85255681562773",
        SeriesCache.FORMAT + ": " + HexFormat.of().formatHex(digest, 0, 8),
        () ->
            "raise SeriesCache.FORMAT, unless this test has changed: " + kept.substring(0, 1_500));
  }
}

package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.series.SeriesCache;
import dev.broadside.server.store.job.RollUps.Group;
import dev.broadside.server.store.job.RunTable.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What charts are given of a run, on a real store.
final class SeriesTest {
  private final JsonMapper json = Json.mapper();
  private final EventOrder events = new EventOrder(0, 0);

  @TempDir private Path folder;
  private ScriptedCluster cluster;
  private SeriesCache cache;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
    cluster.submit("job", ScriptedCluster.spec(1));
    cache = newCache();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private SeriesCache newCache() {
    return new SeriesCache(cluster.store(), events);
  }

  /// An interval of a second in which so many transactions ended well, and one failed.
  private record Second(int index, int rate, boolean provisional, int threads) {
    String document() {
      return """
      {"index": %d, "startMillis": %d, "lengthMillis": 1000.0, "phase": "measure", "threads": %d,
       "missing": [%s], "begun": %d, "transactions": %d, "failed": 1, "failedBy": {"DEADLOCK": 1},
       "uncertain": 0, "retried": 2, "measures": {"throughput": %d},
       "latencyMillis": {"count": %d, "stdDev": 0, "clamped": 0, "p50": 1.0, "p95": 2.0, "p99": 3.0},
       "operations": {"read": {"transactions": %d, "failed": 1}},
       "generator": {"processCpu": 0.25, "hostCpu": -1, "cpuWait": 0.5}}
      """
          .formatted(
              index,
              index * 1000,
              threads,
              provisional ? "\"a\"" : "",
              2 * threads,
              rate,
              rate,
              rate,
              rate);
    }
  }

  private static Second whole(int index, int rate) {
    return new Second(index, rate, false, 4);
  }

  private static Second provisional(int index, int rate) {
    return new Second(index, rate, true, 4);
  }

  /// One of which no agent has told anything yet.
  private static Second unknown(int index) {
    return new Second(index, 0, true, 0);
  }

  private void keep(List<Second> seconds) {
    events.add(
        numbers ->
            cluster
                .store()
                .runs
                .addIntervals(
                    "job",
                    seconds.stream()
                        .map(s -> new Entry(s.index(), numbers.getAsLong(), s.document()))
                        .toList()),
        _ -> {});
  }

  /// Asks again until everything was read, as the page does.
  private JsonNode look(SeriesCache where) {
    JsonNode series = lookOnce(where);
    while (series.path("more").asBoolean()) {
      series = lookOnce(where);
    }
    return series;
  }

  private JsonNode lookOnce(SeriesCache where) {
    return json.readTree(json.writeValueAsString(where.of("job", true, 0)));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(value -> texts.add(value.toString()));
    return texts;
  }

  private static List<Double> numbers(JsonNode array) {
    List<Double> numbers = new ArrayList<>();
    array.forEach(value -> numbers.add(value.isNull() ? Double.NaN : value.asDouble()));
    return numbers;
  }

  /// The intervals that are told as a whole.
  private static List<Integer> newest(JsonNode series) {
    return series.path("newest").valueStream().map(one -> one.path("index").asInt()).toList();
  }

  @Test
  void aRunWithoutIntervalsHasAnEmptySeries() {
    JsonNode series = look(cache);

    assertEquals(1, series.path("stride").asInt());
    assertEquals(0, series.path("startMillis").size());
    assertEquals(0, series.path("newest").size());
    assertEquals(0, series.at("/totals/ok").asInt(-1));
  }

  @Test
  void aShortRunIsToldIntervalByInterval() {
    keep(List.of(whole(0, 10), provisional(1, 20), whole(3, 40)));

    JsonNode series = look(cache);

    assertEquals(1, series.path("stride").asInt());
    assertEquals(List.of("0.0", "1000.0", "null", "3000.0"), texts(series.path("startMillis")));
    assertEquals(
        List.of("10.0", "20.0", "null", "40.0"), texts(series.at("/metrics/throughput/low")));
    assertEquals(series.at("/metrics/throughput/low"), series.at("/metrics/throughput/high"));
    assertEquals(
        List.of("25.0", "25.0", "null", "25.0"), texts(series.at("/metrics/processCpu/low")));
    assertEquals(
        4, texts(series.at("/metrics/hostCpu/low")).stream().filter("null"::equals).count());
    assertEquals(List.of("false", "true", "false", "false"), texts(series.path("provisional")));
    assertEquals(List.of(1, 3), newest(series));
    assertEquals(70, series.at("/totals/ok").asInt());
    assertEquals(3, series.at("/totals/failedBy/DEADLOCK").asInt());
    assertEquals(70, series.at("/totals/operations/read/transactions").asInt());
    assertEquals(events.kept(), series.path("through").asLong());
  }

  @Test
  void howeverLongARunIsItsSeriesStaysBoundedAndKeepsPeaksAndTroughs() {
    List<Second> seconds = new ArrayList<>();
    for (int i = 0; i < 9_001; i++) {
      seconds.add(whole(i, i == 4_711 ? 1 : i == 7_000 ? 9_999 : 100 + i % 13));
    }
    keep(seconds);

    JsonNode series = look(cache);

    assertEquals(8, series.path("stride").asInt());
    assertEquals(1_126, series.path("startMillis").size());
    assertEquals(9_999, numbers(series.at("/metrics/throughput/high")).get(7_000 / 8));
    assertEquals(1, numbers(series.at("/metrics/throughput/low")).get(4_711 / 8));
    assertEquals(List.of(9_000), newest(series));
    assertEquals(seconds.stream().mapToLong(Second::rate).sum(), series.at("/totals/ok").asLong());
  }

  @Test
  void aLongRunIsReadInSeveralCallsWhichMissNoAmendment() {
    keep(IntStream.range(0, 25_000).mapToObj(i -> provisional(i, 10)).toList());
    assertTrue(lookOnce(cache).path("more").asBoolean());
    keep(List.of(whole(7, 20), whole(24_000, 20)));

    JsonNode series = look(cache);

    assertEquals(250_020, series.at("/totals/ok").asLong());
    assertEquals(25_000 / 16 + 1, series.path("startMillis").size());
    assertEquals(20, numbers(series.at("/metrics/throughput/high")).getFirst());
  }

  @Test
  void anIntervalThatIsCompletedLateLeavesNoTroughAndIsCountedOnce() {
    keep(IntStream.range(0, 5_000).mapToObj(i -> whole(i, 100)).toList());
    keep(List.of(provisional(4_000, 3), provisional(4_999, 4)));
    assertEquals(3, numbers(look(cache).at("/metrics/throughput/low")).get(1_000));

    keep(List.of(whole(4_000, 100), whole(4_999, 100)));
    JsonNode series = look(cache);

    assertEquals(4, series.path("stride").asInt());
    assertTrue(numbers(series.at("/metrics/throughput/low")).stream().allMatch(low -> low == 100));
    assertTrue(texts(series.path("provisional")).stream().allMatch("false"::equals));
    assertEquals(500_000, series.at("/totals/ok").asLong());
    assertEquals(List.of(4_999), newest(series));
    assertEquals(100, series.at("/newest/0/transactions").asInt());
  }

  @Test
  void whatMayComeAgainIsToldAsAWholeUntilItHasCome() {
    keep(List.of(whole(0, 1), provisional(1, 2), whole(2, 3), unknown(3), unknown(4)));
    assertEquals(List.of(1, 2, 3, 4), newest(look(cache)), "the newest that tells something is 2");

    keep(List.of(whole(1, 5), whole(3, 6), whole(4, 7)));
    assertEquals(List.of(4), newest(look(cache)));

    keep(IntStream.range(5, 505).mapToObj(i -> provisional(i, 1)).toList());
    assertEquals(IntStream.range(205, 505).boxed().toList(), newest(look(cache)));
    assertEquals(newest(look(cache)), newest(look(newCache())));
  }

  /// Looking in between, however often, changes nothing.
  @Test
  void whatIsBroughtUpToDateIsWhatOneReadingGives() {
    Random random = new Random(7);
    int next = 0;
    for (int round = 0; round < 60; round++) {
      List<Second> seconds = new ArrayList<>();
      for (int i = random.nextInt(150); i > 0; i--) {
        seconds.add(provisional(next++, random.nextInt(50)));
      }
      for (int i = random.nextInt(4); i > 0 && next > 0; i--) {
        seconds.add(whole(random.nextInt(next), 50 + random.nextInt(50)));
      }
      keep(seconds);
      if (random.nextInt(3) == 0) {
        look(cache);
      }
      if (random.nextInt(10) == 0) {
        cache = newCache();
      }
    }
    ObjectNode first = (ObjectNode) look(cache);
    ObjectNode again = (ObjectNode) look(newCache());
    assertTrue(next > 4_000, "the stride has doubled");
    assertEquals(again, first);
  }

  @Test
  void whatIsRolledUpKeepsItsPeakUntilTheServerIsStartedAgain() {
    keep(IntStream.range(0, 5_000).mapToObj(i -> whole(i, i == 13 ? 9_999 : 100)).toList());
    JsonNode before = look(cache);
    assertEquals(9_999, numbers(before.at("/metrics/throughput/high")).get(3));

    Group rolled = new Group(10, 20, List.of(), Optional.of(whole(10, 1_090).document()), false);
    assertEquals(
        Optional.of(List.of()),
        cluster.store().rollUps.keep("job", 1, 20, List.of(rolled), () -> 0));

    assertEquals(before, look(cache));

    // What came since is read, and what changed since is read again.
    keep(List.of(whole(4_999, 7), whole(5_000, 8)));
    JsonNode after = look(cache);
    assertEquals(7, numbers(after.at("/metrics/throughput/low")).get(4_999 / 4));
    assertEquals(8, numbers(after.at("/metrics/throughput/high")).get(1_250));
    assertEquals(before.at("/totals/ok").asLong() - 93 + 8, after.at("/totals/ok").asLong());
    // All is read anew then, and the peak is found no more: ten intervals are told as one.
    assertNotEquals(after, look(newCache()));
  }
}

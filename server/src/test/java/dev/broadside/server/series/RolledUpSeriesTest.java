package dev.broadside.server.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.series.SeriesCache.RunSeries;
import dev.broadside.server.store.job.RollUps.Group;
import dev.broadside.server.store.job.RunTable.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Whatever the order in which intervals close, change, are rolled up and looked at, and a server
/// is started again, each is counted once, and no peak is lost that was drawn.
final class RolledUpSeriesTest {
  private final EventOrder events = new EventOrder(0, 0);
  private final List<Integer> rates = new ArrayList<>();

  /// How many intervals stand in each row of the store, by the first of them.
  private final TreeMap<Integer, Integer> rows = new TreeMap<>();

  /// Whose own rate was drawn, and has not changed since.
  private final Set<Integer> drawn = new HashSet<>();

  @TempDir private Path folder;
  private ScriptedCluster cluster;
  private RunSeries series;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
    cluster.submit("job", ScriptedCluster.spec(1));
    restart();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void restart() {
    series = new RunSeries("job", cluster.store(), Json.mapper());
    drawn.clear();
  }

  private void close(int count, Random random) {
    List<Integer> closed = IntStream.range(rates.size(), rates.size() + count).boxed().toList();
    closed.forEach(_ -> rates.add(random.nextInt(1_000)));
    closed.forEach(index -> rows.put(index, 1));
    keep(closed);
  }

  private void change(int index, int rate) {
    rates.set(index, rate);
    drawn.remove(index);
    keep(List.of(index));
  }

  private void keep(List<Integer> indices) {
    events.add(
        numbers ->
            cluster
                .store()
                .runs
                .addIntervals(
                    "job",
                    indices.stream()
                        .map(i -> new Entry(i, numbers.getAsLong(), document(i, 1)))
                        .toList()),
        _ -> {});
  }

  /// @return the index behind the last one
  private int rollUp(int from, int size, int most, int end) {
    List<Group> groups = new ArrayList<>();
    int next = from;
    for (; groups.size() < most && next + size <= end; next += size) {
      groups.add(new Group(next, next + size, List.of(), Optional.of(document(next, size)), false));
      rows.subMap(next, next + size).clear();
      rows.put(next, size);
    }
    int kept = next;
    events.add(
        numbers -> cluster.store().rollUps.keep("job", 1, kept, groups, numbers),
        amended -> assertEquals(Optional.of(List.of()), amended));
    return next;
  }

  private long sum(int from, int to) {
    return rates.subList(from, Math.min(to, rates.size())).stream().mapToLong(r -> r).sum();
  }

  private String document(int from, int size) {
    long ok = sum(from, from + size);
    return """
    {"index": %d, "startMillis": %d, "lengthMillis": %d, "phase": "measure", "threads": 4,
     "missing": [], "begun": 9, "transactions": %d, "failed": %d, "failedBy": {"DEADLOCK": %d},
     "uncertain": 0, "retried": 0, "measures": {"throughput": %d},
     "latencyMillis": {"count": %d, "stdDev": 0, "clamped": 0, "p50": 1.0, "p95": 2.0, "p99": 3.0},
     "operations": {"read": {"transactions": %d, "failed": 0}},
     "generator": {"processCpu": 0.25, "hostCpu": -1, "cpuWait": 0.5}%s}
    """
        .formatted(
            from,
            from * 1_000,
            size * 1_000,
            ok,
            size,
            size,
            ok / size,
            ok,
            ok,
            size == 1 ? "" : ", \"intervals\": " + size);
  }

  /// Looks until all is read, and holds what is drawn against the intervals.
  private void look(String when) {
    Buckets buckets = series.whole(events.kept());
    List<Bucket> all = buckets.all();
    long counted = 0;
    for (int i = 0; i < all.size(); i++) {
      int end = (i + 1) * buckets.stride();
      counted += all.get(i).totals().document().ok();
      if (!crossed(end)) {
        assertEquals(sum(0, end), counted, when + ", up to interval " + end);
        assertEquals(counted, read(all, i), when + ", operations up to interval " + end);
      }
    }
    rows.forEach((index, size) -> {
      if (size == 1) {
        drawn.add(index);
      }
    });
    for (int index : drawn) {
      Bucket bucket = all.get(index / buckets.stride());
      int rate = rates.get(index);
      assertTrue(bucket.low(0) <= rate && rate <= bucket.high(0), when + ", interval " + index);
    }
  }

  private static long read(List<Bucket> all, int last) {
    return all.subList(0, last + 1).stream()
        .flatMap(one -> one.totals().document().operations().values().stream())
        .mapToLong(Point.Ended::transactions)
        .sum();
  }

  /// Whether an interval that was rolled up lies on both sides of an edge.
  private boolean crossed(int edge) {
    Map.Entry<Integer, Integer> before = rows.lowerEntry(edge);
    return before != null && before.getKey() + before.getValue() > edge;
  }

  /// What is drawn closer has everything that reaches into it, as a whole.
  private void lookCloser(int from, int to, String when) {
    JsonNode closer = Json.mapper().valueToTree(series.within(from, to, false));
    int first =
        rows.floorKey(from) + rows.floorEntry(from).getValue() > from ? rows.floorKey(from) : from;
    int end = rows.floorKey(to) + rows.floorEntry(to).getValue();
    assertEquals(sum(first, end), closer.at("/totals/ok").asLong(), when);
    assertEquals(first * 1_000L, closer.at("/startMillis/0").asLong(), when);
  }

  @Test
  void whatIsDrawnCloserBeginsWithWhatWasRolledUpOverItsEdge() {
    close(100, new Random(3));
    rollUp(5, 10, 3, rates.size());
    look("first");

    lookCloser(8, 30, "amid the first");
    lookCloser(25, 25, "the beginning of the last");
    lookCloser(34, 50, "the end of the last");
    lookCloser(35, 50, "behind it");
    lookCloser(0, 99, "all");
  }

  /// Somebody looked amid what is rolled up before the next look, which goes on behind it.
  @Test
  void whatIsRolledUpOverTheNewestThatWasDrawnIsCountedOnce() {
    close(2_403, new Random(1));
    look("first");
    close(5_000, new Random(2));
    rollUp(5, 10, 600, rates.size());
    look("behind the gap");
    change(7_000, 5);
    change(6_006, 6);
    look("beside the edge");
  }

  @Test
  void anySequenceCountsEachIntervalOnce() {
    for (int seed = 0; seed < 2; seed++) {
      stop();
      folder = folder.resolve("s");
      folder.toFile().mkdir();
      rates.clear();
      rows.clear();
      start();
      walk(seed);
    }
  }

  private void walk(int seed) {
    Random random = new Random(seed);
    int offset = random.nextInt(10);
    int ten = offset;
    int sixty = offset;
    for (int round = 0; round < 60; round++) {
      String when = "seed " + seed + ", round " + round;
      close(random.nextInt(200), random);
      for (int i = random.nextInt(3); i > 0 && !rows.isEmpty(); i--) {
        int index = rows.floorKey(random.nextInt(rates.size()));
        if (rows.get(index) == 1) {
          change(index, random.nextInt(1_000));
        }
      }
      if (random.nextInt(4) == 0) {
        ten = rollUp(ten, 10, random.nextInt(40), rates.size());
        sixty = rollUp(sixty, 60, random.nextInt(4), ten);
      }
      if (random.nextInt(3) == 0) {
        look(when);
      }
      if (random.nextInt(12) == 0) {
        restart();
      }
    }
    look("seed " + seed + ", at last");
    for (int i = 0; i < 50; i++) {
      int from = random.nextInt(rates.size());
      int to = from + random.nextInt(rates.size() - from);
      lookCloser(from, to, "seed " + seed + ", from " + from + " to " + to);
    }
    restart();
    look("seed " + seed + ", anew");
  }
}

package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.series.Heat;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.server.store.job.RunTable.Entry;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// What is asked of a server meanwhile, while eight reports of a long run are made at once.
@Tag("nightly")
final class LoadedServerTest {
  private static final int MANY = 30_000;
  private static final int REPORTS = 8;
  private static final Duration GOAL = Duration.ofMillis(100);

  private final JsonMapper json = Json.mapper();

  @TempDir private Path folder;

  @Test
  void aReportThatTakesLongKeepsNobodyWaiting() throws Exception {
    LongRun.keep(folder, MANY, this::entry);
    try (TestServer server = TestServer.start(folder);
        ExecutorService clients = Executors.newCachedThreadPool()) {
      String secret = server.joinSecret();
      assertEquals(200, server.get("/healthz").statusCode());
      assertEquals(200, join(server, secret).statusCode());
      long began = System.nanoTime();
      List<CompletableFuture<Integer>> reports =
          IntStream.range(0, REPORTS)
              .mapToObj(_ -> CompletableFuture.supplyAsync(() -> report(server), clients))
              .toList();
      CompletableFuture<?> all = CompletableFuture.allOf(reports.toArray(CompletableFuture[]::new));
      List<Long> health = new ArrayList<>();
      List<Long> joins = new ArrayList<>();
      do {
        health.add(nanosOf(() -> server.get("/healthz")));
        joins.add(nanosOf(() -> join(server, secret)));
      } while (!all.isDone());
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf(
          "%d reports of %,d intervals: %.1f s; /healthz p99 %.1f ms, join p99 %.1f ms, of %d%n",
          REPORTS, MANY, seconds, p99(health) / 1e6, p99(joins) / 1e6, health.size());
      long again = nanosOf(() -> report(server));
      System.out.printf("one more, when its charts are known: %.1f ms%n", again / 1e6);
      reports.forEach(report -> assertEquals(200, report.join()));
      assertTrue(p99(health) < GOAL.toNanos(), "/healthz: " + p99(health) / 1e6 + " ms");
      assertTrue(p99(joins) < GOAL.toNanos(), "join: " + p99(joins) / 1e6 + " ms");
    }
  }

  private static int report(TestServer server) {
    try {
      return server
          .client()
          .send(
              server
                  .request("/api/v1/jobs/long/report.html")
                  .timeout(Duration.ofMinutes(3))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> join(TestServer server, String secret) {
    return server.post("/api/v1/join", "{\"agent\": \"a\", \"secret\": \"%s\"}".formatted(secret));
  }

  private static long nanosOf(Runnable request) {
    long began = System.nanoTime();
    request.run();
    return System.nanoTime() - began;
  }

  private static long p99(List<Long> nanos) {
    return nanos.stream().sorted().toList().get((int) Math.ceil(nanos.size() * 0.99) - 1);
  }

  /// Of a run with five operations, and two hundred different latencies in each second.
  private Entry entry(int index) {
    Distribution latencies = latencies(index);
    OutcomeCounts counts =
        TestCounts.of(2_000, 2_000, Map.of(), 0, 0, 0, Map.of(), 2_000, 0, Map.of());
    StatsDocument stats =
        StatsDocument.ofTransactions(
            new Tally(
                new TransactionStats(
                    counts,
                    latencies,
                    Distribution.EMPTY,
                    Distribution.EMPTY,
                    Distribution.EMPTY,
                    Distribution.EMPTY,
                    Distribution.EMPTY),
                List.of()),
            1);
    IntervalDocument interval =
        new IntervalDocument(
            index,
            index * 1_000.0,
            1_000,
            "measure",
            true,
            8,
            List.of(),
            stats,
            Map.of("read", stats, "write", stats, "pay", stats, "ship", stats, "look", stats),
            GeneratorSample.UNKNOWN,
            List.of(),
            Optional.empty(),
            Optional.of(Heat.of(latencies)),
            Optional.empty(),
            Optional.empty(),
            0);
    return new Entry(index, index, json.writeValueAsString(interval));
  }

  private static Distribution latencies(int index) {
    int[] slots =
        IntStream.range(0, 200)
            .map(i -> LatencyLayout.slot(1_000 + 40 * i + index % 7))
            .distinct()
            .toArray();
    long[] counts = IntStream.of(slots).mapToLong(_ -> 10).toArray();
    return new Distribution(slots, counts, 2_000, 9_000_000, 0);
  }
}

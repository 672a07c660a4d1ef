package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.TestIntervals;
import dev.broadside.core.stat.Tally;
import dev.broadside.server.store.job.RunTable.Entry;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/// Downloads of a run that is long for the heap of its server. A tenth of a week of seconds is
/// enough to tell: its intervals need more than that heap.
@Tag("nightly")
class LongExportTest {
  private static final int MANY = 30_000;
  private static final int HEAP_MB = 24;

  private final JsonMapper json = Json.mapper();
  private final Path folder;

  LongExportTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void everyFormOfALongRunComesWholeFromAServerWithASmallHeap() throws Exception {
    LongRun.keep(folder, MANY, this::entry);
    Process process = server();
    try (BufferedReader said = process.inputReader();
        HttpClient client = TestServer.client(folder.resolve("data"))) {
      String address = "https://127.0.0.1:" + said.readLine() + "/api/v1/jobs/long/";

      assertEquals(1 + 2 * MANY, lines(get(client, address + "intervals.csv")));
      Path lines = get(client, address + "intervals.ndjson");
      assertEquals(2 + MANY, lines(lines));
      assertTrue(Files.size(lines) > HEAP_MB << 20, "only " + Files.size(lines));
      assertEquals(MANY, indexes(get(client, address + "results")));
    } finally {
      process.getOutputStream().close();
      assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it does not end");
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue());
  }

  private Entry entry(int index) {
    StatsDocument nothing = StatsDocument.ofTransactions(Tally.NONE, 1);
    IntervalDocument interval = TestIntervals.measured(index, nothing, Map.of("op", nothing));
    return new Entry(index, index, json.writeValueAsString(interval));
  }

  private Process server() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + HEAP_MB + "m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
            "-cp",
            System.getProperty("java.class.path"),
            SmallHeapServer.class.getName(),
            folder.toString())
        .redirectError(folder.resolve("said").toFile())
        .start();
  }

  private Path get(HttpClient client, String address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + TestServer.adminToken(folder.resolve("data")))
            .timeout(Duration.ofMinutes(2))
            .build();
    HttpResponse<Path> response =
        client.send(
            request,
            BodyHandlers.ofFile(folder.resolve(address.substring(address.lastIndexOf('/') + 1))));
    assertEquals(200, response.statusCode(), address);
    return response.body();
  }

  private static long lines(Path download) throws IOException {
    try (Stream<String> lines = Files.lines(download)) {
      return lines.count();
    }
  }

  /// How many intervals are in a document, which has to be whole.
  private long indexes(Path download) {
    long indexes = 0;
    try (JsonParser parser = json.createParser(download.toFile())) {
      for (JsonToken next = parser.nextToken(); next != null; next = parser.nextToken()) {
        indexes += next == JsonToken.PROPERTY_NAME && parser.currentName().equals("index") ? 1 : 0;
      }
    }
    return indexes;
  }
}

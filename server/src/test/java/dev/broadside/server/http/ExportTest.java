package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.TestIntervals;
import dev.broadside.core.report.form.IntervalCsv;
import dev.broadside.core.stat.Tally;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A job's intervals as files, of more than one page of the store, with an operation whose name
/// means no good.
class ExportTest {
  private static final int INTERVALS = 650;
  private static final String HOSTILE = "=cmd|'/c calc'!A1\n\u001b[2J\u202e\"x\",\u009b";

  private final JsonMapper json = Json.mapper();
  @TempDir Path directory;
  private TestServer server;
  private Path file;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(directory);
    file = server.data().resolve("broadside.db");
    String job =
        """
        {"id": "job", "jobClass": "probe", "parameters": {"url": "jdbc:x"}, "agents": 7}
        """;
    assertEquals(201, server.post("/api/v1/jobs", job).statusCode());
    List<Entry> intervals = new ArrayList<>();
    for (int i = 0; i < INTERVALS; i++) {
      intervals.add(new Entry(i, i, json.writeValueAsString(interval(i))));
    }
    try (ResultStore store = ResultStore.sqlite(file, new PlainBox())) {
      store.runs.addIntervals("job", intervals);
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static IntervalDocument interval(int index) {
    StatsDocument nothing = StatsDocument.ofTransactions(Tally.NONE, 1);
    return TestIntervals.measured(index, nothing, Map.of(HOSTILE, nothing));
  }

  private HttpResponse<String> get(String tail) {
    HttpResponse<String> response = server.get("/api/v1/jobs/job/" + tail);
    assertEquals(200, response.statusCode(), response.body());
    return response;
  }

  private void damage(int interval) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE intervals SET document = x'00' WHERE interval_index = " + interval);
    }
  }

  @Test
  void theHeadOfAFileSaysWhetherThereIsOne() {
    String path = "/api/v1/jobs/job/results";
    HttpResponse<String> whole = server.get(path);
    HttpResponse<String> head = server.send(server.request(path).HEAD());
    assertEquals(200, head.statusCode());
    assertEquals(
        whole.headers().firstValue("Content-Type"), head.headers().firstValue("Content-Type"));
    assertEquals("", head.body());
    assertEquals(404, server.send(server.request("/api/v1/jobs/no/results").HEAD()).statusCode());
  }

  @Test
  void csvHasTheLinesOfARun() {
    HttpResponse<String> response = get("intervals.csv");
    List<String> lines = response.body().lines().toList();
    assertEquals(IntervalCsv.HEADER + ",marks", lines.getFirst());
    assertEquals(1 + 2 * INTERVALS, lines.size());
    assertEquals(
        "attachment; filename=\"job.csv\"",
        response.headers().firstValue("Content-Disposition").orElse(""));
    assertEquals(
        "text/csv; charset=utf-8", response.headers().firstValue("Content-Type").orElse(""));
  }

  @Test
  void linesOfJsonAreTheJobItsIntervalsAndItsSummary() {
    List<JsonNode> lines = get("intervals.ndjson").body().lines().map(json::readTree).toList();
    assertEquals(INTERVALS + 2, lines.size());
    assertEquals("job", lines.getFirst().path("type").asString());
    assertEquals("job", lines.getFirst().at("/job/id").asString());
    assertEquals("interval", lines.get(1).path("type").asString());
    assertEquals(INTERVALS - 1, lines.get(INTERVALS).path("index").asInt());
    assertEquals("summary", lines.getLast().path("type").asString());
    assertTrue(lines.getLast().has("audit"));
  }

  @Test
  void aRangeIsTakenAcrossPages() {
    List<String> lines = get("intervals.csv?from=99&to=101").body().lines().toList();
    assertEquals(1 + 2 * 3, lines.size());
    assertTrue(lines.get(1).startsWith(",100,job,measure,transaction,"), lines.get(1));
    assertEquals(1, get("intervals.csv?from=" + INTERVALS).body().lines().count());
    assertEquals(1, get("intervals.csv?from=2147483647").body().lines().count());
    assertEquals(422, server.get("/api/v1/jobs/job/intervals.csv?from=-1").statusCode());
  }

  private static boolean plain(int c) {
    return c == '\n' || (!Character.isISOControl(c) && Character.getType(c) != Character.FORMAT);
  }

  @Test
  void nothingThatASpreadsheetOrATerminalObeysIsInAnyForm() {
    for (String tail :
        List.of(
            "intervals.csv",
            "intervals.influx",
            "intervals.otlp",
            "intervals.ndjson",
            "results",
            "report.html")) {
      String body = get(tail).body();
      assertTrue(body.chars().allMatch(ExportTest::plain), tail);
    }
    assertTrue(get("intervals.csv").body().contains(",\"'=cmd|'/c calc'!A1 ?[2J?\"\"x\"\",?\","));
  }

  @Test
  void aReportHasTheJobAndItsChartsAndIsKeptAsAFile() {
    HttpResponse<String> report = get("report.html");
    assertEquals(
        "attachment; filename=\"job.html\"",
        report.headers().firstValue("Content-Disposition").orElse(""));
    assertTrue(report.body().contains("jobClass: "), "the job as YAML");
    assertTrue(report.body().contains("<h1>"), "its name");
    assertEquals(404, server.get("/api/v1/jobs/nobody/report.html").statusCode());
  }

  @Test
  void aDownloadThatFailsMidwayIsBrokenAndNotShort() throws Exception {
    damage(INTERVALS - 1);
    for (String tail : List.of("intervals.csv", "intervals.ndjson")) {
      assertThrows(UncheckedIOException.class, () -> server.get("/api/v1/jobs/job/" + tail), tail);
    }
  }
}

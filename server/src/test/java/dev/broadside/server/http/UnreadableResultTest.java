package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.security.SetupException;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is told of a job whose result nobody can read: it is damaged, or of another version.
class UnreadableResultTest {
  @TempDir private Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(directory);
    for (String id : new String[] {"good", "odd"}) {
      String job = "{\"id\": \"" + id + "\", \"jobClass\": \"probe\", \"duration\": \"1s\",";
      HttpResponse<String> made =
          server.post(
              "/api/v1/jobs", job + " \"parameters\": {\"url\": \"u\", \"password\": \"p\"}}");
      assertEquals(201, made.statusCode(), made::body);
    }
    keep("odd", "{\"summary\":{},\"rest\":\"of another version\"}");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void keep(String job, String document) throws SQLException {
    try (Connection database = open();
        Statement statement = database.createStatement()) {
      statement.execute(
          "INSERT OR REPLACE INTO results (run_id, records, document, number, sealed_at) VALUES ('"
              + job
              + "', 1, '"
              + document
              + "', 0, '2026-03-01T12:00:00Z')");
    }
  }

  @Test
  void aComparisonRefusesItByItsName() {
    for (String address :
        new String[] {
          "/api/v1/comparison?a=good&b=odd",
          "/api/v1/comparison?a=odd&b=good",
          "/api/v1/comparison/report.html?a=good&b=odd"
        }) {
      told(server.get(address), 422);
    }
  }

  @Test
  void whatIsMadeOfItIsRefusedByItsName() {
    for (String form :
        new String[] {
          "report.html",
          "results?intervals=false",
          "results?amendment=0",
          "results?amendment=1",
          "intervals.csv",
          "intervals.influx",
          "intervals.otlp",
          "intervals.ndjson",
          "latencies.hlog"
        }) {
      told(server.get("/api/v1/jobs/odd/" + form), 422);
    }
  }

  @Test
  void whatIsNoJsonIsRefusedAlike() throws Exception {
    HttpResponse<String> cancelled = server.post("/api/v1/jobs/good/cancel");
    assertEquals(202, cancelled.statusCode(), cancelled::body);
    keep("good", "cut of");
    HttpResponse<String> whole = server.get("/api/v1/jobs/good/results");
    assertEquals(422, whole.statusCode(), whole::body);
    HttpResponse<String> bundle = server.get("/api/v1/jobs/good/bundle.zip");
    assertEquals(422, bundle.statusCode(), bundle::body);
  }

  @Test
  void anIntervalThatCannotBeReadIsToldOfItsJob() throws Exception {
    try (Connection database = open();
        Statement statement = database.createStatement()) {
      statement.execute("DELETE FROM results");
      statement.execute("DELETE FROM intervals");
    }
    try (ResultStore store =
        ResultStore.sqlite(server.data().resolve("broadside.db"), new PlainBox())) {
      store.runs.addIntervals("odd", List.of(new Entry(0, 0, "{\"index\": \"first\"}")));
    }
    for (String form :
        new String[] {"report.html", "intervals.csv", "series", "series?from=0&to=5"}) {
      told(server.get("/api/v1/jobs/odd/" + form), 422);
    }
  }

  @Test
  void anIntervalThatIsDamagedIsToldByItsPlaceAndAllOthersCanBeHad() throws Exception {
    try (ResultStore store =
        ResultStore.sqlite(server.data().resolve("broadside.db"), new PlainBox())) {
      store.runs.addIntervals("good", List.of(new Entry(0, 0, "{\"index\": 0}")));
      store.runs.addIntervals("good", List.of(new Entry(1, 1, "{\"index\": 1}")));
    }
    try (Connection database = open();
        Statement statement = database.createStatement()) {
      statement.execute(
          "UPDATE intervals SET document = X'00' WHERE run_id = 'good' AND interval_index = 1");
    }

    HttpResponse<String> whole = server.get("/api/v1/jobs/good/intervals.ndjson");

    assertEquals(422, whole.statusCode(), whole::body);
    String detail = TestServer.json(whole).path("detail").asString();
    assertTrue(detail.contains("interval 1 of good in the result store is damaged"), detail);
    HttpResponse<String> rest = server.get("/api/v1/jobs/good/intervals.ndjson?to=0");
    assertEquals(200, rest.statusCode(), rest::body);
  }

  private void alter(String... statements) throws SQLException {
    try (Connection database = open();
        Statement statement = database.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void aStoreThatIsDamagedInManyPlacesIsServedWithoutThem() throws Exception {
    server.close();
    alter(
        "UPDATE jobs SET spec = 'null' WHERE id = 'odd'",
        "UPDATE packs SET descriptor = 'null'",
        "INSERT INTO jobs (id, submitted_at, word, finished, spec, secrets, code, status, headline)"
            + " VALUES ('coming', 1, 'completed', 2, '', '', '', '', '')",
        "INSERT INTO campaigns (kind, id, submitted_at, finished, word, notifies, words, document,"
            + " plan, asked, secrets, state) VALUES"
            + " ('study', 's', 1, 0, '', 0, '', 'null', '{', '[', 'x', ''),"
            + " ('group', 'g', 1, 0, '', 0, '', '', 'null', '[]', 'x', 'null')");

    server = TestServer.start(directory);

    String packs = server.get("/api/v1/packs").body();
    assertTrue(packs.contains("probe-pack"), "it is installed again: " + packs);
    HttpResponse<String> listed = server.get("/api/v1/jobs");
    assertEquals(200, listed.statusCode(), listed::body);
    assertTrue(listed.body().contains("\"good\""), listed::body);
    assertFalse(listed.body().contains("\"odd\""), listed::body);
    HttpResponse<String> asked = server.get("/api/v1/jobs/odd");
    assertEquals(422, asked.statusCode(), asked::body);
    assertTrue(
        asked
            .body()
            .contains(
                "job odd: its row in the result store is damaged; remove it with 'broadside job"
                    + " delete odd'"),
        asked::body);
    HttpResponse<String> deleted = server.send(server.request("/api/v1/jobs/odd").DELETE());
    assertEquals(200, deleted.statusCode(), deleted::body);
    assertEquals(404, server.get("/api/v1/jobs/odd").statusCode());
  }

  @Test
  void aKeyThatOpensNoneOfTheSecretsIsOneSentence() throws Exception {
    server.close();
    Files.writeString(
        server.data().resolve("key"), Base64.getEncoder().encodeToString(new byte[32]));

    SetupException e =
        assertThrows(SetupException.class, () -> TestServer.start(directory).close());

    assertTrue(
        e.getMessage().contains("it opens none of the secrets in the result store"),
        e.getMessage());
  }

  private Connection open() throws SQLException {
    Connection database =
        DriverManager.getConnection("jdbc:sqlite:" + server.data().resolve("broadside.db"));
    try (Statement statement = database.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
    }
    return database;
  }

  private static void told(HttpResponse<String> response, int status) {
    assertEquals(status, response.statusCode(), response::body);
    String detail = TestServer.json(response).path("detail").asString();
    assertTrue(detail.contains("the result of job odd cannot be read"), detail);
  }
}

package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Results of which one interval cannot be read back.
class BrokenDownloadTest {
  private static final int INTERVALS = 1_200;

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
      intervals.add(new Entry(i, i, "{\"text\": \"" + "x".repeat(300) + "\"}"));
    }
    try (ResultStore store = ResultStore.sqlite(file, new PlainBox())) {
      store.runs.addIntervals("job", intervals);
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void damage(int interval) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE intervals SET document = x'00' WHERE interval_index = " + interval);
    }
  }

  @Test
  void aDownloadThatFailsMidwayIsBrokenAndNotShort() throws Exception {
    HttpResponse<String> whole = server.get("/api/v1/jobs/job/results");
    assertEquals(INTERVALS, TestServer.json(whole).path("intervals").size());
    damage(INTERVALS - 1);

    assertThrows(UncheckedIOException.class, () -> server.get("/api/v1/jobs/job/results"));
  }

  @Test
  void aDownloadThatFailsAtItsBeginningIsAProblemDocument() throws Exception {
    damage(0);

    HttpResponse<String> response = server.get("/api/v1/jobs/job/results");
    assertEquals(422, response.statusCode(), response.body());
    assertTrue(
        response.body().contains("interval 0 of job in the result store is damaged"),
        response.body());
  }
}

package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.time.SystemTime;
import dev.broadside.server.jobs.SocketAgent;
import dev.broadside.server.upkeep.KeepRules;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Studies over HTTP: deleted with their steps, and brought back.
class StudyApiTest {
  private static final String STUDIES = "/api/v1/studies";
  private static final String LADDER = STUDIES + "/ladder";
  private static final String BODY =
      """
      {"id": "ladder", "jobClass": "probe", "parameters": {"url": "u", "password": "p"},
       "duration": "1s", "interval": "500ms", "threads": [1, 2]}
      """;

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> delete(String path) {
    return server.send(server.request(path).DELETE());
  }

  private static String detail(HttpResponse<String> answer) {
    return TestServer.json(answer).path("detail").asString();
  }

  /// The ids that a search finds.
  private String found(String things, String query) {
    return TestServer.json(server.get("/api/v1/" + things + "?query=" + query))
        .path(things)
        .valueStream()
        .map(one -> one.path("id").asString())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  /// The states of the steps of a study.
  private static List<String> steps(JsonNode study) {
    return study.path("steps").valueStream().map(step -> step.path("state").asString()).toList();
  }

  private String credential() throws Exception {
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"b\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    return TestServer.json(joined).path("credential").asString();
  }

  /// Runs the study to its end, and deletes what is told.
  private void measured(String then) throws Exception {
    String credential = credential();
    assertEquals(201, server.post(STUDIES, BODY).statusCode());
    try (SocketAgent agent = agent(credential)) {
      Await.until(
          () -> TestServer.json(server.get(LADDER)),
          view -> view.path("state").asString().equals("completed"));
      Await.until(() -> delete(then).statusCode(), status -> status == 200);
    }
  }

  @Test
  void aDeletedStudyTakesItsStepsWithItAndBringsThemBack() throws Exception {
    measured(LADDER);

    assertEquals(404, server.get(LADDER).statusCode());
    assertEquals(404, delete(LADDER).statusCode());
    assertEquals("", found("studies", ""));
    assertEquals("", found("jobs", "*"));
    assertEquals("ladder", found("studies", "state:deleted"));
    JsonNode deleted = TestServer.json(server.get(STUDIES + "?query=state:deleted"));
    assertEquals(List.of("completed", "completed"), steps(deleted.at("/studies/0")));
    HttpResponse<String> taken = server.post(STUDIES, BODY);
    assertEquals(409, taken.statusCode());
    assertTrue(detail(taken).contains("bring it back"), taken::body);

    HttpResponse<String> back = server.post(LADDER + "/restore");
    assertEquals(200, back.statusCode(), back::body);
    assertEquals(List.of("completed", "completed"), steps(TestServer.json(back)));
    assertEquals("ladder", found("studies", ""));
    assertEquals("ladder-t1 ladder-t2", found("jobs", "study:ladder"));
    assertEquals(200, server.get(LADDER + "/table").statusCode());
    HttpResponse<String> twice = server.post(LADDER + "/restore");
    assertEquals(404, twice.statusCode());
    assertEquals("There is no deleted study ladder that can still be brought back.", detail(twice));
  }

  @Test
  void aStepWhoseJobIsDeletedHasBeenRunAllTheSame() throws Exception {
    measured("/api/v1/jobs/ladder-t1");

    assertEquals(List.of("completed", "completed"), steps(TestServer.json(server.get(LADDER))));
    JsonNode listed = TestServer.json(server.get(STUDIES)).at("/studies/0");
    assertEquals(List.of("completed", "completed"), steps(listed));
  }

  /// Whoever would delete it, a user or a rule of what is kept, which would delete all; and one
  /// that is among those deleted all the same has been run, too.
  @Test
  void aStepThatOnceEndedIsNeverRunAgain() throws Exception {
    String credential = credential();
    String step = "/api/v1/jobs/ladder-t1";
    assertEquals(201, server.post(STUDIES, BODY).statusCode());
    Await.until(() -> server.get(step).statusCode(), status -> status == 200);
    assertEquals(202, server.post(LADDER + "/pause").statusCode());
    try (SocketAgent agent = agent(credential)) {
      Await.until(
          () -> TestServer.json(server.get(step)),
          view -> view.path("state").asString().equals("completed"));
      Await.until(
          () -> detail(delete(step + "?for-good=true")),
          why -> why.startsWith("job ladder-t1: it is a step of study ladder, which goes on; "));
    }
    String submitted = TestServer.json(server.get(step)).path("submittedAt").asString();

    server.close();
    KeepRules nothing =
        new KeepRules(
            Duration.ofHours(24),
            Duration.ofDays(7),
            Optional.of(Duration.ZERO),
            Optional.empty(),
            0);
    server = TestServer.start(directory, new SystemTime(), config -> config.keeping(nothing));
    Await.until(
        () -> TestServer.json(server.get("/api/v1/server")).path("kept"), kept -> !kept.isEmpty());
    assertEquals("ladder-t1", found("jobs", "study:ladder"));

    server.close();
    try (Connection store =
            DriverManager.getConnection("jdbc:sqlite:" + server.data().resolve("broadside.db"));
        Statement statement = store.createStatement()) {
      statement.execute("UPDATE jobs SET finished = 3, deleted_at = " + System.currentTimeMillis());
    }
    server = TestServer.start(directory);
    assertEquals(202, server.post(LADDER + "/resume").statusCode());
    try (SocketAgent agent = agent(credential)) {
      Await.until(
          () -> TestServer.json(server.get(LADDER)),
          view -> view.path("state").asString().equals("completed"));
    }
    assertEquals(200, server.post(step + "/restore").statusCode());
    assertEquals(submitted, TestServer.json(server.get(step)).path("submittedAt").asString());
  }

  private SocketAgent agent(String credential) {
    return SocketAgent.open(server.client(), server.server().address(), credential, "b")
        .join()
        .hello();
  }

  @Test
  void aStudyThatGoesOnIsNotDeleted() {
    assertEquals(201, server.post(STUDIES, BODY).statusCode());

    HttpResponse<String> refused = delete(LADDER);

    assertEquals(409, refused.statusCode());
    assertEquals("study ladder: it goes on; cancel it first.", detail(refused));
  }

  @Test
  void manyStudiesAreDeletedAndBroughtBackByOneOrder() {
    String other = BODY.replace("ladder", "other");
    for (String body : List.of(BODY, other)) {
      assertEquals(201, server.post(STUDIES, body).statusCode());
    }
    assertEquals("it goes on", ordered("delete").at("/0/problem").asString().split(": |;")[1]);
    ordered("cancel");
    Await.until(() -> found("studies", "state:cancelled"), "ladder other"::equals);

    JsonNode deleted = ordered("delete");

    assertTrue(deleted.at("/0/done").asBoolean(), deleted::toString);
    assertEquals("ladder other", found("studies", "state:deleted"));
    assertTrue(ordered("restore").at("/1/done").asBoolean());
    assertEquals("ladder other", found("studies", ""));
  }

  private JsonNode ordered(String order) {
    String body = "{\"order\": \"%s\", \"ids\": [\"ladder\", \"other\"]}".formatted(order);
    HttpResponse<String> answer = server.post(STUDIES + "/orders", body);
    assertEquals(200, answer.statusCode(), answer::body);
    return TestServer.json(answer).path("items");
  }
}

package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import dev.broadside.server.jobs.SocketAgent;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Jobs over HTTP, from wrong input to a stored result, with one agent on a real socket.
class JobApiTest {
  private static final String SMALL =
      """
      {"id": "%s", "jobClass": "probe", "parameters": {"url": "jdbc:x", "password": "geheim-4711"},
       "duration": "1s", "interval": "200ms", "waitForAgents": true}
      """;
  private static final String WAITS =
      """
      {"id": "%s", "jobClass": "probe", "parameters": {"url": "jdbc:x"}, "agents": 7}
      """;

  @TempDir static Path directory;
  private static TestServer server;
  private static SocketAgent agent;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.start(directory);
    agent = join("agent-1");
  }

  @AfterAll
  static void stop() {
    agent.close();
    server.close();
  }

  private static SocketAgent join(String name) throws Exception {
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"%s\", \"secret\": \"%s\"}".formatted(name, server.joinSecret()));
    assertEquals(200, joined.statusCode(), joined.body());
    String credential = TestServer.json(joined).path("credential").asString();
    return SocketAgent.open(server.client(), server.server().address(), credential, name)
        .join()
        .hello();
  }

  @Test
  void aJobRunsOverHttpAndItsResultIsKept() {
    HttpResponse<String> submitted = server.post("/api/v1/jobs", SMALL.formatted("full-run"));
    assertEquals(201, submitted.statusCode(), submitted.body());
    assertEquals("/api/v1/jobs/full-run", submitted.headers().firstValue("Location").orElseThrow());

    JsonNode done =
        Await.until(
            () -> TestServer.json(server.get("/api/v1/jobs/full-run")),
            job ->
                !List.of("pending", "preparing", "running", "stopping")
                    .contains(job.path("state").asString()));
    assertEquals("completed", done.path("state").asString(), done.toString());
    assertEquals("BALANCED", done.path("headline").path("audit").asString(), done.toString());

    JsonNode result = TestServer.json(server.get("/api/v1/jobs/full-run/results"));
    assertEquals(50, result.path("summary").path("transactions").asLong(), result.toString());
    assertEquals(5, result.path("intervals").size());
    assertEquals("jdbc:x", result.path("parameters").path("url").asString());
  }

  @Test
  void whatWasAskedCanBeAskedAgainButForItsSecrets() {
    String asked =
        """
        "name": "swings", "jobClass": "probe", "agents": {"count": 7, "names": []},
        "phases": [
          {"phase": "ramp-up", "duration": "10s", "threads": 2, "rate": {"ramp": [0.0, 500.0]},
           "arrivals": "constant"},
          {"phase": "measure", "duration": "1m", "threads": 2, "arrivals": "poisson",
           "rate": {"sine": {"mean": 500.0, "amplitude": 300.0, "period": "20s"}}}],
        "interval": "500ms", "threadKind": "virtual", "seed": "9007199254740993", "grace": "30s",
        "startAt": "2099-01-31T18:00:00Z", "waitForAgents": true\
        """;
    String body = "{\"id\": \"%s\", \"parameters\": {\"url\": \"jdbc:x\"%s}, " + asked + "}";
    HttpResponse<String> submitted =
        server.post("/api/v1/jobs", body.formatted("swings-1", ", \"password\": \"geheim-4711\""));
    assertEquals(201, submitted.statusCode(), submitted.body());

    ObjectNode shown = (ObjectNode) TestServer.json(server.get("/api/v1/jobs/swings-1/submission"));

    assertFalse(shown.path("parameters").has("password"), shown.toString());
    ObjectNode wanted = (ObjectNode) Json.mapper().readTree("{" + asked + "}");
    wanted.set("pack", shown.path("pack"));
    wanted.set("parameters", shown.path("parameters"));
    wanted.put("definition", "swings-1");
    wanted.put("secretsOf", "swings-1").putArray("secretsNeeded").add("password");
    assertEquals(wanted, shown);
    shown.put("id", "swings-2");
    assertEquals(201, server.post("/api/v1/jobs", shown.toString()).statusCode());
    shown.remove("id");
    shown.put("secretsOf", "swings-2");
    assertEquals(shown, TestServer.json(server.get("/api/v1/jobs/swings-2/submission")));
    for (String id : List.of("swings-1", "swings-2")) {
      server.post("/api/v1/jobs/" + id + "/cancel");
    }
  }

  @Test
  void folderAndTagsChangeAtAnyTimeAndGoAlongWithACopy() {
    ObjectNode asked = (ObjectNode) Json.mapper().readTree(SMALL.formatted("filed"));
    asked.put("folder", "nightly/mysql").put("disabled", true).putArray("tags").add("a").add("b");
    assertEquals(201, server.post("/api/v1/jobs", asked.toString()).statusCode());
    String filing = "/api/v1/jobs/filed/filing";
    assertEquals(200, server.post(filing, "{\"add\": [\"c\"], \"remove\": \"a\"}").statusCode());
    assertEquals(200, server.post("/api/v1/jobs", asked.toString()).statusCode(), "the same job");
    assertEquals(200, server.post("/api/v1/jobs/filed/disable").statusCode());
    server.post("/api/v1/jobs/filed/cancel");
    assertEquals(200, server.post(filing, "{\"folder\": \"kept\"}").statusCode());

    JsonNode job = TestServer.json(server.get("/api/v1/jobs/filed"));
    assertEquals("kept", job.path("folder").asString());
    assertEquals("[\"b\",\"c\"]", job.path("tags").toString());
    JsonNode again = TestServer.json(server.get("/api/v1/jobs/filed/submission"));
    assertEquals("kept", again.path("folder").asString());
    assertEquals("[\"b\",\"c\"]", again.path("tags").toString());
  }

  private JsonNode ordered(String order) {
    HttpResponse<String> answer = server.post("/api/v1/jobs/orders", order);
    assertEquals(200, answer.statusCode(), answer.body());
    return TestServer.json(answer).path("items");
  }

  private List<String> found(String query) {
    return TestServer.json(server.get("/api/v1/jobs?query=" + query))
        .path("jobs")
        .valueStream()
        .map(job -> job.path("id").asString())
        .toList();
  }

  @Test
  void aPasswordThatNobodyGaveIsShownAsNone() {
    ObjectNode asked = (ObjectNode) Json.mapper().readTree(SMALL.formatted("with-password"));
    asked.put("disabled", true);
    server.post("/api/v1/jobs", asked.toString());
    ((ObjectNode) asked.put("id", "without").path("parameters")).remove("password");
    server.post("/api/v1/jobs", asked.toString());

    Function<String, String> shown =
        id ->
            TestServer.json(server.get("/api/v1/jobs/" + id)).at("/parameters/password").asString();
    assertEquals("********", shown.apply("with-password"));
    assertEquals("", shown.apply("without"));
    ordered("{\"order\": \"cancel\", \"ids\": [\"with-password\", \"without\"]}");
  }

  @Test
  void oneOrderGoesToManyJobs() {
    for (String id : List.of("many-1", "many-2")) {
      ObjectNode asked = (ObjectNode) Json.mapper().readTree(SMALL.formatted(id));
      server.post("/api/v1/jobs", asked.put("folder", "many").put("disabled", true).toString());
    }
    String byQuery = "{\"order\": \"%s\", \"query\": \"folder:many\", \"dryRun\": %s}";
    JsonNode dry = ordered(byQuery.formatted("cancel", "true"));
    assertEquals(2, dry.size());
    assertFalse(dry.path(0).path("done").asBoolean());
    assertEquals("pending", dry.path(0).path("state").asString());

    assertEquals(2, ordered(byQuery.formatted("cancel", "false")).size());
    JsonNode late = ordered("{\"order\": \"enable\", \"ids\": [\"many-1\", \"nobody\"]}");
    assertTrue(
        late.path(0).path("problem").asString().contains("does not wait any more"), "" + late);
    assertEquals("There is no job nobody.", late.path(1).path("problem").asString());
    JsonNode again = ordered("{\"order\": \"rerun\", \"ids\": [\"many-1\"]}");
    String rerun = again.path(0).path("newId").asString();
    assertEquals(
        "many", TestServer.json(server.get("/api/v1/jobs/" + rerun)).path("folder").asString());
    server.post("/api/v1/jobs/" + rerun + "/cancel");
    ordered("{\"order\": \"file\", \"ids\": [\"many-2\"], \"filing\": {\"add\": [\"best\"]}}");
    assertEquals(List.of("many-2"), found("folder:many%20tag:best"));
  }

  @Test
  void whatIsDeletedVanishesAndComesBack() {
    ObjectNode asked = (ObjectNode) Json.mapper().readTree(SMALL.formatted("gone"));
    server.post("/api/v1/jobs", asked.put("disabled", true).toString());
    HttpResponse<String> early = server.send(server.request("/api/v1/jobs/gone").DELETE());
    assertEquals(409, early.statusCode(), early.body());
    server.post("/api/v1/jobs/gone/cancel");
    Await.until(
        () -> server.send(server.request("/api/v1/jobs/gone").DELETE()).statusCode(),
        status -> status == 200);
    assertEquals(404, server.get("/api/v1/jobs/gone").statusCode());
    assertEquals(404, server.get("/api/v1/jobs/gone/results").statusCode());
    assertEquals(List.of(), found("gone"));
    assertEquals(List.of("gone"), found("gone%20state:deleted"));
    HttpResponse<String> same = server.post("/api/v1/jobs", asked.toString());
    assertEquals(409, same.statusCode(), same.body());

    assertEquals(200, server.post("/api/v1/jobs/gone/restore").statusCode());
    assertEquals(404, server.post("/api/v1/jobs/gone/restore").statusCode());
    assertEquals(List.of("gone"), found("gone"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"order\": \"drop\", \"ids\": [\"a\"]} | there is no such order",
        "{\"order\": \"cancel\"} | ids and query are both there, or neither",
        "{\"order\": \"cancel\", \"ids\": []} | no list of 1 to 1,000 ids",
        "{\"order\": \"cancel\", \"query\": \"\"} | it is empty",
        "{\"order\": \"cancel\", \"query\": \"x:y\"} | there is no key",
        "{\"order\": \"cancel\", \"all\": 1} | there is no such field",
        "{\"order\": \"file\", \"ids\": [\"a\"]} | nothing is to be changed",
      })
  void ordersThatCannotBeAreRefused(String order, String sentence) {
    String refused = server.post("/api/v1/jobs/orders", order).body();
    assertTrue(refused.contains(sentence), refused);
  }

  @Test
  void jobsAreFoundAcrossPages() {
    for (String id : List.of("paged-1", "paged-2", "paged-3")) {
      ObjectNode asked = (ObjectNode) Json.mapper().readTree(SMALL.formatted(id));
      server.post("/api/v1/jobs", asked.put("folder", "paged").put("disabled", true).toString());
    }
    JsonNode first = TestServer.json(server.get("/api/v1/jobs?limit=2&query=folder:paged"));
    String next = first.path("next").asString();
    JsonNode rest =
        TestServer.json(server.get("/api/v1/jobs?limit=2&query=folder:paged&after=" + next));
    List<String> ids =
        Stream.of(first, rest)
            .flatMap(page -> page.path("jobs").valueStream())
            .map(job -> job.path("id").asString())
            .toList();
    assertEquals(List.of("paged-3", "paged-2", "paged-1"), ids);
    assertFalse(rest.has("next"), rest.toString());
    assertEquals(
        3,
        TestServer.json(server.get("/api/v1/jobs?state=pending&query=folder:paged"))
            .path("jobs")
            .size());
    ids.forEach(id -> server.post("/api/v1/jobs/" + id + "/cancel"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | nothing is to be changed",
        "{\"folder\": \"/x\"} | words without spaces",
        "{\"add\": \"a b\"} | without spaces and quotes",
        "{\"add\": \"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\"} | at most 16 words",
      })
  void filingThatCannotBeIsRefused(String change, String sentence) {
    String refused = detail(server.post("/api/v1/jobs/none/filing", change));
    assertTrue(refused.contains(sentence), refused);
    assertFalse(refused.contains("more)"), refused);
  }

  private HttpResponse<String> cloned(ObjectNode submission, String id) {
    return server.post("/api/v1/jobs", submission.deepCopy().put("id", id).toString());
  }

  private static String detail(HttpResponse<String> refused) {
    assertEquals(422, refused.statusCode(), refused.body());
    return TestServer.json(refused).path("detail").asString();
  }

  @Test
  void aCloneTakesTheSecretsOfItsJobAlongAndNowhereElse() {
    server.post("/api/v1/jobs", SMALL.formatted("first"));
    ObjectNode shown = (ObjectNode) TestServer.json(server.get("/api/v1/jobs/first/submission"));
    assertEquals(201, cloned(shown.put("interval", "500ms"), "second").statusCode());
    assertEquals(
        "second",
        TestServer.json(server.get("/api/v1/jobs/second/submission")).path("secretsOf").asString(),
        "it has the password itself");
    ObjectNode elsewhere = shown.deepCopy();
    ((ObjectNode) elsewhere.path("parameters")).put("url", "jdbc:evil");
    String refused = detail(cloned(elsewhere, "third"));
    assertTrue(refused.contains("its parameter url has another value; give it"), refused);
    ((ObjectNode) elsewhere.path("parameters")).put("password", "given anew");
    assertEquals(201, cloned(elsewhere, "third").statusCode());
    ObjectNode watched = shown.deepCopy();
    watched.putArray("monitors").addObject().put("name", "x").put("database", "jdbc:evil");
    assertTrue(
        detail(cloned(watched, "fourth")).contains("its monitors are others; give it"),
        detail(cloned(watched, "fourth")));
    ObjectNode inAPhase = shown.deepCopy();
    inAPhase.remove(List.of("rampup", "warmup", "duration", "cooldown"));
    ObjectNode phase = inAPhase.putArray("phases").addObject();
    phase.put("phase", "measure").put("duration", "1s").putObject("mix").put("url", "jdbc:evil");
    assertEquals(422, cloned(inAPhase, "fourth").statusCode());
    for (String id : List.of("first", "second", "third")) {
      server.post("/api/v1/jobs/" + id + "/cancel");
    }
  }

  @Test
  void aCloneThatLacksASecretIsRefusedAndNotSilentlyDifferent() {
    server.post("/api/v1/jobs", SMALL.formatted("whole"));
    ObjectNode shown = (ObjectNode) TestServer.json(server.get("/api/v1/jobs/whole/submission"));
    shown.remove("secretsOf");
    String refused = detail(cloned(shown, "lacking"));
    assertTrue(refused.startsWith("/parameters/password: the job that this is a copy"), refused);
    assertTrue(detail(cloned(shown.put("secretsOf", "none"), "lacking")).contains("no job none"));
    server.post("/api/v1/jobs/whole/cancel");
  }

  @Test
  void aRepetitionDoesNotTellWhetherASecretIsGuessed() {
    String first = SMALL.formatted("guessed");
    assertEquals(201, server.post("/api/v1/jobs", first).statusCode());
    HttpResponse<String> right = server.post("/api/v1/jobs", first);
    HttpResponse<String> wrong =
        server.post("/api/v1/jobs", first.replace("geheim-4711", "something else"));
    assertEquals(200, right.statusCode(), right.body());
    assertEquals(200, wrong.statusCode(), wrong.body());
    server.post("/api/v1/jobs/guessed/cancel");
  }

  @Test
  void secretsAreNeitherShownNorStored() throws Exception {
    String submitted = server.post("/api/v1/jobs", SMALL.formatted("secretive")).body();
    assertFalse(submitted.contains("geheim-4711"), submitted);
    assertEquals(
        "********",
        TestServer.json(server.get("/api/v1/jobs/secretive"))
            .path("parameters")
            .path("password")
            .asString());
    assertFalse(server.get("/api/v1/jobs").body().contains("geheim-4711"));
    assertFalse(server.get("/api/v1/jobs/secretive/results").body().contains("geheim-4711"));
    try (Stream<Path> files = Files.walk(server.data())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertFalse(
            Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
                .contains("geheim-4711"),
            file.toString());
      }
    }
  }

  @Test
  void whatNoJobCanBeIsWrongInputAndNoFailure() {
    HttpResponse<String> intervals =
        server.post(
            "/api/v1/jobs",
            """
            {"jobClass": "probe", "parameters": {"url": "jdbc:x"}, "interval": "10ms", "duration": "4d"}
            """);
    assertEquals(422, intervals.statusCode(), intervals.body());
    assertEquals(
        "/interval", TestServer.json(intervals).path("problems").path(0).path("where").asString());
    String trace =
        IntStream.range(0, 6_000)
            .mapToObj(i -> "[" + i + ", 1]")
            .collect(Collectors.joining(", ", "{\"trace\": [", "]}"));
    String phase = "{\"phase\": \"measure\", \"duration\": \"2h\", \"rate\": " + trace + "}";
    HttpResponse<String> points =
        server.post(
            "/api/v1/jobs",
            "{\"jobClass\": \"probe\", \"parameters\": {\"url\": \"jdbc:x\"}, \"phases\": ["
                + phase
                + ", "
                + phase
                + "]}");
    assertEquals(422, points.statusCode(), points.body());
    assertTrue(points.body().contains("more than 10000 points together"), points.body());
  }

  @Test
  void theServerIsNotReadyWhileItsStoreTakesNothing() throws Exception {
    assertEquals(200, server.get("/readyz").statusCode());
    store(
        "CREATE TRIGGER full_jobs BEFORE INSERT ON jobs BEGIN SELECT RAISE(FAIL, 'full'); END",
        "CREATE TRIGGER full_tokens BEFORE INSERT ON join_tokens BEGIN"
            + " SELECT RAISE(FAIL, 'full'); END");
    try {
      // Something else may be written in between, and well.
      Await.until(
          () -> {
            assertEquals(503, server.post("/api/v1/jobs", WAITS.formatted("full")).statusCode());
            return server.get("/readyz").statusCode();
          },
          status -> status == 503);
    } finally {
      store("DROP TRIGGER full_jobs", "DROP TRIGGER full_tokens");
    }
    assertEquals(200, server.get("/readyz").statusCode());
  }

  private static void store(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + server.data().resolve("broadside.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void aJobTooLargeForAnAgentToBeToldIsRefused() {
    String body =
        """
        {"id": "large", "jobClass": "probe", "parameters": {"url": "jdbc:x", "note": "%s"}}
        """;
    int room = (1 << 20) - body.length();
    HttpResponse<String> refused = server.post("/api/v1/jobs", body.formatted("x".repeat(room)));
    assertEquals(422, refused.statusCode());
    assertTrue(refused.body().contains("larger than"), refused.body());
    assertEquals(404, server.get("/api/v1/jobs/large").statusCode());
    HttpResponse<String> taken =
        server.post("/api/v1/jobs", body.formatted("x".repeat(room - 4_096)));
    assertEquals(201, taken.statusCode());
    server.post("/api/v1/jobs/large/cancel");
  }

  @Test
  void theSameJobAgainIsNotRunTwice() {
    assertEquals(201, server.post("/api/v1/jobs", WAITS.formatted("twice")).statusCode());
    HttpResponse<String> again = server.post("/api/v1/jobs", WAITS.formatted("twice"));
    assertEquals(200, again.statusCode(), again.body());
    HttpResponse<String> other = server.post("/api/v1/jobs", SMALL.formatted("twice"));
    assertEquals(409, other.statusCode(), other.body());
    assertEquals("urn:broadside:problem:conflict", TestServer.json(other).path("type").asString());
  }

  @Test
  void aWaitingJobSaysWhyAndCanBeCancelled() {
    server.post("/api/v1/jobs", WAITS.formatted("waits"));
    JsonNode waiting =
        Await.until(
            () -> TestServer.json(server.get("/api/v1/jobs/waits")),
            job -> job.path("reason").asString().contains("needs 7 agents"));
    assertEquals("pending", waiting.path("state").asString());
    HttpResponse<String> cancelled = server.post("/api/v1/jobs/waits/cancel");
    assertEquals(202, cancelled.statusCode());
    assertEquals(
        "cancelled", TestServer.json(cancelled).path("state").asString(), cancelled.body());
    JsonNode list = TestServer.json(server.get("/api/v1/jobs?state=cancelled&limit=1000"));
    assertTrue(
        list.path("jobs").valueStream().anyMatch(job -> job.path("id").asString().equals("waits")));
    assertTrue(
        list.path("jobs")
            .valueStream()
            .allMatch(job -> job.path("state").asString().equals("cancelled")));
    assertEquals(1, TestServer.json(server.get("/api/v1/jobs?limit=1")).path("jobs").size());
  }

  @Test
  void aJobWithoutIdGetsOneThatTellsWhatItIs() {
    HttpResponse<String> submitted =
        server.post(
            "/api/v1/jobs",
            "{\"jobClass\": \"probe\", \"parameters\": {\"url\": \"u\"}, \"agents\": {\"names\":"
                + " [\"nobody\"]}}");
    assertEquals(201, submitted.statusCode(), submitted.body());
    JsonNode job = TestServer.json(submitted);
    assertTrue(
        job.path("id").asString().matches("probe-\\d{8}-\\d{6}-[a-z0-9]{4}"), job.toString());
    assertEquals("Probe", job.path("title").asString());
    assertEquals("nobody", job.path("agents").path("names").path(0).asString());
    assertEquals(60_000, job.path("phases").path(0).path("durationMillis").asLong());
    assertEquals("1", job.path("parameters").path("scale").asString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {} | /jobClass | probe
          {"jobClass": "prob"} | /jobClass | there is no job class
          {"jobClass": 7} | /jobClass | no job class 7
          {"jobClass": "probe", "parameters": {}} | /parameters/url | missing
          {"jobClass": "probe", "parameters": {"url": "u", "scale": 0}} | /parameters/scale | out of range
          {"jobClass": "probe", "parameters": {"url": "u", "scale": "ten"}} | /parameters/scale | whole number
          {"jobClass": "probe", "parameters": {"url": "u", "scal": 1}} | /parameters/scal | none of that name
          {"jobClass": "probe", "parameters": {"url": "u", "scale": [1]}} | /parameters/scale | neither text
          {"jobClass": "probe", "parameters": {"url": "u", "verify": "maybe"}} | /parameters/verify | neither on nor off
          {"jobClass": "probe", "parameters": 5} | /parameters | not an object
          {"jobClass": "probe", "parameters": {"url": "u"}, "pack": "abc"} | /pack | no pack
          {"jobClass": "probe", "parameters": {"url": "u"}, "threads": 0} | /threads | from 1 to 10000
          {"jobClass": "probe", "parameters": {"url": "u"}, "threads": 1.5} | /threads | whole number
          {"jobClass": "probe", "parameters": {"url": "u"}, "threads": 99999999999999999999} | /threads | whole number
          {"jobClass": "probe", "parameters": {"url": "u"}, "agents": 0} | /agents | from 1
          {"jobClass": "probe", "parameters": {"url": "u"}, "agents": "two"} | /agents | whole number
          {"jobClass": "probe", "parameters": {"url": "u"}, "agents": {"count": 2, "names": ["a"]}} | /agents/names | only 1
          {"jobClass": "probe", "parameters": {"url": "u"}, "agents": {"number": 2}} | /agents/number | no such field
          {"jobClass": "probe", "parameters": {"url": "u"}, "duration": "0s"} | /duration | give a time from
          {"jobClass": "probe", "parameters": {"url": "u"}, "duration": "soon"} | /duration | give a time from
          {"jobClass": "probe", "parameters": {"url": "u"}, "duration": -1} | /duration | give a time from
          {"jobClass": "probe", "parameters": {"url": "u"}, "duration": "999999999999d999999999999d"} | /duration | give a time from
          {"jobClass": "probe", "parameters": {"url": "u"}, "warmup": []} | /warmup | not a single value
          {"jobClass": "probe", "parameters": {"url": "u"}, "interval": "1ms"} | /interval | give a time from
          {"jobClass": "probe", "parameters": {"url": "u"}, "interval": "10ms", "duration": "366d"} | /interval | intervals
          {"jobClass": "probe", "parameters": {"url": "u"}, "rate": 0} | /rate | give a number from
          {"jobClass": "probe", "parameters": {"url": "u"}, "rate": 1e8} | /rate | give a number from
          {"jobClass": "probe", "parameters": {"url": "u"}, "rate": "fast"} | /rate | give a number from
          {"jobClass": "probe", "parameters": {"url": "u"}, "phases": [{"phase": "measure"}]} | /phases/0/duration | missing
          {"jobClass": "probe", "parameters": {"url": "u"}, "phases": 7} | /phases | list
          {"jobClass": "probe", "parameters": {"url": "u"}, "duration": "9s", "phases": [{"phase": "measure", "duration": "5s"}]} | /duration | phases say this
          {"jobClass": "probe", "parameters": {"url": "u"}, "phases": [{"phase": "measure", "duration": "5s", "mix": {"scale": 2}}]} | /phases/0/mix/scale | cannot change
          {"jobClass": "probe", "parameters": {"url": "u"}, "arrivals": "random", "rate": 5} | /arrivals | among the choices
          {"jobClass": "probe", "parameters": {"url": "u"}, "rate": 5, "think": "1s"} | /think | nobody pauses
          {"jobClass": "probe", "parameters": {"url": "u"}, "threadKind": "green"} | /threadKind | among the choices
          {"jobClass": "probe", "parameters": {"url": "u"}, "startAt": "soon"} | /startAt | write it as
          {"jobClass": "probe", "parameters": {"url": "u"}, "startAt": 12} | /startAt | write it as
          {"jobClass": "probe", "parameters": {"url": "u"}, "startAt": "2020-01-01T00:00:00Z"} | /startAt | ago
          {"jobClass": "probe", "parameters": {"url": "u"}, "startAt": "2099-03-29 02:30 Europe/Berlin"} | /startAt | there is no 02:30
          {"jobClass": "probe", "parameters": {"url": "u"}, "startAt": "+2h", "stopAt": "+1h"} | /stopAt | before the start
          {"jobClass": "probe", "parameters": {"url": "u"}, "zone": "Mars/Base"} | /zone | Europe/Berlin
          {"jobClass": "probe", "parameters": {"url": "u"}, "repeat": "nightly"} | /repeat | write minute
          {"jobClass": "probe", "parameters": {"url": "u"}, "repeat": "0 0 30 2 *"} | /repeat | no such day
          {"jobClass": "probe", "parameters": {"url": "u"}, "repeat": "@daily", "copies": 3} | /copies | one of the two
          {"jobClass": "probe", "parameters": {"url": "u"}, "copies": 3, "overlap": "skip"} | /overlap | one time only
          {"jobClass": "probe", "parameters": {"url": "u"}, "waitForAgents": "maybe"} | /waitForAgents | true or false
          {"jobClass": "probe", "parameters": {"url": "u"}, "seed": "x"} | /seed | whole number
          {"jobClass": "probe", "parameters": {"url": "u"}, "id": "../x"} | /id | letters, digits
          {"jobClass": "probe", "parameters": {"url": "u"}, "treads": 5} | /treads | no such field
          [1] | body | not a JSON object
          "x" | body | not a JSON object
          """)
  void wrongInputNamesThePlaceAndTheMend(String body, String where, String said) {
    HttpResponse<String> response = server.post("/api/v1/jobs", body);
    assertEquals(422, response.statusCode(), response.body());
    JsonNode problem = TestServer.json(response);
    assertEquals("urn:broadside:problem:wrong-input", problem.path("type").asString());
    assertEquals(1, problem.path("problems").size(), response.body());
    JsonNode first = problem.path("problems").path(0);
    assertEquals(where, first.path("where").asString());
    assertTrue(first.path("sentence").asString().contains(said), response.body());
    assertFalse(first.path("mend").asString().isEmpty());
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    HttpResponse<String> response =
        server.post(
            "/api/v1/jobs",
            "{\"jobClass\": \"probe\", \"threads\": 0, \"duration\": \"x\", \"parameters\":"
                + " {\"scale\": 0}}");
    List<String> places =
        TestServer.json(response)
            .path("problems")
            .valueStream()
            .map(one -> one.path("where").asString())
            .toList();
    assertEquals(List.of("/parameters/scale", "/parameters/url", "/duration", "/threads"), places);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"jobClass\": }", "nonsense", "{\"a\":1}}", "\u0000"})
  void whatIsNoJsonIsMalformed(String body) {
    HttpResponse<String> response = server.post("/api/v1/jobs", body);
    assertTrue(List.of(400, 422).contains(response.statusCode()), response.body());
    assertFalse(response.body().contains("tools.jackson"), response.body());
  }

  @Test
  void deepJsonIsMalformed() {
    HttpResponse<String> response =
        server.post("/api/v1/jobs", "[".repeat(5_000) + "]".repeat(5_000));
    assertEquals(400, response.statusCode(), response.body());
  }

  @Test
  void hostileTextComesBackBounded() {
    String hostile = "<script>alert(1)</script>" + "x".repeat(20_000);
    HttpResponse<String> response =
        server.post(
            "/api/v1/jobs", "{\"jobClass\": \"%s\", \"%s\": 1}".formatted(hostile, hostile));
    assertEquals(422, response.statusCode());
    assertTrue(response.body().length() < 4_000, "bounded: " + response.body().length());
  }

  @Test
  void wrongLimitsAreRefused() {
    for (String limit : List.of("0", "-1", "x", "1001", "99999999999")) {
      assertEquals(422, server.get("/api/v1/jobs?limit=" + limit).statusCode(), limit);
    }
  }

  @Test
  void unknownJobsAreNotFoundAnywhere() {
    assertEquals(404, server.get("/api/v1/jobs/none").statusCode());
    assertEquals(404, server.get("/api/v1/jobs/none/results").statusCode());
    assertEquals(404, server.get("/api/v1/jobs/none/live").statusCode());
    assertEquals(404, server.post("/api/v1/jobs/none/cancel").statusCode());
    assertEquals(404, server.get("/api/v1/jobs/" + "x".repeat(500)).statusCode());
    assertEquals(404, server.get("/api/v1/jobs/%2e%2e%2f").statusCode());
  }

  @Test
  void theAgentIsListed() {
    JsonNode agents =
        Await.until(
            () -> TestServer.json(server.get("/api/v1/agents")).path("agents"),
            list -> list.size() == 1 && list.path(0).path("roundTripMillis").asDouble() > 0);
    assertEquals("agent-1", agents.path(0).path("name").asString());
    assertEquals("connected", agents.path(0).path("state").asString());
    assertEquals("4", agents.path(0).path("host").path("cores").asString());
  }

  @Test
  void theJobClassIsListedWithItsForm() {
    JsonNode classes = TestServer.json(server.get("/api/v1/job-classes")).path("jobClasses");
    assertEquals("probe", classes.path(0).path("id").asString());
    assertEquals(5, classes.path(0).path("parameters").size());
    assertEquals("probe-pack", classes.path(0).path("pack").path("name").asString());
  }
}

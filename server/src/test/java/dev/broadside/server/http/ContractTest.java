package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.bundle.Bundle;
import dev.broadside.core.report.bundle.BundleReader;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.wire.Message;
import dev.broadside.server.jobs.SocketAgent;
import dev.broadside.server.packs.PackFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Every documented answer of a running server, held against its schema.
class ContractTest {
  /// Answers that are no plain request and response, or need a broken store; other tests have them.
  private static final Set<String> ELSEWHERE =
      Set.of(
          "GET /agent 101",
          "GET /agent 401",
          "GET /agent 503",
          "GET /api/v1/jobs/{id}/live 200",
          "GET /api/v1/jobs/{id}/live 503",
          "GET /api/v1/live 200",
          "GET /api/v1/live 503",
          "GET /readyz 503",
          "POST /api/v1/session 429",
          "POST /api/v1/join 429",
          "POST /api/v1/packs 411",
          "POST /api/v1/packs 413",
          "POST /api/v1/jobs/{id}/attachments 411",
          "POST /api/v1/jobs/{id}/attachments 413",
          "POST /api/v1/job-archives 411",
          "POST /api/v1/job-archives 413");

  private static final String JOB =
      """
      {"id": "contract", "jobClass": "probe", "parameters": {"url": "u", "password": "p"},
       "duration": "3s", "interval": "500ms", "agents": %d, "profile": true}
      """;

  private static final String WAITS =
      """
      {"id": "waits", "jobClass": "probe", "parameters": {"url": "u"}, "agents": 5,
       "pack": "probe-pack@2.0"}
      """;
  private static final String STUDY =
      """
      {"id": "ladder", "jobClass": "probe", "parameters": {"url": "u", "password": "p"},
       "duration": "1s", "interval": "500ms", "threads": [%s]}
      """;

  private final OpenApiDocument document = new OpenApiDocument();
  private final Set<String> seen = new TreeSet<>();

  @TempDir Path directory;

  @Test
  void everyDocumentedAnswerIsGivenAsDocumented() throws Exception {
    try (TestServer server = TestServer.start(directory.resolve("open"))) {
      openRoutes(server);
      wrongRequests(server);
      aWholeJob(server);
      targets(server);
      aWholeStudy(server);
      aWholeGroup(server);
      packs(server);
      archives(server);
    }
    try (TestServer server =
        TestServer.startForStrangers(directory.resolve("guarded"), new SystemTime())) {
      loginRoutes(server);
    }
    Set<String> missing = new TreeSet<>(document.answers());
    missing.removeAll(seen);
    missing.removeAll(ELSEWHERE);
    assertEquals(Set.of(), missing, "documented, but never seen");
  }

  private void openRoutes(TestServer server) {
    check("GET /healthz", server.get("/healthz"), 200);
    check("GET /readyz", server.get("/readyz"), 200);
    check("GET /metrics", server.get("/metrics"), 200);
    check("GET /api/openapi.yaml", server.get("/api/openapi.yaml"), 200);
    check("GET /api/v1/session", server.get("/api/v1/session"), 200);
    check("GET /api/v1/job-classes", server.get("/api/v1/job-classes"), 200);
    check("GET /api/v1/packs", server.get("/api/v1/packs"), 200);
    check("GET /api/v1/agents", server.get("/api/v1/agents"), 200);
    check("GET /api/v1/jobs", server.get("/api/v1/jobs"), 200);
    check(
        "POST /api/v1/job-documents",
        server.post("/api/v1/job-documents", "{\"yaml\": \"jobClass: noop\"}"),
        200);
    check("POST /api/v1/job-tests", server.post("/api/v1/job-tests", JOB.formatted(1)), 200);
    check("GET /api/v1/channels", server.get("/api/v1/channels"), 200);
    check("GET /api/v1/notices", server.get("/api/v1/notices?kind=study&id=none"), 200);
    check("GET /api/v1/notices", server.get("/api/v1/notices?kind=none"), 422);
    check("POST /api/v1/channels/{name}/test", server.post("/api/v1/channels/ops/test"), 200);
    check("POST /api/v1/channels/{name}/resend", server.post("/api/v1/channels/ops/resend"), 200);
    check("POST /api/v1/channels/{name}/resend", server.post("/api/v1/channels/no/resend"), 404);
    check("POST /api/v1/agent-tokens", server.post("/api/v1/agent-tokens"), 201);
    check("POST /api/v1/agent-tokens", server.post("/api/v1/agent-tokens?agents=0"), 422);
    check(
        "DELETE /api/v1/agent-tokens",
        server.send(server.request("/api/v1/agent-tokens").DELETE()),
        200);
    check("DELETE /api/v1/session", server.send(server.request("/api/v1/session").DELETE()), 204);
  }

  /// What a route says to a body that gives nothing. Of a thing that is changed, nothing need be
  /// given, and there is none.
  private static int ofNothing(String operation, JsonNode answers) {
    if (operation.endsWith("/targets/{name}") || operation.endsWith("/control")) {
      return 404;
    }
    return answers.has("422") ? 422 : 403;
  }

  /// Each route refuses what every route of its kind refuses.
  private void wrongRequests(TestServer server) {
    document
        .operations()
        .forEach((operation, said) -> {
          String method = operation.split(" ")[0];
          String path = path(operation);
          JsonNode answers = said.path("responses");
          if (answers.has("404") && operation.contains("{") && !said.has("requestBody")) {
            check(operation, send(server, method, path), 404);
          }
          if (answers.has("415")) {
            check(operation, form(server, path), 415);
          }
          if (!method.equals("POST") && answers.has("422")) {
            check(operation, send(server, method, path + "?nonsense=x"), 422);
          }
          if (said.at("/requestBody/content").has("application/json")) {
            check(operation, server.post(path, "{"), 400);
            check(operation, server.post(path, " ".repeat(1 + (1 << 20))), 413);
            check(operation, server.post(path, "{}"), ofNothing(operation, answers));
          }
        });
    String ramp =
        """
        {"id": "ramp", "jobClass": "probe", "parameters": {"url": "u"}, "agents": 7, "rate": 10,
         "rampup": "1s", "warmup": "1s", "duration": "1s", "cooldown": "1s"}
        """;
    check("POST /api/v1/jobs", server.post("/api/v1/jobs", ramp), 201);
    String note = "{\"text\": \"a disk was changed\"}";
    check("POST /api/v1/jobs/{id}/notes", server.post("/api/v1/jobs/none/notes", note), 404);
    check("POST /api/v1/jobs/{id}/notes", server.post("/api/v1/jobs/ramp/notes", note), 409);
    String pause = "{\"paused\": true}";
    check("POST /api/v1/jobs/{id}/control", server.post("/api/v1/jobs/none/control", pause), 404);
    check("POST /api/v1/jobs/{id}/control", server.post("/api/v1/jobs/ramp/control", pause), 409);
    changesOfAWaitingJob(server, ramp);
    String filing = "{\"folder\": \"nightly\"}";
    check("POST /api/v1/jobs/{id}/filing", server.post("/api/v1/jobs/none/filing", filing), 404);
    check("POST /api/v1/jobs/{id}/filing", server.post("/api/v1/jobs/ramp/filing", filing), 200);
    notebook(server);
    check("POST /api/v1/jobs/{id}/cancel", server.post("/api/v1/jobs/ramp/cancel"), 202);
    String order = "{\"order\": \"cancel\", \"ids\": [\"ramp\", \"none\"]}";
    check("POST /api/v1/jobs/orders", server.post("/api/v1/jobs/orders", order), 200);
    check("POST /api/v1/jobs/{id}/disable", server.post("/api/v1/jobs/ramp/disable"), 409);
    check("POST /api/v1/jobs/{id}/enable", server.post("/api/v1/jobs/ramp/enable"), 409);
    check(
        "POST /api/v1/jobs/{id}/submission",
        server.post("/api/v1/jobs/ramp/submission", unnamed(ramp)),
        409);
    check(
        "POST /api/v1/join",
        server.post("/api/v1/join", "{\"agent\": \"a\", \"secret\": \"wrong\"}"),
        403);
    check("GET /api/v1/comparison", server.get("/api/v1/comparison?a=none&b=contract"), 404);
    check("GET /api/v1/comparison", server.get("/api/v1/comparison?a=x,x&b=y"), 422);
    String report = "/api/v1/comparison/report.html";
    check("GET " + report, server.get(report + "?a=none&b=contract"), 404);
    check("GET " + report, server.get(report + "?a=x,x&b=y"), 422);
    String percentiles = "/api/v1/comparison/percentiles";
    check("GET " + percentiles, server.get(percentiles + "?a=none&b=contract"), 404);
    check("GET " + percentiles, server.get(percentiles + "?a=x,x&b=y"), 422);
    check("GET /api/v1/history", server.get("/api/v1/history?of=none"), 404);
    check("GET /agent", server.get("/agent"), 400);
  }

  private void notebook(TestServer server) {
    String comments = "/api/v1/jobs/ramp/comments";
    String say = "POST /api/v1/jobs/{id}/comments";
    String text = "{\"text\": \"a cold cache\"}";
    check(say, server.post("/api/v1/jobs/none/comments", text), 404);
    for (int i = 0; i < 1_000; i++) {
      check(say, server.post(comments, text), 201);
    }
    check(say, server.post(comments, text), 409);
    check("GET /api/v1/jobs/{id}/comments", server.get(comments), 200);
    String unsay = "DELETE /api/v1/jobs/{id}/comments/{number}";
    check(unsay, send(server, "DELETE", comments + "/7"), 200);
    String files = "/api/v1/jobs/ramp/attachments";
    String attach = "POST /api/v1/jobs/{id}/attachments";
    check(attach, server.upload("/api/v1/jobs/none/attachments?name=a", new byte[9]), 404);
    check(attach, server.upload(files, new byte[9]), 422);
    check(attach, server.upload(files + "?name=a", new byte[9]), 201);
    check(attach, server.upload(files + "?name=a", new byte[9]), 409);
    check("GET /api/v1/jobs/{id}/attachments", server.get(files), 200);
    check("GET /api/v1/jobs/{id}/attachments/{name}", server.get(files + "/a"), 200);
    String detach = "DELETE /api/v1/jobs/{id}/attachments/{name}";
    check(detach, send(server, "DELETE", files + "/a"), 200);
  }

  private void changesOfAWaitingJob(TestServer server, String ramp) {
    String job = "/api/v1/jobs/ramp";
    check("POST /api/v1/jobs/{id}/disable", server.post(job + "/disable"), 200);
    check("POST /api/v1/jobs/{id}/enable", server.post(job + "/enable"), 200);
    check(
        "POST /api/v1/jobs/{id}/submission", server.post(job + "/submission", unnamed(ramp)), 200);
    check("POST /api/v1/jobs/{id}/submission", server.post(job + "/submission", ramp), 422);
    check(
        "POST /api/v1/jobs/{id}/submission",
        server.post("/api/v1/jobs/none/submission", unnamed(ramp)),
        404);
  }

  private static String unnamed(String job) {
    return job.replace("\"id\": \"ramp\", ", "");
  }

  private static String path(String operation) {
    return operation.split(" ")[1].replaceAll("\\{\\w+}", "none");
  }

  private static HttpResponse<String> send(TestServer server, String method, String path) {
    return server.send(server.request(path).method(method, BodyPublishers.noBody()));
  }

  private static HttpResponse<String> form(TestServer server, String path) {
    return server.send(
        server
            .request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("a=b")));
  }

  private void aWholeJob(TestServer server) throws Exception {
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"a\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    check("POST /api/v1/join", joined, 200);
    String credential = TestServer.json(joined).path("credential").asString();
    try (SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "a")
            .join()
            .hello()) {
      agent.next(Message.Welcome.class);
      check(
          "POST /api/v1/join",
          server.post(
              "/api/v1/join",
              "{\"agent\": \"a\", \"secret\": \"%s\"}".formatted(server.joinSecret())),
          409);
      check("POST /api/v1/jobs", server.post("/api/v1/jobs", JOB.formatted(1)), 201);
      check("POST /api/v1/jobs", server.post("/api/v1/jobs", JOB.formatted(1)), 200);
      check("POST /api/v1/jobs", server.post("/api/v1/jobs", JOB.formatted(2)), 409);
      Await.until(
          () -> {
            HttpResponse<String> response = server.get("/api/v1/jobs/contract");
            check("GET /api/v1/jobs/{id}", response, 200);
            return TestServer.json(response).path("state").asString();
          },
          state -> state.equals("running"));
      // At once: it does not run for long.
      String control = "/api/v1/jobs/contract/control";
      check("POST /api/v1/jobs/{id}/control", server.post(control, "{\"threads\": 1}"), 201);
      check("POST /api/v1/jobs/{id}/control", server.post(control, "{\"rate\": 1}"), 409);
      check("POST /api/v1/jobs/{id}/control", server.post(control, "{\"rat\": 1}"), 422);
      check("GET /api/v1/jobs/{id}", server.get("/api/v1/jobs/contract"), 200);
      check("GET /api/v1/jobs/{id}/results", server.get("/api/v1/jobs/contract/results"), 200);
      check(
          "GET /api/v1/jobs/{id}/results",
          server.get("/api/v1/jobs/contract/results?intervals=false"),
          200);
      check("GET /api/v1/jobs/{id}/series", server.get("/api/v1/jobs/contract/series"), 200);
      check("GET /api/v1/jobs/{id}/log", server.get("/api/v1/jobs/contract/log"), 200);
      check("GET /api/v1/agents", server.get("/api/v1/agents"), 200);
      Await.until(
          () -> TestServer.json(server.get("/api/v1/jobs/contract")).path("state").asString(),
          state -> state.equals("completed"));
      check("DELETE /api/v1/agents/{name}", send(server, "DELETE", "/api/v1/agents/a"), 409);
      check("POST /api/v1/agents/{name}/drain", server.post("/api/v1/agents/a/drain"), 200);
      check("POST /api/v1/agents/{name}/undrain", server.post("/api/v1/agents/a/undrain"), 200);
      renames(server);
    }
    check(
        "POST /api/v1/jobs/{id}/notes",
        server.post("/api/v1/jobs/contract/notes", "{\"text\": \"it ended\"}"),
        201);
    String results = "/api/v1/jobs/contract/results";
    check("GET /api/v1/jobs/{id}/results", server.get(results + "?intervals=false"), 200);
    check("GET /api/v1/jobs/{id}/results", server.get(results + "?amendment=0"), 200);
    check("GET /api/v1/jobs/{id}/results", server.get(results + "?amendment=1"), 404);
    check("GET /api/v1/jobs", server.get("/api/v1/jobs?state=completed"), 200);
    recordings(server, credential);
    check("DELETE /api/v1/agents/{name}", send(server, "DELETE", "/api/v1/agents/nobody"), 404);
    server.post(
        "/api/v1/join", "{\"agent\": \"c\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    check("DELETE /api/v1/agents/{name}", send(server, "DELETE", "/api/v1/agents/c"), 200);
    check("POST /api/v1/agents/{name}/revoke", server.post("/api/v1/agents/a/revoke"), 200);
    for (String tail :
        List.of(
            "/intervals.csv",
            "/intervals.influx",
            "/intervals.otlp",
            "/intervals.ndjson",
            "/report",
            "/report.html",
            "/latencies.hlog")) {
      check("GET /api/v1/jobs/{id}" + tail, server.get("/api/v1/jobs/contract" + tail), 200);
    }
    check("GET /api/v1/jobs/{id}/submission", server.get("/api/v1/jobs/contract/submission"), 200);
    check("POST /api/v1/jobs/{id}/cancel", server.post("/api/v1/jobs/contract/cancel"), 202);
    check("POST /api/v1/jobs/{id}/kill", server.post("/api/v1/jobs/contract/kill"), 202);
  }

  private void renames(TestServer server) throws Exception {
    String rename = "POST /api/v1/agents/{name}/rename";
    String to = "{\"name\": \"%s\"}";
    check(rename, server.post("/api/v1/agents/a/rename", to.formatted("")), 422);
    check(rename, server.post("/api/v1/agents/nobody/rename", to.formatted("d")), 404);
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"d\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    String credential = TestServer.json(joined).path("credential").asString();
    check(rename, server.post("/api/v1/agents/d/rename", to.formatted("e")), 409);
    try (SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "d")
            .join()
            .hello()) {
      agent.next(Message.Welcome.class);
      check(rename, server.post("/api/v1/agents/d/rename", to.formatted("e")), 200);
    }
  }

  /// The agent's process is another one now; a recording comes when it can.
  private void recordings(TestServer server, String credential) throws Exception {
    check("GET /api/v1/jobs/{id}/recordings", server.get("/api/v1/jobs/contract/recordings"), 200);
    try (SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "a")
            .join()
            .hello()) {
      agent.next(Message.Welcome.class);
      agent.send(new Message.RecordingPiece("contract", 1, 0, 3, new byte[3]));
      assertEquals(3, agent.next(Message.RecordingKept.class).bytes());
      agent.send(new Message.RecordingPiece("unknown", 1, 0, 3, new byte[3]));
      assertEquals(-1, agent.next(Message.RecordingKept.class).bytes());
    }
    check(
        "GET /api/v1/jobs/{id}/recordings/{agent}",
        server.get("/api/v1/jobs/contract/recordings/a"),
        200);
  }

  private void aWholeGroup(TestServer server) {
    String group =
        """
        {"group": "Night", "id": "night", "defaults": {"target": "night-db", "agents": %d},
         "members": [
           {"name": "load", "job": {"jobClass": "probe"}},
           {"name": "then", "after": {"load": "failure"}, "job": {"jobClass": "probe"}},
           {"name": "steps", "after": "then",
            "study": {"jobClass": "probe", "threads": [1, 2]}}]}
        """;
    server.post("/api/v1/targets", "{\"name\": \"night-db\", \"url\": \"jdbc:h2:mem:night\"}");
    String groups = "/api/v1/groups";
    String night = groups + "/night";
    check("POST /api/v1/groups/check", server.post(groups + "/check", group.formatted(9)), 200);
    var wrong = server.post(groups + "/check", group.formatted(0));
    check("POST /api/v1/groups/check", wrong, 422);
    assertTrue(wrong.body().contains("/defaults/agents"), wrong.body());
    check("POST /api/v1/groups", server.post(groups, group.formatted(0)), 422);
    check("POST /api/v1/groups", server.post(groups, group.formatted(9)), 201);
    check("POST /api/v1/groups", server.post(groups, group.formatted(9)), 200);
    check("POST /api/v1/groups", server.post(groups, group.formatted(8)), 409);
    check("DELETE /api/v1/groups/{id}", send(server, "DELETE", night), 409);
    check("GET /api/v1/groups", server.get(groups), 200);
    check("GET /api/v1/groups/{id}/document", server.get(night + "/document"), 200);
    check("GET /api/v1/groups/{id}/report", server.get(night + "/report"), 200);
    check("GET /api/v1/groups/{id}/report", server.get(groups + "/none/report"), 404);
    check("GET /api/v1/groups/{id}/report.html", server.get(night + "/report.html"), 200);
    check("POST /api/v1/groups/{id}/resume", server.post(night + "/resume"), 409);
    check("POST /api/v1/groups/{id}/pause", server.post(night + "/pause"), 202);
    check("POST /api/v1/groups/{id}/stop", server.post(night + "/stop"), 202);
    JsonNode stopped =
        Await.until(
            () -> {
              HttpResponse<String> response = server.get(night);
              check("GET /api/v1/groups/{id}", response, 200);
              return TestServer.json(response);
            },
            view -> view.path("state").asString().equals("cancelled"));
    assertEquals("waiting", stopped.at("/members/2/state").asString(), stopped.toString());
    check("POST /api/v1/groups/{id}/resume", server.post(night + "/resume"), 202);
    check("POST /api/v1/groups/{id}/stop", server.post(night + "/stop"), 202);
    var again = server.post(night + "/rerun");
    check("POST /api/v1/groups/{id}/rerun", again, 201);
    String other = groups + "/" + TestServer.json(again).path("id").asString();
    server.post(other + "/stop");
    Await.until(
        () -> TestServer.json(server.get(night)),
        view -> view.path("state").asString().equals("cancelled"));
    Await.until(
        () -> TestServer.json(server.get(other)),
        view -> view.path("state").asString().equals("cancelled"));
    check("DELETE /api/v1/targets/{name}", send(server, "DELETE", "/api/v1/targets/night-db"), 200);
    check("POST /api/v1/groups/{id}/rerun", server.post(night + "/rerun"), 422);
    check("DELETE /api/v1/groups/{id}", send(server, "DELETE", night + "-none"), 404);
    check("DELETE /api/v1/groups/{id}", send(server, "DELETE", other), 200);
    check("POST /api/v1/groups/{id}/restore", server.post(other + "/restore"), 200);
    String order = "{\"order\": \"stop\", \"query\": \"night\"}";
    check("POST /api/v1/groups/orders", server.post(groups + "/orders", order), 200);
    String pause = "{\"order\": \"pause\", \"ids\": [\"none\"]}";
    check("POST /api/v1/studies/orders", server.post("/api/v1/studies/orders", pause), 200);
    aGroupThatWaits(server);
  }

  private void aGroupThatWaits(TestServer server) {
    String group =
        """
        {"group": "Later", "disabled": %s, "members": [{"name": "one", "job": {"jobClass": "probe",
         "parameters": {"url": "u"}, "agents": %d}}]}
        """;
    String groups = "/api/v1/groups";
    JsonNode made = TestServer.json(server.post(groups, group.formatted(true, 9)));
    String later = groups + "/" + made.path("id").asString();
    String edit = "POST /api/v1/groups/{id}/document";
    check(edit, server.post(groups + "/none/document", group.formatted(true, 9)), 404);
    check(edit, server.post(later + "/document", group.formatted(true, 0)), 422);
    check(edit, server.post(later + "/document", group.formatted(true, 8)), 200);
    check("POST /api/v1/groups/{id}/disable", server.post(later + "/disable"), 200);
    check("POST /api/v1/groups/{id}/enable", server.post(later + "/enable"), 200);
    check("POST /api/v1/groups/{id}/disable", server.post(later + "/disable"), 409);
    check("POST /api/v1/groups/{id}/enable", server.post(later + "/enable"), 409);
    check(edit, server.post(later + "/document", group.formatted(true, 8)), 409);
    check("POST /api/v1/groups/{id}/stop", server.post(later + "/stop"), 202);
  }

  private void aWholeStudy(TestServer server) throws IOException {
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"b\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    String credential = TestServer.json(joined).path("credential").asString();
    try (SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "b")
            .join()
            .hello()) {
      check("POST /api/v1/studies", server.post("/api/v1/studies", STUDY.formatted("1, 2")), 201);
      check("POST /api/v1/studies", server.post("/api/v1/studies", STUDY.formatted("1, 2")), 200);
      check("POST /api/v1/studies", server.post("/api/v1/studies", STUDY.formatted("1, 3")), 409);
      String study = "/api/v1/studies/ladder";
      check("DELETE /api/v1/studies/{id}", send(server, "DELETE", study), 409);
      check("POST /api/v1/studies/{id}/pause", server.post(study + "/pause"), 202);
      check("POST /api/v1/studies/{id}/resume", server.post(study + "/resume"), 202);
      JsonNode done =
          Await.until(
              () -> {
                HttpResponse<String> response = server.get(study);
                check("GET /api/v1/studies/{id}", response, 200);
                check(
                    "GET /api/v1/studies/{id}/submission", server.get(study + "/submission"), 200);
                check("GET /api/v1/studies/{id}/results", server.get(study + "/results"), 200);
                check(
                    "GET /api/v1/studies/{id}/results",
                    server.get(study + "/results?intervals=false"),
                    200);
                check("GET /api/v1/studies/{id}/table", server.get(study + "/table"), 200);
                return TestServer.json(response);
              },
              view -> !view.path("state").asString().equals("running"));
      assertEquals("completed", done.path("state").asString(), done.toString());
      assertEquals("ladder-t2", done.path("steps").path(1).path("jobId").asString());
      JsonNode results = TestServer.json(server.get(study + "/results"));
      assertEquals(2, results.path("steps").path(1).path("threads").asInt());
      assertEquals(2, results.path("steps").path(0).path("intervals").size(), results.toString());
    }
    check("GET /api/v1/studies", server.get("/api/v1/studies"), 200);
    check(
        "GET /api/v1/studies/{id}/table.csv", server.get("/api/v1/studies/ladder/table.csv"), 200);
    check("GET /api/v1/studies/{id}/report", server.get("/api/v1/studies/ladder/report"), 200);
    check(
        "GET /api/v1/studies/{id}/report.html",
        server.get("/api/v1/studies/ladder/report.html"),
        200);
    check("POST /api/v1/studies/{id}/cancel", server.post("/api/v1/studies/ladder/cancel"), 202);
    check("GET /api/v1/comparison", server.get("/api/v1/comparison?a=ladder&b=contract"), 200);
    String delete = "DELETE /api/v1/studies/{id}";
    Await.until(
        () -> send(server, "DELETE", "/api/v1/studies/ladder"),
        response -> response.statusCode() == 200);
    check(delete, send(server, "DELETE", "/api/v1/studies/ladder"), 404);
    String restore = "POST /api/v1/studies/{id}/restore";
    check(restore, server.post("/api/v1/studies/ladder/restore"), 200);
    check(delete, send(server, "DELETE", "/api/v1/studies/ladder"), 200);
    check(restore, server.post("/api/v1/studies/ladder/restore"), 200);
    String report = "/api/v1/comparison/report.html";
    var several = server.get(report + "?a=ladder-t1&b=ladder-t2%3Bcontract");
    check("GET " + report, several, 200);
    assertTrue(several.body().contains("<b>Throughput</b>"), several::body);
    String percentiles = "/api/v1/comparison/percentiles";
    var curves = server.get(percentiles + "?a=ladder-t1&b=ladder-t2%3Bcontract");
    check("GET " + percentiles, curves, 200);
    assertEquals("A", TestServer.json(curves).at("/chart/lines/0/label").asString(), curves.body());
    var twice = server.get("/api/v1/comparison?a=ladder-t1,ladder-t2&b=contract");
    check("GET /api/v1/comparison", twice, 200);
    check("GET /api/v1/history", server.get("/api/v1/history?of=contract"), 200);
    check("GET /api/v1/changes", server.get("/api/v1/changes"), 200);
    JsonNode pair = TestServer.json(server.get("/api/v1/comparison?a=ladder-t1&b=ladder-t2"));
    JsonNode one = TestServer.json(server.get("/api/v1/jobs/ladder-t1/results?intervals=false"));
    assertEquals(
        one.at("/summary/measures/throughput"), pair.at("/points/0/figures/0/a"), "" + pair);
  }

  private void packs(TestServer server) throws IOException {
    check("POST /api/v1/packs", server.upload("/api/v1/packs", PackFiles.good("2.0")), 201);
    check("POST /api/v1/packs", server.upload("/api/v1/packs", new byte[10]), 422);
    check("POST /api/v1/packs", server.upload("/api/v1/packs", PackFiles.other("2.0")), 409);
    String pack = "/api/v1/packs/probe-pack@2.0";
    check("GET /api/v1/job-classes", server.get("/api/v1/job-classes?pack=probe-pack@2.0"), 200);
    check("GET /api/v1/job-classes", server.get("/api/v1/job-classes?pack=none"), 404);
    check("GET /api/v1/packs/{pack}", server.get(pack), 200);
    check("GET /api/v1/packs/{pack}/file", server.get(pack + "/file"), 200);
    check("POST /api/v1/jobs", server.post("/api/v1/jobs", WAITS), 201);
    check("DELETE /api/v1/packs/{pack}", send(server, "DELETE", pack), 409);
    String waits = "/api/v1/jobs/waits";
    check("GET /api/v1/jobs/{id}/archive", server.get(waits + "/archive"), 409);
    check("GET /api/v1/jobs/{id}/bundle.zip", server.get(waits + "/bundle.zip"), 409);
    check("GET /api/v1/jobs/{id}/latencies.hlog", server.get(waits + "/latencies.hlog"), 409);
    check("DELETE /api/v1/jobs/{id}", send(server, "DELETE", waits), 409);
    server.post("/api/v1/jobs/waits/cancel");
    Await.until(() -> send(server, "DELETE", pack), answer -> answer.statusCode() != 409);
    server.upload("/api/v1/packs", PackFiles.good("3.0"));
    check(
        "DELETE /api/v1/packs/{pack}", send(server, "DELETE", "/api/v1/packs/probe-pack@3.0"), 200);
  }

  private void targets(TestServer server) {
    String target = "{\"name\": \"orders\", \"url\": \"jdbc:x\", \"maxConnections\": 8%s}";
    String orders = "/api/v1/targets/orders";
    check("GET /api/v1/targets", server.get("/api/v1/targets"), 200);
    check("POST /api/v1/targets", server.post("/api/v1/targets", target.formatted("")), 201);
    check("POST /api/v1/targets", server.post("/api/v1/targets", target.formatted("")), 409);
    check("GET /api/v1/targets/{name}", server.get(orders), 200);
    check("POST /api/v1/targets/{name}", server.post(orders, "{\"note\": \"n\"}"), 200);
    check("POST /api/v1/targets/{name}", server.post(orders, "{\"labels\": [1]}"), 200);
    check("POST /api/v1/targets/{name}", server.post(orders, "{\"url\": \"a b\"}"), 422);
    check("POST /api/v1/targets/{name}", server.post("/api/v1/targets/none", "{}"), 404);
    check("POST /api/v1/targets/{name}/test", server.post(orders + "/test"), 200);
    String job =
        "{\"id\": \"on-orders\", \"jobClass\": \"probe\", \"agents\": 7, \"target\": \"orders\"}";
    check("POST /api/v1/jobs", server.post("/api/v1/jobs", job), 201);
    check("DELETE /api/v1/targets/{name}", send(server, "DELETE", orders), 409);
    server.post("/api/v1/jobs/on-orders/cancel");
    Await.until(
        () -> send(server, "DELETE", orders),
        answer -> {
          boolean done = answer.statusCode() != 409;
          if (done) {
            check("DELETE /api/v1/targets/{name}", answer, 200);
          }
          return done;
        });
  }

  private void archives(TestServer server) throws Exception {
    check("GET /api/v1/server", server.get("/api/v1/server"), 200);
    check("POST /api/v1/server/upkeep", server.post("/api/v1/server/upkeep"), 200);
    String job = "/api/v1/jobs/contract";
    String results = server.get(job + "/results").body();
    byte[] file =
        server
            .client()
            .send(server.request(job + "/archive").GET().build(), BodyHandlers.ofByteArray())
            .body();
    check("GET /api/v1/jobs/{id}/archive", server.get(job + "/archive"), 200);
    bundle(server, job);
    check("POST /api/v1/job-archives", server.upload("/api/v1/job-archives", file), 422);
    check("DELETE /api/v1/jobs/{id}", send(server, "DELETE", job), 200);
    assertEquals(404, server.get(job).statusCode());
    check("POST /api/v1/jobs/{id}/restore", server.post(job + "/restore"), 200);
    check("DELETE /api/v1/jobs/{id}", send(server, "DELETE", job + "?for-good=true"), 200);
    HttpResponse<String> again =
        Await.until(
            () -> server.upload("/api/v1/job-archives", file),
            answer -> answer.statusCode() != 422);
    check("POST /api/v1/job-archives", again, 201);
    assertEquals(results, server.get(job + "/results").body());
  }

  /// It holds the job and its result as they are, its pack where that is asked for, and no secret.
  private void bundle(TestServer server, String job) throws Exception {
    check("GET /api/v1/jobs/{id}/bundle.zip", server.get(job + "/bundle.zip"), 200);
    byte[] zip =
        server
            .client()
            .send(
                server.request(job + "/bundle.zip?packs=true").GET().build(),
                BodyHandlers.ofByteArray())
            .body();
    List<Problem> problems = new ArrayList<>();
    Bundle bundle = BundleReader.read(new ByteArrayInputStream(zip), problems).orElseThrow();
    assertEquals(List.of(), problems);
    assertEquals("contract", bundle.result().job().id());
    assertTrue(bundle.job().contains("jobClass: probe"), bundle.job());
    assertTrue(bundle.job().contains("- password"), bundle.job());
    assertFalse(bundle.job().contains("password: "), bundle.job());
    List<String> names = new ArrayList<>();
    try (ZipInputStream entries = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry one = entries.getNextEntry(); one != null; one = entries.getNextEntry()) {
        names.add(one.getName());
      }
    }
    assertEquals(
        List.of("manifest.json", "job.yaml", "result.json", "report.html", "intervals.ndjson"),
        names.subList(0, 5));
  }

  private void loginRoutes(TestServer server) throws Exception {
    document
        .operations()
        .forEach((operation, said) -> {
          if (said.path("responses").has("401") && !operation.equals("GET /agent")) {
            check(operation, send(server, operation.split(" ")[0], path(operation)), 401);
          }
        });
    String token = server.server().newLoginLink().getFragment().replaceFirst("^token=", "");
    check(
        "POST /api/v1/session",
        server.post("/api/v1/session", "{\"token\": \"%s\"}".formatted(token)),
        200);
    String admin = Files.readString(server.data().resolve("admin-token")).strip();
    String[] bearer = {"Authorization", "Bearer " + admin};
    check("GET /api/v1/session", server.get("/api/v1/session", bearer), 200);
    check("POST /api/v1/login-links", server.post("/api/v1/login-links", "{}", bearer), 201);
  }

  private void check(String operation, HttpResponse<String> response, int status) {
    assertEquals(status, response.statusCode(), operation + ": " + response.body());
    String type = response.headers().firstValue("Content-Type").orElse("");
    List<String> complaints =
        document.complaints(operation, response.statusCode(), type, response.body());
    assertEquals(List.of(), complaints, operation + " " + status + ": " + response.body());
    seen.add(operation + " " + status);
  }
}

package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.ServerConfig;
import dev.broadside.server.jobs.SocketAgent;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Targets over HTTP: what jobs on them get, and what they are refused.
class TargetApiTest {
  private static final String ORDERS =
      """
      {"name": "orders", "url": "jdbc:mysql://db.example/orders", "password": "geheim-4711",
       "maxConnections": 8, "protected": true}
      """;
  private static final String JOB = "{\"jobClass\": \"probe\", \"target\": \"orders\"%s}";

  @TempDir Path directory;

  @Test
  void aTargetsPasswordGoesToItsJobsAndIsNeverShown() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      assertEquals(201, server.post("/api/v1/targets", ORDERS).statusCode());
      String confirmed = JOB.formatted(", \"id\": \"j\", \"confirm\": \"orders\"");
      assertEquals(201, server.post("/api/v1/jobs", confirmed).statusCode());
      // Where the job goes is decided when it begins.
      String moved =
          "{\"url\": \"jdbc:mysql://db2.example/orders\", \"password\": \"geheim-4712\"}";
      assertEquals(200, server.post("/api/v1/targets/orders", moved).statusCode());
      try (SocketAgent agent = agent(server)) {
        Message.ShareOrder order = agent.next(Message.ShareOrder.class);
        var spec = ((ShareGoal.Prepare) order.goal()).plan().spec();
        assertEquals("geheim-4712", spec.texts().get("password"));
        assertEquals("jdbc:mysql://db2.example/orders", spec.parameters().get("url"));
        for (String path :
            new String[] {"jobs/j", "jobs/j/submission", "targets", "targets/orders"}) {
          String shown = server.get("/api/v1/" + path).body();
          assertFalse(shown.contains("geheim"), shown);
        }
        JsonNode asked = TestServer.json(server.get("/api/v1/jobs/j/submission"));
        assertEquals("orders", asked.path("target").asString());
        assertFalse(asked.path("parameters").has("url"), asked.toString());
        assertEquals(
            "db2.example/orders",
            TestServer.json(server.get("/api/v1/jobs/j"))
                .at("/parameters/url")
                .asString()
                .substring("jdbc:mysql://".length()));
      }
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertFalse(
            Files.readString(file, StandardCharsets.ISO_8859_1).contains("geheim"),
            file.toString());
      }
    }
  }

  @Test
  void aMonitorsTargetIsKnownToItsAgentsAndIsNeverShown() throws Exception {
    String job =
        """
        {"jobClass": "probe", "id": "j", "yesTarget": true, "parameters": {"url": "jdbc:h2:mem:x"},
         "monitors": [{"name": "replica", "database": "orders"}]}
        """;
    try (TestServer server = TestServer.start(directory)) {
      assertEquals(
          "/monitors: there is no target orders; 'broadside target add' makes one.",
          refusal(server, job));
      assertEquals(201, server.post("/api/v1/targets", ORDERS).statusCode());
      assertEquals(
          "/monitors: it is the address of target orders, which has limits; leave it out, and name"
              + " the target: --target orders.",
          refusal(server, job.replace("\"orders\"", "\"jdbc:mysql://db.example/orders\"")));
      assertEquals(201, server.post("/api/v1/jobs", job).statusCode());
      try (SocketAgent agent = agent(server)) {
        Message.ShareOrder order = agent.next(Message.ShareOrder.class);
        var spec = ((ShareGoal.Prepare) order.goal()).plan().spec();
        String told = spec.secrets().get("monitors.replica").reveal();
        assertEquals("geheim-4711", Json.mapper().readTree(told).path("password").asString());
        assertEquals(
            "jdbc:mysql://db.example/orders", Json.mapper().readTree(told).path("url").asString());
        assertFalse(spec.texts().toString().contains("geheim"), "it is no parameter");
        for (String path : new String[] {"jobs/j", "jobs/j/submission"}) {
          String shown = server.get("/api/v1/" + path).body();
          assertFalse(shown.contains("geheim"), shown);
        }
      }
    }
  }

  private static SocketAgent agent(TestServer server) throws Exception {
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"a\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    String credential = TestServer.json(joined).path("credential").asString();
    SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "a")
            .join()
            .hello();
    agent.next(Message.Welcome.class);
    return agent;
  }

  @Test
  void aTargetIsADatabase() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      HttpResponse<String> answer =
          server.post("/api/v1/targets", "{\"name\": \"web\", \"url\": \"http://db1.example\"}");
      assertEquals(422, answer.statusCode(), answer.body());
      assertTrue(
          answer
              .body()
              .contains("/url: its value is not accepted; give a URL that begins with jdbc:"),
          answer.body());
    }
  }

  @Test
  void whatATargetDoesNotAllowIsRefusedAtTheFieldThatAsksForIt() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      assertEquals(201, server.post("/api/v1/targets", ORDERS).statusCode());
      assertEquals(
          "/confirm: target orders is protected; repeat its name here if load on it is meant.",
          refusal(server, JOB.formatted("")));
      assertEquals(
          "/threads: target orders takes at most 8 connections, and the job wants 9; ask for no"
              + " more, or have the target's limit raised.",
          refusal(server, JOB.formatted(", \"confirm\": \"orders\", \"threads\": 9")));
      assertEquals(
          "/parameters/url: target orders says this; leave it out, or leave out the target.",
          refusal(
              server,
              JOB.formatted(", \"confirm\": \"orders\", \"parameters\": {\"url\": \"jdbc:x\"}")));
      assertEquals(
          "/target: there is no target order; did you mean orders?",
          refusal(server, "{\"jobClass\": \"probe\", \"target\": \"order\"}"));
      assertEquals(
          "/parameters/url: it is the address of target orders, which has limits; leave it out,"
              + " and name the target: --target orders.",
          refusal(server, direct("jdbc:mysql://DB.example/orders?useSSL=true", true)));
    }
  }

  @Test
  void loadGoesToADatabaseThatNobodyNamedOnlyWhereThatIsMeant() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      assertEquals(
          "/parameters/url: load would go to db.example, which is neither this host nor a named"
              + " target; say that it is meant by --yes-target (yesTarget: true), or name a"
              + " target.",
          refusal(server, direct("jdbc:mysql://db.example/orders", false)));
      assertTrue(
          refusal(server, direct("jdbc:h2:tcp:db.example:9092/x", false))
              .contains("load would go to db.example,"));
      assertEquals(
          201, server.post("/api/v1/jobs", direct("jdbc:mysql://db.example/x", true)).statusCode());
      String open = "{\"name\": \"open\", \"url\": \"jdbc:mysql://db.example/orders\"}";
      assertEquals(201, server.post("/api/v1/targets", open).statusCode());
      assertEquals(
          201,
          server
              .post("/api/v1/jobs", direct("jdbc:mysql://db.example/orders", false))
              .statusCode());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://127.0.0.1:3306/orders",
        "jdbc:mysql://localhost/ORDERS",
        "jdbc:mariadb://127.0.0.1:3306/orders",
        "jdbc:mysql://other.invalid,[::1]/orders",
        "jdbc:mysql://unknown.invalid/orders",
        "jdbc:mysql://[127.0.0.1:3306]/orders",
        "jdbc:mysql://127.0.0.1:003306/orders",
        "jdbc:mysql://127.0.0.1:3306/orders#x",
        "jdbc:oracle:thin:@127.0.0.1:3306:orders:pooled",
        "jdbc:h2:tcp:127.0.0.1:3306/orders",
      })
  void limitsHoldHoweverTheAddressOfTheirTargetIsSpelled(String url) throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      String orders =
          "{\"name\": \"orders\", \"url\": \"jdbc:mysql://127.0.0.1/orders\", \"exclusive\": true}";
      assertEquals(201, server.post("/api/v1/targets", orders).statusCode());
      String refusal = refusal(server, direct(url, true));
      assertTrue(refusal.contains(" target orders, which has limits; leave it out,"), refusal);
      for (String other :
          new String[] {
            "jdbc:mysql://localhost/x",
            "jdbc:postgresql://192.0.2.9/other?ApplicationName=50%25load",
            "jdbc:mysql://192.0.2.9/other?connectionAttributes=service=x"
          }) {
        assertEquals(201, server.post("/api/v1/jobs", direct(other, true)).statusCode(), other);
      }
    }
  }

  @Test
  void whereOnlyNamedTargetsGetLoadNoParameterTellsAnotherAddress() throws Exception {
    try (TestServer server =
        TestServer.start(directory, new SystemTime(), ServerConfig::withNamedTargetsOnly)) {
      assertEquals(
          201,
          server
              .post("/api/v1/targets", "{\"name\": \"orders\", \"url\": \"jdbc:mysql://db/x\"}")
              .statusCode());
      String why =
          ": this server puts load on named targets only, and this is an address; give no address,"
              + " but the name of a target; there is orders.";
      String mirrored =
          "{\"jobClass\": \"probe\", \"target\": \"orders\", \"parameters\": {\"note\": \"%s\"}}";
      for (String address :
          new String[] {
            "jdbc:mysql://db/x",
            "db.example:3306",
            "http://db/",
            "user@db.example:3306",
            "db1,db2:003306",
            "10.1.2.3/x"
          }) {
        assertEquals("/parameters/note" + why, refusal(server, mirrored.formatted(address)));
      }
      assertEquals("/parameters/url" + why, refusal(server, direct("jdbc:mysql://db/x", true)));
      assertEquals("/parameters/url" + why, refusal(server, direct("jdbc:h2:mem:x", true)));
      HttpResponse<String> test =
          server.post("/api/v1/job-tests", direct("jdbc:mysql://db/x", true));
      assertEquals(422, test.statusCode(), test.body());
      assertEquals(201, server.post("/api/v1/jobs", mirrored.formatted("none")).statusCode());
    }
  }

  @Test
  void aPasswordStaysOnlyWhereItsTargetStays() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      assertEquals(201, server.post("/api/v1/targets", ORDERS).statusCode());
      HttpResponse<String> elsewhere =
          server.post("/api/v1/targets/orders", "{\"url\": \"jdbc:mysql://evil.example/orders\"}");
      assertEquals(422, elsewhere.statusCode());
      assertTrue(elsewhere.body().contains("\"where\":\"/password\""), elsewhere.body());
      JsonNode same =
          TestServer.json(server.post("/api/v1/targets/orders", "{\"maxConnections\": 0}"));
      assertTrue(same.path("hasPassword").asBoolean(), same.toString());
      JsonNode none =
          TestServer.json(server.post("/api/v1/targets/orders", "{\"password\": \"\"}"));
      assertFalse(none.path("hasPassword").asBoolean(), none.toString());
    }
  }

  private static String direct(String url, boolean yes) {
    return "{\"jobClass\": \"probe\", \"parameters\": {\"url\": \"%s\"}, \"yesTarget\": %s}"
        .formatted(url, yes);
  }

  private static String refusal(TestServer server, String job) {
    HttpResponse<String> answer = server.post("/api/v1/jobs", job);
    assertEquals(422, answer.statusCode(), answer.body());
    return TestServer.json(answer).path("detail").asString();
  }
}

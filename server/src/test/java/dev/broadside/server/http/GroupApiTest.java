package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.jobs.SocketAgent;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Groups over HTTP: as YAML, and changed while they wait.
class GroupApiTest {
  private static final String GROUPS = "/api/v1/groups";
  private static final String NIGHT = GROUPS + "/night";
  private static final String WITH_PASSWORD = ", password: geheim-4711";

  /// One member, whose class has a secret.
  private static final String YAML =
      """
      group: Night
      %s
      members:
        # Comments are no matter.
        - name: %s
          job: {jobClass: probe, threads: %d, parameters: {url: "%s"%s}}
      """;

  @TempDir Path directory;

  private static HttpResponse<String> post(TestServer server, String path, String yaml) {
    String body = new JsonMapper().createObjectNode().put("yaml", yaml).toString();
    return server.post(path, body);
  }

  private static String refusal(HttpResponse<String> answer) {
    assertEquals(422, answer.statusCode(), answer.body());
    return TestServer.json(answer).path("detail").asString();
  }

  private static void submit(TestServer server) {
    String yaml = YAML.formatted("id: night\ndisabled: true", "load", 1, "u", WITH_PASSWORD);
    HttpResponse<String> answer = post(server, GROUPS, yaml);
    assertEquals(201, answer.statusCode(), answer.body());
  }

  @Test
  void problemsOfAYamlAreToldOfItsLines() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      assertEquals(
          "line 6, column 37, members 1, job, threads: \"0\" cannot be used here; give a whole"
              + " number from 1 to 10000, or at most 200 different ones such as 1,2,4,8.",
          refusal(
              post(server, GROUPS + "/check", YAML.formatted("id: night", "load", 0, "u", ""))));
      assertTrue(
          refusal(post(server, GROUPS + "/check", "group: [")).startsWith("line 1, column "));
      assertEquals(
          "text: it holds no fields; begin it with 'group: Nightly'.",
          refusal(post(server, GROUPS, "")));
      assertEquals(
          "yaml: other fields stand beside it; give one of the two.",
          refusal(server.post(GROUPS, "{\"yaml\": \"group: g\", \"group\": \"g\"}")));
    }
  }

  /// What is wrong with the group hid what is wrong with its members.
  @Test
  void allThatIsWrongIsToldInOneGo() throws Exception {
    String yaml =
        """
        group: Night
        notify: [nobody]
        overlap: never
        members:
          - name: a b
            job: {jobClass: probe, threads: 0, parameters: {url: u}}
          - name: c
            after: lost
            job: {jobClass: probe, duration: long, parameters: {url: u, colour: red}}
        """;
    try (TestServer server = TestServer.start(directory)) {
      HttpResponse<String> answer = post(server, GROUPS + "/check", yaml);

      assertEquals(422, answer.statusCode(), answer.body());
      assertEquals(
          List.of(
              "line 2, column 9, notify",
              "line 3, column 10, overlap",
              "line 5, column 11, members 1, name",
              "line 6, column 37, members 1, job, threads",
              "line 8, column 12, members 2, after",
              "line 9, column 38, members 2, job, duration",
              "line 9, column 73, members 2, job, parameters, colour"),
          TestServer.json(answer)
              .path("problems")
              .valueStream()
              .map(one -> one.path("where").asString())
              .sorted()
              .toList());
    }
  }

  private static JsonNode ordered(TestServer server, String order) {
    HttpResponse<String> answer = server.post(GROUPS + "/orders", order);
    assertEquals(200, answer.statusCode(), answer.body());
    return TestServer.json(answer).path("items");
  }

  @Test
  void oneOrderGoesToManyGroups() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      for (String id : List.of("many-1", "many-2")) {
        String yaml = YAML.formatted("id: " + id + "\ndisabled: true", "load", 1, "u", "");
        post(server, GROUPS, yaml);
      }
      String byQuery = "{\"order\": \"%s\", \"query\": \"many\", \"dryRun\": %s}";
      JsonNode dry = ordered(server, byQuery.formatted("stop", "true"));
      assertEquals("many-2", dry.at("/0/id").asString(), "the newest first: " + dry);
      assertEquals("pending", dry.at("/1/state").asString());
      assertFalse(dry.at("/1/done").asBoolean());

      JsonNode early = ordered(server, byQuery.formatted("delete", "false"));
      assertTrue(early.at("/0/problem").asString().contains("stop it first"), "" + early);
      JsonNode stopped = ordered(server, byQuery.formatted("stop", "false"));
      assertEquals("cancelled", stopped.at("/1/state").asString(), "" + stopped);
      JsonNode late = ordered(server, "{\"order\": \"enable\", \"ids\": [\"many-1\", \"nobody\"]}");
      assertTrue(late.at("/0/problem").asString().contains("does not wait"), "" + late);
      assertEquals("There is no group nobody.", late.at("/1/problem").asString());
      JsonNode again = ordered(server, "{\"order\": \"rerun\", \"ids\": [\"many-1\"]}");
      String made = again.at("/0/newId").asString();
      assertEquals(
          "Night", TestServer.json(server.get(GROUPS + "/" + made)).at("/name").asString());
      server.post(GROUPS + "/" + made + "/stop");
      assertTrue(ordered(server, byQuery.formatted("delete", "false")).at("/0/done").asBoolean());
      assertEquals(404, server.get(GROUPS + "/many-1").statusCode());
      HttpResponse<String> taken =
          post(server, GROUPS, YAML.formatted("id: many-1", "load", 1, "u", ""));
      assertEquals(409, taken.statusCode(), taken.body());
      assertEquals(200, server.post(GROUPS + "/many-1/restore").statusCode());
      assertEquals(404, server.post(GROUPS + "/many-1/restore").statusCode());
      assertEquals(
          "cancelled", TestServer.json(server.get(GROUPS + "/many-1")).at("/state").asString());
      assertEquals(
          "/order: there is no such order; give one of disable, enable, pause, stop, resume,"
              + " rerun, delete, restore.",
          refusal(server.post(GROUPS + "/orders", "{\"order\": \"file\", \"ids\": [\"a\"]}")));
    }
  }

  @Test
  void aDisabledGroupIsEditedKeepsItsSecretAndBeginsWhenItIsEnabled() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      submit(server);
      JsonNode waits = TestServer.json(server.get(NIGHT));
      assertEquals("pending", waits.path("state").asString());
      assertTrue(waits.path("disabled").asBoolean());
      assertFalse(server.get(NIGHT + "/document").body().contains("geheim"));

      String edited = YAML.formatted("disabled: true", "load", 2, "u", "");
      assertEquals(200, post(server, NIGHT + "/document", edited).statusCode());
      JsonNode asked = TestServer.json(server.get(NIGHT + "/document")).path("document");
      assertEquals(2, asked.at("/members/0/job/threads").asInt(), asked.toString());
      JsonNode enabled = TestServer.json(server.post(NIGHT + "/enable"));
      assertFalse(enabled.path("disabled").asBoolean(), enabled.toString());
      assertFalse(server.get(NIGHT + "/document").body().contains("disabled"));

      JobSpec spec = begun(server);
      assertEquals("geheim-4711", spec.texts().get("password"));
      assertEquals(409, post(server, NIGHT + "/document", edited).statusCode());
      assertEquals(409, server.post(NIGHT + "/disable").statusCode());
    }
  }

  /// Whoever may edit a group could otherwise have its password sent to a host of his own.
  @Test
  void aSecretIsNotTakenToAnotherAddressNorUnderAnotherId() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      submit(server);
      assertEquals(
          "line 6, column 52, members 1, job, parameters, password: it is not taken over from what"
              + " was asked before, since its parameter url has another value; give it.",
          refusal(
              post(
                  server,
                  NIGHT + "/document",
                  YAML.formatted("notify: []", "load", 1, "evil", ""))));
      assertEquals(
          "line 2, column 5, id: a group keeps its id; leave it out.",
          refusal(
              post(server, NIGHT + "/document", YAML.formatted("id: other", "load", 1, "u", ""))));
      String renamed = YAML.formatted("", "fill", 1, "u", "");
      assertEquals(200, post(server, NIGHT + "/document", renamed).statusCode());
      assertEquals("geheim-4711", begun(server).texts().get("password"));
    }
  }

  /// What the first job asks for of an agent that comes.
  private static JobSpec begun(TestServer server) throws Exception {
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"a\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    String credential = TestServer.json(joined).path("credential").asString();
    try (SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "a")
            .join()
            .hello()) {
      Message.ShareOrder order = agent.next(Message.ShareOrder.class);
      return ((ShareGoal.Prepare) order.goal()).plan().spec();
    }
  }
}

package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.JobState;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.server.coordinator.Coordinator;
import dev.broadside.server.coordinator.CoordinatorSettings;
import dev.broadside.server.coordinator.ServerThreads;
import dev.broadside.server.packs.PackInspector;
import dev.broadside.server.packs.PackLimits;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.security.DataDirectory;
import dev.broadside.server.security.Enrolment;
import dev.broadside.server.security.KeyFileSecretBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.study.Studies;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The OpenAPI document against the table of routes, and against itself.
class OpenApiTest {
  private final OpenApiDocument document = new OpenApiDocument();

  @TempDir Path directory;

  private List<Route> routes() throws Exception {
    Time time = new SystemTime();
    try (DataDirectory data = DataDirectory.open(directory);
        ResultStore store =
            ResultStore.sqlite(data.resolve("broadside.db"), KeyFileSecretBox.in(data));
        ServerThreads threads = ServerThreads.start()) {
      PackStore packs =
          new PackStore(
              data.directory("packs"), store.packs(), new PackInspector(PackLimits.DEFAULT), time);
      try (Coordinator coordinator =
              new Coordinator(store, packs, time, CoordinatorSettings.defaults("test"), threads);
          WebServer web =
              WebServer.start(
                  new WebServer.Settings(
                      List.of(InetAddress.getByName("127.0.0.1")),
                      0,
                      Set.of("localhost"),
                      new WebServer.Security.ThisHostOnly(),
                      "test"),
                  new WebServer.Inner(
                      coordinator,
                      new Studies(store, coordinator, time, threads.store()),
                      packs,
                      new Enrolment(
                          "secret", store.agents(), store.tokens(), _ -> Optional.empty(), time),
                      time))) {
        return web.routes();
      }
    }
  }

  private static String name(Route route) {
    return route.method().name() + " " + route.path();
  }

  @Test
  void everyRouteIsDocumentedAndEveryDocumentedRouteExists() throws Exception {
    Set<String> names = new TreeSet<>();
    routes().forEach(route -> names.add(name(route)));
    assertEquals(document.operations().keySet(), names);
  }

  @Test
  void whoMayCallIsDocumentedAsTheTableHasIt() throws Exception {
    Map<String, String> table = new TreeMap<>();
    for (Route route : routes()) {
      table.put(
          name(route),
          switch (route.access()) {
            case OPEN -> "[{}]";
            case AGENT -> "[{\"agentCredential\":[]}]";
            case VIEWER, OPERATOR, AUTHOR, ADMIN -> "login";
          });
    }
    Map<String, String> documented = new TreeMap<>();
    document
        .operations()
        .forEach((name, operation) ->
            documented.put(
                name,
                operation.path("security").isMissingNode()
                    ? "login"
                    : operation.path("security").toString()));
    assertEquals(documented, table);
  }

  @Test
  void whatMayStandBehindAPathIsDocumentedAsTheTableHasIt() throws Exception {
    for (Route route : routes()) {
      Set<String> declared = new TreeSet<>();
      route.query().declared().all().forEach(one -> declared.add(one.name()));
      assertEquals(document.queryParameters(name(route)), declared, name(route));
    }
  }

  @Test
  void everyStateOfAJobIsDocumented() {
    List<String> documented = new ArrayList<>();
    document
        .root()
        .at("/components/schemas/JobStateWord/enum")
        .forEach(word -> documented.add(word.asString()));
    assertEquals(documented, JobState.WORDS);
  }

  @Test
  void bodiesAreDocumentedAsTheTableHasThem() throws Exception {
    for (Route route : routes()) {
      JsonNode body = document.operations().get(name(route)).path("requestBody").path("content");
      String wanted =
          switch (route.body()) {
            case Route.Body.None _ -> "";
            case Route.Body.Json _ -> "application/json";
            case Route.Body.File _ -> "application/octet-stream";
          };
      assertEquals(wanted, String.join(",", body.propertyNames()), name(route));
    }
  }

  @Test
  void whatNeedsALoginSaysWhatHappensWithoutOne() {
    document
        .operations()
        .forEach((name, operation) -> {
          boolean open = operation.path("security").toString().equals("[{}]");
          assertEquals(!open, operation.path("responses").has("401"), name);
        });
  }

  @Test
  void everyOperationLeadsToWhatCanGoWrongAnywhere() {
    document
        .operations()
        .forEach((name, operation) ->
            assertEquals(
                "#/components/responses/Other",
                operation.path("responses").path("default").path("$ref").asString(),
                name));
  }

  @Test
  void operationsHaveNamesAndSummariesOfTheirOwn() {
    Set<String> ids = new TreeSet<>();
    document
        .operations()
        .forEach((name, operation) -> {
          assertTrue(ids.add(operation.path("operationId").asString()), name);
          assertTrue(operation.path("summary").asString().endsWith("."), name);
        });
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    List<String> references = new ArrayList<>();
    collect(document.root(), references);
    assertFalse(references.isEmpty());
    for (String reference : references) {
      assertFalse(document.root().at(reference.substring(1)).isMissingNode(), reference);
    }
  }

  private static void collect(JsonNode node, List<String> references) {
    if (node.has("$ref")) {
      references.add(node.path("$ref").asString());
    }
    node.forEach(child -> collect(child, references));
  }

  @Test
  void everyExampleIsWhatItsSchemaSays() {
    List<String> complaints = new ArrayList<>();
    checkExamples(document.root(), complaints);
    assertEquals(List.of(), complaints);
  }

  @Test
  void anAnswerThatIsNotAsDocumentedIsFound() {
    String operation = "GET /api/v1/session";
    assertEquals(
        List.of(),
        complaints(
            operation,
            200,
            "{\"version\":\"1\",\"loginRequired\":true,\"user\":\"\",\"csrf\":\"\"}"));
    assertEquals(
        1,
        complaints(operation, 200, "{\"version\":\"1\",\"loginRequired\":true,\"user\":\"\"}")
            .size());
    assertEquals(
        1,
        complaints(
                operation,
                200,
                "{\"version\":1,\"loginRequired\":true,\"user\":\"\",\"csrf\":\"\"}")
            .size());
    assertEquals(1, complaints(operation, 418, "{}").size());
    assertEquals(1, complaints("GET /api/v1/teapot", 200, "{}").size());
  }

  private List<String> complaints(String operation, int status, String body) {
    return document.complaints(operation, status, "application/json", body);
  }

  private void checkExamples(JsonNode node, List<String> complaints) {
    if (node.has("schema") && node.has("example")) {
      complaints.addAll(document.validate(node.path("schema"), node.path("example")));
    }
    if (node.has("schema") && node.has("examples")) {
      for (JsonNode example : node.path("examples")) {
        complaints.addAll(document.validate(node.path("schema"), example.path("value")));
      }
    }
    node.forEach(child -> checkExamples(child, complaints));
  }
}

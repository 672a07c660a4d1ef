package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.param.Secret;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.compare.Histories;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.notify.Channels;
import dev.broadside.server.notify.Notifier;
import dev.broadside.server.packs.PackInspector;
import dev.broadside.server.packs.PackLimits;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.preflight.Preflight;
import dev.broadside.server.push.Pusher;
import dev.broadside.server.push.Receivers;
import dev.broadside.server.security.AgentAdmission;
import dev.broadside.server.security.CertificateAuthority;
import dev.broadside.server.security.DataDirectory;
import dev.broadside.server.security.KeyFileSecretBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.targets.NameLookup;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.ServerThreads;
import dev.broadside.server.upkeep.KeepRules;
import dev.broadside.server.upkeep.Upkeep;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// The OpenAPI document is made here, and held against itself.
class OpenApiTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final String BY_HAND = "server/src/main/openapi/by-hand.yaml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLWriteFeature.MINIMIZE_QUOTES, YAMLWriteFeature.LITERAL_BLOCK_STYLE)
          .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
          .build();

  private final OpenApiDocument document = new OpenApiDocument();

  @TempDir Path directory;

  private List<Resource> resources() throws Exception {
    Time time = new SystemTime();
    try (DataDirectory data = DataDirectory.open(directory);
        ResultStore store =
            ResultStore.sqlite(data.resolve("broadside.db"), KeyFileSecretBox.in(data));
        ServerThreads threads = ServerThreads.start()) {
      PackStore packs =
          new PackStore(
              data.directory("packs"), store.packs, new PackInspector(PackLimits.DEFAULT), time);
      try (JobCore jobs =
              new JobCore(
                  store,
                  new Targets(store.targets, false, AllowedPrograms.ALL, NameLookup.ofThisHost()),
                  packs,
                  time,
                  "test",
                  threads);
          Campaigns campaigns = new Campaigns(jobs, threads.store());
          WebServer web =
              WebServer.start(
                  new WebServer.Settings(
                      List.of(InetAddress.getByName("127.0.0.1")),
                      0,
                      Set.of("localhost"),
                      CertificateAuthority.in(data, time),
                      new Secret("secret"),
                      new AgentAdmission(
                          "secret", store.agents, store.tokens, _ -> Optional.empty(), time),
                      "test"),
                  new WebServer.Inner(
                      jobs,
                      campaigns,
                      new Preflight(jobs.targets, jobs.tests, jobs.reads, packs, () -> 0),
                      packs,
                      new Upkeep(store, KeepRules.DEFAULT, () -> 0, jobs),
                      new Pusher(
                          Receivers.NONE, store, jobs.reads, time, new Random(), Runnable::run),
                      new Notifier(
                          Channels.NONE,
                          jobs.reads,
                          jobs.marks,
                          campaigns.reads(),
                          store,
                          time,
                          Runnable::run),
                      new Histories(jobs.reads, jobs.results, jobs.marks)))) {
        return web.resources();
      }
    }
  }

  /// Makes what is committed of the contract anew, and refuses to build where it differs: what
  /// clients see changes only where a commit shows it.
  @Test
  void theContractIsThatOfTheRoutesAndTheRecords() throws Exception {
    ObjectNode byHand = (ObjectNode) YAML.readTree(TOP.resolve(BY_HAND));
    JobSchema.addTo((ObjectNode) byHand.at("/components/schemas"));
    JsonNode made = Contract.of(resources(), byHand, new SourceDocs(TOP));
    Map<String, String> files =
        Map.of(
            "server/src/main/resources/openapi.yaml",
            "# Made; see " + BY_HAND + ".\n" + YAML.writeValueAsString(made),
            "webui/src/main/types/types.d.ts",
            "// Made from the schemas of openapi.yaml. Do not edit.\n"
                + PageTypes.of(made.at("/components/schemas")),
            "webui/src/main/resources/webui/js/job/interval-forms.js",
            PageForms.text(),
            "webui/src/main/resources/webui/js/lib/measure-catalogue.js",
            PageMeasures.text(),
            "docs/schema/group-file.schema.json",
            new GroupSchema(made.at("/components/schemas")).text());
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = TOP.resolve(file.getKey());
      if (Boolean.getBoolean("update")) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
      assertEquals(
          Files.exists(path) ? Files.readString(path) : "",
          file.getValue(),
          file.getKey()
              + " is not what the routes and records say; run `./mvnw test -pl server -am"
              + " -Dtest=OpenApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true` and"
              + " commit it if it is meant");
    }
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
        List.of(), complaints(operation, 200, "{\"version\":\"1\",\"user\":\"\",\"csrf\":\"\"}"));
    assertEquals(1, complaints(operation, 200, "{\"version\":\"1\",\"user\":\"\"}").size());
    assertEquals(
        1, complaints(operation, 200, "{\"version\":1,\"user\":\"\",\"csrf\":\"\"}").size());
    assertEquals(1, complaints(operation, 418, "{}").size());
    assertEquals(1, complaints("GET /api/v1/teapot", 200, "{}").size());
  }

  @Test
  void theExampleOfAGroupIsWhatItsSchemaSaysAndNonsenseIsNot() throws Exception {
    JsonNode schema = YAML.readTree(TOP.resolve("docs/schema/group-file.schema.json"));
    ObjectNode example = (ObjectNode) YAML.readTree(TOP.resolve("examples/groups/nightly.yaml"));
    assertEquals(List.of(), OpenApiDocument.validateBy(schema, example));
    ((ObjectNode) example.at("/members/1/job")).put("repeat", "@daily");
    assertFalse(OpenApiDocument.validateBy(schema, example).isEmpty());
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

package dev.broadside.cli.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.bundle.BundleWriter;
import dev.broadside.core.report.section.GroupReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Whatever waits for an outcome ends with 4 where the load generator was the limit and that is
/// asked for, and with 0 where nobody asks.
class FailIfLimitedTest {
  private static final String API = "/api/v1";
  private static final String CLASSES =
      """
      {"jobClasses":[{"id":"probe","title":"Probe","summary":"","operations":[],"figures":[],"pack":{"name":"p"},"parameters":[]}]}
      """;
  private static final String GROUP =
      """
      {"id":"g1","name":"g","state":"completed","judgement":"OK","members":[
        {"name":"one","kind":"job","state":"succeeded","begun":"j9","judgement":"OK"},
        {"name":"two","kind":"%s","state":"succeeded","begun":"m2","judgement":"OK"},
        {"name":"three","kind":"job","state":"skipped"}]}
      """;

  private static final ReportDocument REPORT =
      GroupReport.of(
          JobGroup.submitted("g1", new GroupPlan("g", List.of()), Instant.EPOCH),
          _ -> Optional.empty(),
          _ -> Optional.empty(),
          "");

  private final Path folder;
  private final ScriptedServer server;
  private final CommandRig rig;

  FailIfLimitedTest(@TempDir Path folder) throws IOException {
    this.server = new ScriptedServer(folder);
    this.folder = folder;
    this.rig = new CommandRig(folder);
  }

  @BeforeEach
  void layReady() {
    server.namedIn(rig);
    String end = "id: 1\nevent: end\ndata: {\"id\":\"j2\",\"state\":\"completed\"}\n\n";
    String job = "{\"id\":\"j2\",\"state\":\"completed\",\"startedAt\":\"2026-01-01T00:00:00Z\"}";
    server
        .answers(API + "/job-classes", 200, CLASSES)
        .answers(API + "/jobs", 201, "{\"id\":\"j2\"}")
        .answers(API + "/jobs/j1/submission", 200, "{\"jobClass\":\"probe\"}")
        .answers(API + "/jobs/j2/live", 200, "text/event-stream", end)
        .answers(API + "/jobs/j2", 200, job)
        .answers(API + "/jobs/j2/results", 200, text(run("LIMITED")))
        .answers(API + "/jobs/j9/results", 200, text(run("OK")))
        .answers(API + "/groups", 201, "{\"id\":\"g1\"}");
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  private static RunDocument run(String generator) {
    ObjectNode tree = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    ((ObjectNode) tree.path("generator")).put("verdict", generator);
    return Json.mapper().treeToValue(tree, RunDocument.class);
  }

  private static String text(Object document) {
    return Json.mapper().writeValueAsString(document);
  }

  private void assertBothWays(String... line) {
    List<String> asking = new ArrayList<>(List.of(line));
    asking.add("--fail-if-limited");
    assertEquals(0, rig.run(line).status(), () -> rig.run(line).err());
    CommandRig.Result asked = rig.run(asking.toArray(String[]::new));
    assertEquals(4, asked.status(), asked.err());
  }

  @Test
  void aJobThatIsRunAgain() {
    assertBothWays("job", "rerun", "j1", "--watch");
  }

  @Test
  void aBundleThatIsRunAgain() throws IOException {
    Path bundle = folder.resolve("run.zip");
    try (OutputStream out = Files.newOutputStream(bundle);
        BundleWriter _ = new BundleWriter(out, "0.1.0", "p@1", "jobClass: probe\n", run("OK"))) {
      // What can be replayed is all.
    }
    assertBothWays("replay", bundle.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"job", "study"})
  void aGroup(String kind) throws IOException {
    server
        .answers(API + "/groups/g1", 200, GROUP.formatted(kind))
        .answers(API + "/groups/g1/report", 200, text(REPORT))
        .answers(API + "/jobs/m2/results", 200, text(run("LIMITED")))
        .answers(
            API + "/studies/m2/results",
            200,
            text(SampleRuns.study("m2", StudyDocument.Step.of(run("LIMITED")))));
    Path file = folder.resolve("g.yaml");
    Files.writeString(file, "group: g\nmembers:\n- {name: one, job: {jobClass: probe}}\n");
    assertBothWays("group", "watch", "g1");
    assertBothWays("group", "show", "g1");
    assertBothWays("group", "submit", "-f", file.toString(), "--watch");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job submit probe",
        "study submit probe",
        "job rerun j1",
        "group submit -f g.yaml"
      })
  void whereNobodyWaitsThereIsNoStatusToAskFor(String words) {
    List<String> line = new ArrayList<>(List.of(words.split(" ")));
    line.add("--fail-if-limited");
    CommandRig.Result result = rig.run(line.toArray(String[]::new));
    assertEquals(2, result.status());
    assertEquals(
        "broadside: --fail-if-limited: there is no result before the end; add --watch.\n",
        result.err());
  }
}

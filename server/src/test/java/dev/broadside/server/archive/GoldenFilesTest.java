package dev.broadside.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.bundle.Bundle;
import dev.broadside.core.report.bundle.BundleReader;
import dev.broadside.core.report.bundle.BundleWriter;
import dev.broadside.core.time.SystemTime;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.results.Recount;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.Comment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What version 0.1.0 keeps and writes is read by every version from then on: a store with a job
/// that has ended, that job's file (`broadside job export`) and its bundle (`broadside job
/// bundle`). Each is opened here, and what it says is held against result.json, which lies beside
/// them.
///
/// Until 0.1.0 is released, a change of any of them makes all anew: `./mvnw test -pl server -am
/// -Dtest=GoldenFilesTest -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true`. After it they
/// stay as they are, and those of a version that keeps or writes something else lie in a folder of
/// their own. The spool of an agent is GoldenSpoolTest's.
final class GoldenFilesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final String JOB = "job";

  @TempDir private Path folder;

  @BeforeEach
  void update() throws IOException {
    if (!Boolean.getBoolean("update")) {
      return;
    }
    Files.createDirectories(GOLDEN);
    Path made = Files.createDirectory(folder.resolve("made"));
    try (ScriptedCluster cluster = new ScriptedCluster(made)) {
      cluster.agent("agent-1");
      cluster.agent("agent-2");
      cluster.submit(JOB, ScriptedCluster.spec(2));
      cluster.advanceTo(JOB, "completed");
      cluster.store().notebook.say(JOB, "me", Instant.EPOCH, "a cold\ncache");
      Files.write(GOLDEN.resolve("result.json"), result(cluster));
      try (OutputStream out = Files.newOutputStream(GOLDEN.resolve("job.file"))) {
        cluster.parts().archive.write(JOB, out);
      }
      RunDocument summary = cluster.parts().results.summary(JOB).orElseThrow();
      try (OutputStream out = Files.newOutputStream(GOLDEN.resolve("bundle.zip"));
          BundleWriter bundle = new BundleWriter(out, "1.0", "pack@1", "job: noop\n", summary)) {
        bundle.add("report.html", entry -> entry.write('<'));
      }
    }
    Files.deleteIfExists(GOLDEN.resolve("broadside.db"));
    ResultStore.copy(made.resolve("broadside.db"), GOLDEN.resolve("broadside.db"));
  }

  private static byte[] result(ScriptedCluster cluster) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    cluster.parts().results.write(JOB, out);
    return out.toByteArray();
  }

  private static JsonNode golden() throws IOException {
    return Json.mapper().readTree(Files.readAllBytes(GOLDEN.resolve("result.json")));
  }

  @Test
  void aStoreIsRead() throws IOException {
    Files.copy(GOLDEN.resolve("broadside.db"), folder.resolve("broadside.db"));

    try (ScriptedCluster cluster = new ScriptedCluster(folder)) {
      assertEquals(golden(), Json.mapper().readTree(result(cluster)));
      assertEquals("completed", cluster.job(JOB).state());
      assertEquals(
          ScriptedCluster.spec(2), cluster.store().jobs.find(JOB).orElseThrow().job().spec());
      assertEquals(
          Map.of("password", new Secret("hush")),
          cluster.store().jobs.find(JOB).orElseThrow().job().spec().secrets());
      assertEquals(
          List.of("a cold\ncache"),
          cluster.store().notebook.comments(JOB).stream().map(Comment::text).toList());
      assertEquals(14, cluster.store().records.count(JOB));
    }
  }

  /// All of its records are opened, and say what its result says.
  @Test
  void aFileOfAJobIsRead() throws Exception {
    byte[] file = Files.readAllBytes(GOLDEN.resolve("job.file"));

    Recount recount = Recount.of(new ByteArrayInputStream(file), folder, new SystemTime());
    assertEquals(List.of(), recount.differences());

    Path other = Files.createDirectory(folder.resolve("other"));
    try (ScriptedCluster cluster = new ScriptedCluster(other)) {
      cluster.parts().archive.read(new ByteArrayInputStream(file));
      assertEquals(golden(), Json.mapper().readTree(result(cluster)));
    }
  }

  @Test
  void aBundleIsRead() throws IOException {
    byte[] file = Files.readAllBytes(GOLDEN.resolve("bundle.zip"));
    List<Problem> problems = new ArrayList<>();

    Bundle bundle = BundleReader.read(new ByteArrayInputStream(file), problems).orElseThrow();

    assertEquals(List.of(), problems);
    assertEquals("job: noop\n", bundle.job());
    RunDocument whole = Json.mapper().treeToValue(golden(), RunDocument.class);
    assertEquals(whole.summary(), bundle.result().summary());
    assertEquals(whole.audit(), bundle.result().audit());
    assertEquals(whole.seal(), bundle.result().seal());
  }
}

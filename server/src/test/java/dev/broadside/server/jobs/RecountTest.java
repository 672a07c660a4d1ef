package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.time.SystemTime;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.server.archive.JobArchive;
import dev.broadside.server.archive.RefusedArchive;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.results.Recount;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever has a job's file needs no server to see whether its result is right.
final class RecountTest {
  @TempDir private Path folder;
  private ScriptedCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
    cluster.agent("agent-1");
    cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));
    cluster.advanceTo("job", "completed");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private byte[] file() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JobArchive(cluster.store(), new EventOrder(0, 0), "1.0").write("job", out);
    return out.toByteArray();
  }

  private Recount recount() throws IOException, RefusedArchive {
    Path scratch = Files.createTempDirectory(folder, "scratch");
    return Recount.of(new ByteArrayInputStream(file()), scratch, new SystemTime());
  }

  @Test
  void whatAServerSaidIsFoundAgain() throws Exception {
    Recount recount = recount();

    assertEquals(List.of(), recount.differences());
    assertEquals(Verdict.BALANCED, recount.audit().verdict());
    assertEquals(cluster.result("job").audit(), recount.audit());
    assertEquals(cluster.result("job").seal().orElseThrow(), recount.seal());
  }

  @Test
  void aResultThatSaysOtherwiseThanItsRecordsIsFound() throws Exception {
    cluster.alter(
        "UPDATE results SET document = replace(document, '\"transactions\":100',"
            + " '\"transactions\":101')");

    assertEquals(
        List.of(
            "the result's summary is not what its records say",
            "the result's operations is not what its records say"),
        recount().differences());
  }

  @Test
  void aByteOfARecordThatIsChangedIsFound() throws Exception {
    for (String change :
        List.of(
            "bytes = CAST(replace(bytes, substr(bytes, 30, 1), x'00') AS BLOB)", "crc = crc + 1")) {
      cluster.alter("UPDATE records SET " + change + " WHERE seq = 3");
      RefusedArchive refused = assertThrows(RefusedArchive.class, this::recount);
      assertNotEquals("", refused.problem().sentence());
    }
  }
}

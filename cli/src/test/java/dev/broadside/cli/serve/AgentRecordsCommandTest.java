package dev.broadside.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.CommandRig.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentRecordsCommandTest {
  @TempDir private Path data;

  @Test
  void recordsThatAreKeptAreListedAndRemovedByTheirRun() throws IOException {
    keep("1", "run-1", 3);
    keep("2", "run-2", 4);
    CommandRig rig = new CommandRig(data);

    Result all = rig.run("agent", "records", "--data", data.toString());
    assertEquals(0, all.status(), all.err());
    assertTrue(all.out().startsWith("run "), all.out());
    assertTrue(all.out().contains("\nrun-1       1        3  2026-11-22T00:00:00Z  no server"));

    Result removed = rig.run("agent", "records", "--data", data.toString(), "--remove", "run-1");
    assertEquals(0, removed.status(), removed.err());
    assertFalse(Files.exists(data.resolve("unclaimed/1")));
    assertTrue(Files.exists(data.resolve("unclaimed/2")));

    Result json = rig.run("agent", "records", "--data", data.toString(), "--json");
    assertTrue(json.out().contains("\"run\" : \"run-2\""), json.out());

    Result none = rig.run("agent", "records", "--data", data.toString(), "--remove", "run-1");
    assertEquals(2, none.status());
    assertTrue(none.err().contains("no records of that run are kept here"), none.err());
  }

  private void keep(String worker, String run, int records) throws IOException {
    Path folder = Files.createDirectories(data.resolve("unclaimed").resolve(worker));
    Files.writeString(
        folder.resolve("note"),
        "run %s\nrecords %d\nsince 2026-11-22T00:00:00Z\nwhy no server had acknowledged them\n"
            .formatted(run, records));
    Files.writeString(folder.resolve("00000000.records"), "");
  }
}

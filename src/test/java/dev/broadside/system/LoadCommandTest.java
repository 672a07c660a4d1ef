package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// `broadside load` and `--reset` as their users have them: real commands, workers, a server with
/// agents, and MariaDB.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadCommandTest {
  private static final Duration MINUTES = Duration.ofMinutes(3);

  @TempDir private static Path folder;

  private MariaDb database;

  @BeforeAll
  void startTheDatabase() {
    database = MariaDb.start(folder.resolve("db"));
  }

  @AfterAll
  void stopTheDatabase() {
    database.close();
  }

  private String[] line(List<String> first, String... more) {
    List<String> line = new ArrayList<>(first);
    line.addAll(
        List.of(
            "--url",
            database.url(),
            "--user",
            database.user(),
            "--password-file",
            database.passwordFile().toString()));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  @Test
  void aLoadThatWasKilledGoesOnWhereItWasAndEndsWithItsRowsAndChecks() {
    String[] load = line(List.of("load", "tpcc"), "--warehouses", "1", "--table-prefix", "k_");
    try (Command killed = Command.start(load)) {
      killed.awaitText(MINUTES, "(load k_customer: [1-9])");
      killed.handle().destroyForcibly();
      killed.awaitExit(MINUTES);
    }
    try (Command again = Command.start(load)) {
      assertEquals(0, again.awaitExit(MINUTES), again::toString);
      assertFalse(again.err().contains("load k_stock: 0 of"), again::toString);
      assertTrue(again.out().contains("some were there before"), again::toString);
      assertTrue(again.out().contains("k_order_line "), again::toString);
      assertTrue(again.out().matches("(?s).*k_stock +100,000 rows, sum .*"), again::toString);
      assertTrue(again.out().contains("checked on the target"), again::toString);
      assertFalse(again.out().contains("GENERATOR"), again::toString);
      assertFalse(again.out().contains("transactions/s"), again::toString);
    }
  }

  @Test
  void theAgentsOfAServerLoadTogetherAndTheRunAfterItBeginsOnTheDataSet() {
    try (Installation installation = Installation.start(folder.resolve("i")).withAgents(2)) {
      String server = installation.data();
      String[] load =
          line(
              List.of("load", "igenoltp", "--agents", "2"),
              "--table-prefix",
              "a_",
              "--server",
              server);
      try (Command loading = Command.start(load)) {
        assertEquals(0, loading.awaitExit(MINUTES), loading::toString);
        assertTrue(loading.out().contains("rows/s"), loading::toString);
      }
      String[] run = line(List.of("run", "igenoltp"), "--table-prefix", "a_", "--duration", "1s");
      try (Command first = Command.start(run)) {
        assertEquals(0, first.awaitExit(MINUTES), first::toString);
        assertTrue(first.out().contains("began on the data set that it asks for"), first::toString);
      }
      try (Command second = Command.start(run)) {
        assertEquals(0, second.awaitExit(MINUTES), second::toString);
        assertTrue(second.out().contains("began on changed data: a_"), second::toString);
      }
    }
  }

  @Test
  void eachStepOfAStudyBeginsOnTheDataSetAfterAReload() {
    String[] study =
        line(
            List.of("run", "igenoltp", "--repeats", "2", "--reset", "reload"),
            "--table-prefix",
            "r_",
            "--duration",
            "1s",
            "--json",
            folder.resolve("study.json").toString());
    try (Command run = Command.start(study)) {
      assertEquals(0, run.awaitExit(MINUTES), run::toString);
      String json = Files.readString(folder.resolve("study.json"));
      assertEquals(3, json.split("the data set that it asks for").length, json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCommandThatResetsNeedsConsentAndItsFailureEndsTheRunWithItsLastLine() {
    List<String> noReset =
        List.of("run", "igenoltp", "--reset", "command ls /no/such/file", "--duration", "1s");
    try (Command run = Command.start(line(noReset))) {
      assertEquals(2, run.awaitExit(MINUTES), run::toString);
      assertTrue(run.err().contains("--allow-monitor-commands"), run::toString);
    }
    try (Command run = Command.start(line(noReset, "--allow-monitor-commands"))) {
      assertEquals(2, run.awaitExit(MINUTES), run::toString);
      assertTrue(run.err().contains("reset: it ended with status 2: "), run::toString);
      assertTrue(run.err().contains("/no/such/file"), run::toString);
    }
  }

  @Test
  void wrongInputIsRefusedBeforeAnythingStarts() throws IOException {
    Path full = Files.createDirectories(folder.resolve("full"));
    Files.writeString(full.resolve("file"), "");
    refused(List.of("load", "noop"), "job class noop loads no tables");
    refused(List.of("run", "noop", "--reset", "reload"), "job class noop loads no tables");
    refused(List.of("run", "noop", "--reset", "twice"), "write reload, or command");
    refused(
        List.of("load", "tpcc", "--url", "jdbc:h2:mem:x", "--to", "xml", "" + folder),
        "\"xml\" is no form of files");
    refused(
        List.of("load", "tpcc", "--url", "jdbc:h2:mem:x", "--to", "csv", "" + full),
        "is not empty");
    refused(
        List.of("run", "tpcc", "--url", "jdbc:h2:mem:x", "--to", "csv", "" + folder.resolve("n")),
        "use 'broadside load'");
  }

  private static void refused(List<String> line, String why) {
    try (Command command = Command.start(line.toArray(String[]::new))) {
      assertEquals(2, command.awaitExit(MINUTES), command::toString);
      assertTrue(command.err().contains(why), command::toString);
    }
  }

  @Test
  void equalSeedsWriteEqualFiles() throws IOException {
    for (String name : List.of("one", "two")) {
      Path files = folder.resolve(name);
      try (Command load =
          Command.start(
              "load",
              "igenoltp",
              "--url",
              "jdbc:postgresql://nowhere.example/x",
              "--to",
              "csv",
              files.toString())) {
        assertEquals(0, load.awaitExit(MINUTES), load::toString);
        assertTrue(load.out().contains("schema.sql"), load::toString);
      }
    }
    try (var files = Files.list(folder.resolve("one"))) {
      for (Path file : files.toList()) {
        Path other = folder.resolve("two").resolve(file.getFileName());
        assertEquals(-1, Files.mismatch(file, other), file::toString);
      }
    }
  }
}

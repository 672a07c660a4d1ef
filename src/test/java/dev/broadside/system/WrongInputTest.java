package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Wrong input gives one sentence with the mend, and status 2 or 5, before any load.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrongInputTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final String PIN = "sha256:" + "0".repeat(64);

  @TempDir private static Path folder;
  private MariaDb database;

  @BeforeAll
  void startDatabase() {
    database = MariaDb.start(folder.resolve("db"));
  }

  @AfterAll
  void stopDatabase() {
    database.close();
  }

  @Test
  void anUnknownJobClass() {
    says(2, "igenoltp", List.of("run", "igenolpt"), Map.of());
  }

  @Test
  void aBadParameter() {
    says(2, "--scale: ", run("--scale", "none"), Map.of());
    says(2, "--scael", run("--scael", "1"), Map.of());
  }

  @Test
  void anUnreachableDatabase() {
    List<String> words =
        List.of("run", "igenoltp", "--url", "jdbc:mariadb://127.0.0.1:1/x", "--user", "u");
    says(5, "127.0.0.1:1", words, Map.of());
  }

  @Test
  void aDatabaseThatRefusesThePassword() {
    says(2, "user", run("--password-env", "PW"), Map.of("PW", "not the password"));
  }

  @Test
  void missingPrivileges() throws Exception {
    try (var admin =
            java.sql.DriverManager.getConnection(
                database.url(), database.user(), database.password());
        var statement = admin.createStatement()) {
      statement.execute("create user if not exists 'reader'@'%' identified by 'reader'");
      statement.execute("grant select on broadside.* to 'reader'@'%'");
    }
    List<String> words =
        List.of(
            "run", "igenoltp", "--url", database.url(), "--user", "reader", "--password-env", "PW");
    says(2, "lacks CREATE", words, Map.of("PW", "reader"));
  }

  @Test
  void aPortInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "" + taken.getLocalPort();
      says(
          2,
          port,
          List.of("server", "--data", folder.resolve("s1").toString(), "--port", port),
          Map.of());
    }
  }

  @Test
  void aRuleOfAFolder() {
    for (String rule : List.of("a b=30d", "nightly=soon", "nightly=1d,2d")) {
      says(2, "--keep-folder", List.of("server", "--keep-folder", rule), Map.of());
    }
  }

  @Test
  void aBrokenDataFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    says(2, "file", List.of("server", "--data", file.toString(), "--port", "0"), Map.of());
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Files.writeString(
        foreign.resolve("broadside.db"), "no database, but long enough to be read as one");
    says(
        2,
        "broadside.db",
        List.of("server", "--data", foreign.toString(), "--port", "0"),
        Map.of());
  }

  @Test
  void aWrongNameAndAWrongLabelOfAnAgent() {
    says(2, "--name: ", agent("--name", "a/b"), Map.of());
    says(2, "--label: ", agent("--label", "rack=" + "r".repeat(101)), Map.of());
  }

  private List<String> agent(String... more) {
    List<String> words =
        new ArrayList<>(List.of("agent", "--server", "https://127.0.0.1:1", "--ca", PIN));
    words.addAll(List.of("--data", folder.resolve("agent").toString()));
    words.addAll(List.of(more));
    return words;
  }

  @Test
  void aServerThatIsNotThere() {
    says(
        5,
        "127.0.0.1:1",
        List.of("job", "list", "--server", "https://127.0.0.1:1", "--ca", PIN),
        Map.of());
  }

  private List<String> run(String... more) {
    List<String> words =
        new java.util.ArrayList<>(
            List.of("run", "igenoltp", "--url", database.url(), "--user", database.user()));
    words.addAll(List.of(more));
    return words;
  }

  @Test
  void aFolderForTemporaryFilesThatTakesNone() {
    says(
        2,
        "folder /proc: SQLite's library cannot be unpacked there and run",
        List.of("server", "--data", folder.resolve("s3").toString(), "--port", "0"),
        Map.of("BROADSIDE_JAVA_OPTS", "-Djava.io.tmpdir=/proc"));
  }

  private static void says(
      int status, String place, List<String> words, Map<String, String> environment) {
    try (Command command = Command.start(List.of(), environment, words.toArray(String[]::new))) {
      assertEquals(status, command.awaitExit(MINUTE), command::toString);
      List<String> told = command.err().lines().filter(l -> l.startsWith("broadside: ")).toList();
      assertEquals(1, told.size(), command::toString);
      assertTrue(told.getFirst().contains(place), told::toString);
      assertTrue(told.getFirst().contains(";"), "cause and mend: " + told);
      assertFalse(command.err().contains("\tat "), "no stack trace: " + command);
      assertFalse(command.out().contains("tps:"), "no load: " + command);
    }
  }
}

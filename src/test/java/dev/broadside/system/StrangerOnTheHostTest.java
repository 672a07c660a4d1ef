package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Another account of the server's host: what it reads, what it is let do, and what it is told when
/// it takes the server's port.
class StrangerOnTheHostTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// A listener that answers as a web server would, and prints what each connection has sent.
  private static final String THIEF =
      """
      import java.net.*;
      import java.nio.charset.StandardCharsets;
      import java.util.HexFormat;

      class Thief {
        public static void main(String[] port) throws Exception {
          try (var server =
              new ServerSocket(Integer.parseInt(port[0]), 50, InetAddress.getLoopbackAddress())) {
            System.out.println("listening");
            while (true) {
              var socket = server.accept();
              Thread.ofVirtual().start(() -> {
                try (socket) {
                  socket.setSoTimeout(2_000);
                  var heard = new java.io.ByteArrayOutputStream();
                  byte[] piece = new byte[65536];
                  try {
                    for (int n = socket.getInputStream().read(piece); n > 0;
                        n = socket.getInputStream().read(piece)) {
                      heard.write(piece, 0, n);
                      socket.getOutputStream().write(
                          "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}"
                              .getBytes(StandardCharsets.US_ASCII));
                    }
                  } catch (java.io.IOException e) {
                    // What it has heard until then is told.
                  }
                  System.out.println("heard " + HexFormat.of().formatHex(heard.toByteArray()));
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
            }
          }
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void anotherAccountReadsNothingIsLetDoNothingAndHearsNothing() throws Exception {
    Path setpriv = NotRun.unlessOnPath("setpriv", "the attack of another account of the host");
    if (!"root".equals(System.getProperty("user.name"))) {
      throw NotRun.because("the attack of another account of the host needs root");
    }
    // Only the product's own rights are to protect it.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> stranger =
        List.of(setpriv.toString(), "--reuid=65534", "--regid=65534", "--clear-groups");
    try (Installation installation = Installation.start(folder).withAgents(1)) {
      readsNothing(stranger);
      isLetDoNothing(stranger, installation.port());
      List<String> heard = new ArrayList<>();
      installation.crashAndRestartServer(() -> heard.addAll(takesThePort(stranger, installation)));
      onlyClientHellos(heard);
      installation.api().awaitAgents(1, MINUTE);
    }
  }

  private void readsNothing(List<String> stranger) {
    String everything =
        """
        for file in server/join server/admin-token server/key server/ca/ca.key server/broadside.db \\
          a1/credential; do cat "$1/$file"; done
        find "$1" -type f -exec cat {} +
        ls "$1/server" "$1/a1"
        """;
    assertEquals("", said(stranger, "sh", "-c", everything, "sh", folder.toString()));
  }

  private static void isLetDoNothing(List<String> stranger, int port) {
    String ask =
        """
        exec 3<>/dev/tcp/127.0.0.1/%d
        printf '%%s /api/v1/%%s HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' $1 $2 >&3
        cat <&3
        """
            .formatted(port);
    for (String what : List.of("POST agent-tokens", "POST login-links", "GET jobs", "GET agents")) {
      List<String> words = new ArrayList<>(List.of("bash", "-c", ask, "bash"));
      words.addAll(List.of(what.split(" ")));
      String answer = said(stranger, words.toArray(String[]::new));
      assertTrue(answer.startsWith("HTTP/1.1 401 "), () -> what + ": " + answer);
    }
  }

  /// The server's port while it is away: an agent that has joined dials it, one joins, and a
  /// command asks.
  ///
  /// @return what each connection has sent
  private List<String> takesThePort(List<String> stranger, Installation installation) {
    Process thief = null;
    try {
      Path program = Files.writeString(folder.resolve("Thief.java"), THIEF);
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      List<String> words = new ArrayList<>(stranger);
      words.addAll(List.of(java.toString(), program.toString(), "" + installation.port()));
      Path told = folder.resolve("thief.out");
      thief =
          new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(told.toFile()).start();
      Await.until(
          MINUTE, "the thief to listen", () -> text(told).contains("listening"), () -> text(told));
      try (Command joins = installation.agent("a2");
          Command asks = Command.start("agents", "list", "--server", installation.data())) {
        assertNotEquals(0, joins.awaitExit(MINUTE), joins::toString);
        assertNotEquals(0, asks.awaitExit(MINUTE), asks::toString);
      }
      Await.until(
          MINUTE,
          "the joined agent, the one that joins and the command",
          () -> heard(told).size() >= 3,
          () -> text(told));
      return heard(told);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      if (thief != null) {
        thief.destroyForcibly();
      }
    }
  }

  private static List<String> heard(Path told) {
    return text(told)
        .lines()
        .filter(line -> line.startsWith("heard "))
        .map(line -> line.substring("heard ".length()))
        .filter(hex -> !hex.isEmpty())
        .toList();
  }

  /// One record with a ClientHello, and at most the alert that ends it.
  private void onlyClientHellos(List<String> heard) throws IOException {
    List<String> secrets =
        List.of(
            Files.readString(folder.resolve("server/admin-token")).strip(),
            Files.readString(folder.resolve("a1/credential"))
                .replaceFirst("(?s).*secret ", "")
                .strip());
    for (String hex : heard) {
      byte[] bytes = HexFormat.of().parseHex(hex);
      assertTrue(hex.matches("1603.{6}01.*"), () -> "no ClientHello: " + hex);
      int record = 5 + Byte.toUnsignedInt(bytes[3]) * 256 + Byte.toUnsignedInt(bytes[4]);
      assertTrue(
          hex.substring(2 * record).matches("(1503..0002....)?"), () -> "more than that: " + hex);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      secrets.forEach(secret -> assertFalse(text.contains(secret)));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static String said(List<String> prefix, String... command) {
    List<String> words = new ArrayList<>(prefix);
    words.addAll(List.of(command));
    try {
      Process process =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

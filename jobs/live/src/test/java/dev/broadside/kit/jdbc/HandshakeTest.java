package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.engine.Refusal;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections whose other end does not go on with the handshake.
class HandshakeTest {
  private static final Handshake SHORT = new Handshake(Duration.ofMillis(400));

  /// Accepts, and never says a word.
  private static final class DumbServer implements AutoCloseable {
    private final ServerSocket listener =
        new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();

    DumbServer() throws IOException {
      Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          accepted.add(listener.accept());
        }
      } catch (IOException _) {
        // It was closed.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      for (Socket socket : accepted) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://127.0.0.1:%d/db",
        "jdbc:mariadb://127.0.0.1:%d/db",
        "jdbc:postgresql://127.0.0.1:%d/db",
        "jdbc:h2:tcp://127.0.0.1:%d/db",
        "jdbc:oracle:thin:@//127.0.0.1:%d/db",
      })
  void noDriverWaitsForEverForAServerThatAcceptsAndSaysNothing(String url) throws Exception {
    try (DumbServer server = new DumbServer()) {
      Target target =
          Target.of(
              JobTester.of(new Igenoltp())
                  .with("url", url.formatted(server.listener.getLocalPort()))
                  .with("user", "somebody")
                  .with("password", "hush")
                  .values());
      isTooLong(
          target,
          assertThrows(SQLException.class, () -> SocketConnection.open(target, SHORT, _ -> {})));
      for (Target.Purpose purpose : Target.Purpose.values()) {
        isTooLong(target, assertThrows(SQLException.class, () -> target.connect(purpose, SHORT)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noDriverWaitsForEverForAServerThatStopsInTheMiddle(LiveTarget live) throws Exception {
    try (Proxy proxy = new Proxy(live.port())) {
      JobTester job = live.target(JobTester.of(new Igenoltp())).with("url", live.url(proxy));
      Target target = Target.of(job.values());
      proxy.answerOnly(1);
      isTooLong(
          target,
          assertThrows(SQLException.class, () -> SocketConnection.open(target, SHORT, _ -> {})));
      isTooLong(
          target,
          assertThrows(SQLException.class, () -> target.connect(Target.Purpose.SET_UP, SHORT)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectionThatMeasuresHasNoTimeLimitOnceItIsOpen(LiveTarget live) throws Exception {
    Target target = Target.of(live.target(JobTester.of(new Igenoltp())).values());
    Handshake handshake = new Handshake(Duration.ofSeconds(60));
    try (Connection measuring = SocketConnection.open(target, handshake, _ -> {}).connection();
        Connection other = target.connect(Target.Purpose.SET_UP, handshake)) {
      assertEquals(1, Rows.whole(measuring, "select 1"));
      assertEquals(1, Rows.whole(other, "select 1"));
      assertEquals(0, measuring.getNetworkTimeout());
    }
  }

  private static void isTooLong(Target target, SQLException failure) {
    assertEquals("the connection was not open within 400 ms", failure.getMessage());
    String sentence = Refusal.of(target.engine(), target.url(), failure).sentence();
    assertEquals(
        target.url()
            + ": no answer came in time (the connection was not open within 400 ms);"
            + " check host, port and firewall.",
        sentence);
    assertEquals(ErrorClass.CONNECTION_LOST, target.engine().errors().classOf(failure));
  }
}

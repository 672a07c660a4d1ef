package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.time.ManualTime;
import dev.broadside.server.exchange.BareConnection;
import dev.broadside.server.feed.LiveEvent;
import dev.broadside.server.feed.LiveFeed.Viewer;
import dev.broadside.server.page.EventStreams.EventStream;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Clients of a live stream that take nothing, over real sockets and in manual time.
class SlowClientTest {
  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final CompletableFuture<Viewer> viewer = new CompletableFuture<>();
  private final AtomicBoolean unsubscribed = new AtomicBoolean();
  private final CompletableFuture<EventStream> over = new CompletableFuture<>();
  private volatile boolean allowed = true;
  private Vertx vertx;
  private HttpServer server;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    server = vertx.createHttpServer();
    server.requestHandler(request -> {
      EventStream stream =
          new EventStream(
              request.response(),
              time,
              () -> allowed,
              () -> BareConnection.abort(request.connection()),
              over::complete);
      stream.begin(
          seated -> {
            viewer.complete(seated);
            return () -> unsubscribed.set(true);
          },
          () -> request.response().setChunked(true));
    });
    server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
  }

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private Socket connect() throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress("127.0.0.1", server.actualPort()));
    socket
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void aClientThatTakesNothingIsHeldToOneEventAndThenDropped() throws Exception {
    try (Socket _ = connect()) {
      Viewer seated = viewer.get(2, TimeUnit.MINUTES);
      LiveEvent large = new LiveEvent(1, LiveEvent.Kind.LOG, "\"" + "x".repeat(1 << 20) + "\"");
      AtomicLong sent = new AtomicLong();
      Thread feed =
          Thread.ofVirtual()
              .start(() -> {
                while (!over.isDone()) {
                  seated.event(large);
                  sent.incrementAndGet();
                }
              });
      // Time moves on only when nothing else does: the client's buffers are full, and the feed
      // waits.
      long[] before = {-1};
      Await.until(
          () -> {
            if (sent.get() == before[0]) {
              time.advance(Duration.ofSeconds(1));
            }
            before[0] = sent.get();
            return over.isDone();
          },
          done -> done);
      assertTrue(feed.join(Duration.ofMinutes(2)), "the feed's thread is free again");
      assertTrue(unsubscribed.get());
    }
  }

  @Test
  void aClientThatLeavesIsForgotten() throws Exception {
    try (Socket _ = connect()) {
      viewer.get(2, TimeUnit.MINUTES);
    }
    over.get(2, TimeUnit.MINUTES);
    Await.until(unsubscribed::get, done -> done);
  }

  @Test
  void aQuietStreamIsKeptAliveAndEndsWhenItIsNoLongerAllowed() throws Exception {
    try (Socket socket = connect()) {
      viewer.get(2, TimeUnit.MINUTES);
      StringBuffer read = new StringBuffer();
      Thread reader = Thread.ofVirtual().start(() -> readInto(socket, read));
      Await.until(
          () -> {
            time.advance(Duration.ofSeconds(1));
            return read.toString();
          },
          text -> text.contains(": still here"));
      allowed = false;
      Await.until(
          () -> {
            time.advance(Duration.ofSeconds(1));
            return reader.isAlive();
          },
          alive -> !alive);
      assertTrue(unsubscribed.get());
    }
  }

  private static void readInto(Socket socket, StringBuffer read) {
    try (var in = socket.getInputStream()) {
      for (int next = in.read(); next >= 0; next = in.read()) {
        read.append((char) next);
      }
    } catch (IOException _) {
      read.append("cut off");
    }
  }
}

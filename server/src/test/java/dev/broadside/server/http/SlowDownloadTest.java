package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.time.ManualTime;
import dev.broadside.server.exchange.BareConnection;
import dev.broadside.server.exchange.Replies.ResponseStream;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Downloads without end, whose clients take nothing or leave, over real sockets and in manual
/// time.
class SlowDownloadTest {
  private static final int PIECE = 16 * 1024;

  /// What lies in both ends' socket buffers, which grow by themselves, and a piece of ours.
  private static final long MOST_BYTES = 32L << 20;

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final CompletableFuture<Throwable> over = new CompletableFuture<>();
  private final AtomicLong taken = new AtomicLong();
  private Vertx vertx;
  private HttpServer server;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    server = vertx.createHttpServer();
    server.requestHandler(request -> Thread.ofVirtual().start(() -> write(request)));
    server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
  }

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private void write(HttpServerRequest request) {
    request.response().setChunked(true);
    ResponseStream out =
        new ResponseStream(
            request.response(),
            time,
            () -> BareConnection.abort(request.connection()),
            Runnable::run);
    byte[] piece = new byte[PIECE];
    try {
      while (true) {
        out.write(piece);
        taken.addAndGet(PIECE);
      }
    } catch (IOException e) {
      over.complete(e);
    }
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
  void aClientThatTakesNothingHoldsTheWriterBackAndIsThenCutOff() throws Exception {
    try (Socket _ = connect()) {
      // Time moves on only when nothing else does: the buffers are full, and the writer waits.
      long[] before = {-1};
      Await.until(
          () -> {
            if (taken.get() == before[0]) {
              time.advance(Duration.ofSeconds(1));
            }
            before[0] = taken.get();
            return over.isDone();
          },
          done -> done);
      assertInstanceOf(IOException.class, over.join());
      assertTrue(taken.get() < MOST_BYTES, taken + " bytes were taken");
    }
  }

  @Test
  void aClientThatLeavesFreesTheWriter() throws Exception {
    try (Socket socket = connect()) {
      assertTrue(socket.getInputStream().read() >= 0);
    }
    assertInstanceOf(IOException.class, over.get(2, TimeUnit.MINUTES));
  }
}

package dev.broadside.client.monitor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An HTTP server of a test, on the loopback address, that answers what the test says.
final class TextServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private volatile Answer answer = new Text(200, "");

  /// What it does with a request.
  sealed interface Answer {}

  record Text(int status, String text) implements Answer {}

  /// Nothing is answered until the end of the test.
  record Hanging() implements Answer {}

  /// A byte now and then, without an end.
  record Dripping() implements Answer {}

  /// Far more than anybody needs.
  record Endless() implements Answer {}

  /// It sends the client elsewhere.
  record Elsewhere(String url) implements Answer {}

  TextServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  void answers(Answer next) {
    answer = next;
  }

  void answers(String text) {
    answer = new Text(200, text);
  }

  /// The paths and queries of the requests so far.
  List<String> asked() {
    return List.copyOf(asked);
  }

  /// What each request said of who asks; empty if it said nothing.
  List<String> authorizations() {
    return List.copyOf(authorizations);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(exchange.getRequestURI().toString());
      authorizations.add(
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse(""));
      switch (answer) {
        case Text(int status, String text) -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
        }
        case Hanging() -> end.await();
        case Dripping() -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream body = exchange.getResponseBody();
          do {
            body.write('#');
            body.flush();
          } while (!end.await(100, java.util.concurrent.TimeUnit.MILLISECONDS));
        }
        case Endless() -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] much = new byte[1 << 16];
          while (end.getCount() > 0) {
            exchange.getResponseBody().write(much);
          }
        }
        case Elsewhere(String url) -> {
          exchange.getResponseHeaders().add("Location", url);
          exchange.sendResponseHeaders(302, -1);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}

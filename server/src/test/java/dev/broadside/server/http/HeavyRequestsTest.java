package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Connections;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.packs.PackInspector;
import dev.broadside.server.packs.PackLimits;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.page.StaticPage;
import dev.broadside.server.security.Guesses;
import dev.broadside.server.security.HostNames;
import dev.broadside.server.security.Sessions;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.threads.HeavyThreads;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests that need a processor for as long as the test wants, over real sockets.
final class HeavyRequestsTest {
  private static final byte[] PIECE = new byte[64 * 1024];

  @TempDir private Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HeavyThreads heavy = new HeavyThreads(1);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger begun = new AtomicInteger();
  private volatile boolean enough;
  private ResultStore store;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    Time time = new SystemTime();
    store = ResultStore.sqlite(folder.resolve("broadside.db"), new PlainBox());
    AccessControl everybody =
        new AccessControl(
            new HostNames(Set.of("localhost")),
            new Sessions(time),
            new Guesses(time),
            new Secret("t"));
    RequestDispatcher dispatcher =
        new RequestDispatcher(
            vertx,
            everybody,
            new Connections<>(HttpListener.LIMITS),
            new Replies(Json.mapper(), time),
            new PackStore(folder, store.packs, new PackInspector(PackLimits.DEFAULT), time),
            threads,
            heavy,
            time);
    List<Route> routes =
        List.of(
            Route.get("/heavy", Access.OPEN, _ -> compute()).heavy(),
            Route.get("/endless", Access.OPEN, _ -> endless()).heavy(),
            Route.get("/light", Access.OPEN, _ -> Reply.text(200, "light")));
    server = vertx.createHttpServer();
    server.requestHandler(
        dispatcher.router(vertx, routes, new StaticPage(HeavyRequestsTest.class.getClassLoader())));
    server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
  }

  @AfterEach
  void stop() {
    enough = true;
    client.shutdownNow();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    heavy.close();
    threads.shutdownNow();
    store.close();
  }

  private Reply compute() {
    begun.incrementAndGet();
    while (!enough) {
      Thread.onSpinWait();
    }
    return Reply.text(200, "heavy");
  }

  private Reply endless() {
    return Reply.stream(
        "text/plain",
        out -> {
          begun.incrementAndGet();
          while (true) {
            out.write(PIECE);
          }
        });
  }

  private CompletableFuture<HttpResponse<String>> ask(String path) {
    URI uri = URI.create("http://localhost:" + server.actualPort() + path);
    return client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private List<CompletableFuture<HttpResponse<String>>> askForHeavy(int times) {
    return IntStream.range(0, times).mapToObj(_ -> ask("/heavy")).toList();
  }

  @Test
  void whatNeedsAProcessorForLongKeepsNobodyWaiting() {
    var many = askForHeavy(2 * Runtime.getRuntime().availableProcessors());
    Await.until(begun::get, one -> one == 1);

    assertEquals("light", ask("/light").join().body());

    assertFalse(many.getFirst().isDone());
    enough = true;
    many.forEach(one -> assertEquals("heavy", one.join().body()));
  }

  @Test
  void ofMoreThanThereIsRoomForEachIsToldWhenToComeAgain() {
    var many = askForHeavy(HeavyThreads.MOST + 1);

    CompletableFuture<HttpResponse<String>> first = new CompletableFuture<>();
    many.forEach(one -> one.thenAccept(first::complete));
    HttpResponse<String> refused = first.join();

    assertEquals(503, refused.statusCode(), refused::body);
    assertEquals("3", refused.headers().firstValue("Retry-After").orElseThrow());
    assertTrue(refused.body().contains("try again in 3 s"), refused::body);
    enough = true;
    assertEquals(
        HeavyThreads.MOST, many.stream().filter(one -> one.join().statusCode() == 200).count());
  }

  @Test
  void whoTakesNothingKeepsNobodyFromItsTurn() throws Exception {
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4_096);
      socket.connect(new InetSocketAddress("127.0.0.1", server.actualPort()));
      socket
          .getOutputStream()
          .write(
              "GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      Await.until(begun::get, one -> one == 1);
      enough = true;

      assertEquals("heavy", ask("/heavy").join().body());
    }
  }
}

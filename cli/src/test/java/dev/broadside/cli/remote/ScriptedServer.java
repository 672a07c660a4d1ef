package dev.broadside.cli.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.broadside.cli.CommandRig;
import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/// An HTTPS server on loopback that answers each path with what a test has laid ready, one answer
/// after another, and remembers what it was asked.
public final class ScriptedServer implements AutoCloseable {
  private final HttpsServer server;
  private final TestCertificate certificate;
  private final Map<String, Queue<Answer>> answers = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /// What was asked.
  ///
  /// @param query behind the path, decoded; empty where there is none
  public record Request(
      String method, String path, String query, Map<String, List<String>> headers, String body) {
    public String header(String name) {
      return Optional.ofNullable(headers.get(name)).map(List::getFirst).orElse("");
    }
  }

  /// @param missing so many bytes never come, though they are announced
  private record Answer(int status, String type, String body, int missing, boolean busy) {
    Answer(int status, String type, String body, int missing) {
      this(status, type, body, missing, false);
    }
  }

  /// @param folder where its authority is kept
  public ScriptedServer(Path folder) throws IOException {
    this(folder, new SystemTime());
  }

  /// @param time by which its certificate is made
  ScriptedServer(Path folder, Time time) throws IOException {
    certificate = TestCertificate.in(folder.resolve("scripted"), time);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.tls()));
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  /// The environment in which commands find it.
  public CommandRig namedIn(CommandRig rig) {
    return rig.with("BROADSIDE_SERVER", url()).with("BROADSIDE_CA", certificate.authority());
  }

  /// A client of it, without a token.
  public ServerClient client() {
    if (ServerAddress.parse(url()) instanceof Parsed.Value<ServerAddress>(var address)
        && AuthorityPin.parse(certificate.authority())
            instanceof Parsed.Value<AuthorityPin>(var pin)) {
      return new ServerClient(address, new PinnedTrust(pin), Optional.empty(), "");
    }
    throw new AssertionError(url());
  }

  public ScriptedServer answers(String path, int status, String json) {
    return answers(path, status, "application/json", json);
  }

  public ScriptedServer answers(String path, int status, String type, String body) {
    answers
        .computeIfAbsent(path, _ -> new ConcurrentLinkedQueue<>())
        .add(new Answer(status, type, body, 0));
    return this;
  }

  /// Too much is asked of it, and it is to be asked again at once.
  public ScriptedServer isBusy(String path) {
    answers
        .computeIfAbsent(path, _ -> new ConcurrentLinkedQueue<>())
        .add(new Answer(503, "application/problem+json", "{\"detail\":\"busy\"}", 0, true));
    return this;
  }

  /// An answer that breaks off.
  ScriptedServer breaksOff(String path, String type, String body) {
    answers
        .computeIfAbsent(path, _ -> new ConcurrentLinkedQueue<>())
        .add(new Answer(200, type, body, 1));
    return this;
  }

  public List<Request> requests(String path) {
    return requests.stream().filter(request -> request.path().equals(path)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      requests.add(
          new Request(
              exchange.getRequestMethod(),
              path,
              Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse(""),
              Map.copyOf(exchange.getRequestHeaders()),
              body));
      Queue<Answer> queue = answers.getOrDefault(path, new ConcurrentLinkedQueue<>());
      Answer answer = queue.size() > 1 ? queue.remove() : queue.peek();
      if (answer == null) {
        answer =
            new Answer(404, "application/problem+json", "{\"title\":\"nothing laid ready\"}", 0);
      }
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      if (answer.busy()) {
        exchange.getResponseHeaders().set("Retry-After", "0");
      }
      exchange.sendResponseHeaders(answer.status(), bytes.length + answer.missing());
      exchange.getResponseBody().write(bytes);
      exchange.getResponseBody().flush();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

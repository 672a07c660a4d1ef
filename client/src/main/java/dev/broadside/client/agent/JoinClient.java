package dev.broadside.client.agent;

import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.share.StartException;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Asks a server to let an agent in: `POST /api/v1/join`.
final class JoinClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MAX_ANSWER = 64 * 1024;
  private static final int MAX_SHOWN = 500;
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  private final JsonMapper json = new JsonMapper();
  private final ServerAddress server;
  private final HttpClient http;

  /// @param trust whom the server's certificate has to come from
  JoinClient(ServerAddress server, PinnedTrust trust) {
    this.server = server;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .sslContext(trust.context())
            .sslParameters(trust.parameters())
            .build();
  }

  /// The credential by which the server will know the agent.
  ///
  /// @param wanted what it should be
  /// @throws StartException of kind unreachable where another attempt may succeed
  String join(String agent, Secret secret, Secret wanted)
      throws StartException, InterruptedException {
    byte[] body =
        json.writeValueAsBytes(
            Map.of("agent", agent, "secret", secret.reveal(), "credential", wanted.reveal()));
    HttpRequest request =
        HttpRequest.newBuilder(server.http("/api/v1/join"))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try {
      HttpResponse<InputStream> response =
          http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        return credential(response.statusCode(), read(in.readNBytes(MAX_ANSWER)));
      }
    } catch (SSLException e) {
      Optional<String> clock = PinnedTrust.wrongClock(e);
      throw new StartException(
          Problem.wrong(
              "server " + server,
              "it is not trusted: " + clock.orElseGet(() -> rootMessage(e)),
              clock.isPresent()
                  ? PinnedTrust.SET_CLOCK
                  : "compare --ca with the fingerprint in the join command that the server"
                      + " printed"),
          e);
    } catch (IOException e) {
      throw new StartException(
          Problem.unreachable(
              "server " + server,
              "it cannot be reached" + because(e),
              "start it, or check --server and the network"),
          e);
    }
  }

  private String credential(int status, JsonNode answer) throws StartException {
    if (status == OK && answer.path("credential").isString()) {
      return answer.path("credential").stringValue();
    }
    String detail = answer.path("detail").asString("");
    String what = detail.isEmpty() ? "it answered HTTP " + status : withoutStop(detail);
    if (status >= SERVER_ERROR) {
      throw new StartException(
          Problem.unreachable("server " + server, what, "look into the server's log"));
    }
    int mend = what.indexOf("; ");
    throw new StartException(
        Problem.wrong(
            "server " + server + " refused",
            mend < 0 ? what : what.substring(0, mend),
            mend < 0
                ? "get a new join command by 'broadside agents invite' on the server's host"
                : what.substring(mend + 2)));
  }

  private static String withoutStop(String sentence) {
    String clean = PlainText.lines(sentence, MAX_SHOWN);
    return clean.endsWith(".") ? clean.substring(0, clean.length() - 1) : clean;
  }

  private JsonNode read(byte[] body) {
    try {
      return json.readTree(new String(body, StandardCharsets.UTF_8));
    } catch (JacksonException _) {
      // Something that is no Broadside server answered; its status says enough.
      return json.createObjectNode();
    }
  }

  /// A connection that is refused carries no message, and the kinds of its causes tell a user
  /// nothing.
  private static String because(IOException e) {
    return e instanceof ConnectException && e.getMessage() == null
        ? ": nothing listens there"
        : ": " + rootMessage(e);
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = Objects.requireNonNullElse(root.getMessage(), "");
    return PlainText.lines(
        message.isEmpty() ? root.getClass().getSimpleName() : message, MAX_SHOWN);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}

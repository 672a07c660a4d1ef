package dev.broadside.cli.remote;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One server's HTTP API. Every failure becomes a problem: unreachable if the server does not
/// answer, wrong input if it refuses.
public final class ServerClient {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String API = "/api/v1";
  private static final int NOT_FOUND = 404;
  private static final int BUSY = 503;
  private static final Duration BUSY_PATIENCE = Duration.ofMinutes(5);

  private final ServerAddress address;
  private final Optional<Secret> token;
  private final String named;
  private final Time time = new SystemTime();
  private final HttpClient http;
  private final JsonMapper json = Json.mapper();

  /// @param trust whom the server's certificate has to come from: before that is proven, nothing is
  ///   sent
  /// @param token the admin token
  /// @param named as [#named()] gives it
  public ServerClient(
      ServerAddress address, PinnedTrust trust, Optional<Secret> token, String named) {
    this.address = address;
    this.token = token;
    this.named = named;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_PATIENCE)
            .sslContext(trust.context())
            .sslParameters(trust.parameters())
            .build();
    Thread user = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAfter(user)));
  }

  /// A thread that still waits for the network delays the end of a JVM by 0.3 s. When a signal ends
  /// it, the user of this runs on until then, and must not see a request fail.
  private void closeAfter(Thread user) {
    if (!user.isAlive()) {
      http.shutdownNow();
    }
  }

  public ServerAddress address() {
    return address;
  }

  /// The options by which a command comes to this server, such as ` --server DIR`.
  public String named() {
    return named;
  }

  /// Reads a resource.
  ///
  /// @param path below `/api/v1`, with a slash in front
  public JsonNode get(String path) throws CommandException, InterruptedException {
    return parsed(send(request(path).GET().timeout(PATIENCE).build()));
  }

  /// The path of the figures of a job or a study: its result without the intervals, which of a long
  /// run are most of it.
  ///
  /// @param of the path of the job or the study
  public static String figures(String of) {
    return of + "/results?intervals=false";
  }

  /// Reads a resource that may not be there.
  public Optional<JsonNode> find(String path) throws CommandException, InterruptedException {
    HttpResponse<InputStream> response = send(request(path).GET().timeout(PATIENCE).build());
    if (response.statusCode() == NOT_FOUND) {
      closed(response);
      return Optional.empty();
    }
    return Optional.of(parsed(response));
  }

  /// Sends a value as JSON.
  public JsonNode post(String path, Object body) throws CommandException, InterruptedException {
    BodyPublisher publisher = BodyPublishers.ofByteArray(json.writeValueAsBytes(body));
    HttpRequest request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(publisher)
            .timeout(PATIENCE)
            .build();
    return parsed(send(request));
  }

  /// Removes a resource.
  public JsonNode delete(String path) throws CommandException, InterruptedException {
    return parsed(send(request(path).DELETE().timeout(PATIENCE).build()));
  }

  /// Sends a file as it is.
  public JsonNode upload(String path, Path file) throws CommandException, InterruptedException {
    InputFile.check(file);
    BodyPublisher publisher;
    try {
      publisher = BodyPublishers.ofFile(file);
    } catch (FileNotFoundException _) {
      throw InputFile.missing(file);
    }
    HttpRequest request =
        request(path).header("Content-Type", "application/octet-stream").POST(publisher).build();
    return parsed(send(request));
  }

  /// Opens a stream of server-sent events.
  ///
  /// @param lastEventId the event after which it resumes; empty for the beginning
  public EventReader events(String path, String lastEventId, Time time)
      throws CommandException, InterruptedException {
    HttpRequest.Builder builder = request(path).header("Accept", "text/event-stream").GET();
    if (!lastEventId.isEmpty()) {
      builder.header("Last-Event-ID", lastEventId);
    }
    return new EventReader(stream(builder.build(), EventReader.SILENCE), time);
  }

  /// Opens a resource that may be too large to be held.
  ///
  /// @throws CommandException if the server refuses or does not answer
  public InputStream open(String path) throws CommandException, InterruptedException {
    return stream(request(path).GET().build(), PATIENCE);
  }

  private InputStream stream(HttpRequest request, Duration patience)
      throws CommandException, InterruptedException {
    HttpResponse<InputStream> response = answer(() -> head(request, patience));
    if (response.statusCode() != 200) {
      parsed(response);
    }
    return response.body();
  }

  /// The error if an answer breaks off.
  CommandException brokenOff(Throwable cause) {
    return new CommandException(unreachable("its answer broke off (" + Causes.of(cause) + ")"));
  }

  /// Waits for the head of an answer. A request's own timeout may be for all of the body, too,
  /// which in a stream has no end.
  private HttpResponse<InputStream> head(HttpRequest request, Duration patience)
      throws IOException, InterruptedException {
    var answer = http.sendAsync(request, BodyHandlers.ofInputStream());
    try {
      return answer.get(patience.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      answer.cancel(true);
      throw new IOException("nothing came for " + patience.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
    }
  }

  /// @throws CommandException if a part of the path is empty or dots, so that it would mean
  ///   something else than what the user named
  private HttpRequest.Builder request(String path) throws CommandException {
    if (path.matches("/([^?]*/)?\\.{0,2}([/?].*)?")) {
      throw new CommandException(
          Problem.wrong(
              "command line", "an id or a name in it is empty or dots", "say which one is meant"));
    }
    URI uri = address.http(API + path);
    HttpRequest.Builder builder = HttpRequest.newBuilder(uri);
    token.ifPresent(secret -> builder.header("Authorization", "Bearer " + secret.reveal()));
    return builder;
  }

  private HttpResponse<InputStream> send(HttpRequest request)
      throws CommandException, InterruptedException {
    return answer(() -> http.send(request, BodyHandlers.ofInputStream()));
  }

  /// A request that is sent and answered.
  private interface Exchange {
    HttpResponse<InputStream> make() throws IOException, InterruptedException;
  }

  /// A server that is busy has done nothing yet, and says when to ask again.
  private HttpResponse<InputStream> answer(Exchange exchange)
      throws CommandException, InterruptedException {
    long giveUp = time.nanos() + BUSY_PATIENCE.toNanos();
    while (true) {
      HttpResponse<InputStream> response = answerNow(exchange);
      Optional<Long> seconds =
          response
              .headers()
              .firstValue("Retry-After")
              .filter(text -> text.matches("\\d{1,5}"))
              .map(Long::valueOf);
      if (response.statusCode() != BUSY || seconds.isEmpty() || time.nanos() >= giveUp) {
        return response;
      }
      closed(response);
      time.sleepUntil(time.nanos() + Duration.ofSeconds(seconds.get()).toNanos());
    }
  }

  private HttpResponse<InputStream> answerNow(Exchange exchange)
      throws CommandException, InterruptedException {
    try {
      return exchange.make();
    } catch (SSLException e) {
      Optional<String> clock = PinnedTrust.wrongClock(e);
      throw new CommandException(
          Problem.unreachable(
              "server " + address,
              clock.orElseGet(() -> "its proof of identity is not accepted (" + Causes.of(e) + ")"),
              clock.isPresent()
                  ? PinnedTrust.SET_CLOCK
                  : "compare --ca and the address with what the server printed"));
    } catch (ConnectException e) {
      String why = Optional.ofNullable(e.getMessage()).orElse("nothing listens there");
      throw new CommandException(unreachable("it does not answer (" + why + ")"));
    } catch (IOException e) {
      throw new CommandException(unreachable("it does not answer (" + Causes.of(e) + ")"));
    }
  }

  private Problem unreachable(String what) {
    return Problem.unreachable(
        "server " + address,
        what,
        "start one with 'broadside server', or name another with --server or BROADSIDE_SERVER");
  }

  private void closed(HttpResponse<InputStream> response) throws CommandException {
    try {
      response.body().close();
    } catch (IOException e) {
      throw brokenOff(e);
    }
  }

  private JsonNode parsed(HttpResponse<InputStream> response) throws CommandException {
    JsonNode body;
    try (InputStream in = response.body()) {
      body = json.readTree(in);
    } catch (IOException | JacksonException e) {
      throw new CommandException(
          unreachable("it answers " + response.statusCode() + " with something that is not JSON"));
    }
    if (response.statusCode() >= 400) {
      throw new CommandException(
          ProblemReply.problems(address, token.isPresent(), response.statusCode(), body));
    }
    return body;
  }

  /// A path segment, safe to stand in a path.
  public static String segment(String text) {
    return java.net.URLEncoder.encode(PlainText.line(text), java.nio.charset.StandardCharsets.UTF_8)
        .replace("+", "%20");
  }

  /// Reads the problem document (RFC 9457) of a server that refuses.
  private static final class ProblemReply {
    private static final int LOGIN_NEEDED = 401;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int SERVER_FAILED = 500;

    /// What there are commands `list` of.
    private static final Pattern NO_SUCH =
        Pattern.compile("There is no (job|study|group|target|agent|pack)\\b");

    private ProblemReply() {}

    /// @param introduced whether a token was sent
    static List<Problem> problems(
        ServerAddress server, boolean introduced, int status, JsonNode document) {
      if (status == LOGIN_NEEDED) {
        return List.of(
            Problem.wrong(
                "server " + server,
                introduced ? "it does not know this token" : "no token was given",
                "give the token of its data folder's file admin-token by --token-file or"
                    + " BROADSIDE_TOKEN"));
      }
      List<Problem> problems = new ArrayList<>();
      for (JsonNode one : document.path("problems")) {
        problems.add(
            new Problem(
                Problem.Kind.of(one.path("kind").asString("")).orElse(Problem.Kind.WRONG_INPUT),
                one.path("where").asString(""),
                one.path("what").asString(""),
                one.path("mend").asString("")));
      }
      return problems.isEmpty() ? List.of(whole(server, status, document)) : problems;
    }

    /// @param what is wrong, such as `There is no job x`
    private static String mend(int status, String what) {
      return switch (status) {
        case NOT_FOUND -> {
          Matcher kind = NO_SUCH.matcher(what);
          yield kind.lookingAt()
              ? "'broadside "
                  + (kind.group(1).equals("agent") ? "agents" : kind.group(1))
                  + " list' shows what there is"
              : what.startsWith("There is no ")
                  ? "see what there is"
                  : "see whether the server is of this version";
        }
        case CONFLICT -> "leave --id out, or give another";
        default -> "change the request (status " + status + ")";
      };
    }

    private static Problem whole(ServerAddress server, int status, JsonNode document) {
      String title = document.path("title").asString("status " + status);
      String detail = document.path("detail").asString("").replaceAll("\\.$", "");
      String what = detail.isEmpty() ? title : detail;
      int mend = what.indexOf("; ");
      if (status >= SERVER_FAILED) {
        return Problem.unreachable("server " + server, what, "see its log");
      }
      return mend < 0
          ? Problem.wrong("server " + server, what, mend(status, what))
          : Problem.wrong("server " + server, what.substring(0, mend), what.substring(mend + 2));
    }
  }
}

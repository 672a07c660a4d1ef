package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.StartException;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes an agent a member of its server: by what the data folder holds, or by joining once with a
/// secret.
///
/// A server that does not answer, or a join file that is not there, is waited for a short while,
/// since server and agent may have been started together. The agent draws its credential itself,
/// and asks for the same one until it knows that it was let in. So a lost answer does not cost a
/// second token, though each works once only.
final class Enrolment {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MAX_SECRET = 4_096;

  /// Holds the credential that is asked for; nothing once the agent has joined.
  private static final String ASKED_FOR = "credential-asked-for";

  private static final int CREDENTIAL_BYTES = 32;

  private final AgentConfig config;
  private final DataFolder data;
  private final Time time;
  private final RandomGenerator random;

  Enrolment(AgentConfig config, DataFolder data, Time time, RandomGenerator random) {
    this.config = config;
    this.data = data;
    this.time = time;
    this.random = random;
  }

  /// The membership, old or new. Waits.
  Membership enrol() throws StartException, InterruptedException {
    Optional<Membership> filed = filed();
    Optional<Membership> kept =
        filed.filter(member -> member.answersTo(config.name())).flatMap(this::kept);
    if (kept.isPresent()) {
      if (!kept.equals(filed)) {
        keep(kept.get());
      }
      return kept.get();
    }
    if (config.access().joining() instanceof AgentConfig.Joining.Already) {
      throw notJoined();
    }
    Membership joined = join();
    keep(joined);
    return joined;
  }

  private StartException notJoined() throws StartException {
    String server = config.access().server().map(ServerAddress::toString).orElse("a server");
    Optional<String> other = filed().filter(this::ofThatServer).map(Membership::agent);
    return new StartException(
        other
            .map(name ->
                Problem.wrong(
                    "agent " + config.name(),
                    "its data folder is that of agent " + name,
                    "give --name "
                        + name
                        + ", or another folder with --data; broadside agents rename gives an agent"
                        + " another name"))
            .orElseGet(() ->
                Problem.wrong(
                    "agent " + config.name(),
                    "it has not joined " + server + " yet",
                    "give --join-file on the server's host, or --token and --ca from its join"
                        + " command")));
  }

  /// The kept membership, if it is one of the server that is meant. A server whose certificate
  /// comes from the same authority is the same server, even at another address.
  private Optional<Membership> kept(Membership member) {
    Optional<Invitation> here = here();
    Optional<AuthorityPin> meant =
        config.access().authority().or(() -> here.flatMap(Invitation::authority));
    Optional<ServerAddress> at =
        config.access().server().or(() -> here.flatMap(Invitation::server));
    if (meant.equals(Optional.of(member.authority()))) {
      return Optional.of(at.map(member::at).orElse(member));
    }
    boolean sameAddress = at.equals(Optional.of(member.server()));
    // The agent belongs to a server elsewhere, and the user did not name the one on this host.
    boolean stays =
        config.access().joining() instanceof AgentConfig.Joining.Usually
            && config.access().authority().isEmpty()
            && !sameAddress;
    boolean unnamed = meant.isEmpty() && (at.isEmpty() || sameAddress);
    return stays || unnamed ? Optional.of(member) : Optional.empty();
  }

  private boolean ofThatServer(Membership member) {
    return config.access().server().isEmpty()
        || config.access().server().get().equals(member.server());
  }

  /// The join file, if it is there and names a server.
  private Optional<Invitation> here() {
    try {
      return Optional.of(invitation()).filter(found -> found.authority().isPresent());
    } catch (StartException _) {
      // The code that joins by this file reports what is wrong with it.
      return Optional.empty();
    }
  }

  /// The membership kept in the folder, even of another agent or another server.
  private Optional<Membership> filed() throws StartException {
    try {
      return data.read(Membership.FILE).flatMap(Membership::parse);
    } catch (IOException e) {
      throw new StartException(
          Problem.wrong(
              "file credential of the data folder",
              "it cannot be read (" + FileCause.of(e) + ")",
              "delete it"),
          e);
    }
  }

  private void keep(Membership joined) throws StartException {
    try {
      data.write(Membership.FILE, joined.toText());
      data.delete(ASKED_FOR);
    } catch (IOException e) {
      throw notKept(e);
    }
  }

  private StartException notKept(IOException e) {
    return new StartException(
        Problem.wrong(
            "data folder " + config.data(),
            "the credential cannot be kept (" + FileCause.of(e) + ")",
            "make room, or choose another folder with --data"),
        e);
  }

  /// The credential to ask for, kept on disk before the server is asked.
  private Secret wanted() throws StartException {
    try {
      Optional<String> asked = data.read(ASKED_FOR).filter(text -> !text.isBlank());
      if (asked.isPresent()) {
        return new Secret(asked.get());
      }
      Secret drawn = Secret.drawn(CREDENTIAL_BYTES);
      data.write(ASKED_FOR, drawn.reveal());
      return drawn;
    } catch (IOException e) {
      throw notKept(e);
    }
  }

  /// The join file is read anew each time: a server that starts writes it when it serves.
  private Membership join() throws StartException, InterruptedException {
    Backoff backoff = new Backoff(random);
    Secret wanted = wanted();
    long deadlineNanos = time.nanos() + PATIENCE.toNanos();
    while (true) {
      try {
        return joinBy(invitation(), wanted);
      } catch (StartException e) {
        boolean mayPass = e.problem().kind() == Problem.Kind.UNREACHABLE;
        if (!mayPass || time.nanos() - deadlineNanos > 0) {
          throw e;
        }
      }
      time.sleepUntil(time.nanos() + backoff.next().toNanos());
    }
  }

  private Membership joinBy(Invitation invited, Secret wanted)
      throws StartException, InterruptedException {
    ServerAddress server =
        config
            .access()
            .server()
            .or(invited::server)
            .orElseThrow(() ->
                new StartException(
                    Problem.wrong(
                        "agent " + config.name(),
                        "nothing says which server it belongs to",
                        "give --server, as in the join command that the server printed")));
    AuthorityPin authority =
        config
            .access()
            .authority()
            .or(invited::authority)
            .orElseThrow(() ->
                new StartException(
                    Problem.wrong(
                        "server " + server,
                        "nothing proves that it is the right one",
                        "give --ca sha256:... from the join command that it printed")));
    try (JoinClient client = new JoinClient(server, new PinnedTrust(authority))) {
      String credential = client.join(config.name(), invited.secret(), wanted);
      return new Membership(server, config.name(), List.of(), authority, credential);
    }
  }

  private Invitation invitation() throws StartException {
    return switch (config.access().joining()) {
      case AgentConfig.Joining.ByFile(Path file) -> invitationIn(file);
      case AgentConfig.Joining.Usually(Path file) -> invitationIn(file);
      case AgentConfig.Joining.ByToken(Secret token) ->
          new Invitation(Optional.empty(), Optional.empty(), token);
      case AgentConfig.Joining.Already() ->
          new Invitation(Optional.empty(), Optional.empty(), new Secret(""));
    };
  }

  private static Invitation invitationIn(Path file) throws StartException {
    try {
      if (Files.size(file) > MAX_SECRET) {
        throw new IOException("it is too large");
      }
      return Invitation.parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new StartException(
          Problem.unreachable(
              "join file " + file,
              "there is no such file",
              "start the server first, and name the file join in its data folder; to a server on"
                  + " another host, join by its join command"),
          e);
    } catch (IOException e) {
      throw new StartException(
          Problem.wrong(
              "join file " + file,
              "it cannot be read (" + FileCause.of(e) + ")",
              "run the agent as the server's own user, or join with --token"),
          e);
    }
  }

  /// Asks a server to let an agent in: `POST /api/v1/join`.
  private static final class JoinClient implements AutoCloseable {
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
    /// @throws StartException of kind unreachable if another attempt may succeed
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
        // Something else than a Broadside server answered; the status says enough.
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
}

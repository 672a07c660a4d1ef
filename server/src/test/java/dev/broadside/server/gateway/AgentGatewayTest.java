package dev.broadside.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import dev.broadside.server.http.TestServer;
import dev.broadside.server.jobs.SocketAgent;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Agents over real WebSockets, with the server's time moved by hand.
class AgentGatewayTest {
  /// What is certified is looked at by the host's clock.
  private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  private final ManualTime time = new ManualTime(begin);

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(directory, time);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> join(String agent, String secret) {
    return server.post(
        "/api/v1/join", "{\"agent\": \"%s\", \"secret\": \"%s\"}".formatted(agent, secret));
  }

  private String credential(String agent) throws Exception {
    return TestServer.json(join(agent, server.joinSecret())).path("credential").asString();
  }

  private SocketAgent connect(String credential, String name) {
    return SocketAgent.open(server.client(), server.server().address(), credential, name).join();
  }

  private int refusal(String credential) {
    CompletionException e = assertThrows(CompletionException.class, () -> connect(credential, "a"));
    return assertInstanceOf(WebSocketHandshakeException.class, e.getCause())
        .getResponse()
        .statusCode();
  }

  private static int closeCode(SocketAgent agent) throws Exception {
    return agent.whenClosed().get(2, TimeUnit.MINUTES);
  }

  @Test
  void anAgentThatJoinedIsWelcome() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.hello();
      assertEquals("0.1.0-test", agent.next(Message.Welcome.class).version());
    }
  }

  /// The token works once, and the agent that used it up may never have heard of it.
  @Test
  void agentWhoseAnswerWasLostIsLetInAgainByTheCredentialThatItHasDrawn() throws Exception {
    String token = TestServer.json(server.post("/api/v1/agent-tokens")).path("token").asString();
    String drawn = "a".repeat(43);

    assertEquals(drawn, TestServer.json(join("a", token, drawn)).path("credential").asString());
    assertEquals(200, join("a", token, drawn).statusCode());
    assertEquals(403, join("a", token, "b".repeat(43)).statusCode());
    assertEquals(403, join("b", token, drawn).statusCode());
    assertEquals(403, join("a", token).statusCode());
    try (SocketAgent agent = connect(drawn, "a")) {
      agent.hello();
      agent.next(Message.Welcome.class);
    }
    assertEquals(200, server.post("/api/v1/agents/a/revoke").statusCode());
    assertEquals(403, join("a", token, drawn).statusCode(), "what was revoked stays so");
    assertEquals(422, join("c", server.joinSecret(), "guessable").statusCode());
  }

  private HttpResponse<String> join(String agent, String secret, String credential) {
    return server.post(
        "/api/v1/join",
        "{\"agent\": \"%s\", \"secret\": \"%s\", \"credential\": \"%s\"}"
            .formatted(agent, secret, credential));
  }

  /// A bit that flips on the way is no other order.
  @Test
  void aFrameThatIsDamagedOrHasNoChecksumEndsItsConnection() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.hello();
      agent.next(Message.Welcome.class);
      byte[] frame = new LinkCodec().encode(new Message.Ping(7));
      frame[frame.length - 6] ^= 1;
      agent.sendFrame(frame);
      closeCode(agent);
    }
    try (SocketAgent agent = connect(credential("b"), "b")) {
      agent.hello();
      agent.next(Message.Welcome.class);
      agent.sendFrame(new Codec().encode(new Message.Ping(7)));
      closeCode(agent);
    }
  }

  @Test
  void revokedAgentIsCutOffAndRefusedAndItsNameCanBeUsedAnew() throws Exception {
    String credential = credential("a");
    String other = credential("b");
    try (SocketAgent agent = connect(credential, "a");
        SocketAgent silent = connect(credential, "a");
        SocketAgent neighbour = connect(other, "b")) {
      agent.hello();
      agent.next(Message.Welcome.class);
      neighbour.hello();
      neighbour.next(Message.Welcome.class);

      assertEquals(200, server.post("/api/v1/agents/a/revoke").statusCode());

      assertTrue(agent.next(Message.Refused.class).sentence().contains("was revoked"));
      closeCode(agent);
      closeCode(silent);
      assertFalse(neighbour.whenClosed().isDone());
    }
    assertEquals(401, refusal(credential));
    assertEquals(404, server.post("/api/v1/agents/a/revoke").statusCode());
    try (SocketAgent again = connect(credential("a"), "a")) {
      again.hello();
      again.next(Message.Welcome.class);
    }
  }

  private List<String> names() {
    return agents().findValuesAsString("name");
  }

  private HttpResponse<String> rename(String agent, String name) {
    return server.post("/api/v1/agents/" + agent + "/rename", "{\"name\": \"%s\"}".formatted(name));
  }

  private static void assertAnswers(int status, String sentence, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(sentence), answer.body());
  }

  @Test
  void renamedAgentComesBackWithItsCredentialByEitherNameAndHearsItsNewOne() throws Exception {
    String credential = credential("a");
    try (SocketAgent agent = connect(credential, "a")) {
      agent.hello();
      assertEquals("a", agent.next(Message.Welcome.class).agent());

      assertEquals(200, rename("a", "b").statusCode());

      assertEquals("agent a is named b from now on", agent.next(Message.Refused.class).sentence());
      closeCode(agent);
    }
    for (String said : List.of("a", "b")) {
      try (SocketAgent agent = connect(credential, said)) {
        agent.hello();
        assertEquals("b", agent.next(Message.Welcome.class).agent());
        assertEquals(List.of("b"), names());
      }
    }
    try (SocketAgent stranger = connect(credential, "c")) {
      stranger.hello();
      String sentence = stranger.next(Message.Refused.class).sentence();
      assertTrue(sentence.contains("belongs to agent b"), sentence);
    }
    // The old name is free, and whoever takes it is another agent.
    String other = credential("a");
    try (SocketAgent agent = connect(credential, "a");
        SocketAgent successor = connect(other, "a")) {
      agent.hello().next(Message.Welcome.class);
      successor.hello();
      assertEquals("a", successor.next(Message.Welcome.class).agent());
      // Who has come is shown just behind its welcome.
      Await.until(this::names, List.of("a", "b")::equals);
    }
  }

  @Test
  void anAgentIsNotRenamedWhereItsNameIsNeededOrTheOtherIsTaken() throws Exception {
    String credential = credential("a");
    credential("b");
    assertAnswers(409, "Agent a is not connected", rename("a", "c"));
    try (SocketAgent agent = connect(credential, "a")) {
      agent.hello().next(Message.Welcome.class);
      assertAnswers(409, "Another agent has joined as b", rename("a", "b"));
      assertAnswers(422, "the agent has this name already", rename("a", "a"));
      assertAnswers(422, "it is missing or no name", rename("a", "a/b"));
      assertAnswers(404, "There is no agent", rename("nobody", "c"));
      server.post(
          "/api/v1/jobs",
          """
          {"id": "waits", "jobClass": "probe", "parameters": {"url": "u", "password": "p"},
           "duration": "1s", "agents": ["a", "x"]}
          """);
      assertAnswers(
          409,
          "waits is not over and asks for agent a by name; edit or cancel it",
          rename("a", "c"));
      server.post("/api/v1/jobs/waits/cancel");
      assertAnswers(200, "\"agent\":\"c\"", rename("a", "c"));
    }
  }

  @Test
  void withoutItsCredentialNobodyIsUpgraded() throws Exception {
    credential("a");
    assertEquals(401, refusal("wrong"));
    assertEquals(401, refusal(server.joinSecret()));
    String bare =
        server.raw("GET", "/agent", Map.of("Host", "localhost", "Upgrade", "websocket"), "");
    assertTrue(bare.startsWith("HTTP/1.1 401 "), bare);
    assertEquals(400, server.get("/agent").statusCode());
  }

  @Test
  void joiningAgainEndsTheOldCredential() throws Exception {
    String first = credential("a");
    String second = credential("a");
    assertEquals(401, refusal(first));
    connect(second, "a").close();
  }

  @Test
  void nobodyTakesTheNameOfAnAgentThatIsConnected() throws Exception {
    String first = credential("a");
    String token = TestServer.json(server.post("/api/v1/agent-tokens")).path("token").asString();
    try (SocketAgent agent = connect(first, "a").hello()) {
      agent.next(Message.Welcome.class);
      for (String good : List.of(token, server.joinSecret())) {
        HttpResponse<String> refused = join("a", good);
        assertEquals(409, refused.statusCode(), refused.body());
        assertEquals(
            "An agent named a is connected; give this agent another name with --name, or end that"
                + " one first.",
            TestServer.json(refused).path("detail").asString());
      }
    }
    connect(first, "a").close();
    assertEquals(200, join("b", token).statusCode());
    // An agent that has lost its data folder comes back once the old connection is gone.
    String secret = server.joinSecret();
    Await.until(() -> join("a", secret).statusCode(), status -> status == 200);
    assertEquals(401, refusal(first));
  }

  @Test
  void aCredentialIsForOneName() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.helloAs("b");
      String sentence = agent.next(Message.Refused.class).sentence();
      assertTrue(sentence.contains("belongs to agent a"), sentence);
      closeCode(agent);
      assertEquals(0, agents().size());
    }
  }

  @Test
  void aFirstMessageThatIsNoHelloEndsTheConnection() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.send(new Message.Ping(1));
      closeCode(agent);
    }
  }

  @Test
  void whatIsNoFrameOfOursEndsTheConnection() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.hello();
      agent.next(Message.Welcome.class);
      agent.sendFrame(new byte[] {1, 2, 3});
      closeCode(agent);
    }
    try (SocketAgent agent = connect(credential("b"), "b")) {
      agent.sendText("hello");
      closeCode(agent);
    }
  }

  @Test
  void beforeTheHelloAFrameMayBeFourKibibytes() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.sendFrame(new byte[AgentGateway.MAX_HELLO + 1]);
      closeCode(agent);
    }
  }

  @Test
  void noFrameMayBeLargerThanAMebibyte() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.hello();
      agent.next(Message.Welcome.class);
      agent.sendFrame(new byte[LinkCodec.MAX_FRAME + 1]);
      closeCode(agent);
    }
  }

  @Test
  void whoSaysNothingForFiveSecondsIsClosed() throws Exception {
    try (SocketAgent agent = connect(credential("a"), "a")) {
      // The deadline starts when the server has seen the upgrade, which may be a moment after the
      // client has.
      Await.until(
          () -> {
            time.advance(Duration.ofSeconds(1));
            return agent.whenClosed().isDone();
          },
          closed -> closed);
      assertEquals(0, agents().size());
    }
  }

  @Test
  void aPackIsFetchedInPieces() throws Exception {
    JsonNode pack = TestServer.json(server.get("/api/v1/packs")).path("packs").path(0);
    String sha256 = pack.path("sha256").asString();
    try (SocketAgent agent = connect(credential("a"), "a")) {
      agent.hello();
      agent.send(new Message.PackRequest(sha256, 0));
      Message.PackChunk whole = agent.next(Message.PackChunk.class);
      assertEquals(pack.path("bytes").asLong(), whole.total());
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(whole.bytes());
      assertEquals(sha256, HexFormat.of().formatHex(hash));
      agent.send(new Message.PackRequest(sha256, whole.total() - 3));
      assertEquals(3, agent.next(Message.PackChunk.class).bytes().length);
      agent.send(new Message.PackRequest("0".repeat(64), 0));
      assertEquals(-1, agent.next(Message.PackChunk.class).total());
    }
  }

  @Test
  void aTokenLetsOneAgentInOnce() throws Exception {
    HttpResponse<String> made = server.post("/api/v1/agent-tokens");
    assertEquals(201, made.statusCode());
    JsonNode token = TestServer.json(made);
    String command = token.path("command").asString();
    assertTrue(command.startsWith("broadside agent --server https://127.0.0.1:"), command);
    assertEquals("" + begin.plus(Duration.ofMinutes(15)), token.path("expiresAt").asString());
    String secret = token.path("token").asString();
    assertEquals(200, join("a", secret).statusCode());
    HttpResponse<String> again = join("b", secret);
    assertEquals(403, again.statusCode());
    String detail = TestServer.json(again).path("detail").asString();
    assertTrue(detail.contains("used up or expired"), detail);
  }

  @Test
  void aTokenEndsAfterFifteenMinutes() {
    String secret = TestServer.json(server.post("/api/v1/agent-tokens")).path("token").asString();
    time.advance(Duration.ofMinutes(15).plusMillis(1));
    assertEquals(403, join("a", secret).statusCode());
  }

  @Test
  void aTokenLetsAsManyInAsWereInvitedForAsLongAsWasSaid() throws Exception {
    HttpResponse<String> made = server.post("/api/v1/agent-tokens?agents=2&valid=30d");
    JsonNode token = TestServer.json(made);
    assertEquals("" + begin.plus(Duration.ofDays(30)), token.path("expiresAt").asString());
    String secret = token.path("token").asString();
    time.advance(Duration.ofDays(29));
    assertEquals(200, join("a", secret).statusCode());
    assertEquals(200, join("b", secret).statusCode());
    assertEquals(403, join("c", secret).statusCode());
  }

  @Test
  void endedTokensLetNobodyInAndWhoIsInStays() throws Exception {
    HttpResponse<String> made = server.post("/api/v1/agent-tokens?agents=1000&valid=30d");
    String secret = TestServer.json(made).path("token").asString();
    String credential = TestServer.json(join("a", secret)).path("credential").asString();
    HttpResponse<String> ended = server.send(server.request("/api/v1/agent-tokens").DELETE());
    assertEquals(1, TestServer.json(ended).path("tokens").asInt());
    assertEquals(403, join("b", secret).statusCode());
    connect(credential, "a").close();
  }

  @Test
  void moreAgentsOrTimeThanATokenMayHaveAreRefused() throws Exception {
    for (String query : List.of("agents=0", "agents=1001", "agents=x", "valid=31d", "valid=1s")) {
      assertEquals(422, server.post("/api/v1/agent-tokens?" + query).statusCode(), query);
    }
  }

  @Test
  void tokensAndCredentialsAreStoredAsHashesOnly() throws Exception {
    String token = TestServer.json(server.post("/api/v1/agent-tokens")).path("token").asString();
    String credential = credential("a");
    try (var files = java.nio.file.Files.list(server.data())) {
      for (Path file : files.filter(java.nio.file.Files::isRegularFile).toList()) {
        String text =
            java.nio.file.Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
        assertFalse(text.contains(token), file + " holds the token");
        assertFalse(text.contains(credential), file + " holds the credential");
      }
    }
  }

  @Test
  void whoGuessesTenTimesIsToldToWait() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertEquals(403, join("a", "guess-" + i).statusCode());
    }
    HttpResponse<String> waiting = join("a", "guess");
    assertEquals(429, waiting.statusCode());
    assertEquals("61", waiting.headers().firstValue("Retry-After").orElseThrow());
    assertEquals(200, join("a", server.joinSecret()).statusCode(), "who knows does not wait");
    time.advance(Duration.ofMinutes(1));
    assertEquals(403, join("a", "guess").statusCode());
  }

  /// Each of the strangers has made a request, so that none is closed for its silence.
  @Test
  void strangersThatStayTakeNoRoomFromAgents() throws Exception {
    String credential = credential("a");
    List<Socket> strangers = new ArrayList<>();
    try (SocketAgent early = connect(credential, "a")) {
      early.hello().next(Message.Welcome.class);
      for (int i = 0; i < 600; i++) {
        strangers.add(stranger());
      }
      assertEquals(-1, strangers.getFirst().getInputStream().read(), "the oldest has to go");
      try (SocketAgent late = connect(credential("b"), "b")) {
        late.hello().next(Message.Welcome.class);
      }
      assertFalse(early.whenClosed().isDone());
      assertEquals("ok", ok(strangers.getLast()));
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  private Socket stranger() throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    socket.setSoTimeout(120_000);
    assertEquals("ok", ok(socket));
    return socket;
  }

  /// Asks whether the server lives, and gives its answer's body.
  private static String ok(Socket socket) throws IOException {
    socket
        .getOutputStream()
        .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("\r\n\r\nok\n")) {
      int read = socket.getInputStream().read();
      assertTrue(read >= 0, "closed after: " + answer);
      answer.append((char) read);
    }
    return "ok";
  }

  @Test
  void joiningWithoutNameOrSecretIsWrongInput() {
    HttpResponse<String> response = server.post("/api/v1/join", "{\"agent\": \"../x\"}");
    assertEquals(422, response.statusCode());
    assertEquals(2, TestServer.json(response).path("problems").size());
    assertEquals(400, server.post("/api/v1/join", "{").statusCode());
  }

  private JsonNode agents() {
    return TestServer.json(server.get("/api/v1/agents")).path("agents");
  }
}

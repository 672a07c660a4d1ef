package dev.broadside.server.notify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.security.SetupException;
import dev.broadside.server.store.NoticeTable.Undelivered;
import dev.broadside.server.store.row.Work;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Notices of jobs of a server in manual time, to a real HTTP server and a real mail relay.
final class NotifierTest {
  private static final byte[] KEY =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private final List<Post> posts = new ArrayList<>();
  private int answer = 204;
  private HttpServer receiver;
  private ScriptedCluster cluster;
  private Notifier notifier;

  private record Post(String id, String seconds, String signature, byte[] body) {
    JsonNode json() {
      return Json.mapper().readTree(body);
    }
  }

  @BeforeEach
  void start() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/hook", this::take);
    receiver.start();
    Files.writeString(
        folder.resolve("ops.key"), "whsec_" + Base64.getEncoder().encodeToString(KEY));
    cluster = new ScriptedCluster(folder);
    notifier = notifier("ops: {webhook: '" + hook() + "', keyFile: ops.key}");
  }

  private String hook() {
    return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
    cluster.close();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      posts.add(
          new Post(
              exchange.getRequestHeaders().getFirst("webhook-id"),
              exchange.getRequestHeaders().getFirst("webhook-timestamp"),
              exchange.getRequestHeaders().getFirst("webhook-signature"),
              body));
      assertFalse(
          exchange.getRequestHeaders().containsKey("Upgrade"),
          "a receiver need not know of HTTP/2");
      exchange.getResponseHeaders().add("Location", "/elsewhere");
      exchange.sendResponseHeaders(answer, -1);
    }
  }

  private Notifier notifier(String channels, String... more) throws Exception {
    Path file = folder.resolve("notify.yaml");
    Files.writeString(
        file,
        "page: 'https://bs.example'\n%s\nchannels:\n  %s\n"
            .formatted(String.join("\n", more), channels));
    return notifier(Channels.read(file, cluster.time()));
  }

  private Notifier notifier(Channels channels) {
    return notifier(channels, Runnable::run);
  }

  private Notifier notifier(Channels channels, Executor callers) {
    Campaigns campaigns = new Campaigns(cluster.parts(), Runnable::run);
    return new Notifier(
        channels,
        cluster.parts().reads,
        cluster.parts().marks,
        campaigns.reads(),
        cluster.store(),
        cluster.time(),
        callers);
  }

  private static JobSpec telling(String whom) {
    return ScriptedCluster.spec(1).with("notify", whom);
  }

  private void end(String job, String whom) {
    cluster.agent("agent-1");
    cluster.submit(job, telling(whom));
    cluster.advanceTo(job, "completed");
  }

  @Test
  void anEndIsToldOnceWithASignatureThatAnybodyCanCheck() throws Exception {
    end("job", "ops");
    notifier.tick();
    notifier.tick();

    assertEquals(1, posts.size());
    Post post = posts.getFirst();
    assertEquals("job.ended.ops", post.id());
    assertEquals("completed", post.json().get("state").asString());
    assertEquals("BALANCED", post.json().get("audit").asString());
    assertEquals("https://bs.example/jobs/job", post.json().get("link").asString());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((post.id() + "." + post.seconds() + ".").getBytes(StandardCharsets.UTF_8));
    assertEquals("v1,", post.signature().substring(0, 3));
    assertArrayEquals(
        mac.doFinal(post.body()), Base64.getDecoder().decode(post.signature().substring(3)));
  }

  @Test
  void aReceiverThatHangsHoldsUpNoOther() throws Exception {
    Path file = folder.resolve("notify.yaml");
    Files.writeString(
        file,
        "channels:\n  hangs: {webhook: '%s'}\n  ops: {webhook: '%s'}\n".formatted(hook(), hook()));
    List<Runnable> calls = new ArrayList<>();
    notifier = notifier(Channels.read(file, cluster.time()), calls::add);
    end("job", "hangs,ops");

    notifier.tick();
    assertEquals(2, calls.size());
    calls.getLast().run();
    notifier.tick();

    assertEquals(List.of("job.ended.ops"), posts.stream().map(Post::id).toList());
    assertEquals(2, calls.size(), "it is not called twice at once");
    calls.getFirst().run();
    assertEquals("job.ended.hangs", posts.getLast().id());
  }

  @Test
  void anEndOfDaysAgoIsToldWhereNobodyWasThereToTellIt() {
    end("job", "ops");
    cluster.time().advance(Duration.ofDays(3));

    notifier.tick();

    assertEquals(List.of("job.ended.ops"), posts.stream().map(Post::id).toList());
  }

  @Test
  void whatEndedOnAnotherServerIsNoNews() throws Exception {
    end("job", "ops");
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    cluster.parts().archive.write("job", file);
    cluster.close();
    cluster = new ScriptedCluster(Files.createDirectory(folder.resolve("other")));
    notifier = notifier("ops: {webhook: '" + hook() + "', keyFile: ops.key}");
    cluster.parts().archive.read(new ByteArrayInputStream(file.toByteArray()));

    notifier.tick();

    assertEquals("completed", cluster.job("job").state());
    assertEquals(0, posts.size());
    assertEquals(List.of(), cluster.store().jobs.notInHistory(9));
  }

  @Test
  void whatDoesNotArriveIsSentAgainUnderTheSameIdAlsoByTheNextServer() throws Exception {
    answer = 500;
    end("job", "ops");
    notifier.tick();
    notifier.tick();
    assertEquals(1, posts.size(), "not before its time");
    assertEquals(
        List.of(
            new Undelivered(
                Work.job("job"),
                "ended",
                "ops",
                1,
                "it answered with status 500",
                false,
                cluster.time().now().plusSeconds(10).truncatedTo(ChronoUnit.MILLIS))),
        notifier.undelivered(Optional.empty(), 9));

    cluster.kill();
    cluster.reboot();
    notifier = notifier("ops: {webhook: '" + hook() + "'}");
    answer = 200;
    cluster.time().advance(Duration.ofSeconds(11));
    notifier.tick();
    notifier.tick();
    assertEquals(List.of("job.ended.ops", "job.ended.ops"), posts.stream().map(Post::id).toList());
    assertEquals(List.of(), notifier.undelivered(Optional.empty(), 9));
  }

  @Test
  void aRedirectIsNotFollowedAndWhatNeverArrivesIsGivenUpWithANoteUntilItIsSentAgain() {
    answer = 307;
    end("job", "ops");
    for (int hour = 0; hour < 24; hour++) {
      notifier.tick();
      cluster.time().advance(Duration.ofHours(1));
    }
    cluster.settle();
    assertTrue(posts.size() <= Notifier.PAUSES.size() + 1, "bounded");
    Undelivered givenUp = notifier.undelivered(Optional.of(Work.job("job")), 9).getFirst();
    assertEquals(Notifier.PAUSES.size() + 1, givenUp.tries());
    assertTrue(givenUp.givenUp());
    assertEquals("it answered with status 307", givenUp.cause());
    assertEquals(List.of(), notifier.undelivered(Optional.of(Work.job("other")), 9));
    assertTrue(
        cluster.result("job").marks().stream()
            .anyMatch(mark -> mark.text().contains("given up: it answered with status 307")),
        () -> cluster.result("job").marks().toString());

    int before = posts.size();
    answer = 200;
    assertEquals(0, notifier.resend("team"));
    assertEquals(1, notifier.resend("ops"));
    notifier.tick();
    assertEquals(before + 1, posts.size());
    assertEquals("job.ended.ops", posts.getLast().id(), "the same notice, for whoever has it");
    assertEquals(List.of(), notifier.undelivered(Optional.empty(), 9));
    assertEquals(0, notifier.resend("ops"), "what has arrived is not sent again");
  }

  @Test
  void whyANoticeDidNotArriveIsSaidInWords() throws Exception {
    receiver.stop(0);
    assertEquals("nobody answers at its address", notifier.test("ops").orElseThrow());
  }

  @Test
  void onlyBadEndsAreToldWhereOnlyTheyAreAskedFor() {
    end("good", "ops:failed");
    notifier.tick();
    assertEquals(0, posts.size());

    cluster.submit("bad", telling("ops:failed"));
    cluster.advanceTo("bad", "running");
    cluster.kill();
    cluster.reboot();
    cluster.advance(Duration.ofMinutes(3));
    cluster.advanceTo("bad", "lost");
    notifier = notifier(channelsOf());
    notifier.tick();
    assertEquals("failed", posts.getFirst().json().get("event").asString());
  }

  private Channels channelsOf() {
    try {
      return Channels.read(folder.resolve("notify.yaml"), cluster.time());
    } catch (SetupException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aJobThatWaitsTooLongIsToldOnceAndItsEndToo() {
    cluster.submit("job", telling("ops"));
    notifier.tick();
    assertEquals(0, posts.size());
    cluster.time().advance(Duration.ofMinutes(11));
    notifier.tick();
    notifier.tick();
    assertEquals("waiting", posts.getFirst().json().get("event").asString());
    assertEquals("needs 1 agent, 0 connected", posts.getFirst().json().get("reason").asString());
    cluster.agent("agent-1");
    cluster.advanceTo("job", "completed");
    notifier.tick();
    assertEquals(
        List.of("job.waiting.ops", "job.ended.ops"), posts.stream().map(Post::id).toList());
  }

  @Test
  void aMailSaysTheSameToPeople() throws Exception {
    GreenMail relay = relay(ServerSetup.PROTOCOL_SMTP);
    relay.start();
    try {
      notifier = mailing(relay, "none");
      end("job", "team");
      notifier.tick();
      MimeMessage mail = relay.getReceivedMessages()[0];
      assertEquals("Broadside: a job completed", mail.getSubject());
      assertEquals("dba@mail.example", mail.getAllRecipients()[0].toString());
      assertTrue(GreenMailUtil.getBody(mail).contains("BALANCED"), GreenMailUtil.getBody(mail));
    } finally {
      relay.stop();
    }
  }

  @Test
  void aRelayThatRefusesTheLoginIsToldOfInWords() throws Exception {
    GreenMail relay = relay(ServerSetup.PROTOCOL_SMTP);
    Files.writeString(folder.resolve("relay.password"), "wrong");
    relay.start();
    try {
      relay.setUser("bs@mail.example", "bs", "right");
      String smtp =
          "smtp: {host: 127.0.0.1, port: %d, guard: none, from: bs@mail.example, user: bs,"
              + " passwordFile: %s}";
      int port = relay.getSmtp().getPort();
      notifier =
          notifier("team: {mail: [dba@mail.example]}", smtp.formatted(port, "relay.password"));
      assertEquals("the relay refuses this user or password", notifier.test("team").orElseThrow());
      SetupException refused =
          assertThrows(
              SetupException.class,
              () -> notifier("team: {mail: [dba@mail.example]}", smtp.formatted(port, "nowhere")));
      assertTrue(
          refused
              .getMessage()
              .endsWith(
                  "/nowhere cannot be read (there is no such file or folder); name one that can."),
          refused.getMessage());
    } finally {
      relay.stop();
    }
  }

  /// Whoever stands between the server and the relay is told nothing.
  @Test
  void aRelayWithoutACertificateThatIsTrustedGetsNoMail() throws Exception {
    GreenMail relay = relay(ServerSetup.PROTOCOL_SMTPS);
    GreenMail plain = relay(ServerSetup.PROTOCOL_SMTP);
    relay.start();
    plain.start();
    try {
      assertFalse(mailing(relay, "tls").test("team").orElseThrow().isEmpty());
      assertFalse(mailing(plain, "starttls").test("team").orElseThrow().isEmpty());
      assertEquals(0, relay.getReceivedMessages().length + plain.getReceivedMessages().length);
    } finally {
      relay.stop();
      plain.stop();
    }
  }

  /// The library's own two seconds to start in are too short for a busy machine.
  private static GreenMail relay(String protocol) {
    ServerSetup setup = new ServerSetup(0, "127.0.0.1", protocol);
    setup.setServerStartupTimeout(Duration.ofMinutes(2).toMillis());
    return new GreenMail(setup);
  }

  private Notifier mailing(GreenMail relay, String guard) throws Exception {
    int port = relay.getSmtp() == null ? relay.getSmtps().getPort() : relay.getSmtp().getPort();
    return notifier(
        "team: {mail: [dba@mail.example]}",
        "smtp: {host: 127.0.0.1, port: %d, guard: %s, from: bs@mail.example}"
            .formatted(port, guard));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          channels: {a: {webhook: 'http://db.example/'}} | line 1, column 25, channels, a, webhook
          channels: {a: {webhook: 'file:///etc/passwd'}} | line 1, column 25, channels, a, webhook
          channels: {a: {}}                              | line 1, column 15, channels, a, webhook
          channels: {a: {mail: [x@y.example]}}           | line 1, column 22, channels, a, mail
          channels: {a: {webhook: 'https://x/', keyFile: none}} | line 1, column 48, channels, a, keyFile
          chanels: {}                                    | line 1, column 10, chanels
          channels: {}                                   | line 1, column 11, channels
          'waiting: soon'                                | line 1, column 10, waiting
          'smtp: {host: mail.example, guard: none, from: a@b.example}' | line 1, column 35, smtp, guard
          'smtp: {host: mail.example, port: 0, from: a@b.example}' | line 1, column 34, smtp, port
          """)
  void whatIsWrongIsToldWithItsPlaceBeforeAnythingStarts(String yaml, String place)
      throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.yaml"), yaml);
    SetupException refused =
        assertThrows(SetupException.class, () -> Channels.read(file, cluster.time()));
    assertEquals(List.of("--notify " + file + ", " + place), places(refused));
  }

  private static List<String> places(SetupException refused) {
    return refused.problems().stream().map(Problem::where).toList();
  }

  @Test
  void allThatIsWrongIsToldAtOnceAndOfItsLine() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("wrong.yaml"),
            """
            waiting: soon
            smtp: {host: mail.example, port: many, from: nobody}
            channels:
              ops: {webhook: 'http://db.example/'}
              team: {mail: [dba@mail.example], males: x}
            """);

    SetupException refused =
        assertThrows(SetupException.class, () -> Channels.read(file, cluster.time()));

    String start = "--notify " + file + ", line ";
    assertEquals(
        List.of(
            start + "2, column 34, smtp, port",
            start + "2, column 46, smtp, from",
            start + "4, column 18, channels, ops, webhook",
            start + "5, column 43, channels, team, males",
            start + "1, column 10, waiting"),
        places(refused));
  }
}

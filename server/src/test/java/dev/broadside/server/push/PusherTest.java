package dev.broadside.server.push;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.broadside.core.fixture.WrittenSeries;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.server.http.TestServer;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.security.SetupException;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.Snappy;

/// Jobs of a server in manual time, pushed to a real HTTP server, and read there as others read it.
final class PusherTest {
  private static final double ENDED = Double.longBitsToDouble(0x7ff0000000000002L);

  @TempDir private Path folder;
  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private int status = 200;
  private String answer = "";
  private boolean hangs;
  private HttpServer server;
  private ScriptedCluster cluster;
  private Pusher pusher;

  private record Post(String path, Map<String, List<String>> headers, byte[] body) {
    String header(String name) {
      return headers.getOrDefault(name, List.of("")).getFirst();
    }

    List<WrittenSeries> series() throws IOException {
      return WrittenSeries.read(Snappy.uncompress(body));
    }

    Metric metric(String name) throws IOException {
      String json;
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
        json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
      var request = ExportMetricsServiceRequest.newBuilder();
      JsonFormat.parser().merge(json, request);
      return request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
          .filter(one -> one.getName().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::take);
    server.start();
    cluster = new ScriptedCluster(folder);
    pusher = pusher(yaml("remote: {remoteWrite: '%s/write'}\n  otel: {otlp: '%s/otlp'}"));
  }

  @AfterEach
  void stop() {
    hanging.countDown();
    server.stop(0);
    cluster.close();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      posts.add(
          new Post(
              exchange.getRequestURI().getPath(), Map.copyOf(exchange.getRequestHeaders()), body));
      if (hangs) {
        exchange.sendResponseHeaders(200, 0);
        hanging.await();
        return;
      }
      exchange.getResponseHeaders().add("Location", "/elsewhere");
      byte[] text = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, text.length == 0 ? -1 : text.length);
      exchange.getResponseBody().write(text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String yaml(String receivers) {
    String here = "http://127.0.0.1:" + server.getAddress().getPort();
    return "receivers:\n  " + receivers.replace("%s", here) + "\n";
  }

  private Receivers read(String yaml) throws Exception {
    Path file = Files.writeString(folder.resolve("push.yaml"), yaml);
    return Receivers.read(file, name -> name.equals("OTEL") ? "Bearer env-secret" : "");
  }

  private Pusher pusher(String yaml) throws Exception {
    Pusher made =
        new Pusher(
            read(yaml),
            cluster.store(),
            cluster.parts().reads,
            cluster.time(),
            new Random(1),
            Runnable::run);
    cluster.parts().live.tellOfIntervals(made::closed);
    return made;
  }

  private void advance(Duration span) {
    for (long i = 0; i < span.dividedBy(Pusher.LOOK); i++) {
      cluster.advance(Pusher.LOOK);
      pusher.tick();
    }
  }

  private void submit(String job) {
    cluster.agent("agent-1");
    cluster.agent("agent-2");
    cluster.submit(job, ScriptedCluster.spec(2));
    cluster.advanceTo(job, "running");
  }

  private List<Post> to(String path) {
    return posts.stream().filter(post -> post.path().equals(path)).toList();
  }

  private static double ok(List<WrittenSeries> all) {
    return all.stream()
        .filter(one -> one.name().equals("broadside_transactions_total"))
        .filter(one -> "ok".equals(one.labels().get("outcome")))
        .mapToDouble(WrittenSeries::value)
        .sum();
  }

  private long allOk(String job) {
    return cluster.result(job).intervals().stream()
        .map(IntervalDocument::stats)
        .mapToLong(stats -> stats.transactions())
        .sum();
  }

  @Test
  void bothReceiversGetEachIntervalOnceAndTheJobsCountExactly() throws Exception {
    submit("job");
    advance(Duration.ofSeconds(12));
    assertEquals("completed", cluster.job("job").state());

    List<Post> otlp = to("/otlp");
    assertEquals(cluster.result("job").intervals().size(), otlp.size());
    assertEquals("application/json", otlp.getFirst().header("Content-type"));
    assertEquals("gzip", otlp.getFirst().header("Content-encoding"));
    Set<Long> ends = new HashSet<>();
    for (Post post : otlp) {
      NumberDataPoint one = post.metric("broadside.transactions").getSum().getDataPoints(0);
      assertTrue(ends.add(one.getTimeUnixNano()), "an interval came twice");
    }
    assertEquals(140, allOk("job"));
    assertEquals(
        140,
        otlp.getLast().metric("broadside.transactions").getSum().getDataPointsList().stream()
            .filter(one -> one.getAttributes(0).getValue().getStringValue().equals("ok"))
            .mapToLong(NumberDataPoint::getAsInt)
            .sum());

    List<Post> remote = to("/write");
    assertEquals(otlp.size() + 1, remote.size());
    assertEquals("snappy", remote.getFirst().header("Content-encoding"));
    assertEquals("application/x-protobuf", remote.getFirst().header("Content-type"));
    assertEquals("0.1.0", remote.getFirst().header("X-prometheus-remote-write-version"));
    assertEquals(140, ok(remote.get(remote.size() - 2).series()));
    for (WrittenSeries one : remote.getLast().series()) {
      assertEquals(
          Double.doubleToRawLongBits(ENDED), Double.doubleToRawLongBits(one.value()), one::name);
    }
    assertEquals(
        List.of(
            new PushStatus("remote", "remoteWrite", 0, remote.size(), 0, 0, ""),
            new PushStatus("otel", "otlp", 0, otlp.size(), 0, 0, "")),
        pusher.status());
  }

  @Test
  void theNextServerPushesNothingAgainAndItsSumsAreThoseOfTheWholeJob() throws Exception {
    submit("job");
    advance(Duration.ofMillis(3_500));
    int before = to("/otlp").size();
    assertTrue(before > 0);
    cluster.kill();
    cluster.time().advance(Duration.ofSeconds(2));
    cluster.reboot();
    pusher = pusher(yaml("remote: {remoteWrite: '%s/write'}\n  otel: {otlp: '%s/otlp'}"));
    cluster.reconnectAll();
    advance(Duration.ofSeconds(12));

    assertEquals("completed", cluster.job("job").state());
    Set<Long> ends = new HashSet<>();
    for (Post post : to("/otlp")) {
      assertTrue(
          ends.add(
              post.metric("broadside.transactions").getSum().getDataPoints(0).getTimeUnixNano()),
          "an interval came twice");
    }
    assertTrue(to("/otlp").size() > before);
    List<Post> remote = to("/write");
    assertEquals(140, ok(remote.get(remote.size() - 2).series()));
  }

  @Test
  void aReceiverThatIsAwayGetsWhatItMissedAndTheJobDoesNotWait() throws Exception {
    status = 503;
    submit("job");
    advance(Duration.ofSeconds(12));
    assertEquals("completed", cluster.job("job").state());
    assertEquals(
        "it answers with status 503; it is tried again", pusher.status().getFirst().trouble());
    posts.clear();
    status = 204;
    advance(Duration.ofMinutes(2));
    assertEquals(cluster.result("job").intervals().size(), to("/otlp").size());
    List<Post> remote = to("/write");
    assertEquals(140, ok(remote.get(remote.size() - 2).series()));
    assertEquals("", pusher.status().getFirst().trouble());
  }

  @ParameterizedTest
  @CsvSource({"400", "401", "413", "302"})
  void whatIsRefusedIsNotSentAgainNorElsewhere(int refusal) {
    status = refusal;
    submit("job");
    advance(Duration.ofMinutes(2));
    int intervals = cluster.result("job").intervals().size();
    assertEquals(intervals, to("/otlp").size());
    assertEquals(intervals + 1, to("/write").size());
    assertEquals(List.of(), to("/elsewhere"));
    PushStatus otel = pusher.status().getLast();
    assertEquals(intervals, otel.refused());
    assertEquals("it answers with status " + refusal + ", which is not sent again", otel.trouble());
  }

  @Test
  void whatOtlpTakesInPartIsCountedAndNotSentAgain() {
    answer = "{\"partialSuccess\": {\"rejectedDataPoints\": \"7\", \"errorMessage\": \"<b>\"}}";
    submit("job");
    advance(Duration.ofSeconds(12));
    PushStatus otel = pusher.status().getLast();
    assertEquals(cluster.result("job").intervals().size(), otel.refused());
    assertEquals("it does not take 7 of the points, which is not sent again", otel.trouble());
    assertEquals(0, pusher.status().getFirst().refused(), "remote write has no such answer");
  }

  @Test
  void anAnswerThatNeverEndsIsGivenUp() throws Exception {
    hangs = true;
    Receiver otel = read(yaml("otel: {otlp: '%s/otlp'}")).all().getFirst();
    assertEquals(
        PushQueue.Answer.again("it does not answer within 10 s"), otel.send(new byte[] {1}));
  }

  @Test
  void nobodyAtTheAddressIsSaidInWords() throws Exception {
    Receiver otel = read(yaml("otel: {otlp: 'http://127.0.0.1:1/'}")).all().getFirst();
    assertEquals(PushQueue.Answer.again("nobody answers at its address"), otel.send(new byte[0]));
  }

  @Test
  void onlyTheAuthoritiesOfItsFileAreTrusted() throws Exception {
    try (TestServer guarded = TestServer.start(folder.resolve("guarded"))) {
      String there = "otlp: '%s'".formatted(guarded.uri("/no-such-page"));
      String file = "caFile: " + guarded.data().resolve("ca/ca.pem");
      List<Receiver> both =
          read(yaml("a: {%s, %s}\n  b: {%s}".formatted(there, file, there))).all();
      assertEquals(
          PushQueue.Answer.again("its certificate is not one that is trusted, or it has no TLS"),
          both.getLast().send(new byte[0]));
      PushQueue.Answer answer = both.getFirst().send(new byte[0]);
      assertEquals(PushQueue.Outcome.REFUSED, answer.outcome(), answer::toString);
      assertTrue(answer.why().startsWith("it answers with status 4"), answer::why);
    }
  }

  @Test
  void headersComeFromFilesAndVariablesAndAreShownNowhere() throws Exception {
    Files.writeString(folder.resolve("auth"), "Bearer file-secret\n");
    Receiver receiver =
        read(yaml(
                """
                otel:
                    otlp: '%s/otlp'
                    headers: {Authorization: {file: auth}, X-Env: {env: OTEL}, X-Scope: me}
                    interval: 20s
                """))
            .all()
            .getFirst();
    assertEquals(PushQueue.Answer.taken(), receiver.send(new byte[0]));
    Post post = posts.getFirst();
    assertEquals("Bearer file-secret", post.header("Authorization"));
    assertEquals("Bearer env-secret", post.header("X-env"));
    assertEquals("me", post.header("X-scope"));
    assertFalse(receiver.toString().contains("secret"), receiver::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: {}                                                     | either otlp or remoteWrite",
        "a: {otlp: 'https://x', remoteWrite: 'https://x'}          | either otlp or remoteWrite",
        "a: {otlp: 'http://example.org/v1/metrics'}                | not protected by TLS",
        "a: {otlp: 'http://127.0.0.1.example.org/'}                | not protected by TLS",
        "a: {otlp: 'file:///etc/passwd'}                           | no address",
        "a: {otlp: 'https:///path'}                                | no address",
        "a: {otlp: 'two words'}                                    | no address",
        "a: {remoteWrite: 'http://[::ffff:10.0.0.1]/write'}        | not protected by TLS",
        "a: {otlp: 'https://u:hush@example.org/'}                  | a user or a password",
        "a: {otlp: 'https://x', headers: {Host: y}}                | no header that can be set",
        "a: {otlp: 'https://x', headers: {A: {env: NONE}}}         | no such variable",
        "a: {otlp: 'https://x', headers: {A: {file: none}}}        | cannot be read",
        "a: {otlp: 'https://x', headers: {A: {file: two-lines}}}   | not one line",
        "a: {otlp: 'https://x', caFile: none}                      | cannot be read",
        "a: {otlp: 'https://x', caFile: two-lines}                 | no certificates",
        "a: {otlp: 'https://x', interval: soon}                    | soon",
        "a: {otlp: 'https://x', intervall: 1s}                     | no such field",
        "{}                                                        | no receiver is named"
      })
  void aFileThatIsWrongSaysWhereAndWhatToDo(String receivers, String words) throws Exception {
    Files.writeString(folder.resolve("two-lines"), "hush\nhush");
    List<Problem> problems =
        assertThrows(SetupException.class, () -> read(yaml(receivers))).problems();
    List<String> sentences = new ArrayList<>();
    problems.forEach(one -> sentences.add(one.sentence()));
    assertTrue(sentences.getFirst().contains(words), sentences::toString);
    assertTrue(sentences.getFirst().startsWith("--push "), sentences::toString);
    assertFalse(sentences.toString().contains("hush"), sentences::toString);
  }
}

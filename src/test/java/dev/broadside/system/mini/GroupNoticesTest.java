package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Settings;
import dev.broadside.core.report.Json;
import dev.broadside.server.notify.Channels;
import dev.broadside.server.notify.Notifier;
import dev.broadside.server.store.NoticeTable;
import dev.broadside.server.store.row.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Notices of whole groups and studies of a cluster in virtual time, to a real HTTP server.
final class GroupNoticesTest {
  private static final String NIGHT = "night";

  @TempDir private Path folder;
  private final List<JsonNode> posts = new CopyOnWriteArrayList<>();
  private int answer = 204;
  private HttpServer receiver;
  private MiniCluster cluster;
  private Notifier notifier;

  @BeforeEach
  void start() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/hook", this::take);
    receiver.start();
    cluster = new MiniCluster(folder);
    notifier = notifier();
  }

  private Notifier notifier() throws Exception {
    Path file = folder.resolve("notify.yaml");
    Files.writeString(
        file,
        "channels: {ops: {webhook: 'http://127.0.0.1:%d/hook'}}"
            .formatted(receiver.getAddress().getPort()));
    return cluster.notifier(Channels.read(file, cluster.clock()));
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      posts.add(Json.mapper().readTree(exchange.getRequestBody().readAllBytes()));
      exchange.sendResponseHeaders(answer, -1);
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    receiver.stop(0);
    cluster.close();
  }

  private static GroupPlan telling(String whom) {
    Member load = new Member("load", Kind.JOB, "adds-one", List.of());
    Member steps =
        new Member(
            "steps", Kind.STUDY, "adds-one", List.of(new Dependency("load", Condition.SUCCESS)));
    return new GroupPlan(
        "Night", List.of(load, steps), Optional.empty(), new Settings(Map.of("notify", whom)));
  }

  private List<String> told() {
    return posts.stream()
        .map(post ->
            post.path("group").asString(post.path("study").asString("?"))
                + " "
                + post.path("event").asString(""))
        .toList();
  }

  @Test
  void aGroupThatWaitsTooLongIsToldOnceAndSoIsItsEndWithEachMember() {
    cluster.submitGroup(NIGHT, telling("ops"));
    cluster.advance(Duration.ofMinutes(11));
    notifier.tick();
    notifier.tick();
    assertEquals(List.of("night waiting"), told());

    cluster.host("agent-1");
    cluster.advanceGroupTo(NIGHT, "completed");
    notifier.tick();
    notifier.tick();

    assertEquals(List.of("night waiting", "night ended"), told());
    assertEquals(
        List.of("load: succeeded", "steps: succeeded"),
        posts.getLast().path("lines").valueStream().map(JsonNode::asString).toList());
  }

  @Test
  void theEndOfAGroupThatFailedIsToldByTheNextServerAndAgainWhenItWasResumed() throws Exception {
    cluster.host("agent-1");
    cluster.submitGroup(NIGHT, telling("ops:failed"));
    cluster.advanceInto("night.load", Duration.ofSeconds(3));
    cluster.cancel("night.load");
    cluster.advanceGroupTo(NIGHT, "failed");
    cluster.kill();
    cluster.boot();
    notifier = notifier();
    notifier.tick();
    assertEquals(List.of("night failed"), told());
    assertTrue(posts.getFirst().path("reason").asString("").startsWith("load: cancelled"));

    cluster.campaigns().resume(Work.group(NIGHT));
    cluster.advanceInto("night.load.2", Duration.ofSeconds(3));
    cluster.cancel("night.load.2");
    cluster.advanceGroupTo(NIGHT, "failed");
    notifier.tick();
    assertEquals(List.of("night failed", "night failed"), told());
  }

  @Test
  void whatNeverArrivesIsGivenUpAndTheStudySaysSo() {
    answer = 500;
    cluster.host("agent-1");
    cluster.submitStudy(
        "ladder", MiniCluster.spec(1).with("notify", "ops"), SpecBuilder.ladder(List.of(1, 2)));
    cluster.advanceStudyTo("ladder", "completed");
    for (int hour = 0; hour < 24; hour++) {
      notifier.tick();
      cluster.clock().advance(Duration.ofHours(1));
    }
    NoticeTable.Undelivered givenUp =
        notifier.undelivered(Optional.of(Work.study("ladder")), 9).getFirst();
    assertEquals("ended", givenUp.event());
    assertEquals("ops", givenUp.channel());
    assertEquals("it answered with status 500", givenUp.cause());
    assertTrue(givenUp.givenUp());
    assertEquals("ladder ended", told().getFirst(), "and no step tells by itself");
    assertEquals(1, told().stream().distinct().count());
  }
}

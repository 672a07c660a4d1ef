package dev.broadside.server.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.fixture.Loop;
import dev.broadside.core.job.Settings;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.MemberRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Groups of many members, and of many times.
final class LargeGroupTest {
  private static final int MEMBERS = 60;

  @TempDir private Path folder;
  private final AtomicInteger opened = new AtomicInteger();
  private ScriptedCluster cluster;

  /// Counts how often what the members of groups ask for is read.
  private final class CountingBox implements SecretBox {
    private final SecretBox box = new PlainBox();

    @Override
    public String seal(String text, String place) {
      return box.seal(text, place);
    }

    @Override
    public String open(String sealed, String place) {
      if (place.startsWith("campaigns/group/")) {
        opened.incrementAndGet();
      }
      return box.open(sealed, place);
    }
  }

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder, new CountingBox());
  }

  private Campaigns campaigns(Executor executor) {
    return new Campaigns(cluster.parts(), executor);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void whatMembersAskForIsReadOnceForAllThatBegin() {
    List<Member> members =
        IntStream.range(0, MEMBERS)
            .mapToObj(i -> new Member("m" + i, Kind.JOB, "noop", List.of()))
            .toList();
    Loop own = new Loop();
    Campaigns groups = campaigns(own);
    groups.submit("night", new GroupPlan("Night", members), "{}", asked(members));
    for (int i = 0; i < 3; i++) {
      own.run();
      cluster.settle();
    }

    GroupView group = groups.reads().group("night").orElseThrow();
    assertEquals(
        Map.of("running", (long) MEMBERS),
        group.members().stream()
            .collect(Collectors.groupingBy(GroupView.MemberView::state, Collectors.counting())));
    assertEquals(1, opened.get());
  }

  @Test
  void theNextOneIsNumberedBehindTheOneBeforeItWhoeverIsGone() {
    Campaigns hourly = campaigns(Runnable::run);
    hourly.start();
    List<Member> members = List.of(new Member("load", Kind.JOB, "noop", List.of()));
    GroupPlan plan =
        new GroupPlan(
            "Night",
            members,
            Optional.of(ScriptedCluster.NOON.plus(Duration.ofMinutes(5))),
            new Settings(Map.of("repeat", "*/5 * * * *", "overlap", "together", "zone", "UTC")));
    hourly.submit("night", plan, "{}", asked(members));
    cluster.advance(Duration.ofMinutes(11));
    assertEquals("pending", hourly.reads().group("night-3").orElseThrow().state());
    cluster.alter("DELETE FROM campaigns WHERE id = 'night'");
    cluster.alter("DELETE FROM campaigns WHERE id = 'night-2'");
    cluster.advance(Duration.ofMinutes(5));

    assertEquals("running", hourly.reads().group("night-3").orElseThrow().state());
    assertEquals("pending", hourly.reads().group("night-4").orElseThrow().state());
    assertEquals(Optional.empty(), hourly.reads().group("night-2"));
  }

  private static Map<String, MemberRow> asked(List<Member> members) {
    MemberRow row =
        new MemberRow(
            ScriptedCluster.spec(1),
            new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.empty()),
            new JobCode("A job", List.of("op"), "pack@1"));
    return members.stream()
        .map(Member::name)
        .collect(Collectors.toMap(Function.identity(), _ -> row));
  }
}

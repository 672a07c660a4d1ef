package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.feed.LiveEvent;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.StoredRecord;
import dev.broadside.server.upkeep.KeepRules;
import dev.broadside.server.upkeep.OldIntervals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// A run that is rolled up while it goes on has the result, the audit and the seal of one that is
/// not, and takes what comes again for what it is.
final class RollUpTest {
  private static final KeepRules RULES =
      new KeepRules(
          Duration.ofSeconds(30), Duration.ofSeconds(70), Optional.empty(), Optional.empty(), 0);
  private static final JobSpec SPEC =
      ScriptedCluster.wants(AgentDemand.any(2))
          .phases(
              new Phase(PhaseKind.WARM_UP, Duration.ofSeconds(12), SpecBuilder.closed(4)),
              SpecBuilder.measure(Duration.ofSeconds(150), SpecBuilder.closed(4)))
          .build();

  @TempDir private Path folder;

  @Test
  void resultIsThatOfARunThatWasNotRolledUp() {
    RunDocument plain = finished("plain", false, false);
    RunDocument rolled = finished("rolled", true, false);
    RunDocument restarted = finished("restarted", true, true);

    assertEquals(Verdict.BALANCED, rolled.audit().verdict());
    assertEquals(plain.seal(), rolled.seal());
    assertEquals(withoutIntervals(plain), withoutIntervals(rolled));
    assertEquals(plain.seal(), restarted.seal());
    assertEquals(plain.summary(), restarted.summary());
    assertTrue(rolled.intervals().size() < plain.intervals().size() / 2);
    assertEquals(seconds(plain), seconds(rolled));
    assertEquals(seconds(plain), seconds(restarted));
    assertEquals(transactions(plain), transactions(rolled));
    assertTrue(rolled.intervals().stream().anyMatch(one -> one.lengthMillis() == 60_000));
    assertTrue(rolled.intervals().stream().anyMatch(one -> one.lengthMillis() == 10_000));
  }

  private RunDocument finished(String name, boolean rollUp, boolean restart) {
    ScriptedCluster cluster = begun(name);
    try {
      cluster.advance(Duration.ofSeconds(120));
      if (rollUp) {
        rollUp(cluster);
      }
      if (restart) {
        cluster.kill();
        cluster.reboot();
        cluster.reconnectAll();
      }
      cluster.advanceTo("job", "completed");
      if (rollUp) {
        rollUp(cluster);
      }
      return cluster.result("job");
    } finally {
      cluster.close();
    }
  }

  private ScriptedCluster begun(String name) {
    ScriptedCluster cluster = new ScriptedCluster(made(name));
    cluster.agent("agent-1");
    cluster.agent("agent-2");
    cluster.submit("job", SPEC);
    cluster.advanceTo("job", "running");
    return cluster;
  }

  private static ObjectNode withoutIntervals(RunDocument run) {
    ObjectNode tree = Json.mapper().valueToTree(run);
    // Marks tell of what was joined, and drift by bins that are shorter here than that.
    tree.remove(List.of("intervals", "marks", "drift"));
    return tree;
  }

  private static int seconds(RunDocument run) {
    return run.intervals().stream().mapToInt(one -> one.intervals().orElse(1)).sum();
  }

  private static long transactions(RunDocument run) {
    return run.intervals().stream().mapToLong(one -> one.stats().transactions()).sum();
  }

  /// An agent was out of reach, what the other one had done was rolled up without it, and then its
  /// records came.
  @Test
  void intervalThatIsAmendedAfterItWasRolledUpIsToldAgain() {
    ScriptedCluster cluster = new ScriptedCluster(made("late"));
    cluster.agent("agent-1");
    ScriptedAgent second = cluster.agent("agent-2");
    cluster.submit("job", SPEC);
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(20));
    second.disconnect();
    cluster.advance(Duration.ofSeconds(100));
    rollUp(cluster);
    Entry before = rolledUp(cluster, 32);
    assertEquals(List.of("agent-2"), missing(before));
    long told = cluster.store().runs.newestEvent();
    List<LiveEvent> live = look(cluster, 0);
    live.clear();

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(1));
    rollUp(cluster);
    cluster.settle();

    Entry after = rolledUp(cluster, 32);
    assertEquals(List.of(), missing(after));
    assertTrue(after.eventId() > told, after.eventId() + " after " + told);
    assertEquals(1, Collections.frequency(live, interval(after)), "who looks on is told once");
    assertEquals(1, Collections.frequency(look(cluster, told), interval(after)));
    assertEquals(List.of(), idsOf(live, rolledUp(cluster, 0)), "of others nobody is told again");
    long newest = cluster.store().runs.newestEvent();
    rollUp(cluster);
    assertEquals(newest, cluster.store().runs.newestEvent());
    cluster.close();
  }

  private static void rollUp(ScriptedCluster cluster) {
    JobCore parts = cluster.parts();
    new OldIntervals(
            cluster.store(),
            RULES,
            parts.events,
            (run, changed) -> parts.live.kept(run, LiveEvent.Kind.INTERVAL, changed))
        .rollUp();
  }

  private static Entry rolledUp(ScriptedCluster cluster, int index) {
    Entry entry = cluster.store().runs.intervals("job", index, 1).getFirst();
    assertEquals(index, entry.position());
    assertTrue(
        Json.mapper().readValue(entry.json(), IntervalDocument.class).intervals().orElse(1) > 1);
    return entry;
  }

  private static List<String> missing(Entry interval) {
    return Json.mapper().readValue(interval.json(), IntervalDocument.class).missing();
  }

  private static LiveEvent interval(Entry entry) {
    return new LiveEvent(entry.eventId(), LiveEvent.Kind.INTERVAL, entry.json());
  }

  private static List<Long> idsOf(List<LiveEvent> events, Entry of) {
    return events.stream().map(LiveEvent::id).filter(id -> id == of.eventId()).toList();
  }

  private static List<LiveEvent> look(ScriptedCluster cluster, long after) {
    List<LiveEvent> events = new ArrayList<>();
    cluster
        .parts()
        .live
        .subscribe(
            "job",
            after,
            new LiveFeed.Viewer() {
              @Override
              public void event(LiveEvent event) {
                events.add(event);
              }

              @Override
              public void ended(String reason) {}
            });
    cluster.settle();
    return events;
  }

  @Test
  void whatComesAgainIsKnownAndAGapStaysAGap() {
    ScriptedCluster cluster = begun("again");
    cluster.advance(Duration.ofSeconds(100));
    ResultStore store = cluster.store();
    List<StoredRecord> before = records(store);
    rollUp(cluster);
    List<StoredRecord> after = records(store);

    assertTrue(after.size() < before.size() / 2, after.size() + " of " + before.size());
    assertEquals(before.size(), store.records.count("job"));
    StoredRecord early = before.get(40);
    assertEquals(List.of(Arrival.Result.DUPLICATE), again(store, early.sealed(), early.index()));
    SealedRecord forged = SealedRecord.of(early.sealed().key(), new byte[] {1, 2, 3});
    assertEquals(List.of(Arrival.Result.CONFLICT), again(store, forged, early.index()));
    rollUp(cluster);
    assertEquals(after.size(), records(store).size());
    assertEquals(
        store.records.streams("job").getFirst().through(),
        before.stream()
            .filter(one -> one.sealed().key().agent().equals("agent-1"))
            .mapToLong(one -> one.sealed().key().seq())
            .max()
            .orElseThrow());
    cluster.close();
  }

  private Path made(String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Arrival.Result> again(ResultStore store, SealedRecord sealed, int index) {
    return store.records.addAll(new Batch(List.of(new Arrival(sealed, index, false))));
  }

  private static List<StoredRecord> records(ResultStore store) {
    List<StoredRecord> records = new ArrayList<>();
    store.records.scan("job", records::add);
    return records;
  }

  @Test
  void intervalsInWhichARecordIsMissingStayAsTheyAre() {
    ScriptedCluster cluster = begun("gap");
    cluster.advance(Duration.ofSeconds(100));
    cluster.alter("DELETE FROM records WHERE seq = 25 AND stream_id = 1");
    rollUp(cluster);

    List<StoredRecord> records = records(cluster.store());
    assertEquals(
        19,
        records.stream()
            .filter(one -> one.index() >= 22 && one.index() < 32)
            .peek(one -> assertEquals(1, one.intervals()))
            .count());
    assertTrue(records.stream().anyMatch(one -> one.index() == 32 && one.intervals() == 10));
    cluster.close();
  }
}

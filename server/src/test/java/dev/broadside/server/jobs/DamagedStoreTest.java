package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.LiveEvent;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.upkeep.KeepRules;
import dev.broadside.server.upkeep.OldIntervals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A fault of the disk costs what it has hit, by its name, and nothing else.
final class DamagedStoreTest {
  private static final JobSpec SPEC =
      ScriptedCluster.wants(AgentDemand.any(2))
          .phases(
              new Phase(PhaseKind.WARM_UP, Duration.ofSeconds(12), SpecBuilder.closed(4)),
              SpecBuilder.measure(Duration.ofSeconds(150), SpecBuilder.closed(4)))
          .build();

  private static final String OF_SECOND =
      "stream_id IN (SELECT id FROM streams WHERE run_id = 'job' AND agent = 'agent-2')";

  /// The first byte of a page of SQLite that has rows of a table with its own key, and no pages
  /// below.
  private static final byte LEAF = 10;

  @TempDir private Path folder;
  private ScriptedCluster cluster;
  private ScriptedAgent first;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
    first = cluster.agent("agent-1");
    cluster.agent("agent-2");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void runUntil(int seconds) {
    cluster.submit("job", SPEC);
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(seconds));
  }

  private void rollUp() {
    JobCore parts = cluster.parts();
    KeepRules rules =
        new KeepRules(
            Duration.ofSeconds(30), Duration.ofSeconds(70), Optional.empty(), Optional.empty(), 0);
    new OldIntervals(
            cluster.store(),
            rules,
            parts.events,
            (run, changed) -> parts.live.kept(run, LiveEvent.Kind.INTERVAL, changed))
        .rollUp();
  }

  private AuditDocument ended() {
    cluster.advanceTo("job", "completed");
    AuditDocument audit = cluster.result("job").audit();
    assertEquals(Verdict.INCOMPLETE, audit.verdict(), audit.findings().toString());
    return audit;
  }

  @Test
  void aDamagedRecordIsNamedAndHoldsUpNeitherItsJobNorItsAgents() {
    runUntil(120);
    rollUp();
    cluster.alter("UPDATE records SET limited = X'00' WHERE seq = 12 AND " + OF_SECOND);

    List<String> findings = ended().findings();

    assertTrue(
        findings.contains(
            "agent-2, worker 1: records from 12 to 21, rolled up, are damaged in the result store"),
        findings.toString());
    cluster.submit("next", ScriptedCluster.spec(2));
    cluster.advanceTo("next", "completed");
    assertEquals(Verdict.BALANCED, cluster.result("next").audit().verdict());
  }

  @Test
  void aRunIsTakenUpAgainBehindADamagedRecord() {
    runUntil(120);
    rollUp();
    cluster.alter("UPDATE records SET limited = X'00' WHERE seq = 12 AND " + OF_SECOND);
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();

    assertTrue(ended().findings().toString().contains("records from 12 to 21"));
  }

  @Test
  void aRecordThatComesAgainForADamagedOneHoldsUpNoOther() {
    runUntil(120);
    List<Arrival> again = new ArrayList<>();
    cluster
        .store()
        .records
        .scan("job", one -> again.add(new Arrival(one.sealed(), one.index(), false)));
    rollUp();
    cluster.alter("UPDATE records SET limited = X'00' WHERE seq = 12 AND " + OF_SECOND);

    List<Arrival.Result> results = cluster.store().records.addAll(new Batch(again));

    assertEquals(Set.of(Arrival.Result.DUPLICATE), Set.copyOf(results));
  }

  @Test
  void aJobWhosePagesAreDamagedFailsWithThatReasonAndHoldsNoAgent() throws IOException {
    runUntil(120);
    List<byte[]> records = new ArrayList<>();
    cluster.store().records.scan("job", one -> records.add(one.sealed().bytes()));
    cluster.kill();
    cluster.alter("PRAGMA wal_checkpoint(TRUNCATE)");
    cluster.alter("PRAGMA wal_checkpoint(TRUNCATE)");
    breakPageOf(records.get(records.size() / 2));
    cluster.reboot();
    cluster.reconnectAll();

    cluster.advanceTo("job", "failed");

    String reason = cluster.job("job").reason();
    assertEquals(
        "its result cannot be made: a record of job in the result store is damaged", reason);
    cluster.submit("next", ScriptedCluster.spec(2));
    cluster.advanceTo("next", "completed");
  }

  /// Makes the leaf with a record one that SQLite knows nothing of.
  private void breakPageOf(byte[] record) throws IOException {
    Path file = folder.resolve("broadside.db");
    byte[] all = Files.readAllBytes(file);
    byte[] part = Arrays.copyOf(record, 16);
    int at =
        IntStream.range(0, all.length - part.length)
            .filter(i -> Arrays.equals(all, i, i + part.length, part, 0, part.length))
            .filter(i -> all[i / 1_024 * 1_024] == LEAF)
            .findFirst()
            .orElseThrow();
    Arrays.fill(all, at / 1_024 * 1_024, at / 1_024 * 1_024 + 16, (byte) 0xFF);
    Files.write(file, all);
  }

  @Test
  void upkeepGoesOnBehindADamagedInterval() {
    runUntil(120);
    cluster.alter(
        "UPDATE intervals SET document = X'00' WHERE run_id = 'job' AND interval_index = 15");

    rollUp();

    List<Integer> positions = cluster.store().runs.changedIntervals("job", 0, Long.MAX_VALUE, 80);
    assertTrue(positions.contains(15), positions.toString());
    assertTrue(positions.contains(16), positions.toString());
    assertFalse(positions.contains(33), positions.toString());
    assertThrows(DamagedException.class, () -> cluster.store().runs.intervals("job", 15, 1));
    cluster.advanceTo("job", "completed");
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    Entry mended = cluster.store().runs.intervals("job", 15, 1).getFirst();
    assertEquals(15, mended.position(), "it is made again of its records");
  }

  @Test
  void aRunThatCannotBeReadIsStoppedAndCanBeDeleted() {
    runUntil(30);
    cluster.kill();
    cluster.alter("UPDATE jobs SET status = 'null' WHERE id = 'job'");
    cluster.reboot();
    cluster.reconnectAll();
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(new ShareGoal.Stop(true), first.heard().getLast());
    assertThrows(DamagedException.class, () -> cluster.parts().reads.job("job"));
    CompletableFuture<Optional<String>> deleted = cluster.parts().deletion.deleteDamaged("job");
    cluster.settle();
    assertEquals(Optional.empty(), deleted.join());
    assertEquals(Optional.empty(), cluster.parts().reads.job("job"));
    cluster.submit("next", ScriptedCluster.spec(2));
    cluster.advanceTo("next", "completed");
  }

  @Test
  void aSecretThatDoesNotOpenCostsItsOwnJobAlone() {
    cluster.submit("a", ScriptedCluster.spec(3));
    cluster.submit("b", ScriptedCluster.spec(3));
    cluster.alter("UPDATE jobs SET secrets = 'v2:' || secrets WHERE id = 'a'");
    cluster.kill();
    cluster.reboot();

    assertEquals(
        List.of("b"),
        cluster.store().jobs.open(ScriptedCluster.NOON).stream()
            .map(row -> row.job().id())
            .toList());
    assertThrows(DamagedException.class, () -> cluster.store().jobs.find("a"));
    assertTrue(cluster.store().knowsKey());
    cluster.alter("UPDATE jobs SET secrets = 'v2:' || secrets WHERE id = 'b'");
    assertFalse(cluster.store().knowsKey());
  }

  @Test
  void studiesAndGroupsThatCannotBeReadKeepNoServerFromStarting() {
    cluster.alter(
        "INSERT INTO campaigns (kind, id, submitted_at, finished, word, notifies, words, document,"
            + " plan, asked, secrets, state) VALUES"
            + " ('study', 's', 1, 0, '', 0, '', '', '{', '', 'x', ''),"
            + " ('group', 'g', 1, 0, '', 0, '', '', 'null', '[]', 'x', 'null')");
    cluster.kill();
    cluster.reboot();

    assertEquals(List.of(), cluster.store().campaigns.open());
  }

  @Test
  void aJobThatCannotBeReadIsLeftOutAndCostsNoOtherAnything() {
    for (String id : List.of("a", "b", "c", "d")) {
      cluster.submit(id, ScriptedCluster.spec(3));
      cluster.advance(Duration.ofSeconds(1));
    }
    cluster.cancel("c");
    cluster.alter("UPDATE jobs SET status = '{' WHERE id = 'c'");
    cluster.submit("e", ScriptedCluster.spec(3));
    cluster.submit("f", ScriptedCluster.spec(3));
    cluster.alter(
        "UPDATE jobs SET filing = 'null', finished = 1 WHERE id = 'e'",
        "UPDATE jobs SET status = replace(status, 'state', 'estate'), finished = 1 WHERE id = 'f'");
    cluster.alter("UPDATE shares SET document = '{'", "UPDATE jobs SET spec = '{' WHERE id = 'b'");
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();

    List<JobView> listed = cluster.parts().reads.jobs(Optional.empty(), 10);
    assertEquals(List.of("d", "a"), listed.stream().map(JobView::id).toList());
    assertEquals(
        List.of("d", "a"),
        cluster.store().jobs.found(JobQuery.EVERYTHING, Optional.empty(), 2).stream()
            .map(row -> row.job().id())
            .toList());
    assertEquals(List.of(), cluster.store().wholeJobs.ended());
    DamagedException e =
        assertThrows(DamagedException.class, () -> cluster.store().jobs.shown("b"));
    assertEquals("job b in the result store is damaged", e.getMessage());
  }
}

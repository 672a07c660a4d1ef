package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.core.wire.SealedRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A result is sealed when its job ends; what comes later amends it visibly, or is refused.
final class SealTest {
  @TempDir private Path folder;
  private ScriptedCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void resultIsSealedOverItsRecords() {
    cluster.twoAtWork(Duration.ofSeconds(3));
    assertEquals(Optional.empty(), cluster.result("job").seal());
    cluster.advanceTo("job", "completed");

    ResultSeal seal = seal();

    assertEquals(Map.of("agent-1", 7L, "agent-2", 7L), seal.records());
    assertEquals(List.of(), seal.amendments());
    RecordDigest again = new RecordDigest();
    cluster.store().records.scan("job", kept -> again.add(kept.sealed().key(), kept.ownDigests()));
    assertEquals(again.hex(), seal.sha256());
  }

  @Test
  void anyOtherByteMakesAnotherSeal() {
    RecordDigest one = new RecordDigest();
    RecordDigest other = new RecordDigest();
    add(one, record("agent-1", 0, 10));
    add(other, record("agent-1", 0, 11));

    assertNotEquals(one.hex(), other.hex());
  }

  private static void add(RecordDigest digest, SealedRecord sealed) {
    digest.add(sealed.key(), RecordDigest.of(sealed));
  }

  @Test
  void lateRecordsAmendTheResultAndTheFirstOneStays() {
    ScriptedAgent second = endWithoutTheSecond();
    RunDocument first = cluster.result("job");

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(5));

    RunDocument amended = cluster.result("job");
    ResultSeal seal = seal();
    assertEquals(first.seal().orElseThrow().sha256(), seal.sha256());
    assertEquals(1, seal.amendments().size());
    ResultSeal.Amendment amendment = seal.amendments().getFirst();
    assertEquals(1, amendment.number());
    assertEquals(Map.of("agent-2", 5L), amendment.records());
    assertNotEquals(seal.sha256(), amendment.sha256());
    assertEquals(Verdict.BALANCED, amended.audit().verdict());
    assertEquals(Optional.of(1), cluster.job("job").headline().orElseThrow().amendments());
    RunDocument kept = cluster.parts().results.sealed("job", 0).orElseThrow();
    assertEquals(first.audit(), kept.audit());
    assertEquals(first.summary(), kept.summary());
    assertEquals(1, sealedAmendments(1));
    assertEquals(Optional.empty(), cluster.parts().results.sealed("job", 2));
  }

  private int sealedAmendments(int amendments) {
    RunDocument document = cluster.parts().results.sealed("job", amendments).orElseThrow();
    return document.seal().orElseThrow().amendments().size();
  }

  @Test
  void amendedResultSaysThatItsTargetWasNotVerifiedAgain() {
    ScriptedAgent second = endWithoutTheSecond();
    assertTrue(cluster.result("job").audit().sentence().contains("target verified"));

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(5));

    RunDocument amended = cluster.result("job");
    assertTrue(amended.audit().sentence().endsWith("target not checked"));
    assertEquals(
        "the target was verified with all records", amended.audit().checks().getFirst().name());
  }

  @Test
  void whatComesInPiecesIsOneAmendment() {
    ScriptedAgent second = endWithoutTheSecond();
    List<SealedRecord> rest = second.spool("job");
    second.sending(message -> message instanceof Message.Records ? List.of() : List.of(message));
    cluster.connect(second);
    second.sending(List::of);

    for (SealedRecord one : rest) {
      second.send(new Message.Records(List.of(one)));
      cluster.advance(Duration.ofSeconds(1));
    }
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(1, seal().amendments().size());
  }

  @Test
  void amendmentIsMadeByTheNextServerWhereThisOneDies() {
    ScriptedAgent second = endWithoutTheSecond();
    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(1));
    assertEquals(0, seal().amendments().size());

    cluster.kill();
    cluster.reboot();
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(1, seal().amendments().size());
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
  }

  @Test
  void recordsAreRefusedWhenTheTimeForLateOnesIsOver() {
    ScriptedAgent second = endWithoutTheSecond();
    RunDocument first = cluster.result("job");
    cluster.kill();
    cluster.time().advance(Duration.ofHours(25));
    cluster.reboot();

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(first, cluster.result("job"));
    assertEquals(9, cluster.store().records.count("job"));
  }

  @Test
  void clockThatIsSetForwardDoesNotEndTheTimeForLateRecords() {
    ScriptedAgent second = endWithoutTheSecond();
    cluster.time().stepClock(Duration.ofHours(25));
    cluster.advance(Duration.ofSeconds(1));

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(1, seal().amendments().size());
  }

  @Test
  void recordsAreRefusedWhenEveryAgentHasLetGo() {
    ScriptedAgent first = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "completed");
    RunDocument before = cluster.result("job");
    cluster.advance(Duration.ofSeconds(2));

    first.send(new Message.Records(List.of(record("agent-1", 7, 10))));
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(before, cluster.result("job"));
    assertEquals(7, cluster.store().records.count("job"));
  }

  private static SealedRecord record(String agent, int index, long count) {
    return TestRecords.sealed("job", agent, ScriptedCluster.spec(1).axis(), index, count, false);
  }

  private ScriptedAgent endWithoutTheSecond() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofMillis(3_500));
    second.disconnect();
    cluster.advanceTo("job", "completed");
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
    return second;
  }

  private ResultSeal seal() {
    return cluster.result("job").seal().orElseThrow();
  }
}

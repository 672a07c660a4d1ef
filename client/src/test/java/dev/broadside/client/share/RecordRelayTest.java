package dev.broadside.client.share;

import static dev.broadside.client.spool.TestRecords.sealed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.agent.ManualLoop;
import dev.broadside.client.spool.FailingDisk;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.client.spool.Spool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Ack.Range;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordRelayTest {
  /// For two records and their frames, and not for three.
  private static final long ROOM_FOR_TWO = 2_600;

  private static final long PLENTY = 1L << 30;

  @TempDir private Path temp;

  private final ManualLoop loop = new ManualLoop();
  private final FailingDisk disk = new FailingDisk(new LocalDisk());
  private final List<SealedRecord> sent = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  private RecordRelay relay(SpoolQuota quota) throws IOException {
    Spool spool = Spool.create(disk, temp.resolve("1"), quota, new byte[0]);
    return new RecordRelay(spool, loop, loop.time(), this::toServer, log::add);
  }

  private void toServer(Message message) {
    sent.addAll(((Message.Records) message).records());
  }

  private static Message.Ack through(long seq) {
    return new Message.Ack("run", 1, "load", seq);
  }

  @Test
  void nothingIsSentBeforeItIsDurable() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    disk.full(true);
    relay.offer(sealed(0, 3));
    loop.pass(Duration.ofSeconds(5));
    assertEquals(List.of(), sent);
    disk.full(false);
    loop.pass(Duration.ofSeconds(1));
    assertEquals(sealed(0, 3), sent);
    assertEquals(
        List.of(
            "the spool cannot be written, so records wait in memory: no space left on this disk",
            "the spool takes records again; none was lost"),
        log);
  }

  @Test
  void aFullSpoolKeepsTheOrderAndLosesNothing() throws IOException {
    long limit = ROOM_FOR_TWO;
    SpoolQuota tight = new SpoolQuota(limit);
    RecordRelay relay = relay(tight);
    relay.connected();
    relay.offer(sealed(0, 2));
    loop.run();
    relay.offer(sealed(2, 4));
    loop.run();
    assertEquals(sealed(0, 2), sent);
    assertEquals(
        List.of("the spool is full, so records wait in memory until the server takes some"), log);
    assertTrue(tight.usedBytes() <= limit);
  }

  @Test
  void aDiskThatFailsIsTriedOnceASecondHoweverMuchArrives() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    disk.full(true);
    for (int seq = 0; seq < 10; seq++) {
      relay.offer(sealed(seq, seq + 1));
      loop.pass(Duration.ofSeconds(1));
    }
    int before = disk.opened();
    loop.pass(Duration.ofSeconds(10));
    assertEquals(10, disk.opened() - before);
    disk.full(false);
    loop.pass(Duration.ofSeconds(1));
    assertEquals(sealed(0, 10), sent);
  }

  @Test
  void whatIsDurableIsSentWhileTheSpoolIsFull() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(3 << 20));
    relay.connected();
    relay.offer(sealed(0, 20_000));
    loop.run();
    int first = sent.size();
    relay.acknowledged(through(first - 1));
    loop.run();
    assertEquals(sealed(0, sent.size()), sent);
    assertTrue(sent.size() > first, sent.size() + " records were sent");
    assertEquals(1, log.size(), log.toString());
  }

  @Test
  void whatAnotherSpoolGivesBackIsTakenWithoutAnAcknowledgement() throws IOException {
    SpoolQuota tight = new SpoolQuota(ROOM_FOR_TWO);
    Spool other = Spool.create(disk, temp.resolve("2"), tight, new byte[0]);
    assertTrue(other.append(sealed(0, 2)));
    RecordRelay relay = relay(tight);
    relay.connected();
    relay.offer(sealed(0, 2));
    loop.pass(Duration.ofSeconds(5));
    assertEquals(List.of(), sent);
    other.delete();
    loop.pass(Duration.ofSeconds(1));
    assertEquals(sealed(0, 2), sent);
  }

  @Test
  void newRecordsDoNotPutOffSendingTheOldOnesAgain() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    for (int seq = 0; seq < 4; seq++) {
      relay.offer(sealed(seq, seq + 1));
      loop.pass(Duration.ofSeconds(9));
    }
    List<SealedRecord> twice = new ArrayList<>(sealed(0, 4));
    twice.addAll(sealed(0, 4));
    assertEquals(twice, sent);
  }

  @Test
  void noMoreThanAWindowIsUnderWay() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    relay.offer(sealed(0, 5_000));
    loop.run();
    int first = sent.size();
    assertTrue(first > 500 && first < 5_000, first + " records were sent");
    relay.acknowledged(through(first - 1));
    loop.run();
    assertEquals(sealed(0, sent.size()), sent);
    assertTrue(sent.size() > first);
  }

  @Test
  void theIncarnationIsClosedBehindEverythingThatWasOffered() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    List<Long> lastSeqs = new ArrayList<>();
    relay.offer(sealed(0, 3));
    relay.conclude(
        newest -> {
          assertEquals(Optional.of(sealed(2)), newest);
          return Optional.of(sealed(3));
        },
        lastSeqs::add);
    loop.run();
    assertEquals(List.of(3L), lastSeqs);
    assertEquals(sealed(0, 4), sent);
  }

  /// More than a window of records, of which the third has decayed.
  @Test
  void oneDamagedRecordHoldsNoOtherBackAndIsNamed() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.offer(sealed(0, 5_000));
    loop.run();
    Path segment = temp.resolve("1/00000000.records");
    byte[] bytes = Files.readAllBytes(segment);
    int frame = bytes.length / 5_000;
    bytes[2 * frame + frame / 2] ^= 1;
    Files.write(segment, bytes);
    relay.connected();
    loop.run();
    while (sent.size() < 4_999) {
      int before = sent.size();
      Range beyond = new Range(3, sent.getLast().key().seq());
      relay.acknowledged(new Message.Ack("run", 1, "load", 1, List.of(beyond)));
      loop.run();
      assertTrue(sent.size() > before, sent.size() + " records were sent");
    }
    List<SealedRecord> others = new ArrayList<>(sealed(0, 5_000));
    others.remove(2);
    assertEquals(others, sent);
    assertEquals(
        List.of(
            "record 2 of stream load cannot be read back from "
                + segment
                + ": it is damaged; the other records are sent; this one stays on disk and is read again later"),
        log);
    relay.acknowledged(new Message.Ack("run", 1, "load", 1, List.of(new Range(3, 4_999))));
    List<Boolean> told = new ArrayList<>();
    relay.ifAllDelivered(() -> told.add(true));
    relay.ifAllAcknowledged(() -> told.add(false));
    loop.run();
    assertEquals(List.of(true), told);
    List<Optional<RecordRelay.Left>> left = new ArrayList<>();
    relay.discard(left::add);
    loop.run();
    assertEquals(1, left.getFirst().orElseThrow().records());
    assertTrue(Files.exists(segment));
  }

  @Test
  void whatTheServerHasIsDeletedWhenItIsWantedNoMore() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    relay.offer(sealed(0, 3));
    loop.run();
    relay.acknowledged(through(2));
    List<Optional<RecordRelay.Left>> left = new ArrayList<>();
    relay.discard(left::add);
    loop.run();
    assertEquals(List.of(Optional.empty()), left);
    assertFalse(Files.exists(temp.resolve("1")));
  }

  @Test
  void whatTheServerHasIsNotLeftForTheNextAgent() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    relay.offer(sealed(0, 3));
    relay.acknowledged(through(2));
    relay.close(() -> {});
    loop.run();
    assertFalse(Files.exists(temp.resolve("1")));
  }

  @Test
  void whatTheServerHasNotIsLeftForTheNextAgent() throws IOException {
    RecordRelay relay = relay(new SpoolQuota(PLENTY));
    relay.connected();
    relay.offer(sealed(0, 3));
    relay.acknowledged(through(1));
    relay.close(() -> {});
    loop.run();
    assertTrue(Files.exists(temp.resolve("1/00000000.records")));
  }
}

package dev.broadside.client.spool;

import static dev.broadside.client.spool.TestRecords.sealed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final byte[] HEAD = {1, 2, 3};
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir private Path temp;

  private final SpoolQuota quota = new SpoolQuota(1L << 30);

  private Path folder() {
    return temp.resolve("spool").resolve("1");
  }

  private Spool create() throws IOException {
    return Spool.create(new LocalDisk(), folder(), quota, HEAD);
  }

  private Spool reopen() throws IOException {
    return Spool.open(new FailingDisk(new LocalDisk()).hasty(), folder(), new SpoolQuota(1L << 30));
  }

  private static List<SealedRecord> all(Spool spool) throws IOException {
    return spool.read(0, ALL).records();
  }

  @Test
  void whatIsAppendedIsReadBackInOrderAfterARestart() throws IOException {
    try (Spool spool = create()) {
      assertTrue(spool.append(sealed(0, 3)));
      assertTrue(spool.append(sealed(3, 5)));
      assertEquals(sealed(0, 5), all(spool));
    }
    try (Spool spool = reopen()) {
      assertEquals(sealed(0, 5), all(spool));
      assertEquals(Optional.of(sealed(4)), spool.newest());
      assertArrayEquals(HEAD, spool.head());
      assertEquals(List.of(), spool.damage());
    }
  }

  @Test
  void readingGoesOnWhereItStoppedInPiecesOfBoundedSize() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 10));
      Spool.Batch first = spool.read(0, 1);
      assertEquals(sealed(0, 1), first.records());
      Spool.Batch rest = spool.read(first.next(), ALL);
      assertEquals(sealed(1, 10), rest.records());
      assertEquals(List.of(), spool.read(rest.next(), ALL).records());
    }
  }

  @Test
  void whatIsAcknowledgedIsForgotten() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 10));
      assertTrue(spool.acknowledge(new Message.Ack("run", 1, "load", 3)));
      assertFalse(spool.acknowledge(new Message.Ack("run", 1, "load", 3)));
      assertFalse(spool.acknowledge(new Message.Ack("run", 1, "other", 9)));
      assertEquals(sealed(4, 10), all(spool));
      assertEquals(6, spool.unacknowledged());
    }
  }

  @Test
  void aRecordThatIsHereAlreadyIsPassedOver() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 3));
      assertTrue(spool.append(sealed(1, 5)));
      assertEquals(sealed(0, 5), all(spool));
    }
  }

  @Test
  void aFullSpoolTakesNothingUntilSomethingIsAcknowledgedAndItsFileGone() throws IOException {
    long segment = Segments.SEGMENT_BYTES;
    SpoolQuota tight = new SpoolQuota(segment + segment / 2);
    try (Spool spool = Spool.create(new LocalDisk(), folder(), tight, HEAD)) {
      int seq = 0;
      while (spool.append(sealed(seq, seq + 1_000))) {
        seq += 1_000;
      }
      assertEquals(seq, spool.unacknowledged());
      assertFalse(spool.append(sealed(seq, seq + 1_000)));
      spool.acknowledge(new Message.Ack("run", 1, "load", seq - 1));
      assertTrue(spool.append(sealed(seq, seq + 1_000)));
      assertEquals(1_000, spool.unacknowledged());
      assertTrue(tight.usedBytes() < segment);
    }
  }

  @Test
  void aDeletedSpoolLeavesNothing() throws IOException {
    Spool spool = create();
    spool.append(sealed(0, 3));
    spool.delete();
    assertFalse(Files.exists(folder()));
    assertEquals(0, quota.usedBytes());
  }

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 1));
      assertEquals(
          "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())));
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(segment())));
    }
  }

  private Path segment() {
    return folder().resolve("00000000.records");
  }

  @Test
  void wherverTheFileIsCutTheWholeRecordsInFrontOfItRemain() throws IOException {
    byte[] whole = wholeFile();
    int frame = whole.length / 3;
    for (int length = 0; length < whole.length; length++) {
      Files.write(segment(), Arrays.copyOf(whole, length));
      try (Spool spool = reopen()) {
        int intact = length / frame;
        assertEquals(sealed(0, intact), all(spool), "cut after " + length + " bytes");
        assertEquals(List.of(), damagedBytes(spool));
        assertEquals(intact * (long) frame, Files.size(segment()));
        assertTrue(spool.append(sealed(intact, 4)));
        assertEquals(sealed(0, 4), all(spool), "went on after " + length + " bytes");
      }
    }
  }

  @Test
  void aFlippedBitLosesTheOneRecordItIsInAndChangesNone() throws IOException {
    byte[] whole = wholeFile();
    int frame = whole.length / 3;
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      Files.write(segment(), damaged);
      try (Spool spool = reopen()) {
        List<SealedRecord> expected = new ArrayList<>(sealed(0, 3));
        expected.remove(at / frame);
        assertEquals(expected, all(spool), "flipped in byte " + at);
        assertEquals(
            at / frame == 2
                ? List.of()
                : List.of(frame + " bytes of " + segment().getFileName() + " are damaged"),
            damagedBytes(spool));
      }
    }
  }

  /// Of what is damaged, what lies before something that can be read.
  private static List<String> damagedBytes(Spool spool) {
    return spool.damage().stream().filter(line -> line.endsWith("are damaged")).toList();
  }

  /// Three records of one size.
  private byte[] wholeFile() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 3));
    }
    return Files.readAllBytes(segment());
  }

  @Test
  void afterAFailedFlushTheRecordsGoIntoANewFileAndNothingIsLost() throws IOException {
    FailingDisk disk = new FailingDisk(new LocalDisk());
    try (Spool spool = Spool.create(disk, folder(), quota, HEAD)) {
      spool.append(sealed(0, 2));
      disk.failNextForce();
      assertThrows(IOException.class, () -> spool.append(sealed(2, 4)));
      assertEquals(sealed(0, 2), all(spool));
      assertTrue(spool.append(sealed(2, 4)));
      assertEquals(sealed(0, 4), all(spool));
    }
    try (Spool spool = reopen()) {
      assertEquals(sealed(0, 4), all(spool));
    }
  }

  @Test
  void aDiskThatStaysFullIsLeftNoFileForEachAttempt() throws IOException {
    FailingDisk disk = new FailingDisk(new LocalDisk());
    try (Spool spool = Spool.create(disk, folder(), quota, HEAD)) {
      spool.append(sealed(0, 2));
      disk.full(true);
      for (int attempt = 0; attempt < 10; attempt++) {
        assertThrows(IOException.class, () -> spool.append(sealed(2, 4)));
      }
      assertEquals(
          List.of("00000000.records", "head", "head.copy"),
          files().stream().map(file -> file.getFileName().toString()).toList());
      assertEquals(1, disk.open());
      disk.full(false);
      assertTrue(spool.append(sealed(2, 4)));
      assertEquals(sealed(0, 4), all(spool));
    }
    try (Spool spool = reopen()) {
      assertEquals(sealed(0, 4), all(spool));
    }
  }

  private List<Path> files() throws IOException {
    return new LocalDisk().list(folder());
  }

  @Test
  void aDamagedHeadStillGivesTheRecords() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 3));
    }
    Files.write(folder().resolve("head"), new byte[] {9, 9, 9});
    Files.delete(folder().resolve("head.copy"));
    try (Spool spool = reopen()) {
      assertEquals(0, spool.head().length);
      assertEquals(sealed(0, 3), all(spool));
    }
  }

  @Test
  void recordsBehindAMissingOneAreForgottenWithoutIt() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 10));
      List<Message.Ack.Range> beyond =
          List.of(new Message.Ack.Range(4, 5), new Message.Ack.Range(7, 7));
      assertTrue(spool.acknowledge(new Message.Ack("run", 1, "load", 2, beyond)));
      assertEquals(
          List.of(3L, 6L, 8L, 9L), all(spool).stream().map(each -> each.key().seq()).toList());
    }
  }

  @Test
  void aRecordThatDecaysWhileTheSpoolIsOpenHoldsNoOtherBackAndIsTriedAgain() throws IOException {
    try (Spool spool = create()) {
      spool.append(sealed(0, 5));
      byte[] whole = Files.readAllBytes(segment());
      int frame = whole.length / 5;
      for (int at = 2 * frame; at < 3 * frame; at++) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << at % 8);
        Files.write(segment(), damaged);
        Spool.Batch batch = spool.read(0, ALL);
        List<SealedRecord> others = new ArrayList<>(sealed(0, 5));
        others.remove(2);
        assertEquals(others, batch.records(), "flipped in byte " + at);
        assertEquals(
            List.of(
                "record 2 of stream load cannot be read back from "
                    + segment()
                    + ": it is damaged"),
            batch.unreadable());
        assertEquals(1, spool.unreadable());
        assertEquals(List.of(), spool.read(0, ALL).unreadable(), "it is said once");
        Files.write(segment(), whole);
        assertEquals(sealed(0, 5), all(spool));
        assertEquals(0, spool.unreadable());
      }
    }
  }

  @Test
  void aRecordThatTheDiskDoesNotGiveHoldsNoOtherBack() throws IOException {
    FailingDisk disk = new FailingDisk(new LocalDisk());
    try (Spool spool = Spool.create(disk, folder(), quota, HEAD)) {
      spool.append(sealed(0, 2));
      disk.failNextForce();
      assertThrows(IOException.class, () -> spool.append(sealed(2, 4)));
      spool.append(sealed(2, 4));
      disk.unreadable("00000000.records");
      Spool.Batch batch = spool.read(0, ALL);
      assertEquals(sealed(2, 4), batch.records());
      assertEquals(2, batch.unreadable().size());
      assertTrue(batch.unreadable().getFirst().endsWith("the disk says input/output error"));
      disk.unreadable("none");
      assertEquals(sealed(0, 4), all(spool));
    }
  }

  @Test
  void aWholeFileThatCannotBeReadIsLeftAndTheOthersAreRead() throws IOException {
    FailingDisk disk = new FailingDisk(new LocalDisk());
    try (Spool spool = Spool.create(disk, folder(), quota, HEAD)) {
      spool.append(sealed(0, 2));
      disk.failNextForce();
      assertThrows(IOException.class, () -> spool.append(sealed(2, 4)));
      spool.append(sealed(2, 4));
    }
    disk.unreadable("00000000.records");
    try (Spool spool = Spool.open(disk, folder(), quota)) {
      assertEquals(sealed(2, 4), all(spool));
      assertEquals(List.of("00000000.records cannot be read: input/output error"), spool.damage());
      assertTrue(spool.append(sealed(4, 5)));
      spool.acknowledge(new Message.Ack("run", 1, "load", 4));
    }
    assertTrue(Files.exists(segment()));
  }

  @Test
  void whatIsNoRecordOrHasNoNumberForANameHoldsNothingBack() throws IOException {
    byte[] whole = wholeFile();
    ByteArrayOutputStream mixed = new ByteArrayOutputStream();
    mixed.write(whole, 0, whole.length / 3);
    mixed.writeBytes(Framing.frame("no record at all".getBytes(StandardCharsets.UTF_8)));
    mixed.write(whole, whole.length / 3, 2 * whole.length / 3);
    Files.write(segment(), mixed.toByteArray());
    Files.write(folder().resolve("x1.records"), whole);
    Files.write(folder().resolve("999999999999.records"), whole);
    try (Spool spool = reopen()) {
      assertEquals(sealed(0, 3), all(spool));
      assertEquals(3, spool.damage().size(), spool.damage().toString());
      assertTrue(spool.damage().getFirst().endsWith("in 00000000.records is no record"));
      spool.acknowledge(new Message.Ack("run", 1, "load", 2));
      assertTrue(spool.append(sealed(3, 4)));
      assertTrue(Files.exists(segment()), "what people may want to look at stays");
    }
  }

  @Test
  void whatIsCutOffIsKeptBesideTheSegment() throws IOException {
    byte[] whole = wholeFile();
    Files.write(segment(), Arrays.copyOf(whole, whole.length - 1));
    try (Spool spool = reopen()) {
      assertEquals(sealed(0, 2), all(spool));
    }
    int frame = whole.length / 3;
    assertArrayEquals(
        Arrays.copyOfRange(whole, 2 * frame, whole.length - 1),
        Files.readAllBytes(folder().resolve("00000000.records.torn")));
  }

  @Test
  void aHeadHasACopy() throws IOException {
    create().close();
    Files.write(folder().resolve("head"), new byte[] {9, 9, 9});
    try (Spool spool = reopen()) {
      assertArrayEquals(HEAD, spool.head());
    }
  }
}

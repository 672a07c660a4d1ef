package dev.broadside.client.spool;

import static dev.broadside.client.spool.TestRecords.sealed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The power fails at each change that is made to a disk: what was said to be durable is there, and
/// what was being replaced is the old or the new one.
final class PowerLossTest {
  private static final int SEEDS = 500;
  private static final int MOST_CHANGES = 60;
  private static final byte[] HEAD = {1, 2, 3};
  private static final Path FOLDER = Path.of("/agent/spool/1");

  @Test
  void whatASpoolTookIsThereWheneverThePowerFails() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      PowerLossDisk disk = new PowerLossDisk(random);
      Progress progress = new Progress();
      Spool spool = Spool.create(disk, FOLDER, new SpoolQuota(1L << 30), HEAD);
      for (int failure = 0; failure < 3; failure++) {
        disk.failAfter(random.nextInt(MOST_CHANGES));
        progress.goOnUntilThePowerFails(spool, random);
        disk.restore();
        spool = Spool.open(disk, FOLDER, new SpoolQuota(1L << 30));
        progress.check(spool, "seed " + seed + ", failure " + failure);
      }
    }
  }

  /// What a spool was given and said.
  private static final class Progress {
    private final TreeSet<Integer> taken = new TreeSet<>();
    private int next;
    private int acknowledged;

    void goOnUntilThePowerFails(Spool spool, SplittableRandom random) {
      try {
        while (true) {
          int from = next;
          next += 1 + random.nextInt(5);
          assertTrue(spool.append(sealed(from, next)));
          IntStream.range(from, next).forEach(taken::add);
          if (random.nextInt(4) == 0) {
            acknowledged = random.nextInt(acknowledged, next);
            spool.acknowledge(new Message.Ack("run", 1, "load", acknowledged));
          }
        }
      } catch (IOException e) {
        // No power.
      }
    }

    /// Of records that were under way when the power failed, any may be there.
    void check(Spool spool, String when) {
      List<SealedRecord> there = spool.read(0, Integer.MAX_VALUE).records();
      TreeSet<Integer> numbers = new TreeSet<>();
      for (SealedRecord record : there) {
        int number = (int) record.key().seq();
        assertEquals(sealed(number), record, when);
        numbers.add(number);
      }
      assertEquals(there.size(), numbers.size(), when + ": a record is there twice");
      assertTrue(numbers.containsAll(taken.tailSet(acknowledged, false)), when + ": lost some");
      assertTrue(numbers.isEmpty() || numbers.getLast() < next, when);
      assertArrayEquals(HEAD, spool.head(), when);
      taken.addAll(numbers);
    }
  }

  @Test
  void aSmallFileIsTheOldOrTheNewOneWheneverThePowerFails() throws IOException {
    Path file = Path.of("/agent/identity");
    byte[] old = "the old one".getBytes(StandardCharsets.UTF_8);
    byte[] fresh = "another one, and longer".getBytes(StandardCharsets.UTF_8);
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      PowerLossDisk disk = new PowerLossDisk(random);
      disk.replace(file, old);
      disk.failAfter(random.nextInt(6));
      boolean done = replaced(disk, file, fresh);
      disk.restore();
      try (DiskFile there = disk.open(file)) {
        byte[] found = there.read(0, 1_000);
        boolean isOld = Arrays.equals(found, old);
        assertTrue(isOld ? !done : Arrays.equals(found, fresh), "seed " + seed);
      }
    }
  }

  private static boolean replaced(PowerLossDisk disk, Path file, byte[] fresh) {
    try {
      disk.replace(file, fresh);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

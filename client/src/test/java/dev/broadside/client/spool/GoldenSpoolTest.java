package dev.broadside.client.spool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The spool that an agent of version 0.1.0 leaves on its disk is read by every version from then
/// on.
///
/// Until 0.1.0 is released, a change of its files or of the records in it makes it anew: `./mvnw
/// test -pl client -am -Dtest=GoldenSpoolTest -Dsurefire.failIfNoSpecifiedTests=false
/// -Dupdate=true`. After it, it stays as it is, and that of a version that writes something else
/// lies in a folder of its own.
final class GoldenSpoolTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/spool");
  private static final byte[] HEAD = {1, 2, 3};
  private static final int RECORDS = 5;

  @TempDir private Path folder;

  private final SpoolQuota quota = new SpoolQuota(1L << 30);

  @BeforeEach
  void update() throws IOException {
    if (!Boolean.getBoolean("update")) {
      return;
    }
    for (Path file : files(GOLDEN)) {
      Files.delete(file);
    }
    try (Spool spool = Spool.create(new LocalDisk(), GOLDEN, quota, HEAD)) {
      spool.append(TestRecords.sealed(0, RECORDS));
    }
  }

  private static List<Path> files(Path where) throws IOException {
    if (Files.notExists(where)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(where)) {
      return files.toList();
    }
  }

  @Test
  void aSpoolIsRead() throws Exception {
    for (Path file : files(GOLDEN)) {
      Files.copy(file, folder.resolve(file.getFileName()));
    }

    try (Spool spool = Spool.open(new LocalDisk(), folder, quota)) {
      assertArrayEquals(HEAD, spool.head());
      List<IntervalRecord> records = new ArrayList<>();
      for (SealedRecord sealed : spool.read(0, Integer.MAX_VALUE).records()) {
        records.add(new Codec().open(sealed));
      }
      assertEquals(
          IntStream.range(0, RECORDS).mapToObj(seq -> TestRecords.record("run", 1, seq)).toList(),
          records);
      assertEquals(List.of(), spool.damage());
    }
  }
}

package dev.broadside.client.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.spool.LocalDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  @TempDir Path temp;

  /// `Aa` and `BB` have the same `String.hashCode`.
  @Test
  void anAgentThatStartsLeavesTheCountersOfEveryOtherFolderAlone() throws Exception {
    Path counters = Files.createDirectory(temp.resolve("shm"));
    assertEquals(
        temp.resolve("Aa").toString().hashCode(), temp.resolve("BB").toString().hashCode());
    try (DataFolder one = DataFolder.open(new LocalDisk(), temp.resolve("Aa"), counters);
        DataFolder other = DataFolder.open(new LocalDisk(), temp.resolve("BB"), counters)) {
      Path live = Files.createFile(one.home(1).counters());
      Path stale = Files.createFile(other.home(7).counters());

      other.dropStaleCounters();

      assertTrue(Files.exists(live));
      assertFalse(Files.exists(stale));
    }
  }
}

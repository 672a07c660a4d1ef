package dev.broadside.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.work.ErrorClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CounterFileTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("counters");
  }

  @Test
  void aReaderSeesTheSumsOfAllThreadsWhileTheWriterIsAtWork() throws IOException {
    try (CounterFile counters = CounterFile.create(file, 3, 1, 2)) {
      for (int thread = 0; thread < 3; thread++) {
        counters.slot(thread).add(Counter.BEGUN, 10);
        counters.slot(thread).add(Counter.GOOD, 7);
      }
      counters.slot(1).add(Counter.failed(ErrorClass.DEADLOCK), 2);

      assertEquals(
          TestCounts.of(30, 21, Map.of(ErrorClass.DEADLOCK, 2L), 7, 0, 0, Map.of(), 0, 0, Map.of()),
          CounterFile.readDead(file, -1).transactions());
    }
  }

  @Test
  void whatADeadWriterHadBegunAndNotEndedIsUncertain() throws IOException {
    CounterFile counters = CounterFile.create(file, 2, 1, 2);
    counters.slot(0).add(Counter.BEGUN, 5);
    counters.slot(0).add(Counter.GOOD, 3);
    counters.slot(0).add(Counter.UNCERTAIN, 1);
    counters.slot(1).add(Counter.BEGUN, 1);
    counters.close();

    CounterFile.Left left = CounterFile.readDead(file, -1);

    assertEquals(3, left.transactions().uncertain());
    assertEquals(left.transactions().begun(), left.transactions().ended());
    assertEquals(2, left.inFlight());
  }

  @Test
  void manyThreadsHaveTheirOperationsInAFewStripes() throws IOException {
    CounterFile.create(file, 10_000, 16, 20).close();
    assertEquals(128 + 10_000 * 384 + 16 * 20 * 64, bytesInUse(file));
    Files.delete(file);

    CounterFile.create(file, 2_600, 16, 20).close();
    assertTrue(bytesInUse(file) <= 1 << 20);
  }

  private static long bytesInUse(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    return all.length - 12_288L * (128 + 4_096);
  }

  @Test
  void countsThatCannotBeTrueAreDamage() throws IOException {
    try (CounterFile counters = CounterFile.create(file, 2, 2, 2)) {
      counters.slot(0).add(Counter.BEGUN, 5);
      counters.slot(0).add(Counter.GOOD, 6);
    }
    assertThrows(IOException.class, () -> CounterFile.readDead(file, -1));
    Files.delete(file);

    try (CounterFile counters = CounterFile.create(file, 2, 2, 2)) {
      counters.operations(1).add(OperationCounter.CELLS + OperationCounter.OK, 1);
    }
    assertThrows(IOException.class, () -> CounterFile.readDead(file, -1));
  }

  @Test
  void aFileThatIsCutOffIsRefused() throws IOException {
    CounterFile.create(file, 2, 2, 2).close();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 8));

    assertThrows(IOException.class, () -> CounterFile.readDead(file, -1));
  }

  @Test
  void theFileIsItsOwnersAlone() throws IOException {
    CounterFile.create(file, 1, 1, 2).close();

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aFileThatIsThereIsNotTakenOver() throws IOException {
    Files.createFile(file);

    assertThrows(FileAlreadyExistsException.class, () -> CounterFile.create(file, 1, 1, 2));
  }

  /// On a file system in memory, which keeps account of every page.
  @Test
  @EnabledOnOs(OS.LINUX)
  void theRoomOfEveryCounterIsTakenBeforeTheFirstStore() throws Exception {
    Path memory = Path.of("/dev/shm");
    Assumptions.assumeTrue(Files.isWritable(memory));
    Path shared = Files.createTempDirectory(memory, "counters").resolve("file");
    try {
      try (CounterFile counters = CounterFile.create(shared, 1_000, 1, 2)) {
        long before = roomTaken(shared);
        assertTrue(before >= bytesInUse(shared), before + " bytes");
        counters.chunk(0, 0, 0);
        counters.chunk(0, 0, 1);
        long after = roomTaken(shared);
        assertTrue(after - before >= 2 * 8 * LatencyCounts.CHUNK, after + " bytes");
        assertTrue(after - before <= 4 * 8 * LatencyCounts.CHUNK, after + " bytes");
      }
    } finally {
      Files.deleteIfExists(shared);
      Files.delete(shared.getParent());
    }
  }

  private static long roomTaken(Path file) throws IOException, InterruptedException {
    return 512 * Long.parseLong(said(List.of("stat", "-c", "%b", file.toString())).strip());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whereThereIsNoRoomItIsSaidAndNothingIsLeft() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // No file of that process may grow beyond 16 blocks of half a kilobyte.
    String said =
        said(
            List.of(
                "sh",
                "-c",
                "ulimit -f 16; exec \"$@\"",
                "sh",
                java,
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Full.class.getName(),
                file.toString()));

    assertTrue(said.contains("the load threads' counters cannot be kept in " + file + ": "), said);
    assertTrue(said.contains("; see that there is room in " + folder), said);
    assertFalse(Files.exists(file));
  }

  private static String said(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }

  /// The process that has no room.
  static final class Full {
    private Full() {}

    public static void main(String[] line) {
      try {
        CounterFile.create(Path.of(line[0]), 1_000, 1, 2).close();
        System.out.println("made");
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void whatIsNoCounterFileIsRefused() throws IOException {
    Files.write(file, new byte[1_000]);
    assertThrows(IOException.class, () -> CounterFile.readDead(file, -1));

    Files.write(file, new byte[3]);
    assertThrows(IOException.class, () -> CounterFile.readDead(file, -1));
  }
}

package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.work.ErrorClass;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
    try (CounterFile counters = CounterFile.create(file, 3)) {
      for (int thread = 0; thread < 3; thread++) {
        counters.slot(thread).add(Counter.BEGUN, 10);
        counters.slot(thread).add(Counter.OK, 7);
      }
      counters.slot(1).add(Counter.failed(ErrorClass.DEADLOCK), 2);

      assertEquals(
          new OutcomeCounts(30, 21, Map.of(ErrorClass.DEADLOCK, 2L), 0, 0, 0, 0, 0, 0),
          CounterFile.read(file));
    }
  }

  @Test
  void whatADeadWriterHadBegunAndNotEndedIsUncertain() throws IOException {
    CounterFile counters = CounterFile.create(file, 2);
    counters.slot(0).add(Counter.BEGUN, 5);
    counters.slot(0).add(Counter.OK, 3);
    counters.slot(0).add(Counter.UNCERTAIN, 1);
    counters.slot(1).add(Counter.BEGUN, 1);
    counters.close();

    OutcomeCounts left = CounterFile.readDead(file);

    assertEquals(3, left.uncertain());
    assertEquals(left.begun(), left.ended());
  }

  @Test
  void theFileIsItsOwnersAlone() throws IOException {
    CounterFile.create(file, 1).close();

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aFileThatIsThereIsNotTakenOver() throws IOException {
    Files.createFile(file);

    assertThrows(FileAlreadyExistsException.class, () -> CounterFile.create(file, 1));
  }

  @Test
  void whatIsNoCounterFileIsRefused() throws IOException {
    Files.write(file, new byte[1_000]);
    assertThrows(IOException.class, () -> CounterFile.read(file));

    Files.write(file, new byte[3]);
    assertThrows(IOException.class, () -> CounterFile.read(file));
  }
}

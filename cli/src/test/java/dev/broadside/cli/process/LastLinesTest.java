package dev.broadside.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastLinesTest {
  private final Path log;

  LastLinesTest(@TempDir Path folder) {
    log = folder.resolve("log");
  }

  @Test
  void theLastLinesAreShown() throws IOException {
    Files.writeString(log, "1\n2\n3\n4\n5\n6\n");
    assertEquals("2 / 3 / 4 / 5 / 6", LastLines.of(log));
  }

  @Test
  void errorsAreShownAndNotTheAdviceBehindThem() throws IOException {
    Files.writeString(
        log,
        """
        [Note] starting
        [ERROR] InnoDB: no space left
        Installation of system tables failed!
        Examine the logs
        1
        2
        3
        the discuss email list
        """);
    assertEquals("[ERROR] InnoDB: no space left", LastLines.of(log));
  }

  @Test
  void anErrorThatOnlySaysThatItGivesUpIsNotAlone() throws IOException {
    Files.writeString(log, "ERROR: 1  Can't open file 'x'\n2026-11-27 0 [ERROR] Aborting\n");
    assertEquals(
        "ERROR: 1  Can't open file 'x' / 2026-11-27 0 [ERROR] Aborting", LastLines.of(log));
  }
}

package dev.broadside.core.sentence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCauseTest {
  @TempDir Path folder;

  @Test
  void whatIsMissingOrInTheWayIsToldInWordsAndNotByItsName() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertEquals(
        "there is no such file or folder",
        FileCause.of(
            assertThrows(IOException.class, () -> Files.readString(folder.resolve("none")))));
    assertEquals(
        "a file of that name is there",
        FileCause.of(assertThrows(IOException.class, () -> Files.createDirectories(file))));
    assertEquals(
        "Not a directory",
        FileCause.of(
            assertThrows(IOException.class, () -> Files.createFile(file.resolve("child")))));
  }

  @Test
  void theSystemsReasonIsToldAndElseTheMessage() {
    assertEquals(
        "Read-only file system",
        FileCause.of(new FileSystemException("/data", null, "Read-only file system")));
    assertEquals(
        "No space left on device", FileCause.of(new IOException("No space left on device")));
    assertEquals("IOException", FileCause.of(new IOException()));
  }
}

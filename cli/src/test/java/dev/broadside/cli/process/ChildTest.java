package dev.broadside.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
  private final Path folder;

  ChildTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Child start(String... command) throws IOException {
    return Child.start("probe", List.of(command), Map.of("WORD", "heard"), folder.resolve("log"));
  }

  private static boolean ends(long pid) throws InterruptedException {
    CountDownLatch gone = new CountDownLatch(1);
    ProcessHandle.of(pid)
        .ifPresentOrElse(one -> one.onExit().thenRun(gone::countDown), gone::countDown);
    return gone.await(2, TimeUnit.MINUTES);
  }

  @Test
  void aChildIsReadLineByLineAndGetsVariables() throws IOException {
    try (Child child = start("/bin/sh", "-c", "echo one; echo $WORD; cat")) {
      assertEquals("one", child.nextLine());
      assertEquals("heard", child.nextLine());
      assertTrue(child.alive());
    }
  }

  @Test
  void aChildEndsWhenItsPipeCloses() throws IOException, InterruptedException {
    Child child = start("cat");
    child.letGo();
    assertTrue(ends(child.pid()));
  }

  @Test
  void whatAChildStartedEndsWithIt() throws IOException, InterruptedException {
    Child child = start("/bin/sh", "-c", "sleep 600 & echo $!; cat");
    long grandchild = Long.parseLong(child.nextLine());
    child.close();
    assertTrue(ends(grandchild));
  }

  @Test
  void theLastWordsOfAChildThatEndedAreTold() throws IOException {
    try (Child child = start("/bin/sh", "-c", "echo it broke >&2; exit 3")) {
      IOException ended = assertThrows(IOException.class, child::nextLine);
      assertTrue(ended.getMessage().contains("it broke"), ended.getMessage());
    }
  }

  @Test
  void aDeafChildIsKilledWhenItsPipeCloses() throws IOException, InterruptedException {
    try (Child child =
        Child.startDeaf(
            "deaf",
            List.of("/bin/sh", "-c", "echo $$; exec sleep 600"),
            folder.resolve("log"),
            Optional.empty())) {
      long program = Long.parseLong(child.nextLine());
      child.letGo();
      assertTrue(ends(program));
      assertTrue(ends(child.pid()));
    }
  }

  @Test
  void theReaderOfThePipeEndsWithItsProgramAndRemovesItsFolder()
      throws IOException, InterruptedException {
    Path goes = Files.createDirectories(folder.resolve("a folder").resolve("inside"));
    try (Child child =
        Child.startDeaf("deaf", List.of("/bin/true"), folder.resolve("log"), Optional.of(goes))) {
      assertTrue(ends(child.pid()));
      assertFalse(child.alive());
      assertFalse(Files.exists(goes));
      assertTrue(Files.exists(folder.resolve("a folder")));
    }
  }
}

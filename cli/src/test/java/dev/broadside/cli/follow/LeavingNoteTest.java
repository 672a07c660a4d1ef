package dev.broadside.cli.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LeavingNoteTest {
  /// A process that follows something, which ends where it is told `over`.
  static final class Follower {
    private Follower() {}

    public static void main(String[] args) throws Exception {
      try (LeavingNote _ = new LeavingNote(() -> System.out.println("it goes on"))) {
        System.out.println("following");
        while (System.in.read() != '\n') {
          // Until somebody says that it is over, or a signal comes.
        }
      }
      System.out.println("over");
    }
  }

  private static Process follower() throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Follower.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whoLeavesByASignalIsToldThatTheWorkGoesOn() throws Exception {
    Process process = follower();
    try (BufferedReader said = process.inputReader()) {
      assertEquals("following", said.readLine());
      // The process's own method would close what it says, too.
      process.toHandle().destroy();
      assertEquals("it goes on", said.readLine());
      assertTrue(process.waitFor(1, TimeUnit.MINUTES));
      assertEquals(143, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whoStaysToTheEndIsNot() throws Exception {
    Process process = follower();
    try (BufferedReader said = process.inputReader()) {
      assertEquals("following", said.readLine());
      process.outputWriter().append('\n').close();
      assertEquals("over", said.readLine());
      assertTrue(process.waitFor(1, TimeUnit.MINUTES));
      assertEquals(null, said.readLine());
    } finally {
      process.destroyForcibly();
    }
  }
}

package dev.broadside.client.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Real processes whose parents have ended.
class OffspringTest {
  @BeforeEach
  void onLinux() {
    assumeTrue(Files.isReadable(Path.of("/proc/self/environ")), "NOT RUN: no /proc");
  }

  /// A child of a shell that ends at once.
  private static ProcessHandle orphan(Offspring of) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", "sleep 600 > /dev/null 2>&1 & echo $!");
    builder.environment().put(Offspring.VARIABLE, of.mark());
    Process shell = builder.start();
    String pid = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertEquals(0, shell.waitFor());
    return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
  }

  @Test
  void whoseParentHasDiedEndsAllTheSame() throws Exception {
    Offspring one = Offspring.unique();
    Offspring other = Offspring.unique();
    ProcessHandle ending = orphan(one);
    ProcessHandle staying = orphan(other);
    try {
      assertEquals(one, Offspring.of(ending));
      one.end();
      ending.onExit().get(1, TimeUnit.MINUTES);
      assertTrue(staying.isAlive());
    } finally {
      other.end();
    }
    staying.onExit().get(1, TimeUnit.MINUTES);
  }

  @Test
  void nothingEndsWhereNoMarkIsKnown() throws Exception {
    Offspring one = Offspring.unique();
    ProcessHandle staying = orphan(one);
    new Offspring("").end();
    assertTrue(staying.isAlive());
    one.end();
    staying.onExit().get(1, TimeUnit.MINUTES);
  }
}

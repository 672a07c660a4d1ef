package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Command;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/// The demo, from its first line to the last process that it leaves.
@Order(5)
class DemoTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void itTellsThePageFirstAndTheResultLastAndEndsByItself() {
    try (Command demo = Command.start("demo", "--duration", "1s", "--no-browser")) {
      assertEquals(0, demo.awaitExit(PATIENCE), demo::toString);
      List<String> lines = demo.out().lines().toList();
      assertTrue(lines.getFirst().matches(".*http://127\\.0\\.0\\.1:\\d+.*"), demo::toString);
      assertTrue(demo.out().contains("AUDIT BALANCED"), demo::toString);
      assertTrue(demo.out().contains("8 threads on 2 agents"), demo::toString);
      assertTrue(demo.out().contains("checked on the target\n"), demo::toString);
      assertTrue(demo.out().matches("(?s).* holds  .*"), demo::toString);
      assertTrue(lines.getLast().startsWith("sealed "), demo::toString);
    }
  }

  @Test
  void whenItIsKilledEverythingThatItStartedEnds() {
    List<ProcessHandle> family;
    try (Command demo = Command.start("demo", "--duration", "5m", "--no-browser")) {
      demo.awaitText(PATIENCE, "(tps: )");
      family = demo.handle().descendants().toList();
      assertFalse(family.isEmpty(), demo::toString);
      demo.handle().destroyForcibly();
      awaitEnd(family);
    }
  }

  private static void awaitEnd(List<ProcessHandle> family) {
    try {
      Await.until(
          PATIENCE,
          "the end of the demo's processes",
          () -> family.stream().noneMatch(ProcessHandle::isAlive),
          () -> family.stream().filter(ProcessHandle::isAlive).toList());
    } finally {
      family.forEach(ProcessHandle::destroyForcibly);
    }
  }
}

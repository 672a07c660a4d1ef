package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void inAPipeALineIsPrintedForEachStepAndEachTenth() {
    ProgressLine progress = new ProgressLine(out, Terminal.PIPE);
    for (int done = 0; done <= 1_000; done++) {
      progress.update("load orders", done, 1_000, Duration.ZERO);
    }
    progress.update("index", 0, 0, Duration.ZERO);
    progress.update("index", 0, 0, Duration.ZERO);
    List<String> lines = printed().lines().toList();
    assertEquals("load orders: 0 of 1,000", lines.getFirst());
    assertEquals("load orders: 1,000 of 1,000", lines.get(10));
    assertEquals("index", lines.get(11));
    assertEquals(12, lines.size());
  }

  @Test
  void inAPipeAStepThatGoesOnIsToldEverMoreSeldom() {
    ProgressLine progress = new ProgressLine(out, Terminal.PIPE);
    for (int seconds = 0; seconds <= 60; seconds++) {
      progress.update("opening connections", seconds < 2 ? 0 : 1, 30, Duration.ofSeconds(seconds));
    }
    assertEquals(
        List.of(
            "opening connections: 0 of 30",
            "opening connections: 1 of 30, 5 s",
            "opening connections: 1 of 30, 10 s",
            "opening connections: 1 of 30, 20 s",
            "opening connections: 1 of 30, 40 s"),
        printed().lines().toList());
  }

  @Test
  void aStepWithManyRowsIsShownWithItsPaceAndTheTimeLeft() {
    ProgressLine progress = new ProgressLine(out, Terminal.PIPE);
    progress.update("load stock", 10_000, 100_000, Duration.ofSeconds(2));
    progress.update("load stock", 40_000, 100_000, Duration.ofSeconds(12));
    progress.update("load item", 0, 100_000, Duration.ofSeconds(32));
    assertEquals(
        List.of(
            "load stock: 10,000 of 100,000",
            "load stock: 40,000 of 100,000, 12 s, 3,000/s, 20 s left",
            "load item: 0 of 100,000, 32 s"),
        printed().lines().toList());
  }

  @Test
  void onATerminalOneLineIsWrittenOverAndTakenAway() {
    ProgressLine progress = new ProgressLine(out, Terminal.of(Map.of(), true));
    progress.update("load", 1, 2, Duration.ZERO);
    progress.update("load", 1, 2, Duration.ZERO);
    progress.clear();
    progress.clear();
    assertEquals("\r\u001b[Kload: 1 of 2\r\u001b[K", printed());
  }
}

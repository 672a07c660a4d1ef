package dev.broadside.cli.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogLineTest {
  private static String line(String message, Optional<Throwable> thrown) {
    LoggerContext context = new LoggerContext();
    LoggingEvent event =
        new LoggingEvent(
            "test",
            context.getLogger("dev.broadside.Probe"),
            Level.WARN,
            message,
            thrown.orElse(null),
            null);
    event.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
    event.setThreadName("main");
    return new LogLine().doLayout(event);
  }

  @Test
  void anEventIsOneLine() {
    assertEquals(
        "2026-01-02T03:04:05.678Z WARN [main] Probe: all well" + System.lineSeparator(),
        line("all well", Optional.empty()));
  }

  @Test
  void aMessageCannotForgeALineNorMoveTheCursor() {
    String line = line("a\nb\r\u001b[2J", Optional.empty());
    assertTrue(line.endsWith("a\\nb\\r?[2J" + System.lineSeparator()), line);
  }

  @Test
  void anExceptionStandsOnTheSameLineWithItsCauses() {
    Exception thrown =
        new IllegalStateException("outer", new IllegalArgumentException("inner\ntwo"));
    String line = line("failed", Optional.of(thrown));
    assertEquals(1, line.lines().count(), line);
    assertTrue(line.contains("IllegalStateException: outer"), line);
    assertTrue(line.contains("caused by java.lang.IllegalArgumentException: inner\\ntwo"), line);
    assertTrue(line.contains("LogLineTest"), line);
  }
}

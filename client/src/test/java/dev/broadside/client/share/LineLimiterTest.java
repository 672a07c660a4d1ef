package dev.broadside.client.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineLimiterTest {
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final LineLimiter limiter = new LineLimiter(time);

  @Test
  void aLineThatRepeatsItselfIsCounted() {
    assertEquals(List.of("same"), limiter.line("same"));
    for (int i = 0; i < 1_000; i++) {
      assertEquals(List.of(), limiter.line("same"));
    }
    assertEquals(List.of("(the line before came 1000 more times)", "other"), limiter.line("other"));
    assertEquals(List.of(), limiter.pending());
    assertEquals(List.of(), limiter.line("other"));
    assertEquals(List.of("(the line before came once more)"), limiter.pending());
  }

  @Test
  void moreThanABurstIsLeftOutAndCountedUntilTimeHasPassed() {
    for (int i = 0; i < LineLimiter.BURST; i++) {
      assertEquals(List.of("line " + i), limiter.line("line " + i));
    }
    assertEquals(List.of(), limiter.line("too much"));
    assertEquals(List.of(), limiter.line("far too much"));
    time.advance(Duration.ofSeconds(1));
    assertEquals(List.of("(2 lines left out)", "later"), limiter.line("later"));
    for (int i = 1; i < LineLimiter.PER_SECOND; i++) {
      assertEquals(List.of("later " + i), limiter.line("later " + i));
    }
    assertEquals(List.of(), limiter.line("too much again"));
    assertEquals(List.of("(1 line left out)"), limiter.pending());
  }

  @Test
  void hostileLinesAreCutAndCleaned() {
    assertEquals(List.of("?[31mred?"), limiter.line("\u001b[31mred\r"));
    String cut = limiter.line("x".repeat(10_000)).getFirst();
    assertEquals(LineLimiter.MAX_LINE, cut.length());
  }
}

package dev.broadside.core.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Times as people write them.
final class WrittenMomentTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "2026-11-23 02:00 Europe/Berlin, 2026-11-23T01:00:00Z",
    "2026-11-23T02:00:30 UTC,        2026-11-23T02:00:30Z",
    "2026-11-23 02:00,               2026-11-23T01:00:00Z",
    "2026-11-23T01:00:00Z,           2026-11-23T01:00:00Z",
    "2026-11-23 02:00+01:00,         2026-11-23T01:00:00Z",
    "+2h30m,                         2026-03-01T14:30:00Z",
    // Clocks show it twice.
    "2026-10-25 02:30 Europe/Berlin, 2026-10-25T00:30:00Z",
  })
  void momentIsAnInstant(String text, Instant expected) {
    WrittenMoment moment = WrittenMoment.of(text).orElseThrow();
    assertEquals(new WrittenMoment.Found.At(expected), moment.from(NOON, BERLIN));
    assertEquals(Optional.of(moment), WrittenMoment.of(moment.text()));
  }

  @Test
  void timeThatClocksSkipIsNone() {
    assertEquals(
        new WrittenMoment.Found.Never(
            "clocks in Europe/Berlin go from 02:00 to 03:00 then, so that there is no 02:30"),
        WrittenMoment.of("2026-03-29 02:30").orElseThrow().from(NOON, BERLIN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tomorrow", "2026-02-30 02:00", "2026-11-23 02:00 Mars/Base", "+2x", ""})
  void whatIsNoTimeIsNone(String text) {
    assertEquals(Optional.empty(), WrittenMoment.of(text));
  }

  @ParameterizedTest
  @CsvSource({"PT3H12M, 3 h 12 min", "PT2H, 2 h", "PT52H, 2 d 4 h", "PT40S, 40 s", "PT119S, 1 min"})
  void distanceIsToldInItsTwoLargestUnits(Duration span, String expected) {
    assertEquals(expected, WrittenMoment.distance(span));
  }

  @ParameterizedTest
  @CsvSource({
    "0 2 * * *,    2026-03-02T01:00:00Z",
    "*/15 * * * *, 2026-03-01T12:15:00Z",
    "0 9 * * 1-5,  2026-03-02T08:00:00Z",
    "0 0 29 2 *,   2028-02-28T23:00:00Z",
    "@daily,       2026-03-01T23:00:00Z",
  })
  void repetitionHappensInItsZone(String text, Instant next) {
    Repetition repetition = Repetition.of(text).orElseThrow();
    assertEquals(Optional.of(next), repetition.after(NOON, BERLIN));
    assertTrue(repetition.happens());
  }

  @Test
  void timeThatClocksSkipDoesNotHappenAndOneShownTwiceHappensOnce() {
    Repetition halfPastTwo = Repetition.of("30 2 * * *").orElseThrow();
    Instant spring = Instant.parse("2026-03-28T12:00:00Z");
    Instant first = halfPastTwo.after(spring, BERLIN).orElseThrow();
    assertTrue(first.isAfter(Instant.parse("2026-03-29T00:59:59Z")), "" + first);
    Instant autumn = Instant.parse("2026-10-24T12:00:00Z");
    Instant once = halfPastTwo.after(autumn, BERLIN).orElseThrow();
    Instant again = halfPastTwo.after(once, BERLIN).orElseThrow();
    assertEquals(Instant.parse("2026-10-26T01:30:00Z"), again, "after " + once);
  }

  @Test
  void dayThatNoMonthHasNeverComes() {
    assertFalse(Repetition.of("0 0 30 2 *").orElseThrow().happens());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nightly", "61 * * * *", "0 2 * *", "0 2 * * * *", "@never"})
  void whatIsNoExpressionIsNone(String text) {
    assertEquals(Optional.empty(), Repetition.of(text));
  }
}

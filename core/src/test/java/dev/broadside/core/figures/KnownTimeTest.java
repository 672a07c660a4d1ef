package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.figures.RunFigures.KnownTime;
import org.junit.jupiter.api.Test;

class KnownTimeTest {
  private static final long SECOND = 1_000_000_000;

  private final KnownTime time = new KnownTime();

  private void load(int from, int until) {
    for (int i = from; i < until; i++) {
      time.ended(i, 100);
    }
  }

  private void settle(int from, int until) {
    for (int i = from; i < until; i++) {
      time.settle(i + 1, SECOND);
    }
  }

  private void known(String id, int from, int until) {
    for (int i = from; i < until; i++) {
      time.known(i, id, SECOND);
    }
  }

  @Test
  void aFigureIsKnownWhileAnybodyTellsIt() {
    load(0, 10);
    load(5, 10);
    known("a", 0, 5);
    known("b", 5, 10);
    known("b", 5, 10);
    settle(0, 7);

    assertEquals(new KnownTime.Known(5 * SECOND, 500), time.of("a"));
    assertEquals(new KnownTime.Known(5 * SECOND, 1_000), time.of("b"));
    assertEquals(KnownTime.Known.NEVER, time.of("c"));
  }

  @Test
  void intervalsThatOneAgentTellsOfAsOneAreOneForAll() {
    time.ended(0, 1_000);
    time.known(0, "a", 10 * SECOND);
    load(0, 10);
    known("b", 0, 10);
    time.settle(10, 10 * SECOND);

    assertEquals(new KnownTime.Known(10 * SECOND, 2_000), time.of("a"));
    assertEquals(new KnownTime.Known(10 * SECOND, 2_000), time.of("b"));
  }

  @Test
  void whatComesForASettledIntervalCountsByItsLength() {
    load(0, 10);
    known("a", 0, 10);
    settle(0, 10);
    load(0, 10);
    known("late", 0, 5);

    assertEquals(new KnownTime.Known(10 * SECOND, 2_000), time.of("a"));
    assertEquals(new KnownTime.Known(5 * SECOND, 1_000), time.of("late"));
  }
}

package dev.broadside.kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.kit.own.Feed.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// How the rows of a feed are shared out.
class FeedTest {
  private final RandomGenerator random = new SplittableRandom(1);

  private static Feed once(int rows, int first, int threads, int all) {
    return new Feed("f", rows, Order.ONCE, first, threads, all, false);
  }

  private long take(Feed.Turns turns) {
    turns.begin(0);
    return turns.next(random);
  }

  private List<Long> all(Feed feed) {
    Feed.Turns turns = feed.turns();
    List<Long> taken = new ArrayList<>();
    while (!turns.finished()) {
      taken.add(take(turns));
    }
    return taken;
  }

  private String usedUp(Feed feed) {
    Feed.Turns turns = feed.turns();
    return assertThrows(Feed.UsedUp.class, () -> take(turns)).getMessage();
  }

  @Test
  void aThreadThatIsFasterTakesWhatTheOthersHaveNotTaken() {
    Feed feed = once(5, 0, 2, 2);
    Feed.Turns slow = feed.turns();
    assertEquals(0, take(slow));
    assertFalse(slow.finished(), "it has the next row");
    assertEquals(3, feed.left());
    assertEquals(List.of(2L, 3L, 4L), all(feed));
    assertEquals(0, feed.left());
    assertEquals(1, take(slow));
    assertTrue(slow.finished());
    assertEquals(
        "all 5 rows of feed f are used up; add rows, shorten the run, or give the feed order:"
            + " round",
        usedUp(feed));
  }

  @Test
  void eachRowComesOnceOverAllAgentsAndWhoHasNoMoreSaysWhosePartItWas() {
    Feed first = once(11, 0, 3, 4);
    Feed second = once(11, 3, 1, 4);
    assertEquals(List.of(0L, 1L, 2L, 4L, 5L, 6L, 8L, 9L, 10L), all(first));
    assertEquals(List.of(3L, 7L), all(second));
    assertEquals(
        "the part of threads 0 to 2 is used up, 9 of the 11 rows of feed f;"
            + " add rows, shorten the run, or give the feed order: round",
        usedUp(first));
    assertEquals(
        "the part of thread 3 is used up, 2 of the 11 rows of feed f;"
            + " add rows, shorten the run, or give the feed order: round",
        usedUp(second));
  }

  @Test
  void aRepetitionTakesTheSameRowsAgain() {
    Feed feed = new Feed("f", 5, Order.ROUND, 0, 2, 2, false);
    Feed.Turns one = feed.turns();
    one.begin(0);
    assertEquals(
        List.of(0L, 1L, 2L), List.of(one.next(random), one.next(random), one.next(random)));
    assertEquals(3, take(feed.turns()));
    one.begin(1);
    assertEquals(
        List.of(0L, 1L, 2L, 4L),
        List.of(one.next(random), one.next(random), one.next(random), one.next(random)));
    assertEquals(0, take(one), "the next round");
    assertFalse(one.finished());
    assertTrue(Double.isNaN(feed.left()));
  }

  @Test
  void atRandomAnyRowComesAndNoneIsTheLast() {
    Feed.Turns turns = new Feed("f", 3, Order.RANDOM, 0, 1, 2, false).turns();
    Set<Long> taken = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      assertFalse(turns.finished());
      taken.add(take(turns));
    }
    assertEquals(Set.of(0L, 1L, 2L), taken);
  }

  @Test
  void noRowComesTwiceWhenAnotherWorkerTakesOver() {
    Feed taken = new Feed("f", 5, Order.ONCE, 0, 1, 1, true);
    assertTrue(taken.turns().finished());
    assertTrue(Double.isNaN(taken.left()));
    assertEquals(
        "a worker that died had a part of feed f, so the rest is left;"
            + " add rows, shorten the run, or give the feed order: round",
        usedUp(taken));
    assertFalse(new Feed("f", 5, Order.ROUND, 0, 1, 1, true).turns().finished());
  }

  @Test
  void aFeedWithoutRowsIsUsedUpFromTheBeginning() {
    assertTrue(once(0, 0, 1, 1).turns().finished());
    assertEquals(
        "all 0 rows of feed f are used up; add rows, shorten the run, or give the feed order:"
            + " round",
        usedUp(new Feed("f", 0, Order.RANDOM, 0, 1, 1, false)));
  }
}

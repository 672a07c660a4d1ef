package dev.broadside.sql.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.sql.value.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How the rows of a feed are shared out.
class FeedPartTest {
  private static final int SLOT = 0;
  private static final int VALUE = 1;

  private static FeedPart part(int rows, boolean round, int first, int threads, int all) {
    List<List<String>> texts =
        IntStream.range(0, rows).mapToObj(i -> List.of(Integer.toString(i))).toList();
    return new FeedPart(new FeedRows("f", round, 1, texts), first, threads, all);
  }

  /// A thread of the agent that has this part.
  private record Taker(FeedPart.Turns turns, Frame frame) {
    static Taker of(FeedPart part) {
      Frame frame = new Frame(2);
      frame.setObject(SLOT, part);
      return new Taker(FeedPart.turns(frame, SLOT), frame);
    }

    String take() throws FeedPart.FeedUsedUp {
      turns.begin(0);
      return takeMore();
    }

    String takeMore() throws FeedPart.FeedUsedUp {
      turns.next(frame, new int[] {VALUE});
      return frame.text(VALUE);
    }
  }

  private static List<String> all(FeedPart part) {
    Taker taker = Taker.of(part);
    List<String> taken = new ArrayList<>();
    assertThrows(
        FeedPart.FeedUsedUp.class,
        () -> {
          while (true) {
            taken.add(taker.take());
          }
        });
    return taken;
  }

  @Test
  void aThreadThatIsFasterTakesWhatTheOthersHaveNotTaken() throws Exception {
    FeedPart part = part(5, false, 0, 2, 2);
    Taker slow = Taker.of(part);
    assertEquals("0", slow.take());
    assertEquals(List.of("1", "2", "3", "4"), all(part));
    String told = assertThrows(FeedPart.FeedUsedUp.class, slow::take).getMessage();
    assertEquals(
        "all 5 rows of feed f are used up; add rows, shorten the run, or give the feed order: round",
        told);
  }

  @Test
  void eachRowComesOnceOverAllAgentsAndWhoHasNoMoreSaysWhosePartItWas() {
    FeedPart first = part(11, false, 0, 3, 4);
    FeedPart second = part(11, false, 3, 1, 4);
    assertEquals(List.of("0", "1", "2", "4", "5", "6", "8", "9", "10"), all(first));
    assertEquals(List.of("3", "7"), all(second));
    assertEquals(
        "the part of threads 0 to 2 is used up, 9 of the 11 rows of feed f;"
            + " add rows, shorten the run, or give the feed order: round",
        assertThrows(FeedPart.FeedUsedUp.class, Taker.of(first)::take).getMessage());
    assertEquals(
        "the part of thread 3 is used up, 2 of the 11 rows of feed f;"
            + " add rows, shorten the run, or give the feed order: round",
        assertThrows(FeedPart.FeedUsedUp.class, Taker.of(second)::take).getMessage());
  }

  @Test
  void aRepetitionTakesTheSameRowsAgain() throws Exception {
    FeedPart part = part(5, true, 0, 2, 2);
    Taker one = Taker.of(part);
    assertEquals(List.of("0", "1", "2"), List.of(one.take(), one.takeMore(), one.takeMore()));
    assertEquals("3", Taker.of(part).take());
    one.turns().begin(1);
    assertEquals(
        List.of("0", "1", "2", "4"),
        List.of(one.takeMore(), one.takeMore(), one.takeMore(), one.takeMore()));
    assertEquals("0", one.take(), "the next round");
  }
}

package dev.broadside.core.param;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
  private static final List<String> WORDS = List.of("igenoltp", "noop", "sysbench_oltp_read_write");

  @Test
  void theNearestWordIsFound() {
    assertEquals(List.of("igenoltp"), Suggestions.of("igneoltp", WORDS));
    assertEquals(List.of("noop"), Suggestions.of("NOOP", WORDS));
  }

  @Test
  void aBeginningIsEnough() {
    assertEquals(List.of("sysbench_oltp_read_write"), Suggestions.of("sysbench", WORDS));
  }

  @Test
  void aWordThatHasMoreThanTheRightOneIsNearToIt() {
    List<String> fields = List.of("think", "threads", "onAgentLoss");
    assertEquals(List.of("think"), Suggestions.of("thinkTime", fields));
    assertEquals(List.of("onAgentLoss"), Suggestions.of("onagentloss", fields));
  }

  @Test
  void whatIsFarFromEverythingSuggestsNothing() {
    assertEquals(List.of(), Suggestions.of("tpcc", WORDS));
    assertEquals(List.of(), Suggestions.of("", WORDS));
    assertEquals(List.of(), Suggestions.of("noop".repeat(99), List.of("noop".repeat(99))));
  }

  @Test
  void theMendNamesWhatIsNearAndElseWhatHelps() {
    assertEquals("did you mean noop?", Suggestions.mend("nop", WORDS, "see the list"));
    assertEquals("see the list", Suggestions.mend("tpcc", WORDS, "see the list"));
  }

  @Test
  void ofOneWordItIsSaidThatThereIsNoOther() {
    assertEquals("there is only count", Suggestions.mend("figure", List.of("count")));
    assertEquals("use one of a, b", Suggestions.oneOf(List.of("a", "b")));
  }

  @Test
  void distanceCountsLettersToChange() {
    assertEquals(0, Suggestions.distance("same", "same"));
    assertEquals(1, Suggestions.distance("scale", "scael".substring(0, 4) + "e"));
    assertEquals(3, Suggestions.distance("kitten", "sitting"));
    assertEquals(1, Suggestions.distance("scael", "scale"), "swapped neighbours are one mistake");
  }
}

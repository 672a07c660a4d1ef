package dev.broadside.kit.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomTextTest {
  private static final int DRAWS = 20_000;
  private final RandomGenerator random = new SplittableRandom(11);

  /// How often each character came, at any place of texts that need several draws.
  private static Map<Character, Long> counts(String all) {
    return all.chars()
        .mapToObj(character -> (char) character)
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  @Test
  void everyCharacterComesEquallyOften() {
    Map<String, Integer> expected = Map.of("[A-Za-z0-9]+", 62, "[A-Z]+", 26, "[0-9]+", 10);
    Map<String, String> texts =
        Map.of(
            "[A-Za-z0-9]+", RandomText.alphanumeric(random, DRAWS * 62),
            "[A-Z]+", RandomText.letters(random, DRAWS * 26),
            "[0-9]+", RandomText.digits(random, DRAWS * 10));
    texts.forEach((pattern, text) -> {
      assertTrue(text.matches(pattern), pattern);
      Map<Character, Long> counts = counts(text);
      assertEquals(expected.get(pattern), counts.size());
      counts.forEach((character, count) ->
          assertEquals(DRAWS, count, 6 * Math.sqrt(DRAWS), () -> "how often " + character));
    });
  }

  @Test
  void lengthsLieBetweenTheirBoundsAndAllOccur() {
    TreeSet<Integer> lengths = new TreeSet<>();
    for (int i = 0; i < 1_000; i++) {
      lengths.add(RandomText.alphanumeric(random, 14, 24).length());
    }
    assertEquals(
        IntStream.rangeClosed(14, 24).boxed().collect(Collectors.toCollection(TreeSet::new)),
        lengths);
    assertEquals("", RandomText.digits(random, 0));
  }

  @Test
  void equalSeedsMakeEqualTexts() {
    assertEquals(
        RandomText.alphanumeric(new SplittableRandom(3), 300, 500),
        RandomText.alphanumeric(new SplittableRandom(3), 300, 500));
  }
}

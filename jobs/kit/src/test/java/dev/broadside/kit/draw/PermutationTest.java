package dev.broadside.kit.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {

  private static int[] all(int size, long seed) {
    Permutation order = new Permutation(size, seed);
    return IntStream.range(0, size).map(order::at).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 16, 17, 1_000, 3_000, 4_096, 65_537})
  void everyNumberHasOnePlace(int size) {
    assertEquals(size, (int) IntStream.of(all(size, 7)).distinct().count());
    assertEquals(0, IntStream.of(all(size, 7)).min().orElseThrow());
    assertEquals(size - 1, IntStream.of(all(size, 7)).max().orElseThrow());
  }

  @Test
  void seedsMakeOrders() {
    assertEquals(
        IntStream.of(all(3_000, 1)).boxed().toList(), IntStream.of(all(3_000, 1)).boxed().toList());
    assertNotEquals(
        IntStream.of(all(3_000, 1)).boxed().toList(), IntStream.of(all(3_000, 2)).boxed().toList());
  }

  /// In a random order one number is where it would be unshuffled, in the mean; of a hundred orders
  /// a hundred are, with a standard deviation of ten.
  @Test
  void nothingStaysWhereItWasButByChance() {
    long fixed = 0;
    for (long seed = 0; seed < 100; seed++) {
      int[] order = all(3_000, seed);
      fixed += IntStream.range(0, order.length).filter(place -> order[place] == place).count();
    }
    assertEquals(100, fixed, 40);
  }

  @Test
  void noNumbersHaveNoOrder() {
    assertThrows(IllegalArgumentException.class, () -> new Permutation(0, 1));
  }
}

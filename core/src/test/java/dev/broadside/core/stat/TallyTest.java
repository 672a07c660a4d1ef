package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TallyTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42, 4711})
  void addingIsAssociativeAndCommutativeWithANeutralElement(long seed) {
    RandomTallies random = new RandomTallies(seed);
    Tally a = random.tally();
    Tally b = random.tally();
    Tally c = random.tally();

    assertEquals(a.plus(b).plus(c), a.plus(b.plus(c)));
    assertEquals(a.plus(b), b.plus(a));
    assertEquals(a, a.plus(Tally.NONE));
    assertEquals(a, Tally.NONE.plus(a));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyOrderGivesTheSameSumAndTheSumInPlaceAgrees(long seed) {
    RandomTallies random = new RandomTallies(seed);
    List<Tally> tallies = new ArrayList<>(Stream.generate(random::tally).limit(50).toList());
    Tally inOrder = tallies.stream().reduce(Tally.NONE, Tally::plus);

    for (int permutation = 0; permutation < 20; permutation++) {
      Collections.shuffle(tallies, new Random(seed + permutation));
      Tally.Sum sum = new Tally.Sum();
      tallies.forEach(sum::add);

      assertEquals(inOrder, tallies.stream().reduce(Tally.NONE, Tally::plus));
      assertEquals(inOrder, sum.toTally());
      assertEquals(inOrder, Tally.sum(tallies));
    }
  }
}

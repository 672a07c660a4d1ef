package dev.broadside.client.arrivals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReplayableRandomTest {

  private static long[] draw(RandomGenerator random, int count) {
    return LongStream.generate(random::nextLong).limit(count).toArray();
  }

  @Test
  void equalSeedsAndStreamsGiveEqualSequencesAndOthersDoNot() {
    long[] one = draw(new ReplayableRandom(1, 2), 100);

    assertArrayEquals(one, draw(new ReplayableRandom(1, 2), 100));
    assertNotEquals(Arrays.toString(one), Arrays.toString(draw(new ReplayableRandom(1, 3), 100)));
    assertNotEquals(Arrays.toString(one), Arrays.toString(draw(new ReplayableRandom(2, 2), 100)));
  }

  @Test
  void rewindingGoesBackToTheLastMark() {
    ReplayableRandom random = new ReplayableRandom(7, 0);
    draw(random, 10);
    random.mark();
    long[] first = draw(random, 10);
    random.rewind();

    assertArrayEquals(first, draw(random, 10));
  }

  @Test
  void drawsOfNeighbouringStreamsSpreadEvenly() {
    int[] buckets = new int[100];
    for (int stream = 0; stream < 1_000; stream++) {
      ReplayableRandom random = new ReplayableRandom(1, stream);
      for (int i = 0; i < 100; i++) {
        buckets[random.nextInt(100)]++;
      }
    }
    double chiSquare = 0;
    for (int bucket : buckets) {
      chiSquare += (bucket - 1_000.0) * (bucket - 1_000.0) / 1_000;
    }

    // 99 degrees of freedom: 148 is exceeded once in a thousand seeds, and this seed is fixed.
    assertEquals(99, chiSquare, 49);
  }
}

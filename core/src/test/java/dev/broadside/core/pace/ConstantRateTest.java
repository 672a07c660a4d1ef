package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstantRateTest {

  @ParameterizedTest
  @CsvSource({"1000, 1", "1000, 7", "333.3, 3", "50000, 64"})
  void theThreadsStartsInterleaveEvenlyAndAddUpToTheWhole(double perSecond, int threads) {
    int each = 100;
    long[] all =
        IntStream.range(0, threads)
            .mapToObj(thread -> new ConstantRate(perSecond, thread, threads))
            .flatMapToLong(pacer -> LongStream.range(0, each).map(pacer::startNanos))
            .sorted()
            .toArray();

    for (int k = 0; k < all.length; k++) {
      assertEquals(k * 1e9 / perSecond, all[k], 1.0, "start " + k);
    }
  }

  @Test
  void errorsDoNotAddUpOverAWeek() {
    ConstantRate pacer = new ConstantRate(1_000.0 / 3, 0, 1);
    long n = 7L * 86_400 * 1_000 / 3;

    assertEquals(7L * 86_400 * 1_000_000_000L, pacer.startNanos(n), 1_000);
  }

  @Test
  void aRateOfNothingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ConstantRate(0, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new ConstantRate(Double.NaN, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new ConstantRate(1, 1, 1));
  }
}

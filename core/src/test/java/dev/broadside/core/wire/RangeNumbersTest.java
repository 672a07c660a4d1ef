package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Numbers come back as they were written, in about as few bits as they carry information.
final class RangeNumbersTest {
  private static final int CONTEXTS = 3;

  private static byte[] written(long... numbers) {
    RangeNumbers.Writer writer = new RangeNumbers.Writer(CONTEXTS, 0);
    for (int i = 0; i < numbers.length; i++) {
      writer.put(i % CONTEXTS, numbers[i]);
    }
    return writer.written();
  }

  private static void comeBack(long... numbers) {
    byte[] written = written(numbers);
    RangeNumbers.Reader reader = new RangeNumbers.Reader(CONTEXTS, written);
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(numbers[i], reader.next(i % CONTEXTS), "number " + i);
    }
    reader.expectEnd();
  }

  @Test
  void numbersOfEveryLengthComeBack() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      long[] numbers = new long[random.nextInt(200)];
      int shift = random.nextInt(63);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] =
            Math.max(1, random.nextLong(Long.MAX_VALUE) >>> (shift + random.nextInt(63 - shift)));
      }
      comeBack(numbers);
    }
    comeBack();
    comeBack(Long.MAX_VALUE, 1, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  void longRowsOfTheSameComeBack() {
    for (long number : new long[] {1, 2, 3, 255, 256, 1L << 40}) {
      long[] numbers = new long[5_000];
      Arrays.fill(numbers, number);
      comeBack(numbers);
    }
  }

  @Test
  void whatIsAlwaysTheSameCostsNextToNothing() {
    long[] ones = new long[10_000];
    Arrays.fill(ones, 1);
    assertTrue(written(ones).length < 10_000 / 8 / 10, "bytes: " + written(ones).length);
  }

  /// A number that is 1 with probability 1/2, 2 with 1/4, ... carries two bits of information.
  @Test
  void geometricNumbersCostLittleMoreThanTheyTell() {
    Random random = new Random(11);
    RangeNumbers.Writer writer = new RangeNumbers.Writer(1, 0);
    int count = 20_000;
    for (int i = 0; i < count; i++) {
      int number = 1;
      while (random.nextBoolean()) {
        number++;
      }
      writer.put(0, number);
    }
    double bits = 8.0 * writer.written().length / count;
    assertTrue(bits > 1.95 && bits < 2.15, "bits: " + bits);
  }

  @Test
  void whatIsNoNumberIsRefused() {
    byte[] cut = Arrays.copyOf(written(1L << 50, 1L << 51, 1L << 52), 9);
    RangeNumbers.Reader reader = new RangeNumbers.Reader(CONTEXTS, cut);
    assertThrows(
        IllegalArgumentException.class,
        () -> {
          for (int i = 0; i < 100; i++) {
            assertTrue(reader.next(i % CONTEXTS) > 0);
          }
        });
    byte[] high = new byte[40];
    Arrays.fill(high, (byte) 0xFF);
    assertThrows(
        IllegalArgumentException.class, () -> new RangeNumbers.Reader(CONTEXTS, high).next(0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RangeNumbers.Reader(CONTEXTS, written(5)).next(0, 4));
  }

  @Test
  void whatFollowsTheLastNumberIsRefused() {
    byte[] written = written(1, 2, 3);
    RangeNumbers.Reader reader =
        new RangeNumbers.Reader(CONTEXTS, Arrays.copyOf(written, written.length + 5));
    for (int i = 0; i < CONTEXTS; i++) {
      assertEquals(i + 1, reader.next(i));
    }
    assertThrows(IllegalArgumentException.class, reader::expectEnd);
  }
}

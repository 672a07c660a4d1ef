package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Numbers come back as they were written, in about as few bits as they carry information.
final class AnsNumbersTest {
  private static final List<Symbols> SYMBOLS =
      List.of(Symbols.NONE, Symbols.distances(0.01), Symbols.counts(3), Symbols.counts(3_000));

  private static final int REST = 51_966;

  private static byte[] written(long... numbers) {
    AnsNumbers.Writer writer = new AnsNumbers.Writer(REST, 0);
    for (int i = numbers.length - 1; i >= 0; i--) {
      writer.put(SYMBOLS.get(i % SYMBOLS.size()), numbers[i]);
    }
    return writer.written();
  }

  private static void comeBack(long... numbers) {
    AnsNumbers.Reader reader = new AnsNumbers.Reader(written(numbers));
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(numbers[i], reader.next(SYMBOLS.get(i % SYMBOLS.size())), "number " + i);
    }
    assertEquals(REST, reader.rest(false));
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
    comeBack(Long.MAX_VALUE, 1, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  void everyNumberThatHasASymbolComesBackAndThoseBehind() {
    for (long number = 1; number < 20_000; number++) {
      comeBack(number, number, number, number);
    }
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
  void symbolsFollowOneUponTheOtherWithoutAGap() {
    int before = -1;
    for (int number = 1; number < 10_000; number++) {
      int symbol = Symbols.of(number);
      assertTrue(symbol == before || symbol == before + 1, "number " + number);
      assertEquals(symbol > before, number == Symbols.lowest(symbol) && before < Symbols.ESCAPE);
      before = symbol;
    }
    assertEquals(Symbols.ESCAPE, before);
  }

  /// Counts where 3 values are expected: as many bits as the information that they carry, and a
  /// twentieth.
  @Test
  void numbersAsTheyAreExpectedCostLittleMoreThanTheyTell() {
    Symbols counts = Symbols.counts(3);
    Random random = new Random(11);
    AnsNumbers.Writer writer = new AnsNumbers.Writer(REST, 0);
    double bits = 0;
    int count = 20_000;
    for (int i = 0; i < count; i++) {
      int symbol = counts.at(random.nextInt(1 << Symbols.BITS));
      if (symbol < Symbols.EXACT) {
        writer.put(counts, symbol + 1L);
        bits -= Math.log((double) counts.frequency(symbol) / (1 << Symbols.BITS)) / Math.log(2);
      }
    }
    double told = 8.0 * writer.written().length;
    assertTrue(told >= bits && told < 1.05 * bits, told + " bits for " + bits);
  }

  @Test
  void whatIsNoNumberIsRefused() {
    AnsNumbers.Reader cut =
        new AnsNumbers.Reader(Arrays.copyOf(written(1L << 50, 1L << 51, 1L << 52), 9));
    assertThrows(
        IllegalArgumentException.class,
        () -> {
          for (int i = 0; i < 100; i++) {
            assertTrue(cut.next(Symbols.NONE) > 0);
          }
        });
    byte[] high = new byte[40];
    Arrays.fill(high, (byte) 0xFF);
    assertThrows(
        IllegalArgumentException.class, () -> new AnsNumbers.Reader(high).next(Symbols.NONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AnsNumbers.Reader(written(5)).next(Symbols.NONE, 4));
    assertThrows(IllegalArgumentException.class, () -> new AnsNumbers.Reader(new byte[3]));
  }

  @Test
  void whatFollowsTheLastNumberIsRefused() {
    byte[] written = written(1, 2, 3);
    AnsNumbers.Reader more = new AnsNumbers.Reader(Arrays.copyOf(written, written.length + 5));
    AnsNumbers.Reader fewer = new AnsNumbers.Reader(written);
    for (int i = 0; i < 3; i++) {
      assertEquals(i + 1, more.next(SYMBOLS.get(i)));
    }
    assertThrows(IllegalArgumentException.class, () -> more.rest(false));
    assertEquals(REST, more.rest(true));
    assertEquals(1, fewer.next(SYMBOLS.getFirst()));
    assertThrows(IllegalArgumentException.class, () -> fewer.rest(true));
  }
}

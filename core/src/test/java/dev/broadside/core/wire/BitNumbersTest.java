package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

/// Numbers come back as they were written, in as few bits as the code promises.
final class BitNumbersTest {
  private static byte[] written(long... numbers) {
    BitNumbers.Writer writer = new BitNumbers.Writer(0);
    for (long number : numbers) {
      writer.put(number);
    }
    return writer.written();
  }

  @Test
  void numbersAreWrittenAsTheCodeSays() {
    // 1, 010, 011, 00100, then zeros.
    assertArrayEquals(new byte[] {(byte) 0b1010_0110, 0b0100_0000}, written(1, 2, 3, 4));
    assertEquals(1, written(1, 1, 1, 1, 1, 1, 1, 1).length);
  }

  @Test
  void numbersOfEveryLengthComeBack() {
    Random random = new Random(7);
    long[] numbers = new long[20_000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.max(1, random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63));
    }
    numbers[0] = Long.MAX_VALUE;
    numbers[1] = 1;
    BitNumbers.Reader reader = new BitNumbers.Reader(written(numbers));
    for (long number : numbers) {
      assertEquals(number, reader.next());
    }
    reader.expectEnd();
  }

  @Test
  void whatIsNoNumberIsRefused() {
    byte[] cut = {0, 0, 0x01};
    assertThrows(IllegalArgumentException.class, new BitNumbers.Reader(cut)::next);
    assertThrows(IllegalArgumentException.class, new BitNumbers.Reader()::next);
    assertThrows(IllegalArgumentException.class, new BitNumbers.Reader(new byte[20])::next);
    assertThrows(IllegalArgumentException.class, () -> new BitNumbers.Reader(written(5)).next(4));
  }

  @Test
  void whatFollowsTheLastNumberIsRefused() {
    for (byte[] more : new byte[][] {{(byte) 0x81}, {(byte) 0x80, 0}}) {
      BitNumbers.Reader reader = new BitNumbers.Reader(more);
      assertEquals(1, reader.next());
      assertThrows(IllegalArgumentException.class, reader::expectEnd);
    }
  }
}

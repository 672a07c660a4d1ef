package dev.broadside.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Numbers from 1 up as strings of bits, small ones in few: the Elias gamma code.
///
/// A number of `n` bits is `n - 1` zeros and then its bits, the highest first, which is a one:
///
/// ```
/// 1  1        2  010       3  011       4  00100     5  00101     8  0001000
/// ```
///
/// In a busy interval nearly all distances between used slots are 1, and most counts are small: a
/// slot takes about six bits. (P. Elias: Universal codeword sets and representations of the
/// integers, IEEE Transactions on Information Theory 21, 1975.)
final class BitNumbers {
  private static final int MOST_ZEROS = 62;
  private static final int BITS = 64;

  private BitNumbers() {}

  /// Writes one number after the other.
  static final class Writer {
    private static final int MOST_AT_ONCE = 56;

    private byte[] bytes;
    private int length;

    /// Bits that do not make a byte yet, the last one lowest.
    private long pending;

    private int pendingBits;

    Writer(int expectedBytes) {
      bytes = new byte[expectedBytes];
    }

    /// @param number at least 1
    void put(long number) {
      int bits = BITS - Long.numberOfLeadingZeros(number);
      if (2 * bits - 1 <= MOST_AT_ONCE) {
        write(number, 2 * bits - 1);
      } else {
        write(0, bits - 1 - bits / 2);
        write(0, bits / 2);
        write(number >>> (BITS / 2), bits - BITS / 2);
        write(number & 0xFFFF_FFFFL, BITS / 2);
      }
    }

    private void write(long value, int bits) {
      pending = pending << bits | value;
      pendingBits += bits;
      if (length + BITS / 8 > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length + BITS / 8);
      }
      while (pendingBits >= 8) {
        pendingBits -= 8;
        bytes[length++] = (byte) (pending >>> pendingBits);
      }
    }

    /// Everything written so far; zeros fill the last byte.
    byte[] written() {
      if (pendingBits > 0) {
        write(0, 8 - pendingBits);
      }
      return Arrays.copyOf(bytes, length);
    }
  }

  /// Reads them back. Throws [IllegalArgumentException] where there is no number.
  static final class Reader {
    private static final VarHandle WINDOW =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /// With room behind the end, so that a whole window can be read anywhere.
    private final byte[] bytes;

    private final long limit;
    private long at;

    Reader(byte... written) {
      bytes = Arrays.copyOf(written, written.length + BITS / 8 + 1);
      limit = 8L * written.length;
    }

    long next() {
      int zeros = Long.numberOfLeadingZeros(window());
      long end = at + 2L * zeros + 1;
      if (zeros > MOST_ZEROS || end > limit) {
        throw new IllegalArgumentException("a number is cut off or too large");
      }
      at += zeros;
      long number = window() >>> (BITS - 1 - zeros);
      at = end;
      return number;
    }

    /// @param most the largest that is believed
    int next(int most) {
      long number = next();
      if (number > most) {
        throw new IllegalArgumentException(number + " is more than " + most);
      }
      return (int) number;
    }

    /// The next 64 bits, with zeros behind the end.
    private long window() {
      int index = (int) (at >>> 3);
      int shift = (int) (at & 7);
      long high = (long) WINDOW.get(bytes, index);
      return high << shift | (bytes[index + BITS / 8] & 0xFF) >>> (8 - shift);
    }

    /// Makes sure that only the zeros that fill the last byte are left.
    void expectEnd() {
      if (limit - at >= 8 || window() != 0) {
        throw new IllegalArgumentException("the numbers are followed by something else");
      }
    }
  }
}

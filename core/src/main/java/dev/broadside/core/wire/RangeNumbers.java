package dev.broadside.core.wire;

import java.util.Arrays;

/// Numbers from 1 up in about as few bits as they carry information: an adaptive binary range
/// coder.
///
/// A number of `n` bits is told by decisions between two: `n - 1` times "it has more bits", once
/// "no more", and then its bits below the highest one. Each decision has a probability that both
/// sides learn as they go, one for each [Context] and place, and takes as many bits as it
/// surprises. What is nearly always the same costs next to nothing, what is even costs a bit.
///
/// (G. N. N. Martin: Range encoding, an algorithm for removing redundancy from a digitised message,
/// Video and Data Recording Conference, Southampton 1979; binary and with shifted probabilities as
/// in I. Pavlov's description of LZMA.)
final class RangeNumbers {
  private static final int MOST_MORE = 62;

  /// Bits of a number beyond these are told as they are.
  private static final int LEARNED_BITS = 8;

  /// Of each context: for each number of bits, whether there are more, and then the bits below.
  private static final int PLACES = LEARNED_BITS * LEARNED_BITS;

  private static final int PROBABILITY_BITS = 12;
  private static final int EVEN = 1 << (PROBABILITY_BITS - 1);

  /// How fast the probabilities follow.
  private static final int RATE = 4;

  private static final int WORD = 32;
  private static final long WORD_MASK = 0xFFFF_FFFFL;
  private static final int TOP = WORD - Byte.SIZE;
  private static final int BYTE_MASK = 0xFF;

  private RangeNumbers() {}

  /// The probabilities of all decisions, which both sides change alike.
  private static final class Model {
    private final short[] zero;

    Model(int contexts) {
      zero = new short[contexts * PLACES];
      Arrays.fill(zero, (short) EVEN);
    }

    long bound(int place, long range) {
      return (range >>> PROBABILITY_BITS) * zero[place];
    }

    void learn(int place, boolean one) {
      int p = zero[place];
      zero[place] = (short) (one ? p - (p >> RATE) : p + (((1 << PROBABILITY_BITS) - p) >> RATE));
    }

    /// Where the decision stands whether a number has more than `bits` bits below its highest one.
    static int more(int context, int bits) {
      return context * PLACES + Math.min(bits, LEARNED_BITS - 1) * LEARNED_BITS;
    }

    /// Where one of the bits below the highest stands, of a number that has so many.
    static int below(int context, int bits, int bit) {
      return more(context, bits) + 1 + bit;
    }

    static boolean learns(int bits) {
      return bits < LEARNED_BITS - 1;
    }
  }

  /// Writes one number after the other.
  static final class Writer {
    private final Model model;
    private byte[] bytes;
    private int length;
    private long low;
    private long range = WORD_MASK;

    /// @param contexts how many there are
    Writer(int contexts, int expectedBytes) {
      model = new Model(contexts);
      bytes = new byte[expectedBytes];
    }

    /// @param context which of the contexts the number is of
    /// @param number at least 1
    void put(int context, long number) {
      int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
      for (int i = 0; i < bits; i++) {
        decide(Model.more(context, i), true);
      }
      decide(Model.more(context, bits), false);
      for (int bit = bits - 1; bit >= 0; bit--) {
        boolean one = (number >>> bit & 1) != 0;
        if (Model.learns(bits)) {
          decide(Model.below(context, bits, bit), one);
        } else {
          take(range >>> 1, one);
        }
      }
    }

    private void decide(int place, boolean one) {
      take(model.bound(place, range), one);
      model.learn(place, one);
    }

    private void take(long bound, boolean one) {
      if (one) {
        low += bound;
        range -= bound;
        if (low > WORD_MASK) {
          low &= WORD_MASK;
          carry();
        }
      } else {
        range = bound;
      }
      while (range >>> TOP == 0) {
        shift();
        range = range << Byte.SIZE & WORD_MASK;
      }
    }

    private void carry() {
      int at = length - 1;
      while (++bytes[at] == 0) {
        at--;
      }
    }

    private void shift() {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length + 8);
      }
      bytes[length++] = (byte) (low >>> TOP);
      low = low << Byte.SIZE & WORD_MASK;
    }

    /// Everything written so far. Ends with as few bytes as tell it: where the reader finds none,
    /// it takes zeros.
    byte[] written() {
      // The number in the range that ends with the most zeros.
      for (int zeros = WORD; zeros >= 0; zeros -= Byte.SIZE) {
        long mask = (1L << zeros) - 1;
        long rounded = low + mask & ~mask;
        if (rounded < low + range) {
          int kept = (WORD - zeros) / Byte.SIZE;
          if (rounded > WORD_MASK) {
            carry();
          }
          low = rounded & WORD_MASK;
          for (int i = 0; i < kept; i++) {
            shift();
          }
          break;
        }
      }
      return Arrays.copyOf(bytes, length);
    }
  }

  /// Reads them back, asked for the same contexts in the same order. Throws
  /// [IllegalArgumentException] where there is no number.
  static final class Reader {
    private final Model model;
    private final byte[] bytes;
    private int at;
    private long range = WORD_MASK;

    /// How far the wanted value lies above the range's lower end.
    private long offset;

    Reader(int contexts, byte... written) {
      model = new Model(contexts);
      bytes = written;
      for (int i = 0; i < WORD / Byte.SIZE; i++) {
        shift();
      }
    }

    long next(int context) {
      int bits = 0;
      while (decide(Model.more(context, bits))) {
        if (++bits > MOST_MORE) {
          throw new IllegalArgumentException("a number is too large");
        }
      }
      long number = 1;
      for (int bit = bits - 1; bit >= 0; bit--) {
        boolean one =
            Model.learns(bits) ? decide(Model.below(context, bits, bit)) : take(range >>> 1);
        number = number << 1 | (one ? 1 : 0);
      }
      return number;
    }

    /// @param most the largest that is believed
    int next(int context, int most) {
      long number = next(context);
      if (number > most) {
        throw new IllegalArgumentException(number + " is more than " + most);
      }
      return (int) number;
    }

    private boolean decide(int place) {
      boolean one = take(model.bound(place, range));
      model.learn(place, one);
      return one;
    }

    private boolean take(long bound) {
      boolean one = offset >= bound;
      if (one) {
        offset -= bound;
        range -= bound;
      } else {
        range = bound;
      }
      while (range >>> TOP == 0) {
        shift();
        range = range << Byte.SIZE & WORD_MASK;
      }
      return one;
    }

    private void shift() {
      if (at >= bytes.length + WORD / Byte.SIZE) {
        throw new IllegalArgumentException("a number is cut off");
      }
      int next = at < bytes.length ? bytes[at] & BYTE_MASK : 0;
      at++;
      offset = (offset << Byte.SIZE | next) & WORD_MASK;
    }

    /// Makes sure that every byte was needed.
    void expectEnd() {
      if (at < bytes.length) {
        throw new IllegalArgumentException("the numbers are followed by something else");
      }
    }
  }
}

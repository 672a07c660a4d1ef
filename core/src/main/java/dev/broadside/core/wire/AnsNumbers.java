package dev.broadside.core.wire;

import java.util.Arrays;

/// Numbers from 1 up in about as few bits as they carry information, each told by a [Symbols] that
/// says beforehand how likely which number is there: an asymmetric numeral system.
///
/// All that was told is one number, the state. Telling a symbol of probability `p` makes the state
/// `1/p` times as large, and what of it has become too much is put away, sixteen bits at a time.
/// Whoever reads begins with the last state and finds the symbols in the other order, so the writer
/// tells the last number first. A number is read by looking its symbol up, without a decision that
/// a processor could guess wrong.
///
/// (J. Duda: Asymmetric numeral systems, arXiv:1311.2540, 2013; the variant with ranges. In words
/// as F. Giesen describes it: Interleaved entropy coders, arXiv:1402.3392, 2014.)
final class AnsNumbers {
  /// The state lies from `LOWEST` to below `LOWEST << WORD` between two numbers.
  private static final int WORD = Short.SIZE;

  static final int REST_BITS = WORD;

  private static final long LOWEST = 1L << WORD;
  private static final int WORD_MASK = (1 << WORD) - 1;
  private static final int STATE_BYTES = Integer.BYTES;
  private static final int EXPONENT_BITS = 6;
  private static final int MOST_EXPONENT = 62;

  private AnsNumbers() {}

  /// The mask of so many bits.
  private static long lowest(int bits) {
    return (1L << bits) - 1;
  }

  /// Writes one number after the other, the last one first.
  static final class Writer {
    private byte[] words;
    private int first;
    private long state;

    /// @param rest of [#REST_BITS] bits, which cost nothing: the state begins with them
    Writer(int rest, int expectedBytes) {
      state = LOWEST + rest;
      words = new byte[STATE_BYTES + expectedBytes];
      first = words.length;
    }

    /// The symbol comes last, for it is read first.
    ///
    /// @param number at least 1
    void put(Symbols of, long number) {
      int symbol = Symbols.of(number);
      if (symbol == Symbols.ESCAPE || !of.has(symbol)) {
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
        plain(number, bits);
        plain(bits, EXPONENT_BITS);
        symbol(of, Symbols.ESCAPE);
      } else {
        plain(number, Symbols.bitsBelow(symbol));
        symbol(of, symbol);
      }
    }

    private void symbol(Symbols of, int symbol) {
      long frequency = of.frequency(symbol);
      if (state >= frequency << (2 * WORD - Symbols.BITS)) {
        putAway();
      }
      state = ((state / frequency) << Symbols.BITS) + state % frequency + of.start(symbol);
    }

    /// The lowest bits of a number as they are, the highest of them to be read first.
    private void plain(long number, int bits) {
      for (int from = 0; from < bits; from += WORD) {
        int many = Math.min(WORD, bits - from);
        if (state >= 1L << (2 * WORD - many)) {
          putAway();
        }
        state = (state << many) | ((number >>> from) & lowest(many));
      }
    }

    /// Everything told so far. Nothing can be put behind it.
    byte[] written() {
      word((int) state & WORD_MASK);
      word((int) (state >>> WORD));
      return Arrays.copyOfRange(words, first, words.length);
    }

    private void putAway() {
      word((int) state & WORD_MASK);
      state >>>= WORD;
    }

    private void word(int word) {
      if (first < 2) {
        int more = words.length;
        byte[] longer = new byte[words.length + more];
        System.arraycopy(words, first, longer, first + more, words.length - first);
        words = longer;
        first += more;
      }
      words[--first] = (byte) word;
      words[--first] = (byte) (word >>> Byte.SIZE);
    }
  }

  /// Reads them back, asked for the same symbols in the same order. Throws
  /// [IllegalArgumentException] where there is no number.
  static final class Reader {
    private final byte[] bytes;
    private int at;
    private long state;

    Reader(byte... written) {
      bytes = written;
      state = ((long) word() << WORD) | word();
    }

    /// Without a branch between numbers that have a symbol of their own and those that share one.
    long next(Symbols of) {
      int part = (int) state & Symbols.MASK;
      int symbol = of.at(part);
      state = of.frequency(symbol) * (state >>> Symbols.BITS) + part - of.start(symbol);
      fill();
      if (symbol == Symbols.ESCAPE) {
        return escaped();
      }
      int bits = Symbols.bitsBelow(symbol);
      long number = Symbols.lowest(symbol) + (state & lowest(bits));
      state >>>= bits;
      fill();
      return number;
    }

    /// @param most the largest that is believed
    int next(Symbols of, int most) {
      long number = next(of);
      if (number > most) {
        throw new IllegalArgumentException(number + " is more than " + most);
      }
      return (int) number;
    }

    private long escaped() {
      int bits = (int) plain(0, EXPONENT_BITS);
      if (bits > MOST_EXPONENT) {
        throw new IllegalArgumentException("a number is too large");
      }
      return plain(1, bits);
    }

    /// @param above what stands above the bits
    private long plain(long above, int bits) {
      long number = above;
      for (int left = bits; left > 0; ) {
        int many = (left - 1) % WORD + 1;
        number = (number << many) | (state & lowest(many));
        state >>>= many;
        fill();
        left -= many;
      }
      return number;
    }

    private void fill() {
      if (state < LOWEST) {
        state = (state << WORD) | word();
      }
    }

    private int word() {
      if (at + 2 > bytes.length) {
        throw new IllegalArgumentException("a number is cut off");
      }
      int word = ((bytes[at] & 0xFF) << Byte.SIZE) | (bytes[at + 1] & 0xFF);
      at += 2;
      return word;
    }

    /// What the writer began with, when all numbers are read.
    ///
    /// @param padded whether zeros may follow
    int rest(boolean padded) {
      boolean more = !padded && at < bytes.length;
      if (more || state >= 2 * LOWEST) {
        throw new IllegalArgumentException("the numbers are followed by something else");
      }
      return (int) (state - LOWEST);
    }
  }
}

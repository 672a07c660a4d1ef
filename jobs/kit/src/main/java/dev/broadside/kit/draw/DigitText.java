package dev.broadside.kit.draw;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Makes texts of random numbers joined by dashes, such as `50739423-8311027-90125578`. Allocates
/// the text and nothing else. For one thread.
public final class DigitText {
  private static final int MOST_GROUPS = 10;
  private static final int DIGITS = 11;
  private static final long TEN_TO_THE_11TH = 100_000_000_000L;

  private final byte[] text = new byte[MOST_GROUPS * (DIGITS + 1)];

  /// Groups of eleven digits each.
  ///
  /// One draw is enough for eleven digits: the upper half of its product with 10^11.
  ///
  /// @param groups at most ten
  public String groups(int groups, RandomGenerator random) {
    for (int group = 0; group < groups; group++) {
      int end = group * (DIGITS + 1) + DIGITS;
      write(Math.unsignedMultiplyHigh(random.nextLong(), TEN_TO_THE_11TH), DIGITS, end);
      text[end] = '-';
    }
    return new String(text, 0, groups * (DIGITS + 1) - 1, StandardCharsets.ISO_8859_1);
  }

  /// Numbers without leading zeros.
  ///
  /// @param groups at most ten
  /// @param bound they are less than this
  public String numbers(int groups, int bound, RandomGenerator random) {
    int start = text.length;
    for (int group = 0; group < groups; group++) {
      if (group > 0) {
        text[--start] = '-';
      }
      start = write(random.nextInt(bound), 1, start);
    }
    return new String(text, start, text.length - start, StandardCharsets.ISO_8859_1);
  }

  /// Writes a number so that it ends before a place; gives the place where it begins.
  private int write(long number, int leastDigits, int end) {
    int start = end;
    long left = number;
    while (left > 0 || end - start < leastDigits) {
      long tenth = left / 10;
      text[--start] = (byte) ('0' + (left - tenth * 10));
      left = tenth;
    }
    return start;
  }
}

package dev.broadside.jobs.sysbench04;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Makes texts of random numbers joined by dashes, such as `50739423-8311027-90125578`. Allocates
/// the text and nothing else. Used by one thread.
final class DigitTexts {
  /// The tool's random numbers are less than this.
  private static final int MOST = 1_073_741_822;

  private static final int DIGITS = 10;
  private static final int MOST_NUMBERS = 10;

  private final byte[] text = new byte[MOST_NUMBERS * (DIGITS + 1)];

  /// @param numbers at most ten
  String draw(int numbers, RandomGenerator random) {
    int start = text.length;
    for (int i = 0; i < numbers; i++) {
      if (i > 0) {
        text[--start] = '-';
      }
      start = write(random.nextInt(MOST), start);
    }
    return new String(text, start, text.length - start, StandardCharsets.ISO_8859_1);
  }

  /// Writes a number so that it ends before a place; gives the place where it begins.
  private int write(int number, int end) {
    int start = end;
    int rest = number;
    do {
      text[--start] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    return start;
  }
}

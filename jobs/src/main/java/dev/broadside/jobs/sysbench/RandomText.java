package dev.broadside.jobs.sysbench;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Makes the values of the columns c and pad: groups of eleven random digits, joined by dashes. For
/// one thread.
final class RandomText {
  private static final int C_GROUPS = 10;
  private static final int PAD_GROUPS = 5;
  private static final int DIGITS = 11;
  private static final long TEN_TO_THE_11TH = 100_000_000_000L;
  private static final int LENGTH_OF_C = C_GROUPS * (DIGITS + 1) - 1;

  private final byte[] text = new byte[LENGTH_OF_C];

  /// Ten groups, 119 characters.
  String c(RandomGenerator random) {
    return groups(C_GROUPS, random);
  }

  /// Five groups, 59 characters.
  String pad(RandomGenerator random) {
    return groups(PAD_GROUPS, random);
  }

  private String groups(int count, RandomGenerator random) {
    int end = 0;
    for (int group = 0; group < count; group++) {
      if (group > 0) {
        text[end++] = '-';
      }
      digits(end, random);
      end += DIGITS;
    }
    return new String(text, 0, end, StandardCharsets.ISO_8859_1);
  }

  /// One draw is enough for eleven digits: the upper half of its product with 10^11.
  private void digits(int at, RandomGenerator random) {
    long left = Math.unsignedMultiplyHigh(random.nextLong(), TEN_TO_THE_11TH);
    for (int i = at + DIGITS - 1; i >= at; i--) {
      long tenth = left / 10;
      text[i] = (byte) ('0' + (left - tenth * 10));
      left = tenth;
    }
  }
}

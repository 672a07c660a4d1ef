package dev.broadside.kit.draw;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Texts of random characters for loaders, which need very many: one draw makes ten characters.
public final class RandomText {
  private static final byte[] LETTERS_AND_DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
          .getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] DIGITS = "0123456789".getBytes(StandardCharsets.ISO_8859_1);

  /// 62 to the power of ten needs 60 of a draw's 64 bits.
  private static final int OF_ONE_DRAW = 10;

  private RandomText() {}

  /// Letters, large and small, and digits.
  ///
  /// @param shortest its least length, which is as likely as every other one
  /// @param longest its greatest length
  public static String alphanumeric(RandomGenerator random, int shortest, int longest) {
    return of(LETTERS_AND_DIGITS, random.nextInt(shortest, longest + 1), random);
  }

  /// Letters and digits of one length.
  public static String alphanumeric(RandomGenerator random, int length) {
    return of(LETTERS_AND_DIGITS, length, random);
  }

  /// Capital letters.
  public static String letters(RandomGenerator random, int length) {
    return of(LETTERS, length, random);
  }

  /// Digits, the first of which may be 0.
  public static String digits(RandomGenerator random, int length) {
    return of(DIGITS, length, random);
  }

  /// The upper half of a product with the number of characters chooses one, and the lower half is
  /// what is left of the draw.
  private static String of(byte[] characters, int length, RandomGenerator random) {
    byte[] text = new byte[length];
    long left = 0;
    for (int i = 0; i < length; i++) {
      left = i % OF_ONE_DRAW == 0 ? random.nextLong() : left * characters.length;
      text[i] = characters[(int) Math.unsignedMultiplyHigh(left, characters.length)];
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }
}

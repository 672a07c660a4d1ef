package dev.broadside.sql.value;

/// What a value is. The order matters: of two kinds in one expression the higher one wins.
///
/// Bytes and no enum, since one lies beside every value of a [Frame].
public final class ValueKind {
  public static final byte NULL = 0;
  public static final byte TRUTH = 1;
  public static final byte WHOLE = 2;

  /// A floating-point number of 64 bits.
  public static final byte DECIMAL = 3;

  /// A number of any digits, as databases have them: a decimal, or a whole one of more than 64
  /// bits.
  public static final byte EXACT = 4;

  public static final byte TEXT = 5;

  /// What only the driver understands: a date, a UUID, an array.
  public static final byte OBJECT = 6;

  private static final String[] WORDS = {
    "null",
    "a truth value",
    "a whole number",
    "a number",
    "a number",
    "a text",
    "a date or another object"
  };

  private ValueKind() {}

  /// The kind in words, for a sentence.
  public static String words(byte kind) {
    return WORDS[kind];
  }
}

package dev.broadside.sql.value;

/// The kind of a value. The order matters: if two kinds meet in one expression, the higher one
/// wins.
///
/// Bytes instead of an enum, since every value of a [Frame] has one.
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

  /// A value that only the driver understands: a date, a UUID, an array.
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

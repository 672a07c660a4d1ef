package dev.broadside.sql.value;

/// An error in an expression, with its place in the text.
public final class ExpressionError extends Exception {
  private static final long serialVersionUID = 1;
  private final int offset;
  private final String mend;

  /// @param offset of the first wrong character, from 0
  public ExpressionError(int offset, String what, String mend) {
    super(what);
    this.offset = offset;
    this.mend = mend;
  }

  public int offset() {
    return offset;
  }

  /// What to do about it, without a final full stop.
  public String mend() {
    return mend;
  }

  public String what() {
    return String.valueOf(getMessage());
  }
}

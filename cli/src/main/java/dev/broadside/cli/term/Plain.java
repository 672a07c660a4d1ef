package dev.broadside.cli.term;

/// Makes text from elsewhere fit to be shown: bounded, and without control characters, which could
/// move the cursor, forge a line or change the terminal's title.
public final class Plain {
  private static final int USUAL = 1_000;

  private Plain() {}

  /// At most 1,000 characters of a text.
  public static String text(String text) {
    return text(text, USUAL);
  }

  /// At most so many characters of a text; what is cut is replaced by three dots.
  public static String text(String text, int longest) {
    String bounded =
        text.length() > longest ? text.substring(0, Math.max(0, longest - 3)) + "..." : text;
    StringBuilder plain = new StringBuilder(bounded.length());
    bounded.codePoints().forEach(c -> plain.appendCodePoint(shown(c)));
    return plain.toString();
  }

  private static int shown(int c) {
    if (c == '\n' || c == '\t' || c == '\r') {
      return ' ';
    }
    // Format characters include those that reverse the direction of writing.
    boolean hidden = Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    return hidden ? '?' : c;
  }
}

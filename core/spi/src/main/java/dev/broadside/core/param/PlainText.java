package dev.broadside.core.param;

/// Makes text from elsewhere fit to be shown, stored and logged: bounded, and without characters
/// that have no glyph. Those could move the cursor, forge a line, change the terminal's title or
/// turn the direction of writing.
///
/// Three dots replace what is cut, and `?` a hidden character.
public final class PlainText {
  private static final int USUAL = 1_000;
  private static final String DOTS = "...";

  private PlainText() {}

  /// At most 1,000 characters, as one line.
  public static String line(String text) {
    return line(text, USUAL);
  }

  /// Bounded, as one line: line breaks and tabs become blanks.
  public static String line(String text, int longest) {
    return clean(text, longest, false);
  }

  /// Bounded, with its line breaks and tabs.
  public static String lines(String text, int longest) {
    return clean(text, longest, true);
  }

  /// Whether a character has no glyph of its own: controls, separators of lines, and format
  /// characters.
  public static boolean hidden(int c) {
    return Character.isISOControl(c)
        || switch (Character.getType(c)) {
          case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
          default -> false;
        };
  }

  private static String clean(String text, int longest, boolean keepsLines) {
    boolean cut = text.length() > longest;
    int end = cut ? Math.max(0, longest - DOTS.length()) : text.length();
    StringBuilder clean = new StringBuilder(end + DOTS.length());
    text.substring(0, end).codePoints().forEach(c -> clean.appendCodePoint(shown(c, keepsLines)));
    return cut ? clean.append(DOTS).toString() : clean.toString();
  }

  private static int shown(int c, boolean keepsLines) {
    return switch (c) {
      case '\n', '\t' -> keepsLines ? c : ' ';
      case '\r' -> keepsLines ? '?' : ' ';
      // Half of a character, which a cut may leave, can be neither sent nor stored.
      default -> hidden(c) || Character.getType(c) == Character.SURROGATE ? '?' : c;
    };
  }
}

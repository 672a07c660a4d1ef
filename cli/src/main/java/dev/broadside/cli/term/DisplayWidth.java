package dev.broadside.cli.term;

import java.util.List;

/// How many columns of a terminal a text takes: two for each wide character (those of Chinese,
/// Japanese and Korean, and emoji), none for marks that lie on the character before them. Counted
/// by code point, as the `wcwidth` of most terminals does, by Unicode's East Asian Width (UAX 11).
final class DisplayWidth {
  /// Blocks that are wide; what they leave out is narrow, or an emoji.
  private static final List<Block> WIDE =
      List.of(
          new Block(0x1100, 0x115F),
          new Block(0x2E80, 0x303E),
          new Block(0x3041, 0x4DBF),
          new Block(0x4E00, 0xA4CF),
          new Block(0xA960, 0xA97F),
          new Block(0xAC00, 0xD7A3),
          new Block(0xF900, 0xFAFF),
          new Block(0xFE10, 0xFE19),
          new Block(0xFE30, 0xFE6F),
          new Block(0xFF01, 0xFF60),
          new Block(0xFFE0, 0xFFE6),
          new Block(0x16FE0, 0x18DFF),
          new Block(0x1AFF0, 0x1B2FF),
          new Block(0x1F200, 0x1F2FF),
          new Block(0x20000, 0x3FFFD));

  /// Two of them are one flag, which is as wide as two letters.
  private static final Block FLAG = new Block(0x1F1E6, 0x1F1FF);

  private record Block(int first, int last) {
    boolean holds(int c) {
      return c >= first && c <= last;
    }
  }

  private DisplayWidth() {}

  static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  /// As much of a text as fits, with a sign at its end if it is cut. It may be a column short, if a
  /// wide character would stand half outside.
  static String cut(String text, int width) {
    if (of(text) <= width) {
      return text;
    }
    int end = 0;
    int left = width - 1 - of(text.codePointAt(end));
    while (left >= 0) {
      end += Character.charCount(text.codePointAt(end));
      left -= of(text.codePointAt(end));
    }
    return text.substring(0, end) + "…";
  }

  private static int of(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
      default -> wide(c) ? 2 : 1;
    };
  }

  private static boolean wide(int c) {
    return WIDE.stream().anyMatch(block -> block.holds(c))
        || (Character.isEmojiPresentation(c) && !FLAG.holds(c));
  }
}

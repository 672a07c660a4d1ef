package dev.broadside.core.param;

import java.util.List;
import java.util.regex.Pattern;

/// Lists as users write them: `a, b,c`.
public final class CommaList {
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  private CommaList() {}

  /// The parts in their order, without duplicates and empty ones.
  public static List<String> parts(String text) {
    return COMMA.splitAsStream(text.strip()).filter(part -> !part.isEmpty()).distinct().toList();
  }

  /// The text of some parts, which can be read again.
  public static String joined(List<String> parts) {
    return String.join(",", parts);
  }
}

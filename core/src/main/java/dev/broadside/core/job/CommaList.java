package dev.broadside.core.job;

import java.util.List;
import java.util.regex.Pattern;

/// Lists as users write them: `a, b,c`.
public final class CommaList {
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  private CommaList() {}

  /// Different parts, in their order; empty ones are left out.
  public static List<String> parts(String text) {
    return COMMA.splitAsStream(text.strip()).filter(part -> !part.isEmpty()).distinct().toList();
  }

  /// What is read into the same parts again.
  public static String joined(List<String> parts) {
    return String.join(",", parts);
  }
}

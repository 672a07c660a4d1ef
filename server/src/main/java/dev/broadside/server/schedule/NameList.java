package dev.broadside.server.schedule;

import java.util.List;
import java.util.stream.Collectors;

/// Names in a sentence: `a, b and c`, or `a, b, c, d and 5 more`.
final class NameList {
  /// Longer lists are cut.
  static final int SHOWN = 4;

  private NameList() {}

  static String of(List<String> names) {
    String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    int more = names.size() - SHOWN;
    return more > 0 ? shown + " and " + more + " more" : lastWithAnd(shown);
  }

  private static String lastWithAnd(String shown) {
    int comma = shown.lastIndexOf(", ");
    return comma < 0 ? shown : shown.substring(0, comma) + " and " + shown.substring(comma + 2);
  }
}

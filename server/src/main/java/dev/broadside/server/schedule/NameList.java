package dev.broadside.server.schedule;

import dev.broadside.core.load.Counted;
import java.util.List;

/// Names in a sentence: `a, b and c`, or `a, b, c, d and 5 more`.
final class NameList {
  /// Longer lists are cut.
  static final int SHOWN = 4;

  private NameList() {}

  static String of(List<String> names) {
    String shown = Counted.names(names, SHOWN);
    return names.size() > SHOWN ? shown : lastWithAnd(shown);
  }

  private static String lastWithAnd(String shown) {
    int comma = shown.lastIndexOf(", ");
    return comma < 0 ? shown : shown.substring(0, comma) + " and " + shown.substring(comma + 2);
  }
}

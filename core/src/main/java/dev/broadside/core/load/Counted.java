package dev.broadside.core.load;

import java.util.Collection;
import java.util.stream.Collectors;

/// A number of things, or their names, in words for people.
public final class Counted {
  private Counted() {}

  /// `1 thread`, `8 threads`.
  ///
  /// @param thing the singular of a word whose plural ends in s
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /// `a, b, c`, and of more names than are shown `a, b and 5 more`.
  ///
  /// @param most how many are shown
  public static String names(Collection<String> names, int most) {
    String shown = names.stream().limit(most).collect(Collectors.joining(", "));
    int more = names.size() - most;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }
}

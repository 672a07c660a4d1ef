package dev.broadside.core.load;

/// A number of things in words, for people.
public final class Counted {
  private Counted() {}

  /// `1 thread`, `8 threads`.
  ///
  /// @param thing the singular of a word whose plural ends in s
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}

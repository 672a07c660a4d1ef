package dev.broadside.core.load;

/// A number of things in words, for people.
public final class Counted {
  private Counted() {}

  /// `1 thread`, `8 threads`.
  ///
  /// @param thing one of them, of those that take an s where there are more
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}

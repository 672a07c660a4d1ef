package dev.broadside.core.pace;

/// One of `of` equal parts of a whole, cut so that all parts together are exactly the whole.
///
/// Each agent works out its own part from the same two numbers, so that no one hands out work (like
/// k6's execution segments).
///
/// @param index which part, from 0
/// @param of how many parts
public record Portion(int index, int of) {

  public Portion {
    if (of < 1 || index < 0 || index >= of) {
      throw new IllegalArgumentException("part " + index + " of " + of + " does not exist");
    }
  }

  /// Where this part begins when `whole` things are dealt out in order.
  public long first(long whole) {
    return Math.floorDiv(Math.multiplyExact(whole, (long) index), of);
  }

  /// How many of `whole` things fall to this part; parts differ by at most one.
  public long count(long whole) {
    return Math.floorDiv(Math.multiplyExact(whole, (long) index + 1), of) - first(whole);
  }
}

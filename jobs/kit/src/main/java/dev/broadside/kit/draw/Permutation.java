package dev.broadside.kit.draw;

/// A random order of the numbers from 0 to size - 1, of which each place can be asked for without
/// the others: a pure function of seed and place, so that parts of a table may be loaded in any
/// order.
///
/// Four rounds of a Feistel network over the next power of four, walked until the number is small
/// enough (J. Black, P. Rogaway: Ciphers with arbitrary finite domains, CT-RSA 2002): less than
/// four walks in the mean.
///
/// @param size how many numbers there are
/// @param seed equal seeds make equal orders
public record Permutation(int size, long seed) {
  private static final int ROUNDS = 4;

  public Permutation {
    if (size < 1) {
      throw new IllegalArgumentException(
          "a permutation of " + size + " numbers: it needs at least 1");
    }
  }

  /// The number at a place.
  ///
  /// @param place from 0 to size - 1
  public int at(int place) {
    int half = Math.max(1, (33 - Integer.numberOfLeadingZeros(size - 1)) / 2);
    int mask = (1 << half) - 1;
    long number = place;
    do {
      int left = (int) (number >>> half);
      int right = (int) number & mask;
      for (int round = 0; round < ROUNDS; round++) {
        int next = left ^ ((int) Mixed.of(seed, round, right) & mask);
        left = right;
        right = next;
      }
      number = ((long) left << half) | right;
    } while (number >= size);
    return (int) number;
  }
}

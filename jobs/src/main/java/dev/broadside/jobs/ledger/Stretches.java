package dev.broadside.jobs.ledger;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// Which numbers stand in the ledger, as stretches without a gap, and which do not though a higher
/// one of the same worker's thread does.
///
/// A set, and no sum: an entry too few and one too many do not make up for each other.
final class Stretches {
  /// More places are not named.
  private static final int MOST_NAMED = 5;

  /// Each worker that takes a thread's load up numbers from its own multiple of this on.
  private static final int LIFE_BITS = 32;

  private final List<String> gaps = new ArrayList<>();
  private final List<String> behindGaps = new ArrayList<>();
  private long missing;

  private Stretches() {}

  /// @param firsts gives thread and number of each entry that has none before it, in order
  /// @param lasts the same of each that has none behind it
  static Stretches read(Connection connection, String firsts, String lasts) throws SQLException {
    Stretches stretches = new Stretches();
    try (Statement one = connection.createStatement();
        Statement other = connection.createStatement();
        ResultSet first = one.executeQuery(firsts);
        ResultSet last = other.executeQuery(lasts)) {
      long thread = -1;
      long next = 0;
      while (first.next() && last.next()) {
        long number = first.getLong(2);
        boolean fresh = first.getLong(1) != thread || number >> LIFE_BITS != next >> LIFE_BITS;
        thread = first.getLong(1);
        long wanted = fresh ? (number >> LIFE_BITS << LIFE_BITS) + 1 : next;
        stretches.found(thread, wanted, number, last.getLong(2));
        next = last.getLong(2) + 1;
      }
    }
    return stretches;
  }

  private void found(long thread, long wanted, long first, long last) {
    if (first > wanted) {
      missing += first - wanted;
      name(gaps, thread, wanted, first - 1);
      name(behindGaps, thread, first, last);
    }
  }

  private static void name(List<String> places, long thread, long first, long last) {
    if (places.size() < MOST_NAMED) {
      places.add("thread " + thread + " number " + first + (last > first ? " to " + last : ""));
    }
  }

  /// How many numbers do not stand there.
  long missing() {
    return missing;
  }

  /// The first places at which they do not.
  String gaps() {
    return String.join(", ", gaps);
  }

  /// What stands behind these places.
  String behindGaps() {
    return behindGaps.isEmpty() ? "which cannot be told" : String.join(", ", behindGaps);
  }
}

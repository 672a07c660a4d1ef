package dev.broadside.core.stat;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What a record says in words.
///
/// @param errors kinds of failure met in the interval, at most [#MAX_ERRORS]
/// @param observed what was found out about the target, at most [#MAX_OBSERVED]
public record Told(List<ErrorSample> errors, List<Observed> observed) {
  public static final Told NOTHING = new Told(List.of(), List.of());

  /// Further kinds of failure are only counted by their class.
  public static final int MAX_ERRORS = 20;

  public static final int MAX_OBSERVED = 60;

  /// So many of the slowest iterations are kept when records become one.
  private static final int MOST_SLOW = 10;

  /// How many characters the observations of one record have at most.
  public static final int LONGEST_OBSERVED = 40_000;

  /// Several times the longest text of a failure that a worker writes.
  private static final int LONGEST_ERROR = 4 * Failure.MAX_MESSAGE;

  public Told {
    errors = List.copyOf(errors);
    observed = List.copyOf(observed);
    for (ErrorSample error : errors) {
      if (Stream.of(error.message(), error.sqlState(), error.operation())
          .anyMatch(text -> text.length() > LONGEST_ERROR)) {
        throw new IllegalArgumentException("a failure's text is longer than " + LONGEST_ERROR);
      }
    }
    if (errors.size() > MAX_ERRORS) {
      throw new IllegalArgumentException(
          errors.size() + " kinds of failure in one record are too many");
    }
    if (observed.size() > MAX_OBSERVED || length(observed) > LONGEST_OBSERVED) {
      throw new IllegalArgumentException(
          observed.size() + " observations of " + length(observed) + " characters are too many");
    }
  }

  private static int length(List<Observed> observed) {
    return observed.stream().mapToInt(Observed::length).sum();
  }

  /// How many of some observations, from the first on, one record can hold.
  public static int fitting(List<Observed> observed) {
    int count = 0;
    int length = 0;
    while (count < Math.min(observed.size(), MAX_OBSERVED)) {
      length += observed.get(count).length();
      if (length > LONGEST_OBSERVED) {
        break;
      }
      count++;
    }
    return count;
  }

  private static boolean isTable(Observed one) {
    return one.what() instanceof Observation.StatementTable;
  }

  /// What several records say, as one. Of slow iterations only the slowest are kept, and of tables
  /// of statements the last one, which says all.
  ///
  /// @throws IllegalArgumentException if one record cannot hold it
  public static Told together(List<Told> parts) {
    List<ErrorSample> errors = new ArrayList<>();
    List<Observed> observed = new ArrayList<>();
    for (Told part : parts) {
      part.errors.forEach(sample -> sample.addTo(errors, MAX_ERRORS + 1));
      if (part.observed.stream().anyMatch(Told::isTable)) {
        observed.removeIf(Told::isTable);
      }
      observed.addAll(part.observed);
    }
    List<Observed> kept = new ArrayList<>(Observed.together(observed));
    kept.removeIf(Observed::slow);
    kept.addAll(Observed.slowest(observed, MOST_SLOW));
    return new Told(errors, kept);
  }
}

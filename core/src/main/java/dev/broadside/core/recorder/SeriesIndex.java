package dev.broadside.core.recorder;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import java.util.function.IntFunction;

/// The numbers of a recorder's series of latencies.
public final class SeriesIndex {
  /// Whole iterations, from actual start to end.
  static final int SERVICE = 0;

  /// From when both an arrival and a thread for it were there to the actual start; open load only.
  static final int SCHEDULE_DELAY = 1;

  /// From intended start to end; open load only.
  static final int RESPONSE = 2;

  /// How late a sleeping thread woke.
  static final int LATENESS = 3;

  /// From the intended start until a thread was free; open load only.
  public static final int WAIT = 4;

  /// Iterations that failed or stayed uncertain, from the intended start in an open load, from the
  /// actual one in a closed load, to the end.
  static final int FAILED = 5;

  /// Iterations that ended well and were carried over from before the phase: from the intended
  /// start in an open load, from the actual one in a closed load, to the end.
  static final int CARRIED = 6;

  /// Operation 0; the others follow.
  static final int FIRST_OPERATION = 7;

  private SeriesIndex() {}

  /// The statistics of whole iterations from their series.
  static TransactionStats transactions(OutcomeCounts counts, IntFunction<Distribution> series) {
    return new TransactionStats(
        counts,
        series.apply(SERVICE),
        series.apply(SCHEDULE_DELAY),
        series.apply(WAIT),
        series.apply(RESPONSE),
        series.apply(FAILED),
        series.apply(CARRIED));
  }
}

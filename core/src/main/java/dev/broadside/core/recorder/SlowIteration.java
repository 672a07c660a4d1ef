package dev.broadside.core.recorder;

import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Slow;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// One of the slowest iterations that ended in an interval.
///
/// @param thread its number in the recorder
/// @param connection the database's number of its connection at its end; empty if it is not known
/// @param operation the index of the operation in which it spent most time, over all tries; below 0
///   if it had none
/// @param operations a bit for each operation that ended in it
public record SlowIteration(
    int thread,
    OptionalLong connection,
    Times times,
    Slow.Outcome outcome,
    int tries,
    int operation,
    long operationNanos,
    long operations) {

  /// @param startNanos when it began, from the common start
  /// @param serviceNanos from then to its end, repetitions included
  /// @param lateNanos how long after it was due it began; 0 in a closed load
  public record Times(long startNanos, long serviceNanos, long lateNanos) {}

  /// What the record says of it.
  ///
  /// @param names of the operations
  /// @param firstThread the job-wide number of the recorder's first thread
  public Observed observed(List<String> names, int firstThread) {
    List<String> all =
        IntStream.range(0, names.size())
            .filter(i -> (operations >>> i & 1) != 0)
            .mapToObj(names::get)
            .toList();
    Observation slow =
        new Slow(
            new Slow.Spent(operation < 0 ? "" : names.get(operation), operationNanos / 1_000, all),
            times.serviceNanos / 1_000,
            times.lateNanos / 1_000,
            outcome,
            tries,
            firstThread + thread,
            connection.isPresent() ? "" + connection.getAsLong() : "");
    return new Observed(times.startNanos / 1_000_000, slow);
  }
}

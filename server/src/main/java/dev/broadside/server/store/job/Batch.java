package dev.broadside.server.store.job;

import dev.broadside.server.store.row.Arrival;
import java.util.List;

/// Records that are stored in one transaction, exactly once even if it is tried several times: a
/// commit that failed may have succeeded with only its answer lost.
///
/// Belongs to one thread.
public final class Batch {
  private final List<Arrival> arrivals;

  /// The number of the last attempt; 0 before the first.
  private long number;

  private List<Arrival.Result> results = List.of();

  public Batch(List<Arrival> arrivals) {
    this.arrivals = List.copyOf(arrivals);
  }

  public List<Arrival> arrivals() {
    return arrivals;
  }

  /// Whether the store has it already, although its answer was lost.
  ///
  /// @param newest the number of the batch that was committed last
  public boolean committedAs(long newest) {
    return number != 0 && number == newest;
  }

  public void tried(long asNumber, List<Arrival.Result> became) {
    number = asNumber;
    results = List.copyOf(became);
  }

  public List<Arrival.Result> results() {
    return results;
  }
}

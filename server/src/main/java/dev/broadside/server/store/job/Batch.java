package dev.broadside.server.store.job;

import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Arrival.Fate;
import java.util.List;

/// Records that are kept together, exactly once, however often that has to be tried: where a commit
/// failed, it may have succeeded and only its answer was lost.
///
/// Belongs to one thread.
public final class Batch {
  private final List<Arrival> arrivals;

  /// The number under which it was tried last; 0 where it was not.
  private long number;

  private List<Fate> fates = List.of();

  public Batch(List<Arrival> arrivals) {
    this.arrivals = List.copyOf(arrivals);
  }

  public List<Arrival> arrivals() {
    return arrivals;
  }

  /// Whether the store has it, although it could not say so.
  ///
  /// @param newest the number of the batch that was committed last
  public boolean committedAs(long newest) {
    return number != 0 && number == newest;
  }

  public void tried(long asNumber, List<Fate> became) {
    number = asNumber;
    fates = List.copyOf(became);
  }

  public List<Fate> fates() {
    return fates;
  }
}

package dev.broadside.core.report;

import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What was found out about the target in words, over the whole run. Not safe for use by several
/// threads.
final class RunObservations {
  private static final int MOST = 1_000;
  private static final int MOST_SLOW = 50;
  private static final int MOST_EXPLAINED = 20;

  private final List<Observed> all = new ArrayList<>();
  private List<Observed> slowest = List.of();
  private int explained;

  /// The newest table of statements, which says what all others did.
  private Optional<Observed> table = Optional.empty();

  /// @param measured whether their interval is measured: iterations that were slow in others are
  ///   left out
  void add(List<Observed> observed, boolean measured) {
    for (Observed one : observed) {
      switch (one.what()) {
        // A diagnosis adds lock waits up. There are too many of them to keep each.
        case Observation.Slow _, Observation.LockWaits _ -> {}
        case Observation.StatementTable _ ->
            table =
                table.filter(other -> other.atMillis() > one.atMillis()).or(() -> Optional.of(one));
        case Observation.Explained _ -> explained += explained < MOST_EXPLAINED && add(one) ? 1 : 0;
        case Observation.Seen _, Observation.Changed _ -> add(one);
      }
    }
    if (measured) {
      slowest =
          Observed.slowest(Stream.concat(slowest.stream(), observed.stream()).toList(), MOST_SLOW);
    }
  }

  private boolean add(Observed one) {
    return all.size() < MOST && all.add(one);
  }

  /// In the order of time.
  List<Observed> all() {
    return Stream.of(all.stream(), slowest.stream(), table.stream())
        .flatMap(one -> one)
        .sorted(Comparator.comparingLong(Observed::atMillis))
        .toList();
  }

  /// What changed, for the charts.
  List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    for (Observed one : all()) {
      if (one.what() instanceof Observation.Changed changed) {
        String words = "the " + changed.subject().word() + " of " + changed.name() + " changed";
        marks.add(Mark.at(Mark.Kind.TARGET, Math.max(0, one.atMillis()), "", words));
      }
    }
    return marks;
  }
}

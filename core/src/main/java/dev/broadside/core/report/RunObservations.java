package dev.broadside.core.report;

import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What was found out about the target in words, over the whole run. Not safe for use by several
/// threads.
final class RunObservations {
  private static final int MOST = 1_000;

  private final List<Observed> all = new ArrayList<>();

  /// Lock waits are told in a diagnosis, and would leave no room for what is told once.
  void add(List<Observed> observed) {
    observed.stream()
        .filter(one -> !(one.what() instanceof Observation.LockWaits))
        .limit(MOST - all.size())
        .forEach(all::add);
  }

  /// In the order of time.
  List<Observed> all() {
    return all.stream().sorted(Comparator.comparingLong(Observed::atMillis)).toList();
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

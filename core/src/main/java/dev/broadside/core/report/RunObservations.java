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

  void add(List<Observed> observed) {
    all.addAll(observed.subList(0, Math.min(observed.size(), MOST - all.size())));
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

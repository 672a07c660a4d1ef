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

  private final List<Observed> all = new ArrayList<>();

  /// The newest table of statements, which says what all others did.
  private Optional<Observed> table = Optional.empty();

  void add(List<Observed> observed) {
    for (Observed one : observed) {
      if (one.what() instanceof Observation.StatementTable) {
        table = table.filter(other -> other.atMillis() > one.atMillis()).or(() -> Optional.of(one));
      } else if (all.size() < MOST) {
        all.add(one);
      }
    }
  }

  /// In the order of time.
  List<Observed> all() {
    return Stream.concat(all.stream(), table.stream())
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

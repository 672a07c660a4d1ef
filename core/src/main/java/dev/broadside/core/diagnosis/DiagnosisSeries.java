package dev.broadside.core.diagnosis;

import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.threshold.ThresholdSeries.Interval;
import dev.broadside.core.work.Observation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The measured intervals of a run as rules read them. When there are too many, neighbours are
/// added up, so that memory does not grow with the run. Not safe for use by several threads.
public final class DiagnosisSeries {
  static final int MOST_STRETCHES = 256;

  /// Fewer intervals say too little: a single checkpoint or collection of garbage would be half of
  /// them.
  static final int LEAST_INTERVALS = 10;

  private static final int MOST_FAILURES = 100;

  private static final int MOST_TABLES = 100;

  private final List<Stretch> stretches = new ArrayList<>();
  private final List<ErrorSample> failures = new ArrayList<>();
  private final Map<String, Long> lockWaits = new HashMap<>();
  private int width = 1;

  public DiagnosisSeries() {}

  /// Adds a measured interval of which all is known, after all earlier ones.
  public void add(Interval interval) {
    append(Stretch.of(interval));
    if (stretches.size() > MOST_STRETCHES) {
      List<Stretch> before = List.copyOf(stretches);
      stretches.clear();
      width *= 2;
      before.forEach(this::append);
    }
  }

  private void append(Stretch next) {
    boolean room = !stretches.isEmpty() && stretches.getLast().intervals() < width;
    stretches.add(room ? stretches.removeLast().plus(next) : next);
  }

  /// Adds the failures of a record of a measured interval.
  public void add(List<ErrorSample> more) {
    more.forEach(sample -> sample.addTo(failures, MOST_FAILURES));
  }

  /// Adds what was observed in a measured interval.
  public void observed(List<Observed> more) {
    for (Observed one : more) {
      if (one.what() instanceof Observation.LockWaits waits
          && (lockWaits.size() < MOST_TABLES || lockWaits.containsKey(waits.table()))) {
        lockWaits.merge(waits.table(), waits.sessions(), Long::sum);
      }
    }
  }

  /// What held the run back, the most important first: at most [DiagnosisRules#MOST]. Empty if too
  /// little was measured, or if something is missing or contradicts itself.
  public List<Diagnosis> diagnoses(Surroundings around) {
    int intervals = stretches.stream().mapToInt(Stretch::intervals).sum();
    if (intervals < LEAST_INTERVALS || !around.balanced()) {
      return List.of();
    }
    Stretch whole = stretches.stream().reduce(Stretch::plus).orElseThrow();
    Diagnosed run = new Diagnosed(whole, stretches, failures, lockWaits, around);
    return DiagnosisRules.ALL.stream()
        .flatMap(rule -> rule.judge(run).stream())
        .limit(DiagnosisRules.MOST)
        .toList();
  }
}

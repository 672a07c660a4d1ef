package dev.broadside.core.study;

import java.util.HashSet;
import java.util.List;

/// A value that differs between the steps of a study.
///
/// @param name `threads` (of each agent), `rate`, another field of a job, or a parameter of the job
///   class
/// @param values texts in the form of their declaration, without duplicates
public record StudyAxis(String name, List<String> values) {
  public static final String THREADS = "threads";
  public static final String RATE = "rate";

  public StudyAxis {
    values = List.copyOf(values);
    if (values.isEmpty() || new HashSet<>(values).size() < values.size()) {
      throw new IllegalArgumentException("an axis has a value twice");
    }
  }

  /// An axis of load threads per agent.
  public static StudyAxis threads(List<Integer> counts) {
    return new StudyAxis(THREADS, counts.stream().map(count -> "" + count).toList());
  }
}

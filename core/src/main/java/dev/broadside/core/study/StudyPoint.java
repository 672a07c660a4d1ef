package dev.broadside.core.study;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Counted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The point at which a step of a study measures.
///
/// @param at the value on each axis, in the order of the axes
/// @param repeat which measurement of this point it is, from 1
public record StudyPoint(Map<String, String> at, int repeat) {
  public StudyPoint {
    at = Collections.unmodifiableMap(new LinkedHashMap<>(at));
  }

  /// This point with a value on a further axis.
  StudyPoint and(String axis, String value) {
    Map<String, String> more = new LinkedHashMap<>(at);
    more.put(axis, value);
    return new StudyPoint(more, repeat);
  }

  StudyPoint again(int other) {
    return new StudyPoint(at, other);
  }

  /// The job of a study at this point.
  public JobSpec of(JobSpec spec) {
    JobSpec job = spec;
    for (Map.Entry<String, String> one : at.entrySet()) {
      job =
          switch (one.getKey()) {
            case StudyAxis.THREADS -> job.withThreads(Integer.parseInt(one.getValue()));
            case StudyAxis.RATE -> job.withRate(Double.parseDouble(one.getValue()));
            default -> job.with(one.getKey(), one.getValue());
          };
    }
    return job;
  }

  /// The point in words: `4 threads`, `rate 1600, scale 2`, `repeat 2`.
  public String words() {
    List<String> words = new ArrayList<>();
    at.forEach((name, value) ->
        words.add(
            name.equals(StudyAxis.THREADS)
                ? Counted.of(Integer.parseInt(value), "thread")
                : name + " " + value));
    if (repeat > 1 || words.isEmpty()) {
      words.add("repeat " + repeat);
    }
    return String.join(", ", words);
  }
}

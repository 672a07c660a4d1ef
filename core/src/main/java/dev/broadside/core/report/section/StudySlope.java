package dev.broadside.core.report.section;

import dev.broadside.core.drift.Trend;
import dev.broadside.core.report.study.StudyTable.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The slope of the throughput over the repeats of a study. Only steps at the same point are
/// compared, in the order in which they ran.
///
/// @param perRepeat by which part the throughput changes from one repeat to the next
/// @param steps how many steps were compared
record StudySlope(double perRepeat, int steps) {
  /// The certainty that a slope needs: chance makes one once in two hundred times.
  private static final double SURE_Z = 2.8;

  /// A smaller change over all repeats is no matter.
  private static final double LEAST_CHANGE = 0.02;

  /// With fewer steps no order is certain.
  private static final int FEWEST = 8;

  /// The slope; empty if the steps differ by noise alone.
  ///
  /// @param rows in the order in which they ran
  static Optional<StudySlope> of(List<Row> rows) {
    List<List<Row>> points =
        rows.stream()
            .filter(StudySlope::ran)
            .collect(Collectors.groupingBy(row -> row.point().at()))
            .values()
            .stream()
            .filter(same -> same.size() > 1)
            .toList();
    int repeats = points.stream().mapToInt(List::size).max().orElse(0);
    int known = points.stream().mapToInt(List::size).sum();
    if (known < FEWEST) {
      return Optional.empty();
    }
    double[] series = new double[repeats * points.size()];
    Arrays.fill(series, Double.NaN);
    for (int point = 0; point < points.size(); point++) {
      List<Row> same = points.get(point);
      double mean = same.stream().mapToDouble(Row::throughput).average().orElseThrow();
      for (int repeat = 0; repeat < same.size(); repeat++) {
        series[repeat * points.size() + point] = same.get(repeat).throughput() / mean;
      }
    }
    Trend trend = Trend.of(series, points.size());
    double perRepeat = trend.slope() * points.size();
    boolean sure =
        Math.abs(trend.z()) >= SURE_Z && Math.abs(perRepeat) * (repeats - 1) >= LEAST_CHANGE;
    return sure ? Optional.of(new StudySlope(perRepeat, known)) : Optional.empty();
  }

  /// Whether it came to its end. A step that is no valid measurement for another reason shows a
  /// slope all the same.
  private static boolean ran(Row row) {
    return row.state().equals("completed") && row.throughput() > 0;
  }

  boolean falls() {
    return perRepeat < 0;
  }

  /// @param reset whether the data were brought back before each step
  String sentence(boolean reset) {
    return String.format(
            Locale.ROOT,
            "the throughput %s by %.2f %% from repeat to repeat at the same point, over %d steps; ",
            falls() ? "falls" : "rises",
            100 * Math.abs(perRepeat),
            steps)
        + (reset
            ? "the data were reset before each, so look at the host, its disk and its caches"
            : "each step began on the data that the one before left: give --reset");
  }
}

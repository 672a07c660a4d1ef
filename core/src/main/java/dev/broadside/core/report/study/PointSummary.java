package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.compare.StudentT;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Rounding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// All repeats at one point of a study together.
///
/// @param at the value on each axis
/// @param repeats how many there are
/// @param doubted how many of them are no valid measurements; they are left out of the means,
///   unless there are no others
/// @param measures by id, the measures that the table of a study always shows; a latency is that of
///   the repeats in which something ended well
public record PointSummary(
    Map<String, String> at, int repeats, int doubted, Map<String, Mean> measures) {
  /// A mean over repeats.
  ///
  /// @param plusMinus half the width of its interval at 95 % confidence, by Student's t; empty for
  ///   a single value
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Mean(double mean, Optional<Double> plusMinus) {
    static Mean of(List<StudyTable.Row> rows, ToDoubleFunction<StudyTable.Row> figure) {
      int n = rows.size();
      double mean = rows.stream().mapToDouble(figure).average().orElse(0);
      double squares =
          rows.stream().mapToDouble(row -> Math.pow(figure.applyAsDouble(row) - mean, 2)).sum();
      double error = Math.sqrt(squares / Math.max(1, n - 1) / n);
      return new Mean(
          Rounding.thousandths(mean),
          Optional.of(error)
              .filter(_ -> n > 1)
              .map(one -> Rounding.thousandths(one * StudentT.bound(0.95, n - 1))));
    }
  }

  static PointSummary of(List<StudyTable.Row> rows) {
    List<StudyTable.Row> valid = rows.stream().filter(StudyTable.Row::counts).toList();
    List<StudyTable.Row> told = valid.isEmpty() ? rows : valid;
    return new PointSummary(
        rows.getFirst().point().at(), rows.size(), rows.size() - valid.size(), measures(told));
  }

  private static Map<String, Mean> measures(List<StudyTable.Row> rows) {
    Map<String, Mean> measures = new LinkedHashMap<>();
    for (Measure one : Measure.in(Measure.Place.STUDY)) {
      List<StudyTable.Row> known = rows.stream().filter(row -> !Double.isNaN(row.of(one))).toList();
      if (!known.isEmpty()) {
        measures.put(one.id(), Mean.of(known, row -> row.of(one)));
      }
    }
    return measures;
  }

  /// The mean of a measure; empty if no repeat has it.
  public Optional<Mean> of(Measure measure) {
    return Optional.ofNullable(measures.get(measure.id()));
  }
}

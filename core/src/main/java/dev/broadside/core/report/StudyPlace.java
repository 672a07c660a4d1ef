package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.Rounding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// All repeats of one place of a study together.
///
/// @param at where, by the names of the axes
/// @param repeats how many there are
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyPlace(
    Map<String, String> at, int repeats, Mean transactionsPerSecond, Mean p95Millis) {
  /// The 97.5th percentiles of Student's t at 1 to 30 degrees of freedom.
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  /// A mean over repeats.
  ///
  /// @param plusMinus half the width of its interval at 95 % confidence, by Student's t; empty of a
  ///   single value
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
              .map(one -> Rounding.thousandths(one * STUDENT[Math.min(n - 1, 30) - 1])));
    }
  }

  static StudyPlace of(List<StudyTable.Row> rows) {
    return new StudyPlace(
        rows.getFirst().point().at(),
        rows.size(),
        Mean.of(rows, StudyTable.Row::transactionsPerSecond),
        Mean.of(rows, row -> row.latencyMillis().p95()));
  }
}

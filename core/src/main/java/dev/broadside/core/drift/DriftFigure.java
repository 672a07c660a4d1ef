package dev.broadside.core.drift;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Measure.Better;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A figure that is checked for drift: a measure of the catalogue, or a declared [Figure].
///
/// @param id its name
/// @param better which way is better
/// @param least the smallest change that is reported
record DriftFigure(String id, String label, String unit, Better better, Least least) {
  /// The smallest change that is reported, and the shortest run for which it is: a process that
  /// warms up does not drift.
  ///
  /// @param amount in the figure's unit
  /// @param share of its level, from 0 to 1
  /// @param measured how much time the run has to measure
  record Least(double amount, double share, Duration measured) {
    private static final Duration SHORT = Duration.ofMinutes(5);

    /// For a measure of every run.
    private static Least of(double amount) {
      return new Least(amount, 0.01, SHORT);
    }

    /// The smallest change of a level that is reported.
    double change(double level) {
      return Math.max(amount, share * Math.abs(level));
    }
  }

  /// The measures that are checked in every run; declared figures come after them.
  static final List<DriftFigure> USUAL =
      Measure.in(Measure.Place.DRIFT).stream().map(DriftFigure::of).toList();

  private static DriftFigure of(Measure one) {
    double amount = one.equals(Measure.THROUGHPUT) ? 0 : one.latency() ? 0.01 : 0.1;
    return new DriftFigure(
        one.id(), one.title(), one.unitInWords(), one.better(), Least.of(amount));
  }

  /// Figures of the workers' own processes, whose leaks could be mistaken for the target's. They
  /// are checked in every run that has them.
  private static final Map<String, Least> PROCESS =
      Map.of(
          "jvm.heapAfterGc", new Least(16, 0.1, Duration.ofMinutes(30)),
          "jvm.descriptors", new Least(10, 0.1, Duration.ofMinutes(30)),
          "jvm.threads", new Least(10, 0.1, Duration.ofMinutes(30)));

  static final List<String> DECLARED = PROCESS.keySet().stream().sorted().toList();

  /// For a figure that the user names: it is reported for a run of any length.
  private static final Least NAMED = new Least(0, 0.01, Duration.ZERO);

  /// A declared figure.
  ///
  /// @param of the figure of which it is a share, or by which it is divided
  static DriftFigure of(Figure figure, Optional<Figure> of) {
    Better better = DECLARED.contains(figure.id()) ? Better.LOWER : Better.NEITHER;
    Least least = PROCESS.getOrDefault(figure.id(), NAMED);
    return new DriftFigure(figure.id(), figure.label(), FigureBin.unit(figure, of), better, least);
  }
}

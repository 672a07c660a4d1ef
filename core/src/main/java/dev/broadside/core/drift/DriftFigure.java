package dev.broadside.core.drift;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.RunFigure;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A figure as its drift is told. Those that every run has are declared here; the others are made
/// of their [Figure].
///
/// @param id its name
/// @param better which way is better
/// @param least what is a change worth telling
record DriftFigure(String id, String label, String unit, Better better, Least least) {
  /// Smaller changes are nothing to act on, and of shorter runs nothing is told: what a process
  /// does as it warms up is no drift.
  ///
  /// @param amount in the figure's unit
  /// @param share of its level, from 0 to 1
  /// @param measured how much of the run has to be measured
  record Least(double amount, double share, Duration measured) {
    private static final Duration SHORT = Duration.ofMinutes(5);

    /// Of the transactions of every run.
    private static Least of(double amount) {
      return new Least(amount, 0.01, SHORT);
    }

    /// The smallest change of a level that is told.
    double change(double level) {
      return Math.max(amount, share * Math.abs(level));
    }
  }

  /// Which way is better.
  enum Better {
    HIGHER,
    LOWER,
    /// Nobody knows: each drift is taken for one to the worse.
    NEITHER;

    boolean worse(double change) {
      return this == NEITHER || (this == HIGHER ? change < 0 : change > 0);
    }
  }

  /// A percentile of the transactions' latency.
  record Percentile(String id, double percent) {
    /// With fewer values than these it is the same as the highest.
    double leastCount() {
      return 100 / (100 - percent);
    }
  }

  static final List<Percentile> PERCENTILES =
      List.of(
          new Percentile("p50", 50),
          new Percentile("p90", 90),
          new Percentile("p95", 95),
          new Percentile("p99", 99),
          new Percentile("p99.9", 99.9),
          new Percentile("p99.99", 99.99));

  /// What is told of every run, in this order; declared figures stand behind.
  static final List<DriftFigure> USUAL =
      Stream.concat(
              Stream.concat(
                  Stream.of(
                      new DriftFigure(
                          RunFigure.THROUGHPUT, "throughput", "tx/s", Better.HIGHER, Least.of(0))),
                  PERCENTILES.stream()
                      .map(one ->
                          new DriftFigure(one.id(), one.id(), "ms", Better.LOWER, Least.of(0.01)))),
              Stream.of(
                  new DriftFigure(
                      RunFigure.ERRORS, "failed and uncertain", "%", Better.LOWER, Least.of(0.1)),
                  new DriftFigure(
                      RunFigure.IN_FLIGHT,
                      "in flight",
                      "transactions",
                      Better.LOWER,
                      Least.of(0.1))))
          .toList();

  /// Declared figures that are told of whether or not somebody names them, as far as a run has
  /// them: of the workers' own processes, whose leaks would be taken for the target's.
  private static final Map<String, Least> PROCESS =
      Map.of(
          "jvm.heapAfterGc", new Least(16, 0.1, Duration.ofMinutes(30)),
          "jvm.descriptors", new Least(10, 0.1, Duration.ofMinutes(30)),
          "jvm.threads", new Least(10, 0.1, Duration.ofMinutes(30)));

  static final List<String> DECLARED = PROCESS.keySet().stream().sorted().toList();

  /// Of what somebody names: it is told in a run of any length.
  private static final Least NAMED = new Least(0, 0.01, Duration.ZERO);

  /// A declared one.
  ///
  /// @param of that of which it is a share, or for each of which it is told
  static DriftFigure of(Figure figure, Optional<Figure> of) {
    Better better = DECLARED.contains(figure.id()) ? Better.LOWER : Better.NEITHER;
    Least least = PROCESS.getOrDefault(figure.id(), NAMED);
    return new DriftFigure(figure.id(), figure.label(), FigureBin.unit(figure, of), better, least);
  }
}

package dev.broadside.core.report.series;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The part of an interval that charts and totals need: those fields of its document that have
/// these names.
public record Point(
    int index,
    double startMillis,
    double lengthMillis,
    String phase,
    int threads,
    List<String> missing,
    long begun,
    long transactions,
    long failed,
    Map<String, Long> failedBy,
    long uncertain,
    long retried,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Double> measures,
    Optional<LatencyMillis> latencyMillis,
    Map<String, Ended> operations,
    GeneratorSample generator,
    Optional<Figures> figures,
    Optional<Heat> heat,
    Optional<Integer> intervals,
    long waiting) {

  /// The declared figures; those fields of [dev.broadside.core.figures.IntervalFigures] that have
  /// these names.
  public record Figures(
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<Figure> declared,
      Map<String, Double> values,
      Map<String, LatencyMillis> distributions) {}

  /// The declared figures that no earlier interval had.
  public List<Figure> declared() {
    return figures.map(Figures::declared).orElse(List.of());
  }

  /// The amount or the reading of a figure; not a number if it is unknown.
  public double value(String id) {
    return Optional.ofNullable(figures.map(Figures::values).orElse(Map.of()).get(id))
        .orElseGet(() -> GeneratorFigure.shown(id, generator));
  }

  /// All values of a figure.
  public Optional<LatencyMillis> spread(String id) {
    return figures.map(all -> all.distributions().get(id));
  }

  /// How often an operation ended well and badly.
  public record Ended(long transactions, long failed) {}

  /// A measure; not a number if it has no value.
  double of(Measure measure) {
    return measure.latency()
        ? latencyMillis.map(all -> all.of(measure)).orElse(Double.NaN)
        : measures.getOrDefault(measure.id(), Double.NaN);
  }

  /// The index after its last interval; a rolled-up point spans several.
  public int endIndex() {
    return index + intervals.orElse(1);
  }

  public double endMillis() {
    return startMillis + lengthMillis;
  }

  /// Whether it lies after the last phase.
  boolean draining() {
    return phase.equals("drain");
  }

  /// Whether figures may still change.
  public boolean provisional() {
    return !missing.isEmpty();
  }

  /// Whether no agent's record has come: nothing is known about it.
  public boolean unknown() {
    return provisional() && threads == 0 && begun == 0;
  }

  /// Whether it tells how the load went.
  public boolean telling() {
    return !unknown() && !draining();
  }
}

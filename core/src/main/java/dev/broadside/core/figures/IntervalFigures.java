package dev.broadside.core.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;

/// The figures of one interval besides its transactions and operations, over all agents. Unknown
/// ones are missing.
///
/// @param declared figures that no earlier interval had
/// @param values by id, the amount of each count and sum, and the reading of each gauge
/// @param distributions by id, in the figure's unit
public record IntervalFigures(
    @JsonInclude(Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY) List<Figure> declared,
    Map<String, Double> values,
    Map<String, LatencyMillis> distributions) {
  public static final IntervalFigures NONE = new IntervalFigures(List.of(), Map.of(), Map.of());

  public IntervalFigures {
    declared = List.copyOf(declared);
  }

  /// One number of a figure for a table; an empty text if it is unknown.
  public String text(String id) {
    LatencyMillis spread = distributions.get(id);
    Double value = spread == null ? values.get(id) : Double.valueOf(spread.mean());
    return value == null ? "" : CsvLine.number(value);
  }
}

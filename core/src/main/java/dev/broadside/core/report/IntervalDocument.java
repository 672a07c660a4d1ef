package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.report.series.Heat;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.verdict.Limit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One interval of the run, over all agents.
///
/// @param index its number on the run's axis
/// @param startMillis its beginning, from the common start
/// @param lengthMillis its true length
/// @param phase `warm-up`, `measure`, `cool-down` or `drain`
/// @param measured whether it counts in the summary
/// @param threads load threads at work in it, at the most, over all agents
/// @param missing agents whose record has not come; while there are any and the run's result is not
///   sealed, the figures are provisional
/// @param stats transactions; its fields stand beside these
/// @param operations the same per operation
/// @param generator the worst figures of all agents
/// @param limited why the load generator may have been the limit, agent by agent; empty if it was
///   not
/// @param figures what else was counted and measured
/// @param heat how many of the good transactions took how long; absent if there were none
/// @param intervals how many intervals of the run's axis were rolled up into it; absent if it is
///   one interval
/// @param askedPerSecond the planned rate of an open load in it, on average; absent for a closed
///   load
/// @param waiting how many arrivals of an open load were due and had not begun at its end
public record IntervalDocument(
    int index,
    double startMillis,
    double lengthMillis,
    String phase,
    boolean measured,
    int threads,
    List<String> missing,
    @JsonUnwrapped StatsDocument stats,
    Map<String, StatsDocument> operations,
    GeneratorSample generator,
    List<Limit> limited,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<IntervalFigures> figures,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Heat> heat,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> intervals,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> askedPerSecond,
    long waiting) {

  public IntervalDocument {
    limited = List.copyOf(limited);
    missing = List.copyOf(missing);
  }

  /// The causes that limited the generator on any agent, in the words of [Limit.Cause#word()].
  public List<String> limitedBy() {
    return limited.stream().map(limit -> limit.cause().word()).distinct().toList();
  }
}

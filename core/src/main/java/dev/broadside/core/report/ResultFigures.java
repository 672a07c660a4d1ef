package dev.broadside.core.report;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.RunFigure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// The figures of a final result by which its job can be found, as [RunFigure] names them, in its
/// units. Pure.
public final class ResultFigures {
  private static final List<Kept> ALL =
      List.of(
          new Kept(RunFigure.THROUGHPUT, StatsDocument::transactionsPerSecond),
          new Kept(RunFigure.GOODPUT, StatsDocument::goodputPerSecond),
          new Kept(RunFigure.ATTEMPTS, StatsDocument::attemptsPerSecond),
          new Kept(RunFigure.ERRORS, all -> percent(all.failed() + all.uncertain(), ended(all))),
          new Kept(RunFigure.RETRIES, all -> percent(all.retried(), ended(all))),
          new Kept(RunFigure.DROPPED, all -> percent(all.dropped(), all.begun() + all.dropped())),
          latency(RunFigure.MEAN, LatencyMillis::mean),
          latency(RunFigure.MAX, LatencyMillis::max),
          latency("p50", LatencyMillis::p50),
          latency("p90", LatencyMillis::p90),
          latency("p95", LatencyMillis::p95),
          latency("p99", LatencyMillis::p99),
          latency("p99.9", LatencyMillis::p999),
          latency("p99.99", LatencyMillis::p9999));

  private ResultFigures() {}

  /// @param value NaN where there is none
  private record Kept(String id, ToDoubleFunction<StatsDocument> value) {}

  private static Kept latency(String id, ToDoubleFunction<LatencyMillis> value) {
    return new Kept(id, all -> all.latencyMillis().map(value::applyAsDouble).orElse(Double.NaN));
  }

  /// Their ids.
  public static Stream<String> ids() {
    return ALL.stream().map(Kept::id);
  }

  /// Those that a result has, by id.
  ///
  /// @param all of whole transactions
  public static Map<String, Double> of(StatsDocument all) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Kept one : ALL) {
      double value = one.value.applyAsDouble(all);
      if (!Double.isNaN(value)) {
        figures.put(one.id, value);
      }
    }
    return figures;
  }

  private static long ended(StatsDocument all) {
    return all.transactions() + all.failed() + all.uncertain();
  }

  private static double percent(long part, long of) {
    return of == 0 ? Double.NaN : 100.0 * part / of;
  }
}

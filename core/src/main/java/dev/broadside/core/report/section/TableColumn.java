package dev.broadside.core.report.section;

import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.report.section.Block.Cell;
import dev.broadside.core.report.section.Block.Column;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// A column of a table with what stands in it, so that a head and its cells cannot part.
record TableColumn<T>(Column head, Function<T, Cell> cell) {
  private static final Map<String, ToDoubleFunction<LatencyMillis>> LATENCIES =
      Map.of(
          "mean", LatencyMillis::mean,
          "p50", LatencyMillis::p50,
          "p90", LatencyMillis::p90,
          "p95", LatencyMillis::p95,
          "p99", LatencyMillis::p99,
          "p99.9", LatencyMillis::p999,
          "p99.99", LatencyMillis::p9999,
          "max", LatencyMillis::max,
          "std dev", LatencyMillis::stdDev);

  static <T> TableColumn<T> words(String title, Function<T, String> text) {
    return words(title, 0, text);
  }

  /// @param rank as in [Column], here and below
  static <T> TableColumn<T> words(String title, int rank, Function<T, String> text) {
    return new TableColumn<>(new Column(title, false, rank), text.andThen(Cell::of));
  }

  static <T> TableColumn<T> number(String title, Function<T, String> text) {
    return number(title, 0, text);
  }

  static <T> TableColumn<T> number(String title, int rank, Function<T, String> text) {
    return new TableColumn<>(new Column(title, true, rank), text.andThen(Cell::of));
  }

  /// Words or a drawing, perhaps in a tone.
  static <T> TableColumn<T> cell(String title, Function<T, Cell> cell) {
    return new TableColumn<>(new Column(title, false, 0), cell);
  }

  static <T> TableColumn<T> latency(String which, Function<T, Optional<LatencyMillis>> all) {
    return latency(which, 0, all);
  }

  /// One of the latencies, in milliseconds.
  static <T> TableColumn<T> latency(
      String which, int rank, Function<T, Optional<LatencyMillis>> all) {
    ToDoubleFunction<LatencyMillis> latency = Objects.requireNonNull(LATENCIES.get(which), which);
    return number(which, rank, all.andThen(some -> Figures.millis(some, latency)));
  }
}

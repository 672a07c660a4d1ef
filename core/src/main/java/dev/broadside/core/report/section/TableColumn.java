package dev.broadside.core.report.section;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.section.Block.Cell;
import dev.broadside.core.report.section.Block.Column;
import java.util.Optional;
import java.util.function.Function;

/// A column of a table with the function that fills its cells.
record TableColumn<T>(Column head, Function<T, Cell> cell) {
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

  /// A column of words or drawings, perhaps in a tone.
  static <T> TableColumn<T> cell(String title, Function<T, Cell> cell) {
    return new TableColumn<>(new Column(title, false, 0), cell);
  }

  static <T> TableColumn<T> latency(Measure which, Function<T, Optional<LatencyMillis>> all) {
    return latency(which, 0, all);
  }

  /// A column of latencies in milliseconds.
  static <T> TableColumn<T> latency(
      Measure which, int rank, Function<T, Optional<LatencyMillis>> all) {
    return number(which.heading(), rank, all.andThen(some -> NumberText.millis(some, which)));
  }
}

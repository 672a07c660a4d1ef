package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;

/// A figure of one engine, and where it is read.
///
/// @param source what is read of the view: names of counters that are added up, or an expression
/// @param factor turns what is read into the figure's unit
/// @param own how much each reading of the monitor adds to it by itself
public record EngineCounter(Figure figure, View view, String source, double factor, long own) {
  EngineCounter times(double unit) {
    return new EngineCounter(figure, view, source, unit, own);
  }

  EngineCounter less(long ours) {
    return new EngineCounter(figure, view, source, factor, ours);
  }

  /// Where it is read, for people.
  public String place() {
    return view.name() + ": " + source;
  }
}

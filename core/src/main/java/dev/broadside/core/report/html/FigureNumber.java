package dev.broadside.core.report.html;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.work.Figure;

/// The one number of a declared figure that stands for it, and in what it is told.
///
/// @param text empty where nobody knows it
record FigureNumber(String text, String unit) {
  static FigureNumber of(FigureDocument one) {
    if (one.share().isPresent()) {
      return new FigureNumber(Figures.percent(one.share()), "");
    }
    String each = Figures.number(one.perTransaction());
    String unit = one.numberUnit() + (each.isEmpty() ? "" : ", " + each + " per transaction");
    return one.distribution()
        .map(all -> new FigureNumber(Figures.millis(all.mean()), words(one.figure(), all)))
        .orElse(new FigureNumber(Figures.number(one.number()), unit));
  }

  private static String words(Figure figure, LatencyMillis all) {
    return figure.unit()
        + " on average; p50 "
        + Figures.millis(all.p50())
        + ", p99 "
        + Figures.millis(all.p99())
        + ", max "
        + Figures.millis(all.max())
        + ", "
        + Figures.count(all.count())
        + " values";
  }
}

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
    Figure figure = one.figure();
    if (one.share().isPresent()) {
      return new FigureNumber(Figures.percent(one.share()), "");
    }
    if (one.value().isPresent()) {
      return new FigureNumber(Figures.number(one.value()), figure.unit());
    }
    if (one.perSecond().isPresent()) {
      String each = Figures.number(one.perTransaction());
      return new FigureNumber(
          Figures.number(one.perSecond()),
          figure.unit() + "/s" + (each.isEmpty() ? "" : ", " + each + " per transaction"));
    }
    return one.distribution()
        .map(all -> new FigureNumber(Figures.millis(all.mean()), words(figure, all)))
        .orElse(new FigureNumber("", ""));
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

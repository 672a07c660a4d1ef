package dev.broadside.core.report.html;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.work.Figure;
import java.util.OptionalDouble;

/// The one number of a declared figure that stands for it, and in what it is told.
///
/// @param text empty where nobody knows it
record FigureNumber(String text, String unit) {
  static FigureNumber of(FigureDocument one) {
    if (one.share().isPresent()) {
      return new FigureNumber(Figures.percent(one.share()), "");
    }
    FigureNumber each = of(one.perTransaction(), one.figure().unit());
    String behind =
        each.text.isEmpty()
            ? ""
            : ", " + (each.text + " " + each.unit).strip() + " per transaction";
    FigureNumber number = of(one.number(), one.numberUnit());
    return one.distribution()
        .map(all -> new FigureNumber(Figures.millis(all.mean()), words(one.figure(), all)))
        .orElse(new FigureNumber(number.text, number.unit + behind));
  }

  private static FigureNumber of(OptionalDouble value, String unit) {
    return Figures.bytes(value, unit)
        .map(told -> told.split(" ", 2))
        .map(told -> new FigureNumber(told[0], told[1]))
        .orElseGet(() -> new FigureNumber(Figures.number(value), unit));
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

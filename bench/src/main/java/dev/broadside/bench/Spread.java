package dev.broadside.bench;

import java.util.List;
import java.util.Locale;

/// The median of some figures, with the lowest and the highest.
public record Spread(double median, double lowest, double highest) {

  public static Spread of(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.getFirst(), sorted.getLast());
  }

  /// All three.
  ///
  /// @param format of one figure
  public String text(String format) {
    return lowest == highest
        ? String.format(Locale.ROOT, format, median)
        : String.format(
            Locale.ROOT, format + " (" + format + " to " + format + ")", median, lowest, highest);
  }
}

package dev.broadside.core.figures;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DistributionSum;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.work.Figure;
import java.util.Optional;
import java.util.OptionalDouble;

/// Adds up one figure's values over agents and intervals by its kind, in any order, without loss.
/// Not safe for use by several threads.
public final class FigureSum {
  private final Figure figure;
  private final Optional<DistributionSum> values;
  private long amount;
  private double reading;
  private int newest = -1;
  private long known;

  public FigureSum(Figure figure) {
    this.figure = figure;
    this.values = figure.kind().spreads() ? Optional.of(new DistributionSum()) : Optional.empty();
  }

  /// Adds a value. An unknown value changes nothing.
  ///
  /// @param interval the interval of the value
  /// @return false if it is a value of another kind than the figure's, so that nothing was added
  public boolean add(int interval, FigureValue value) {
    switch (value) {
      case FigureValue.Amount(long more) when figure.kind().adds() ->
          amount = Distribution.addNanos(amount, more);
      case FigureValue.Reading(double one) when figure.kind().gauge() -> read(interval, one);
      case FigureValue.Readings all when figure.kind().gauge() -> {
        read(
            all.lastAt(),
            switch (figure.kind()) {
              case MEAN -> all.sum();
              case LAST -> all.last();
              default -> all.worst();
            });
        known += all.count() - 1;
      }
      case FigureValue.Values(Distribution more) when values.isPresent() -> values.get().add(more);
      case FigureValue.Unknown() -> {
        return true;
      }
      case FigureValue.Amount _,
          FigureValue.Reading _,
          FigureValue.Readings _,
          FigureValue.Values _ -> {
        return false;
      }
    }
    known++;
    return true;
  }

  /// Adds another sum of the same figure.
  public void add(FigureSum other) {
    if (other.known == 0) {
      return;
    }
    amount = Distribution.addNanos(amount, other.amount);
    values.ifPresent(sum -> other.values().ifPresent(sum::add));
    read(other.newest, other.reading);
    known += other.known;
  }

  private void read(int interval, double one) {
    boolean newer = interval > newest;
    newest = Math.max(newest, interval);
    reading =
        switch (figure.kind()) {
          case MEAN -> reading + one;
          case LAST -> newer ? one : interval == newest ? Math.max(reading, one) : reading;
          default -> known == 0 ? one : Math.max(reading, one);
        };
  }

  public Figure figure() {
    return figure;
  }

  /// The amount of a count or a sum, or the one value of all readings of a gauge; empty if no value
  /// is known, and for a figure that keeps each value.
  public OptionalDouble value() {
    if (known == 0 || values.isPresent()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        switch (figure.kind()) {
          case COUNT, SUM -> amount;
          case MEAN -> reading / known;
          default -> reading;
        });
  }

  /// All values of a distribution or a duration; empty if it has none.
  public Optional<Distribution> values() {
    return values.map(DistributionSum::toDistribution).filter(all -> !all.isEmpty());
  }
}

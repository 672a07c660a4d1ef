package dev.broadside.core.figures;

import dev.broadside.core.figures.Measure.Parts;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.work.Figure;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Some intervals in a row, added up: measures by their sums, and latencies by their whole
/// distribution. It holds the transactions, one operation, or one figure that keeps each value; it
/// may also hold other figures. For one thread.
public final class FigureBin {
  private final Map<String, Parts> ratios = new HashMap<>();
  private Distribution latency = Distribution.EMPTY;
  private int intervals;

  public FigureBin() {}

  /// Adds the transactions of one interval, or of several.
  public void add(Tally tally, int more, double seconds) {
    add(tally.transactions().latency(), more);
    Measure.ALL.forEach(one -> one.of(tally, seconds).ifPresent(parts -> add(one, parts)));
  }

  /// Adds an operation of one interval, or of several.
  public void add(OperationStats operation, int more, double seconds) {
    add(operation.service(), more);
    Measure.ALL.forEach(one -> one.of(operation, seconds).ifPresent(parts -> add(one, parts)));
  }

  /// Adds the values of a figure that keeps each of them.
  public void add(FigureSum spread, int more, double seconds) {
    Distribution values = spread.values().orElse(Distribution.EMPTY);
    add(values, more);
    add(Measure.THROUGHPUT.id(), values.count(), seconds);
  }

  /// Adds what ended too late to count per second: its latencies and outcomes.
  ///
  /// @param wrong how many of those that ended failed, or may have failed
  public void addLate(Distribution values, long wrong, long ended) {
    add(values, 0);
    add(Measure.ERRORS.id(), 100.0 * wrong, ended);
  }

  /// Adds arrivals that were never begun.
  public void addDropped(long arrivals) {
    add(Measure.DROPPED.id(), 100.0 * arrivals, arrivals);
  }

  private void add(Distribution values, int more) {
    latency = latency.plus(values);
    intervals += more;
  }

  /// Adds load threads, less those without a connection.
  ///
  /// @param all the values of other figures, by id
  public void addThreads(int threads, Map<String, FigureSum> all, double seconds) {
    double lostMillis =
        Optional.ofNullable(all.get(ConnectionFigure.LOST.id()))
            .map(sum -> sum.value().orElse(0))
            .orElse(0.0);
    add(Measure.CONNECTIONS.id(), threads * seconds - lostMillis / 1e3, seconds);
  }

  /// Adds the value of a declared figure in an interval.
  ///
  /// @param all the values of all other figures in the interval, by id
  public void add(String id, Map<String, FigureSum> all, double seconds) {
    Optional<FigureSum> known = Optional.ofNullable(all.get(id));
    known.ifPresent(sum -> add(sum, Optional.ofNullable(all.get(sum.figure().shareOf())), seconds));
  }

  private void add(FigureSum sum, Optional<FigureSum> of, double seconds) {
    Figure figure = sum.figure();
    if (sum.values().isPresent()) {
      Distribution values = sum.values().get();
      double unit = figure.kind() == Figure.Kind.DISTRIBUTION ? 1_000 : 1;
      add(figure.id(), unit * values.meanMillis() * values.count(), values.count());
    } else if (sum.value().isPresent() && figure.shareOf().isEmpty()) {
      double value = sum.value().getAsDouble();
      add(figure.id(), figure.kind().adds() ? value : value * seconds, seconds);
    } else if (sum.value().isPresent() && figure.ofTime()) {
      double value = sum.value().getAsDouble();
      add(figure.id(), figure.byMinute() ? value : 100 * value, figure.ofTime(seconds));
    } else if (sum.value().isPresent() && of.isPresent() && of.get().value().isPresent()) {
      boolean part = of.get().figure().unit().equals(figure.unit());
      double factor = figure.ofWatched() ? 1_000 : part ? 100 : 1;
      add(figure.id(), factor * sum.value().getAsDouble(), of.get().value().getAsDouble());
    }
  }

  /// The unit in which a declared figure is shown.
  ///
  /// @param of the figure that it is a share of, or divided by
  public static String unit(Figure figure, Optional<Figure> of) {
    if (figure.ofTime()) {
      return figure.byMinute() ? figure.unit() + "/min" : "%";
    }
    boolean rate = figure.ofWatched() || (figure.kind().adds() && of.isEmpty());
    boolean part = !rate && of.filter(other -> other.unit().equals(figure.unit())).isPresent();
    return part ? "%" : figure.unit() + (rate ? "/s" : "");
  }

  private void add(Measure measure, Parts parts) {
    ratios.merge(measure.id(), parts, Parts::plus);
  }

  private void add(String id, double sum, double of) {
    ratios.merge(id, new Parts(sum, of), Parts::plus);
  }

  public void add(FigureBin other) {
    other.ratios.forEach((id, ratio) -> ratios.merge(id, ratio, Parts::plus));
    add(other.latency, other.intervals);
  }

  public int intervals() {
    return intervals;
  }

  /// The number of values that its percentiles come from.
  public long count() {
    return latency.count();
  }

  /// The value of a measure, or of a declared figure; NaN if it is not known.
  public double value(String id) {
    return value(id, latency);
  }

  /// The lower bound of a value: what has not ended takes at least as long as its age.
  public double least(String id, Distribution unfinished) {
    return value(id, latency.plus(unfinished));
  }

  /// The upper bound of a value: what has not ended may never end.
  public double most(String id, long unfinished) {
    Optional<Measure.Latency> asked = latency(id);
    if (unfinished == 0 || asked.isEmpty()) {
      return value(id);
    }
    long rank = asked.get().rank(latency.count() + unfinished);
    return rank > latency.count()
        ? Double.POSITIVE_INFINITY
        : latency.percentileMillis(100.0 * rank / latency.count());
  }

  private static Optional<Measure.Latency> latency(String id) {
    return Measure.of(id)
        .map(Measure::formula)
        .filter(Measure.Latency.class::isInstance)
        .map(Measure.Latency.class::cast);
  }

  private double value(String id, Distribution all) {
    Optional<Measure.Latency> asked = latency(id);
    if (asked.isPresent()) {
      return all.isEmpty() ? Double.NaN : asked.get().millis(all);
    }
    return Optional.ofNullable(ratios.get(id)).map(Parts::value).orElse(Double.NaN);
  }
}

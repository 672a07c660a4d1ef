package dev.broadside.core.figures;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureSum;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.Figure;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Some intervals in a row, added up: what adds up by its sum, what does not by the sum of what it
/// is the mean of, and latencies by their whole distribution. Of the transactions, of one
/// operation, or of one figure that keeps each value; figures besides may be in it, too. For one
/// thread.
public final class FigureBin {
  private final Map<String, Ratio> ratios = new HashMap<>();
  private Distribution latency = Distribution.EMPTY;
  private int intervals;

  /// A figure is one sum over another.
  private record Ratio(double sum, double of) {
    Ratio plus(Ratio other) {
      return new Ratio(sum + other.sum, of + other.of);
    }
  }

  public FigureBin() {}

  /// The transactions of one interval, or of several.
  public void add(TransactionStats transactions, int more, double seconds) {
    OutcomeCounts counts = transactions.counts();
    add(transactions.latency(), more);
    double busy = transactions.latency().sumNanos() / 1e9 + transactions.failed().sumNanos() / 1e9;
    add(RunFigure.THROUGHPUT, counts.ok(), seconds);
    add(RunFigure.GOODPUT, counts.good(), seconds);
    add(RunFigure.ATTEMPTS, counts.attempts(), seconds);
    add(RunFigure.ERRORS, 100.0 * (counts.failed() + counts.uncertain()), counts.ended());
    add(RunFigure.RETRIES, 100.0 * counts.retried(), counts.ended());
    add(RunFigure.DROPPED, 100.0 * counts.dropped(), counts.arrivals());
    // Little's law: how many are under way is how many end in a second times how long they take.
    add(RunFigure.IN_FLIGHT, busy, seconds);
  }

  /// The same of one operation.
  public void add(OperationStats operation, int more, double seconds) {
    long wrong = operation.failed() + operation.unanswered();
    add(operation.service(), more);
    add(RunFigure.THROUGHPUT, operation.ok(), seconds);
    add(RunFigure.GOODPUT, operation.effective(), seconds);
    add(RunFigure.ATTEMPTS, operation.ok() + wrong, seconds);
    add(RunFigure.ERRORS, 100.0 * wrong, operation.ok() + wrong);
  }

  /// The same of a figure that keeps each value.
  public void add(FigureSum spread, int more, double seconds) {
    Distribution values = spread.values().orElse(Distribution.EMPTY);
    add(values, more);
    add(RunFigure.THROUGHPUT, values.count(), seconds);
  }

  /// What ended too late to count in a rate: its latencies, and how it came out.
  ///
  /// @param wrong how many of so many that ended failed, or may have
  public void addLate(Distribution values, long wrong, long ended) {
    add(values, 0);
    add(RunFigure.ERRORS, 100.0 * wrong, ended);
  }

  /// Arrivals that were never begun.
  public void addDropped(long arrivals) {
    add(RunFigure.DROPPED, 100.0 * arrivals, arrivals);
  }

  private void add(Distribution values, int more) {
    latency = latency.plus(values);
    intervals += more;
  }

  /// Load threads, less those without a connection.
  ///
  /// @param all what else was counted and measured, by id
  public void addThreads(int threads, Map<String, FigureSum> all, double seconds) {
    double lostMillis =
        Optional.ofNullable(all.get(ConnectionFigure.LOST.id()))
            .map(sum -> sum.value().orElse(0))
            .orElse(0.0);
    add(RunFigure.CONNECTIONS, threads * seconds - lostMillis / 1e3, seconds);
  }

  /// An interval's value of a declared figure.
  ///
  /// @param all what else was counted and measured in it, by id
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
      double value = sum.value().getAsDouble();
      add(figure.id(), part ? 100 * value : value, of.get().value().getAsDouble());
    }
  }

  /// In what the value of a declared figure is told.
  ///
  /// @param of that of which it is a share, or for each of which it is told
  public static String unit(Figure figure, Optional<Figure> of) {
    if (figure.ofTime()) {
      return figure.byMinute() ? figure.unit() + "/min" : "%";
    }
    boolean part = of.filter(other -> other.unit().equals(figure.unit())).isPresent();
    return part ? "%" : figure.kind().adds() && of.isEmpty() ? figure.unit() + "/s" : figure.unit();
  }

  private void add(String id, double sum, double of) {
    ratios.merge(id, new Ratio(sum, of), Ratio::plus);
  }

  public void add(FigureBin other) {
    other.ratios.forEach((id, ratio) -> ratios.merge(id, ratio, Ratio::plus));
    add(other.latency, other.intervals);
  }

  public int intervals() {
    return intervals;
  }

  /// How many values its percentiles are of.
  public long count() {
    return latency.count();
  }

  /// The value of one of [RunFigure#of], or of a declared figure; NaN where it is not known.
  public double value(String id) {
    return value(id, latency);
  }

  /// The same where so much has not ended, each of which takes at least as long as it is old: what
  /// a latency is at least.
  public double least(String id, Distribution unfinished) {
    return value(id, latency.plus(unfinished));
  }

  /// What a latency is at the most where so many have not ended, each of which may take for ever.
  /// Whatever is no latency is what it is.
  public double most(String id, long unfinished) {
    if (unfinished == 0 || !latent(id)) {
      return value(id);
    }
    long all = latency.count() + unfinished;
    long rank = RunFigure.percent(id).map(percent -> Distribution.rank(percent, all)).orElse(all);
    return rank > latency.count()
        ? Double.POSITIVE_INFINITY
        : latency.percentileMillis(100.0 * rank / latency.count());
  }

  private static boolean latent(String id) {
    return RunFigure.percent(id).isPresent()
        || id.equals(RunFigure.MEAN)
        || id.equals(RunFigure.MAX);
  }

  private double value(String id, Distribution all) {
    Optional<Double> percent = RunFigure.percent(id);
    Ratio ratio = ratios.get(id);
    if (latent(id) && all.isEmpty()) {
      return Double.NaN;
    }
    return percent.isPresent()
        ? all.percentileMillis(percent.get())
        : switch (id) {
          case RunFigure.MEAN -> all.meanMillis();
          case RunFigure.MAX -> all.maxMillis();
          default -> ratio == null || ratio.of <= 0 ? Double.NaN : ratio.sum / ratio.of;
        };
  }
}

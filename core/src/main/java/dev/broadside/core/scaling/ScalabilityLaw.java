package dev.broadside.core.scaling;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The universal scalability law, fitted to a throughput over concurrency: X(N) = λN / (1 + σ(N−1)
/// + κN(N−1)) (Gunther, *Guerrilla Capacity Planning*, 2007).
///
/// The intervals at 95 % confidence come from a parametric bootstrap: the law is fitted again to
/// throughputs drawn around it, with a deviation whose own uncertainty is drawn, too.
///
/// @param lambda throughput of a single thread
/// @param sigma contention: the share of the work that cannot run in parallel
/// @param kappa coherency: the cost of each pair of threads that have to agree
/// @param peakThreads the number of load threads over all agents with the highest throughput; empty
///   if nothing shows that throughput ever falls
/// @param peakThroughput the law's throughput there
/// @param determination share of the throughput's variance that the law explains, R²
/// @param points how many measurements it is fitted to
/// @param beyond whether its peak lies beyond what was measured
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ScalabilityLaw(
    Estimate lambda,
    Estimate sigma,
    Estimate kappa,
    Optional<Estimate> peakThreads,
    Optional<Estimate> peakThroughput,
    double determination,
    int points,
    boolean beyond) {
  /// Fewer different concurrencies cannot determine three factors.
  public static final int LEAST_POINTS = 4;

  private static final int DRAWS = 400;

  /// A figure with its interval at 95 % confidence.
  ///
  /// @param high empty if there is no upper bound
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Estimate(double value, double low, Optional<Double> high) {}

  /// A measurement.
  ///
  /// @param threads load threads over all agents
  /// @param throughput transactions per second, above 0
  public record Point(int threads, double throughput) {}

  /// Fits the law; empty if there are too few points.
  public static Optional<ScalabilityLaw> of(List<Point> points) {
    if (points.stream().map(Point::threads).distinct().count() < LEAST_POINTS) {
      return Optional.empty();
    }
    double[] n = points.stream().mapToDouble(Point::threads).toArray();
    double[] x = points.stream().mapToDouble(Point::throughput).toArray();
    LawFit fit = LawFit.of(n, x);
    List<LawFit> draws = draws(fit, n);
    boolean falls = fit.c() > 0;
    double most = Arrays.stream(n).max().orElseThrow();
    double mean = Arrays.stream(x).average().orElseThrow();
    double variance = Arrays.stream(x).map(one -> Math.pow(one - mean, 2)).sum();
    return Optional.of(
        new ScalabilityLaw(
            estimate(fit, draws, one -> 1 / one.a()),
            estimate(fit, draws, one -> one.b() / one.a()),
            estimate(fit, draws, one -> one.c() / one.a()),
            Optional.of(estimate(fit, draws, ScalabilityLaw::peakThreads)).filter(_ -> falls),
            Optional.of(estimate(fit, draws, ScalabilityLaw::peakThroughput)).filter(_ -> falls),
            variance > 0 ? Math.max(0, 1 - fit.squares() / variance) : 1,
            n.length,
            falls && peakThreads(fit) > most));
  }

  /// The law's throughput at a number of load threads over all agents.
  public double at(double threads) {
    return lambda.value
        * threads
        / (1 + sigma.value * (threads - 1) + kappa.value * threads * (threads - 1));
  }

  private static List<LawFit> draws(LawFit fit, double[] n) {
    Random random = new Random(1);
    int freedom = n.length - 3;
    double deviation = Math.sqrt(fit.squares() / freedom);
    return IntStream.range(0, DRAWS)
        .mapToObj(_ -> {
          double chi =
              IntStream.range(0, freedom)
                  .mapToDouble(_ -> Math.pow(random.nextGaussian(), 2))
                  .sum();
          double drawn = deviation * Math.sqrt(freedom / chi);
          double[] x =
              Arrays.stream(n)
                  .map(one -> fit.at(one) + drawn * random.nextGaussian())
                  .map(one -> Math.max(one, 1e-9 * fit.at(1)))
                  .toArray();
          return LawFit.of(n, x);
        })
        .toList();
  }

  private static double peakThreads(LawFit fit) {
    return fit.c() == 0
        ? Double.POSITIVE_INFINITY
        : Math.max(1, Math.sqrt(Math.max(0, fit.a() - fit.b()) / fit.c()));
  }

  /// The throughput that a law without a peak approaches.
  private static double peakThroughput(LawFit fit) {
    return fit.c() == 0 ? 1 / fit.b() : fit.at(peakThreads(fit));
  }

  private static Estimate estimate(
      LawFit fit, List<LawFit> draws, ToDoubleFunction<LawFit> figure) {
    double[] sorted = draws.stream().mapToDouble(figure).sorted().toArray();
    double high = sorted[(int) (0.975 * (sorted.length - 1))];
    return new Estimate(
        figure.applyAsDouble(fit),
        sorted[(int) (0.025 * (sorted.length - 1))],
        Double.isFinite(high) ? Optional.of(high) : Optional.empty());
  }
}

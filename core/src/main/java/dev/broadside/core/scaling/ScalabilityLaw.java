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

  /// Least squares of the universal scalability law, in the form N / (a + b (N−1) + c N (N−1)),
  /// whose factors are not negative. Pure.
  ///
  /// The method of Levenberg (1944) and Marquardt (1963), from the solution of the law's
  /// reciprocal, which is linear. A factor that would be negative is 0: of the fits with and
  /// without each, the best one is taken.
  ///
  /// @param a one over the throughput of a single thread
  /// @param b contention, divided by that throughput
  /// @param c coherency, divided by that throughput
  /// @param squares the sum of squared residuals
  record LawFit(double a, double b, double c, double squares) {
    private static final int STEPS = 60;

    double at(double n) {
      return n / (a + b * (n - 1) + c * n * (n - 1));
    }

    static LawFit of(double[] n, double[] throughput) {
      LawFit best = new LawFit(1, 0, 0, Double.POSITIVE_INFINITY);
      for (int free = 1; free <= 7; free += 2) {
        LawFit fit = of(n, throughput, free);
        boolean feasible = fit.a > 0 && fit.b >= 0 && fit.c >= 0;
        best = feasible && fit.squares < best.squares ? fit : best;
      }
      return best;
    }

    /// @param free the factors that are not 0: a bit for each
    private static LawFit of(double[] n, double[] throughput, int free) {
      LawFit fit = reciprocal(n, throughput, free);
      double damping = 1e-3;
      for (int i = 0; i < STEPS; i++) {
        LawFit next = fit.better(n, throughput, free, damping);
        boolean gain = next.a > 0 && next.squares < fit.squares;
        fit = gain ? next : fit;
        damping = gain ? damping / 10 : damping * 10;
      }
      return fit;
    }

    private static LawFit reciprocal(double[] n, double[] throughput, int free) {
      Normal normal = new Normal(free);
      for (int i = 0; i < n.length; i++) {
        double weight = throughput[i] * throughput[i] / n[i];
        normal.add(terms(n[i], weight), weight * n[i] / throughput[i]);
      }
      double[] plain = {n[0] / throughput[0], 0, 0};
      return with(normal.solve(0).orElse(plain), n, throughput);
    }

    private LawFit better(double[] n, double[] throughput, int free, double damping) {
      Normal normal = new Normal(free);
      for (int i = 0; i < n.length; i++) {
        double at = at(n[i]);
        normal.add(terms(n[i], -at * at / n[i]), throughput[i] - at);
      }
      return normal
          .solve(damping)
          .map(x -> with(new double[] {a + x[0], b + x[1], c + x[2]}, n, throughput))
          .orElse(this);
    }

    private static double[] terms(double n, double factor) {
      return new double[] {factor, factor * (n - 1), factor * n * (n - 1)};
    }

    private static LawFit with(double[] factors, double[] n, double[] throughput) {
      LawFit fit = new LawFit(factors[0], factors[1], factors[2], 0);
      double squares = 0;
      for (int i = 0; i < n.length; i++) {
        double off = throughput[i] - fit.at(n[i]);
        squares += off * off;
      }
      return new LawFit(fit.a, fit.b, fit.c, squares);
    }

    /// The normal equations of three unknowns, some of which are fixed at 0.
    private static final class Normal {
      private final double[][] rows = new double[3][4];
      private final int free;

      Normal(int free) {
        this.free = free;
      }

      void add(double[] terms, double value) {
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            rows[i][j] += terms[i] * terms[j];
          }
          rows[i][3] += terms[i] * value;
        }
      }

      /// Solves by Gauss-Jordan elimination, with the diagonal increased by a share; empty if there
      /// is no solution.
      Optional<double[]> solve(double damping) {
        for (int i = 0; i < 3; i++) {
          rows[i][i] *= 1 + damping;
          if ((free & 1 << i) == 0) {
            rows[i] = new double[] {i == 0 ? 1 : 0, i == 1 ? 1 : 0, i == 2 ? 1 : 0, 0};
          }
        }
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            if (i != j) {
              eliminate(j, i);
            }
          }
        }
        double[] solution = new double[3];
        for (int i = 0; i < 3; i++) {
          solution[i] = rows[i][3] / rows[i][i];
          if (!Double.isFinite(solution[i])) {
            return Optional.empty();
          }
        }
        return Optional.of(solution);
      }

      private void eliminate(int row, int by) {
        double factor = rows[row][by] / rows[by][by];
        for (int k = 0; k < 4; k++) {
          rows[row][k] -= factor * rows[by][k];
        }
      }
    }
  }
}

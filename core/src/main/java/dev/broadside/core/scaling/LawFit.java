package dev.broadside.core.scaling;

import java.util.Optional;

/// Least squares of the universal scalability law, in the form N / (a + b (N−1) + c N (N−1)), whose
/// factors are not negative. Pure.
///
/// The method of Levenberg (1944) and Marquardt (1963), from the solution of the law's reciprocal,
/// which is linear. A factor that would be negative is 0: of the fits with and without each, the
/// best one is taken.
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

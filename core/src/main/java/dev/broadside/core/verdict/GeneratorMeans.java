package dev.broadside.core.verdict;

import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/// How the load generator of one agent fared over several intervals, as sums: adding them up in any
/// order, rolled up or not, gives the same means.
///
/// @param sums the sums of each known figure
/// @param threadNanos how long its load threads were at work, added up
public record GeneratorMeans(Map<GeneratorFigure, Sum> sums, long threadNanos) {
  static final GeneratorMeans NONE = new GeneratorMeans(Map.of(), 0);

  /// The sum of one figure.
  ///
  /// @param amount a share times its nanoseconds, added up; for other figures their sum
  /// @param nanos the time for which it is known
  public record Sum(long amount, long nanos) {
    private Sum plus(Sum other) {
      return new Sum(amount + other.amount, nanos + other.nanos);
    }
  }

  public GeneratorMeans {
    Map<GeneratorFigure, Sum> known = new EnumMap<>(GeneratorFigure.class);
    known.putAll(sums);
    sums = Collections.unmodifiableMap(known);
  }

  static GeneratorMeans of(IntervalRecord record) {
    GeneratorSample sample = record.generator();
    long nanos = record.lengthNanos();
    Map<GeneratorFigure, Sum> sums = new EnumMap<>(GeneratorFigure.class);
    for (GeneratorFigure figure : GeneratorFigure.of(sample)) {
      double value = sample.of(figure);
      if (value >= 0) {
        sums.put(figure, new Sum(Math.round(figure.share() ? value * nanos : value), nanos));
      }
    }
    return new GeneratorMeans(sums, Math.multiplyExact(nanos, (long) record.threads()));
  }

  GeneratorMeans plus(GeneratorMeans other) {
    Map<GeneratorFigure, Sum> both = new EnumMap<>(GeneratorFigure.class);
    both.putAll(sums);
    other.sums.forEach((figure, sum) -> both.merge(figure, sum, Sum::plus));
    return new GeneratorMeans(both, Math.addExact(threadNanos, other.threadNanos));
  }

  /// A figure's amount divided by its time: for a share, the share of the whole time. Empty if it
  /// is not known.
  OptionalDouble share(GeneratorFigure figure) {
    Sum sum = sums.get(figure);
    return sum == null || sum.nanos == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) sum.amount / sum.nanos);
  }

  Sum of(GeneratorFigure figure) {
    return sums.getOrDefault(figure, new Sum(0, 0));
  }

  /// Who used the host's processors, in parentheses; an empty text if that is not known.
  static String users(OptionalDouble worker, OptionalDouble host) {
    return worker.isEmpty() || host.isEmpty()
        ? ""
        : " (of the host's CPU the worker used "
            + Limit.percent(worker.getAsDouble())
            + ", others "
            + Limit.percent(host.getAsDouble() - worker.getAsDouble())
            + ")";
  }
}

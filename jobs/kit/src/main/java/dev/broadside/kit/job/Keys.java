package dev.broadside.kit.job;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.KeyDistribution;
import java.util.function.ToLongFunction;

/// The keys of a table's rows, from 1 on, drawn as the user says by [KeyDistribution#PARAMETER].
public final class Keys {
  private final ToLongFunction<ParameterValues> count;
  private final Operations operations;
  private KeyDistribution distribution = new KeyDistribution.Uniform(1);

  Keys(ToLongFunction<ParameterValues> count, Operations operations) {
    this.count = count;
    this.operations = operations;
  }

  void adopt(ParameterValues values) {
    distribution = KeyDistribution.of(values, count.applyAsLong(values));
  }

  /// Draws one from [Transaction#random()].
  public long draw() {
    return 1 + distribution.next(operations.iteration().random());
  }
}

package dev.broadside.core.study;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.broadside.core.param.Parameter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The order in which a study measures its points.
public enum StudyOrder {
  /// As given: all repeats of a point, then the next point.
  GIVEN,
  /// Round by round: every point once, then every point again.
  INTERLEAVED,
  /// Round by round, each round in a random order of its own from the job's seed: randomised
  /// complete blocks.
  RANDOMISED;

  public static final Parameter<String> DECLARED =
      Parameter.choice("order", "Order in which a study runs its steps.")
          .option("given", "all repeats of a step, then the next step")
          .option("interleaved", "every step once, then every step again")
          .option("randomised", "like interleaved, with a random order in each round")
          .preset("given");

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<StudyOrder> of(String word) {
    return Arrays.stream(values()).filter(order -> order.word().equals(word)).findFirst();
  }
}

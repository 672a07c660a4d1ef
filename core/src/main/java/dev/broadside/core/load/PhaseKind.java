package dev.broadside.core.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a phase is for. Only [#MEASURE] counts in the summary.
public enum PhaseKind {
  /// The load begins little by little: the threads of a closed load start one after the other.
  RAMP_UP,
  WARM_UP,
  MEASURE,
  COOL_DOWN;

  /// The word used in results and by users: `ramp-up`, `warm-up`, `measure`, `cool-down`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The kind that a word names, if it names one.
  public static Optional<PhaseKind> ofWord(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}

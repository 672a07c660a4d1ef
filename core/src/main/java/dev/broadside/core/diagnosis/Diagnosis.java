package dev.broadside.core.diagnosis;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.broadside.core.figures.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// What held a run back, in a sentence, with the figures that show it.
///
/// @param id names the rule that found it, for ever
/// @param title the rule in a few words
/// @param sentence what it is, with its numbers
/// @param evidence the figures, the most telling one first
/// @param todo what to do about it, without a full stop
public record Diagnosis(
    String id,
    String title,
    Certainty certainty,
    String sentence,
    List<Evidence> evidence,
    String todo) {
  public Diagnosis {
    evidence = List.copyOf(evidence);
  }

  /// How much a diagnosis can be relied on.
  public enum Certainty {
    /// It follows from what was counted.
    CERTAIN,
    /// The figures fit, but they could have another cause.
    LIKELY;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    static Certainty of(String word) {
      return Arrays.stream(values())
          .filter(one -> one.word().equals(word))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no certainty is called " + word));
    }
  }

  /// A figure that shows it.
  ///
  /// @param figure the id of a figure or measure; that of a class of failures, such as `DEADLOCK`
  /// @param label a few words for people
  /// @param value the average over the measured time, or a number of failures
  /// @param fromMillis where the first interval begins that shows it, from the common start
  /// @param untilMillis where the last one ends
  /// @param section the section of the result that has it: `charts`, `more-charts`, `errors` or
  ///   `plans`
  public record Evidence(
      String figure,
      String label,
      double value,
      String unit,
      double fromMillis,
      double untilMillis,
      String section) {

    /// `row locks 480/s, 0:10 to 1:10`.
    public String words() {
      String space = unit.isEmpty() || unit.startsWith("/") ? "" : " ";
      return label
          + " "
          + NumberText.bytes(OptionalDouble.of(value), unit)
              .orElseGet(() -> NumberText.axis(value) + space + unit)
          + ", "
          + NumberText.elapsed(fromMillis / 1e3)
          + " to "
          + NumberText.elapsed(untilMillis / 1e3);
    }
  }
}

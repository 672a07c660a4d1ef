package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.scaling.Knee;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The knee at one point of a study: the highest rate that meets the thresholds.
///
/// @param at the value on each of the study's other axes
/// @param limits what the system was short of at the lowest rate that it missed, as far as it is
///   known
/// @param limit what changed between the highest rate that it met and the lowest that it missed;
///   empty if it is not known
/// @param sentence the knee and the limits in words
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record KneeDocument(
    Map<String, String> at,
    Knee knee,
    List<String> limits,
    Optional<LimitingResource> limit,
    String sentence) {
  /// A search tells rates apart to three digits, small ones as well as large ones.
  private static final MathContext DIGITS = new MathContext(3);

  /// @param over whether the study has ended, even if the search has not
  static KneeDocument of(
      Map<String, String> at,
      Knee knee,
      List<String> limits,
      Optional<LimitingResource> limit,
      boolean over) {
    return new KneeDocument(at, knee, limits, limit, sentence(knee, limits, limit, over));
  }

  private static String sentence(
      Knee knee, List<String> limits, Optional<LimitingResource> limit, boolean over) {
    String lack =
        limits.isEmpty()
            ? limit.isPresent() ? "" : "; what limits it is not known: let an agent watch its host"
            : "; limited by " + String.join(", and by ", limits);
    String cause = lack + limit.map(one -> ". " + one.sentence()).orElse("");
    return switch (knee.verdict()) {
      case SEARCHING ->
          (over ? "the search did not come to its end; until then " : "so far ")
              + (knee.high() > 0
                  ? interval(knee)
                  : knee.met() > 0 ? rate(knee.met()) + " is met" : "no rate is met");
      case FOUND -> "the knee lies at " + interval(knee) + cause;
      case UNCERTAIN ->
          "the steps contradict each other: the knee lies at "
              + interval(knee)
              + ", which is wider than was asked for; measure longer, or with more repeats"
              + cause;
      case ABOVE -> "even " + rate(knee.met()) + " is met: the knee lies above";
      case BELOW -> "even " + rate(knee.missed()) + " is missed: the knee lies below" + cause;
      case GENERATOR ->
          knee.met() > 0
              ? "the load generator was the limit beyond "
                  + rate(knee.met())
                  + ", which is met: this is not the system's knee; use more agents"
              : "the load generator was the limit at every rate: nothing is known of the system;"
                  + " use more agents";
    };
  }

  private static String interval(Knee knee) {
    return rate(knee.rate())
        + " (95 % confidence: "
        + number(knee.low())
        + " to "
        + number(knee.high())
        + ")";
  }

  private static String rate(double rate) {
    return number(rate) + "/s";
  }

  private static String number(double rate) {
    if (rate >= 100 || rate == 0) {
      return String.format(Locale.ROOT, "%,.0f", rate);
    }
    return Rounding.plain(BigDecimal.valueOf(rate).round(DIGITS).doubleValue());
  }
}

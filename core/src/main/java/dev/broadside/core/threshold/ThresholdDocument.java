package dev.broadside.core.threshold;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.figures.Rounding;
import java.util.OptionalDouble;

/// The result of a threshold.
///
/// @param sentence the result for people
public record ThresholdDocument(
    @JsonUnwrapped Asked asked, Verdict verdict, @JsonUnwrapped Found found, String sentence) {

  /// What the threshold demands.
  ///
  /// @param text the threshold, as [ThresholdText] reads it
  /// @param subject the figure with its part
  /// @param sign `<`, `<=`, `>` or `>=`
  /// @param limit the limit, in the unit
  /// @param unit the unit of value and limit
  public record Asked(String text, String subject, String sign, double limit, String unit) {}

  /// What was found.
  ///
  /// @param value the value over the whole measured time; or that of the worst span, if it must
  ///   hold in each span of some length; or, for 9 of 10 intervals, the value that 9 of the worst
  ///   10 kept; absent if not known
  /// @param atLeast whether the true value is higher by an unknown amount, since some transactions
  ///   have not ended
  /// @param atMillis the beginning of that span, from the common start
  @JsonInclude(Include.NON_ABSENT)
  public record Found(OptionalDouble value, boolean atLeast, OptionalDouble atMillis) {}

  /// The verdict. The later in this order, the worse.
  public enum Verdict {
    HOLDS,
    /// It could not be judged, and has not passed: the sentence says why.
    NOT_JUDGED,
    BROKEN;

    /// For people.
    public String words() {
      return name().replace('_', ' ');
    }
  }

  /// The threshold as its user wrote it.
  public String text() {
    return asked.text;
  }

  /// What the figure was; see [Found].
  public OptionalDouble value() {
    return found.value;
  }

  /// When the worst span began; see [Found].
  public OptionalDouble atMillis() {
    return found.atMillis;
  }

  /// The limit with its sign and unit: `< 20 ms`.
  public String limitText() {
    return asked.sign + " " + amount(asked.limit, asked.unit);
  }

  /// The value with its unit, rounded like all latencies; empty if not known.
  public String valueText() {
    return (found.atLeast ? "≥ " : "") + amount();
  }

  /// The value with its unit, without the sign for *at least*.
  String amount() {
    return found.value.isPresent() ? text(found.value.getAsDouble()) : "";
  }

  private String text(double exact) {
    return asked.unit.equals("ms") ? NumberText.latency(exact) : amount(exact, asked.unit);
  }

  private static String amount(double value, String unit) {
    return Rounding.plain(value) + (unit.isEmpty() || unit.startsWith("/") ? "" : " ") + unit;
  }

  ThresholdDocument saying(String words) {
    return new ThresholdDocument(asked, verdict, found, words);
  }

  /// The result if the load generator was the limit. A broken threshold stays broken.
  ///
  /// @param stands whether it would have held anyway
  /// @param judged whether the user wants it judged nevertheless
  /// @param why the sentence about the load generator
  ThresholdDocument limited(boolean stands, boolean judged, String why) {
    if (verdict != Verdict.HOLDS) {
      return this;
    }
    return stands
        ? saying(sentence + "; that " + why + " cannot have made it hold")
        : judged ? saying(sentence + "; judged although " + why) : doubted(why);
  }

  /// The result if there is an outside reason not to judge it. A broken threshold stays broken.
  public ThresholdDocument doubted(String why) {
    return verdict != Verdict.HOLDS
        ? this
        : new ThresholdDocument(asked, Verdict.NOT_JUDGED, found, why);
  }
}

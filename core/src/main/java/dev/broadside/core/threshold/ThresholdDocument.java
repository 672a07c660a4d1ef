package dev.broadside.core.threshold;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.figures.Rounding;
import java.util.OptionalDouble;

/// The result of a threshold.
///
/// @param text the threshold, as [ThresholdText] reads it
/// @param subject the figure with its part
/// @param sign `<`, `<=`, `>` or `>=`
/// @param limit in the unit
/// @param unit the unit of value and limit
/// @param value the value over the whole measured time; or that of the worst span, if it must hold
///   in each span of some length; or, for 9 of 10 intervals, the value that 9 of the worst 10 kept;
///   absent if not known
/// @param atLeast whether the true value is higher by an unknown amount, since some transactions
///   have not ended
/// @param atMillis the beginning of that span, from the common start
/// @param sentence the result for people
@JsonInclude(Include.NON_ABSENT)
public record ThresholdDocument(
    String text,
    String subject,
    String sign,
    double limit,
    String unit,
    Verdict verdict,
    OptionalDouble value,
    boolean atLeast,
    OptionalDouble atMillis,
    String sentence) {

  /// The verdict; a later one is worse.
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

  /// The limit with its sign and unit: `< 20 ms`.
  public String limitText() {
    return sign + " " + amount(limit, unit);
  }

  /// The value with its unit, rounded like all latencies; empty if not known.
  public String valueText() {
    return (atLeast ? "≥ " : "") + amount();
  }

  /// The value with its unit, without the sign for *at least*.
  String amount() {
    return value.isPresent() ? text(value.getAsDouble()) : "";
  }

  private String text(double exact) {
    return unit.equals("ms") ? NumberText.latency(exact) : amount(exact, unit);
  }

  private static String amount(double value, String unit) {
    return Rounding.plain(value) + (unit.isEmpty() || unit.startsWith("/") ? "" : " ") + unit;
  }

  ThresholdDocument saying(String words) {
    return new ThresholdDocument(
        text, subject, sign, limit, unit, verdict, value, atLeast, atMillis, words);
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
        : new ThresholdDocument(
            text, subject, sign, limit, unit, Verdict.NOT_JUDGED, value, atLeast, atMillis, why);
  }
}

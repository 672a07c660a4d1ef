package dev.broadside.core.threshold;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.Rounding;
import java.util.OptionalDouble;

/// How a threshold came out.
///
/// @param text what was asked, as [ThresholdText] reads it
/// @param subject the figure, and of what
/// @param sign `<`, `<=`, `>` or `>=`
/// @param limit in the unit
/// @param unit in which value and limit are
/// @param value of all that was measured, or, where it must hold in each span of some length, of
///   the worst of those; where in 9 of 10 intervals, what was kept to in 9 of the worst 10; absent
///   where nobody knows
/// @param atLeast whether the value is more than that, and nobody knows how much: some of what it
///   is of has not ended
/// @param atMillis where that span begins, from the common start
/// @param sentence the same for people
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

  /// What came of it; the later, the worse.
  public enum Verdict {
    HOLDS,
    /// It cannot be told, and has not passed: the sentence says why.
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

  /// The value with its unit, rounded as all latencies are; empty where nobody knows.
  public String valueText() {
    return (atLeast ? "≥ " : "") + amount();
  }

  /// The value with its unit, without a sign.
  String amount() {
    return value.isPresent() ? told(value.getAsDouble()) : "";
  }

  private String told(double exact) {
    return unit.equals("ms") ? Figures.latency(exact) : amount(exact, unit);
  }

  private static String amount(double value, String unit) {
    return Rounding.plain(value) + (unit.isEmpty() || unit.startsWith("/") ? "" : " ") + unit;
  }

  ThresholdDocument told(String words) {
    return new ThresholdDocument(
        text, subject, sign, limit, unit, verdict, value, atLeast, atMillis, words);
  }

  /// How it came out if the load generator was the limit. What is broken stays broken.
  ///
  /// @param stands whether that cannot have made it hold
  /// @param judged whether somebody wants it judged all the same
  /// @param why when the load generator was the limit
  ThresholdDocument limited(boolean stands, boolean judged, String why) {
    if (verdict != Verdict.HOLDS) {
      return this;
    }
    return stands
        ? told(sentence + "; that " + why + " cannot have made it hold")
        : judged ? told(sentence + "; judged although " + why) : doubted(why);
  }

  /// Not judged, for a reason that lies outside of it. What is broken stays broken.
  public ThresholdDocument doubted(String why) {
    return verdict != Verdict.HOLDS
        ? this
        : new ThresholdDocument(
            text, subject, sign, limit, unit, Verdict.NOT_JUDGED, value, atLeast, atMillis, why);
  }
}

package dev.broadside.core.drift;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The drift of one figure over the measured part of a run. Unknown values are left out.
///
/// @param worse whether it steps or drifts to the worse. For a declared figure it is not known
///   which way is worse, so each of its steps and drifts counts. A step that has a cause does not
///   count
/// @param level the median of all bins
/// @param limit the limit that the user has named, if any
/// @param sentence the finding for people
public record DriftFinding(
    @JsonUnwrapped Subject subject,
    Verdict verdict,
    boolean worse,
    double level,
    @JsonUnwrapped Slope slope,
    List<LevelStep> steps,
    @JsonInclude(Include.NON_ABSENT) Optional<Limit> limit,
    String sentence) {

  /// The examined figure.
  ///
  /// @param figure its name
  /// @param unit the unit of all values here; slopes are per hour
  public record Subject(String figure, String label, String unit) {}

  /// The slope of a figure without its steps. A bound is absent if it is infinite.
  ///
  /// @param perHour the slope
  /// @param perHourLow the lower bound of the slope at 95 % confidence
  /// @param perHourHigh the upper bound of the slope
  public record Slope(
      double perHour,
      @JsonInclude(Include.NON_ABSENT) OptionalDouble perHourLow,
      @JsonInclude(Include.NON_ABSENT) OptionalDouble perHourHigh) {

    private static Slope of(DriftJudgement found, DriftScale scale) {
      return new Slope(
          scale.perHour(found.slope().slope()),
          finite(scale.perHour(found.slope().low())),
          finite(scale.perHour(found.slope().high())));
    }

    private static OptionalDouble finite(double value) {
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private double low() {
      return perHourLow.orElse(Double.NEGATIVE_INFINITY);
    }

    private double high() {
      return perHourHigh.orElse(Double.POSITIVE_INFINITY);
    }
  }

  /// The verdict on a figure.
  public enum Verdict {
    /// It neither drifts nor steps.
    STEADY,
    /// It rises or falls. It may also have stepped.
    DRIFT,
    /// It changed its level, and is steady before and after that.
    STEP,
    /// Too little was measured: until more than a cycle has passed, its pattern looks like drift.
    EARLY
  }

  /// A change of level.
  ///
  /// @param atMillis when, from the common start
  /// @param height by how much the level is higher since then
  /// @param cause what explains it, in words; empty if nothing does
  public record LevelStep(double atMillis, double height, String cause) {
    private static LevelStep of(StepChange change, DriftScale scale, List<DriftCause> causes) {
      double at = scale.atMillis(change.place());
      return new LevelStep(
          at,
          change.height(),
          DriftCause.of(at, scale.binMillis(), causes).map(DriftCause::words).orElse(""));
    }
  }

  /// A limit, and the time until it is reached if the slope stays the same.
  ///
  /// @param limit in the figure's unit
  /// @param hours hours from the end of the measurement; 0 if it has been reached
  /// @param hoursLow the lower bound, from a bound of the slope
  /// @param hoursHigh the upper bound
  public record Limit(
      double limit,
      @JsonInclude(Include.NON_ABSENT) OptionalDouble hours,
      @JsonInclude(Include.NON_ABSENT) OptionalDouble hoursLow,
      @JsonInclude(Include.NON_ABSENT) OptionalDouble hoursHigh) {

    private static Limit of(DriftWatch watch, double now, Slope slope, boolean sure) {
      double limit = watch.limit().orElseThrow();
      double way = limit - now;
      boolean reached = watch.sign().equals("<") ? way <= 0 : way >= 0;
      if (reached) {
        return new Limit(
            limit, OptionalDouble.of(0), OptionalDouble.empty(), OptionalDouble.empty());
      }
      OptionalDouble one = sure ? hours(way, slope.low()) : OptionalDouble.empty();
      OptionalDouble other = sure ? hours(way, slope.high()) : OptionalDouble.empty();
      boolean up = way > 0;
      return new Limit(
          limit,
          sure ? hours(way, slope.perHour) : OptionalDouble.empty(),
          up ? other : one,
          up ? one : other);
    }

    private static OptionalDouble hours(double way, double perHour) {
      double hours = way / perHour;
      return hours > 0 && Double.isFinite(hours)
          ? OptionalDouble.of(hours)
          : OptionalDouble.empty();
    }
  }

  public DriftFinding {
    steps = List.copyOf(steps);
  }

  static DriftFinding of(
      DriftFigure figure,
      DriftJudgement found,
      Cyclic series,
      DriftScale scale,
      List<DriftCause> causes,
      Optional<DriftWatch> watch,
      boolean early) {
    boolean sure = found.sure() && !early;
    List<LevelStep> steps =
        (early ? List.<StepChange>of() : found.steps())
            .stream().map(step -> LevelStep.of(step, scale, causes)).toList();
    Verdict verdict =
        early
            ? Verdict.EARLY
            : sure ? Verdict.DRIFT : steps.isEmpty() ? Verdict.STEADY : Verdict.STEP;
    Slope slope = Slope.of(found, scale);
    Optional<Limit> limit =
        watch
            .filter(one -> one.limit().isPresent())
            .map(one -> Limit.of(one, found.atEnd(series), slope, sure));
    boolean worse =
        (sure && figure.better().worse(slope.perHour))
            || steps.stream()
                .anyMatch(step -> step.cause.isEmpty() && figure.better().worse(step.height));
    return new DriftFinding(
        new Subject(figure.id(), figure.label(), figure.unit()),
        verdict,
        worse,
        found.level(),
        slope,
        steps,
        limit,
        sentence(figure, found, steps, sure, slope, limit, scale.hours(series.length())));
  }

  private static String sentence(
      DriftFigure figure,
      DriftJudgement found,
      List<LevelStep> steps,
      boolean sure,
      Slope slope,
      Optional<Limit> limit,
      double spanHours) {
    List<String> parts = new ArrayList<>();
    double level = found.before();
    for (LevelStep step : steps) {
      parts.add(
          "stepped from "
              + DriftWords.number(level)
              + " to "
              + amount(level + step.height, figure)
              + " after "
              + DriftWords.time(step.atMillis / 3_600_000)
              + (step.cause.isEmpty() ? "" : ", when " + step.cause));
      level += step.height;
    }
    if (sure) {
      parts.add(slopeWords(figure, found.level(), slope, spanHours));
    }
    limit
        .map(one -> limitWords(one, figure))
        .filter(words -> !words.isEmpty())
        .ifPresent(parts::add);
    return parts.isEmpty() ? "" : figure.label() + " " + String.join(", and ", parts);
  }

  private static String slopeWords(
      DriftFigure figure, double level, Slope slope, double spanHours) {
    DriftWords.Per per = DriftWords.Per.of(spanHours);
    boolean relative = level != 0 && !figure.unit().equals("%");
    double scale = relative ? 100 / Math.abs(level) : 1;
    double one = Math.abs(per.of(slope.low(), scale));
    double other = Math.abs(per.of(slope.high(), scale));
    return (slope.perHour < 0 ? "falls by " : "rises by ")
        + DriftWords.number(Math.abs(per.of(slope.perHour, scale)))
        + (relative ? " %" : figure.unit().equals("%") ? " points" : " " + figure.unit())
        + " "
        + per.words()
        + " ("
        + DriftWords.number(Math.min(one, other))
        + " to "
        + DriftWords.number(Math.max(one, other))
        + ")";
  }

  private static String limitWords(Limit limit, DriftFigure figure) {
    String what = amount(limit.limit, figure);
    if (limit.hours.isEmpty()) {
      return "";
    }
    if (limit.hours.getAsDouble() == 0) {
      return "has reached its limit of " + what;
    }
    String words = "reaches " + what + " in " + DriftWords.time(limit.hours.getAsDouble());
    return limit.hoursLow.isPresent() && limit.hoursHigh.isPresent()
        ? words
            + " ("
            + DriftWords.time(limit.hoursLow.getAsDouble())
            + " to "
            + DriftWords.time(limit.hoursHigh.getAsDouble())
            + ")"
        : words;
  }

  private static String amount(double value, DriftFigure figure) {
    return (DriftWords.number(value) + " " + figure.unit()).strip();
  }
}

package dev.broadside.core.drift;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What one figure does over the measured part of a run. Unknown values are left out.
///
/// @param figure its name
/// @param unit of all values here, slopes for each hour
/// @param worse whether it steps or drifts to the worse. Nobody knows which way is worse for a
///   declared figure, so each of its steps and drifts counts. A step that something explains does
///   not count
/// @param level the median of all bins
/// @param perHour the slope without the steps
/// @param perHourLow its lower bound at 95 % confidence
/// @param perHourHigh its upper bound
/// @param limit that somebody has named
/// @param sentence all this for people
public record DriftFinding(
    String figure,
    String label,
    String unit,
    Verdict verdict,
    boolean worse,
    double level,
    double perHour,
    @JsonInclude(Include.NON_ABSENT) OptionalDouble perHourLow,
    @JsonInclude(Include.NON_ABSENT) OptionalDouble perHourHigh,
    List<Step> steps,
    @JsonInclude(Include.NON_ABSENT) Optional<Limit> limit,
    String sentence) {

  /// The verdict on a figure.
  public enum Verdict {
    /// Neither of the others.
    STEADY,
    /// It rises or falls; it may have stepped besides.
    DRIFT,
    /// It changed its level, and is steady before and behind that.
    STEP,
    /// Too little was measured: until more than a cycle has passed, what repeats itself in it looks
    /// like drift.
    EARLY
  }

  /// A change of level.
  ///
  /// @param atMillis when, from the common start
  /// @param height by how much it is higher since
  /// @param cause what happened then that explains it; empty where nothing did
  public record Step(double atMillis, double height, String cause) {
    private static Step of(StepChange change, DriftScale scale, List<DriftCause> causes) {
      double at = scale.atMillis(change.place());
      return new Step(
          at,
          change.height(),
          DriftCause.of(at, scale.binMillis(), causes).map(DriftCause::words).orElse(""));
    }
  }

  /// A limit, and when it is reached if all goes on like this.
  ///
  /// @param limit in the figure's unit
  /// @param hours until then, from the end of what was measured: 0 where it has been reached
  /// @param hoursLow the lower bound, by that of the slope
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
      OptionalDouble one = sure ? hours(way, slope.low) : OptionalDouble.empty();
      OptionalDouble other = sure ? hours(way, slope.high) : OptionalDouble.empty();
      boolean up = way > 0;
      return new Limit(
          limit,
          sure ? hours(way, slope.middle) : OptionalDouble.empty(),
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

  /// For each hour.
  private record Slope(double low, double middle, double high) {}

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
    List<Step> steps =
        (early ? List.<StepChange>of() : found.steps())
            .stream().map(step -> Step.of(step, scale, causes)).toList();
    Verdict verdict =
        early
            ? Verdict.EARLY
            : sure ? Verdict.DRIFT : steps.isEmpty() ? Verdict.STEADY : Verdict.STEP;
    Slope slope =
        new Slope(
            scale.perHour(found.slope().low()),
            scale.perHour(found.slope().slope()),
            scale.perHour(found.slope().high()));
    Optional<Limit> limit =
        watch
            .filter(one -> one.limit().isPresent())
            .map(one -> Limit.of(one, found.atEnd(series), slope, sure));
    boolean worse =
        (sure && figure.better().worse(slope.middle))
            || steps.stream()
                .anyMatch(step -> step.cause.isEmpty() && figure.better().worse(step.height));
    return new DriftFinding(
        figure.id(),
        figure.label(),
        figure.unit(),
        verdict,
        worse,
        found.level(),
        slope.middle,
        finite(slope.low),
        finite(slope.high),
        steps,
        limit,
        sentence(figure, found, steps, sure, slope, limit, scale.hours(series.length())));
  }

  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static String sentence(
      DriftFigure figure,
      DriftJudgement found,
      List<Step> steps,
      boolean sure,
      Slope slope,
      Optional<Limit> limit,
      double spanHours) {
    List<String> parts = new ArrayList<>();
    double level = found.before();
    for (Step step : steps) {
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
    double one = Math.abs(per.of(slope.low, scale));
    double other = Math.abs(per.of(slope.high, scale));
    return (slope.middle < 0 ? "falls by " : "rises by ")
        + DriftWords.number(Math.abs(per.of(slope.middle, scale)))
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

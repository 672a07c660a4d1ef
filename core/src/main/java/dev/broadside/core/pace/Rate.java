package dev.broadside.core.pace;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// How many iterations of an open load begin per second, over all agents of the job, as it changes
/// within a phase. Time counts from the phase's beginning; every rate is from 0 to
/// [#MAX_PER_SECOND].
///
/// The shapes, over one phase:
///
/// ```
/// Constant ------    Ramp    ___/    Steps  __--==    Sine  /\/\    Spike ___|-|___   Trace  any
/// ```
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = Rate.Constant.class, name = "constant"),
  @Type(value = Rate.Ramp.class, name = "ramp"),
  @Type(value = Rate.Steps.class, name = "steps"),
  @Type(value = Rate.Sine.class, name = "sine"),
  @Type(value = Rate.Spike.class, name = "spike"),
  @Type(value = Rate.Trace.class, name = "trace"),
})
public sealed interface Rate {
  /// The highest rate of a job.
  double MAX_PER_SECOND = 1e7;

  /// The most points of a trace, and the most steps: a plan has to fit into a frame.
  int MAX_POINTS = 10_000;

  /// Always the same.
  record Constant(double perSecond) implements Rate {
    public Constant {
      check(perSecond);
    }
  }

  /// From one rate to another in a straight line; then it stays.
  record Ramp(double from, double to, Duration length) implements Rate {
    public Ramp {
      check(from);
      check(to);
      check(length);
    }
  }

  /// One level after the other; the last one stays.
  record Steps(List<Plateau> steps) implements Rate {
    public Steps {
      steps = bounded(steps, "steps");
    }
  }

  /// One level of [Steps].
  record Plateau(double perSecond, Duration length) {
    public Plateau {
      check(perSecond);
      check(length);
    }
  }

  /// Up and down around a mean, upwards first.
  ///
  /// @param mean above 0
  /// @param amplitude at most the mean
  record Sine(double mean, double amplitude, Duration period) implements Rate {
    public Sine {
      check(mean);
      check(amplitude);
      check(period);
      check(mean + amplitude);
      if (mean == 0 || amplitude > mean) {
        throw new IllegalArgumentException(
            "a sine needs a mean above 0, and an amplitude of at most its mean");
      }
    }
  }

  /// A base rate, and another rate once for a while.
  record Spike(double base, double peak, Duration at, Duration length) implements Rate {
    public Spike {
      check(base);
      check(peak);
      check(at);
      check(length);
    }
  }

  /// A recorded rate: straight lines between points, level before the first and after the last one.
  ///
  /// @param points ascending in time
  record Trace(List<Point> points) implements Rate {
    public Trace {
      points = bounded(points, "points");
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).at().compareTo(points.get(i - 1).at()) < 0) {
          throw new IllegalArgumentException("point " + (i + 1) + " lies before the one above it");
        }
      }
    }
  }

  /// One point of a [Trace]; two at the same moment make a step.
  record Point(Duration at, double perSecond) {
    public Point {
      check(at);
      check(perSecond);
    }
  }

  /// The highest that it ever is, per second.
  default double highest() {
    return switch (this) {
      case Constant(double perSecond) -> perSecond;
      case Ramp(double from, double to, Duration _) -> Math.max(from, to);
      case Steps(List<Plateau> steps) ->
          steps.stream().mapToDouble(Plateau::perSecond).max().orElseThrow();
      case Sine(double mean, double amplitude, Duration _) -> mean + amplitude;
      case Spike(double base, double peak, Duration _, Duration _) -> Math.max(base, peak);
      case Trace(List<Point> points) ->
          points.stream().mapToDouble(Point::perSecond).max().orElseThrow();
    };
  }

  private static void check(double perSecond) {
    if (!(perSecond >= 0 && perSecond <= MAX_PER_SECOND)) {
      throw new IllegalArgumentException(
          "a rate must be from 0 to 10,000,000 per second, and is " + perSecond);
    }
  }

  private static void check(Duration span) {
    if (span.isNegative() || span.compareTo(Duration.ofDays(366)) > 0) {
      throw new IllegalArgumentException("a rate changes within 0 s to 366 days");
    }
  }

  private static <T> List<T> bounded(List<T> parts, String name) {
    if (parts.isEmpty() || parts.size() > MAX_POINTS) {
      throw new IllegalArgumentException(
          "a rate has 1 to " + MAX_POINTS + " " + name + ", not " + parts.size());
    }
    return List.copyOf(parts);
  }

  /// The rate as functions of time.
  default Curve curve() {
    return switch (this) {
      case Constant(double perSecond) -> new LinearPieces.Builder().thenForEver(perSecond);
      case Ramp(double from, double to, Duration length) ->
          new LinearPieces.Builder().then(length.toNanos(), from, to).thenForEver(to);
      case Steps(List<Plateau> steps) -> curve(steps);
      case Sine(double mean, double amplitude, Duration period) ->
          new SineCurve(mean, amplitude, period.toNanos());
      case Spike(double base, double peak, Duration at, Duration length) ->
          new LinearPieces.Builder()
              .then(at.toNanos(), base, base)
              .then(length.toNanos(), peak, peak)
              .thenForEver(base);
      case Trace(List<Point> points) -> curveThrough(points);
    };
  }

  private static Curve curve(List<Plateau> steps) {
    LinearPieces.Builder pieces = new LinearPieces.Builder();
    steps.forEach(step -> pieces.then(step.length().toNanos(), step.perSecond(), step.perSecond()));
    return pieces.thenForEver(steps.getLast().perSecond());
  }

  private static Curve curveThrough(List<Point> points) {
    LinearPieces.Builder pieces = new LinearPieces.Builder();
    Point before = new Point(Duration.ZERO, points.getFirst().perSecond());
    for (Point point : points) {
      long nanos = point.at().minus(before.at()).toNanos();
      pieces.then(nanos, before.perSecond(), point.perSecond());
      before = point;
    }
    return pieces.thenForEver(before.perSecond());
  }

  /// The rate in a few words, for people.
  default String words() {
    return switch (this) {
      case Constant(double perSecond) -> number(perSecond) + " per second";
      case Ramp(double from, double to, Duration _) ->
          number(from) + " to " + number(to) + " per second";
      case Steps(List<Plateau> steps) -> "in " + steps.size() + " steps";
      case Sine(double mean, double amplitude, Duration _) ->
          number(mean) + " per second, swinging by " + number(amplitude);
      case Spike(double base, double peak, Duration _, Duration _) ->
          number(base) + " per second with a spike of " + number(peak);
      case Trace(List<Point> points) -> "after a trace of " + points.size() + " points";
    };
  }

  private static String number(double perSecond) {
    return perSecond == Math.rint(perSecond)
        ? String.format(Locale.ROOT, "%.0f", perSecond)
        : String.format(Locale.ROOT, "%.6g", perSecond).replaceFirst("0+$", "");
  }
}

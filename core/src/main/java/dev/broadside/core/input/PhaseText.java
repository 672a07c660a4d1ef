package dev.broadside.core.input;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThinkText;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes phases in the form that users write and [LoadFields] reads. Pure.
public final class PhaseText {
  private PhaseText() {}

  private record Sine(double mean, double amplitude, String period) {}

  private record Spike(double base, double peak, String at, String length) {}

  private record StepText(double rate, String length) {}

  /// One phase: fields by name, JSON-ready.
  public static Map<String, Object> of(Phase phase) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("phase", phase.kind().word());
    fields.put("duration", Spans.format(phase.duration()));
    fields.put("threads", phase.load().threadsPerAgent());
    switch (phase.load()) {
      case LoadModel.Closed(int _, Think think) -> {
        if (!(think instanceof Think.None)) {
          fields.put("think", ThinkText.of(think));
        }
      }
      case LoadModel.Open(int _, Rate rate, Arrivals arrivals) -> {
        fields.put("rate", rate(rate, phase.duration()));
        fields.put("arrivals", word(arrivals));
      }
    }
    if (!phase.mix().isEmpty()) {
      fields.put("mix", phase.mix());
    }
    return fields;
  }

  private static String word(Arrivals arrivals) {
    return switch (arrivals) {
      case CONSTANT -> "constant";
      case POISSON -> "poisson";
    };
  }

  private static Object rate(Rate rate, Duration phase) {
    return switch (rate) {
      case Rate.Constant(double perSecond) -> perSecond;
      case Rate.Ramp(double from, double to, Duration _) -> Map.of("ramp", List.of(from, to));
      case Rate.Steps(List<Rate.Plateau> steps) -> Map.of("steps", steps(steps, phase));
      case Rate.Sine(double mean, double amplitude, Duration period) ->
          Map.of("sine", new Sine(mean, amplitude, Spans.format(period)));
      case Rate.Spike(double base, double peak, Duration at, Duration length) ->
          Map.of("spike", new Spike(base, peak, Spans.format(at), Spans.format(length)));
      case Rate.Trace(List<Rate.Point> points) ->
          Map.of("trace", points.stream().map(PhaseText::point).toList());
    };
  }

  /// Steps of equal length are written without it, since it may not be a whole number of
  /// microseconds.
  private static List<Object> steps(List<Rate.Plateau> steps, Duration phase) {
    Duration equal = phase.dividedBy(steps.size());
    boolean sharing = steps.stream().allMatch(step -> step.length().equals(equal));
    return steps.stream()
        .<Object>map(step ->
            sharing
                ? step.perSecond()
                : new StepText(step.perSecond(), Spans.format(step.length())))
        .toList();
  }

  /// A moment that is not a whole number of microseconds is written as a fraction of seconds.
  private static List<Object> point(Rate.Point point) {
    boolean whole = point.at().toNanosPart() % 1_000 == 0;
    Object at = whole ? Spans.format(point.at()) : point.at().toNanos() / 1e9;
    return List.of(at, point.perSecond());
  }
}

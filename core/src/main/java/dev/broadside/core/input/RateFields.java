package dev.broadside.core.input;

import dev.broadside.core.pace.Rate;
import dev.broadside.core.pace.Rate.Plateau;
import dev.broadside.core.pace.Rate.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads the rate of an open load.
///
/// ```
/// rate: 500
/// rate: {ramp: [0, 500]}                                  over the whole phase
/// rate: {steps: [100, 200, 300]}                          equally long
/// rate: {steps: [{rate: 100, length: 10s}, {rate: 200, length: 5s}]}
/// rate: {sine: {mean: 500, amplitude: 300, period: 20s}}
/// rate: {spike: {base: 100, peak: 900, at: 10s, length: 2s}}
/// rate: {trace: [[0s, 100], [1m, 250], [2m, 80]]}         straight lines between the points
/// ```
final class RateFields {
  private static final String NAME = "rate";
  private static final String FORMS =
      "give a number per second, or one of {ramp: [from, to]}, {steps: [...]}, {sine: ...},"
          + " {spike: ...} and {trace: [...]}";
  private static final Set<String> SHAPES = Set.of("ramp", "steps", "sine", "spike", "trace");
  private static final Duration LONGEST = Duration.ofDays(366);

  private final JsonFields fields;
  private final Duration length;

  /// @param fields the object whose field `rate` it is
  /// @param length of the phase
  RateFields(JsonFields fields, Duration length) {
    this.fields = fields;
    this.length = length;
  }

  /// The rate; empty if it is missing or wrong. If it is wrong, the fields have collected the
  /// problem.
  Optional<Rate> read() {
    Optional<JsonNode> node = fields.node(NAME);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (!node.get().isObject()) {
      return fields.given(LoadFields.RATE).map(Rate.Constant::new);
    }
    fields.checkRules(LoadFields.RATE);
    try {
      return Optional.of(shape(node.get()));
    } catch (IllegalArgumentException e) {
      fields.wrong(NAME, String.valueOf(e.getMessage()), FORMS);
      return Optional.empty();
    }
  }

  private Rate shape(JsonNode object) {
    List<String> names = List.copyOf(object.propertyNames());
    if (names.size() != 1 || !SHAPES.contains(names.getFirst())) {
      throw new IllegalArgumentException(JsonFields.shown(object) + " is not a shape of a rate");
    }
    JsonNode shape = object.path(names.getFirst());
    JsonFields within = fields.within(NAME).within(names.getFirst());
    return switch (names.getFirst()) {
      case "ramp" -> ramp(shape);
      case "steps" -> new Rate.Steps(steps(shape));
      case "sine" -> sine(within);
      case "spike" -> spike(within);
      default -> new Rate.Trace(points(shape));
    };
  }

  private Rate ramp(JsonNode shape) {
    if (!shape.isArray() || shape.size() != 2) {
      throw new IllegalArgumentException(JsonFields.shown(shape) + " is not [from, to]");
    }
    return new Rate.Ramp(perSecond(shape.get(0)), perSecond(shape.get(1)), length);
  }

  private static double perSecond(JsonNode node) {
    return JsonFields.readNumber(node)
        .orElseThrow(() ->
            new IllegalArgumentException(JsonFields.shown(node) + " is not a number per second"));
  }

  private List<Plateau> steps(JsonNode shape) {
    checkList(shape, "steps");
    List<Plateau> steps = new ArrayList<>();
    for (JsonNode step : shape) {
      boolean own = step.isObject();
      steps.add(
          new Plateau(
              perSecond(own ? step.path("rate") : step),
              own ? span(step.path("length")) : length.dividedBy(shape.size())));
    }
    return steps;
  }

  private static void checkList(JsonNode shape, String name) {
    if (!shape.isArray() || shape.isEmpty() || shape.size() > Rate.MAX_POINTS) {
      throw new IllegalArgumentException(
          name + " is not a list of 1 to " + Rate.MAX_POINTS + " entries");
    }
  }

  private static Duration span(JsonNode node) {
    return JsonFields.readSpan(node)
        .filter(span -> span.compareTo(LONGEST) <= 0)
        .orElseThrow(() ->
            new IllegalArgumentException(
                JsonFields.shown(node) + " is not a length of time such as 10s"));
  }

  private static Rate sine(JsonFields shape) {
    shape.onlyKnow(Set.of("mean", "amplitude", "period"));
    return new Rate.Sine(
        shape.number("mean", Rate.MAX_PER_SECOND),
        shape.number("amplitude", Rate.MAX_PER_SECOND),
        shape.span("period", Duration.ofMillis(1), LONGEST));
  }

  private static Rate spike(JsonFields shape) {
    shape.onlyKnow(Set.of("base", "peak", "at", "length"));
    return new Rate.Spike(
        shape.number("base", Rate.MAX_PER_SECOND),
        shape.number("peak", Rate.MAX_PER_SECOND),
        shape.span("at", Duration.ZERO, LONGEST),
        shape.span("length", Duration.ofMillis(1), LONGEST));
  }

  private static List<Point> points(JsonNode shape) {
    checkList(shape, "trace");
    List<Point> points = new ArrayList<>();
    for (JsonNode point : shape) {
      if (!point.isArray() || point.size() != 2) {
        throw new IllegalArgumentException(JsonFields.shown(point) + " is not [time, rate]");
      }
      points.add(new Point(moment(point.get(0)), perSecond(point.get(1))));
    }
    return points;
  }

  /// A moment may be a fraction of a second: traces often come from elsewhere.
  private static Duration moment(JsonNode node) {
    boolean fraction = node.isNumber() && node.asDouble() >= 0 && node.asDouble() < 1e8;
    return fraction ? Duration.ofNanos(Math.round(node.asDouble() * 1e9)) : span(node);
  }
}

package dev.broadside.sql.plan;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The parameters of the job and what the file works out from them, by the numbers of their values.
///
/// @param parameters whose values are numbers, texts, flags, or lengths of time in milliseconds
/// @param derived worked out in order, from parameters and from each other
public record Constants(Map<Integer, Parameter<?>> parameters, Map<Integer, Expression> derived) {

  public Constants {
    parameters = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    derived = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(derived));
  }

  /// Sets them all.
  public void into(Frame frame, ParameterValues values) {
    parameters.forEach((slot, parameter) -> set(frame, slot, values.get(parameter)));
    derived.forEach((slot, expression) -> expression.into(frame, slot));
  }

  private static void set(Frame frame, int slot, Object value) {
    switch (value) {
      case Long whole -> frame.set(slot, (long) whole);
      case Double decimal -> frame.set(slot, (double) decimal);
      case Boolean flag -> frame.set(slot, (boolean) flag);
      case Duration span -> frame.set(slot, span.toNanos() / 1e6);
      default -> frame.set(slot, value.toString());
    }
  }
}

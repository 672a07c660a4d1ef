package dev.broadside.core.param;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The values of a job class's parameters, complete and checked. Immutable.
public final class ParameterValues {
  private final Parameters parameters;
  private final Map<String, Object> values;

  ParameterValues(Parameters parameters, Map<String, Object> values) {
    this.parameters = parameters;
    this.values = Map.copyOf(values);
  }

  /// Whether this job class declares a parameter.
  public boolean has(Parameter<?> parameter) {
    return parameters.all().contains(parameter);
  }

  /// The value of a declared parameter.
  ///
  /// @throws IllegalArgumentException if the parameter was not declared by this job class: a
  ///   mistake in its code
  @SuppressWarnings("unchecked") // put there by Parameters.read through the same declaration
  public <T> T get(Parameter<T> parameter) {
    if (!has(parameter)) {
      throw new IllegalArgumentException(
          "parameter " + parameter.name() + " is not declared by this job class");
    }
    return (T) Objects.requireNonNull(values.get(parameter.name()));
  }

  /// All values as texts, secrets included: what a plan carries to a worker.
  public Map<String, String> texts() {
    return collect(false);
  }

  /// All values as texts with secrets redacted: what may be shown, stored in a result or exported.
  public Map<String, String> shown() {
    return collect(true);
  }

  private Map<String, String> collect(boolean redact) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Parameter<?> parameter : parameters.all()) {
      boolean hide = redact && parameter instanceof Parameter.Hidden;
      texts.put(parameter.name(), hide ? get(parameter).toString() : text(parameter));
    }
    return texts;
  }

  private <T> String text(Parameter<T> parameter) {
    return parameter.format(get(parameter));
  }

  @Override
  public String toString() {
    return shown().toString();
  }
}

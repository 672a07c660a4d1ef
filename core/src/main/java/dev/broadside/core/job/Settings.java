package dev.broadside.core.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The fields of a job that have no component of their own. A declared field needs no further code
/// to be kept here; the code that uses it reads it by its declaration.
///
/// @param given texts by the name of the declaration, as it writes them; a field that is not given
///   has its declared default
public record Settings(@JsonValue Map<String, String> given) {
  /// All fields have their declared defaults.
  public static final Settings NONE = new Settings(Map.of());

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Settings {
    given = Collections.unmodifiableMap(new TreeMap<>(given));
    if (given.size() > Bounds.MAX_PARAMETERS) {
      throw new IllegalArgumentException("a job has too many settings");
    }
    given.forEach((name, text) -> Bounds.text(text, Bounds.MAX_TEXT, name));
    for (ShareStep step : ShareStep.allSettable()) {
      of(given, step.limit());
    }
  }

  /// The value of a field.
  ///
  /// @throws IllegalArgumentException if the text is no such value
  public <T> T get(Parameter<T> declared) {
    return of(given, declared);
  }

  /// The value of a field, if it is given.
  ///
  /// @throws IllegalArgumentException if the text is no such value
  public <T> Optional<T> find(Parameter<T> declared) {
    return given.containsKey(declared.name()) ? Optional.of(get(declared)) : Optional.empty();
  }

  /// How long a step of a share may go on without progress.
  public Duration limit(ShareStep step) {
    return step.settable() ? get(step.limit()) : step.usual();
  }

  private static <T> T of(Map<String, String> given, Parameter<T> declared) {
    String text = given.get(declared.name());
    if (text == null) {
      return declared.preset().orElseThrow();
    }
    return switch (declared.parse(text)) {
      case Parsed.Value<T>(T value) -> value;
      case Parsed.Wrong<T>(var problem) -> throw new IllegalArgumentException(problem.sentence());
    };
  }

  /// Settings that only give limits of steps.
  public static Settings of(Map<ShareStep, Duration> limits) {
    Map<String, String> texts = new TreeMap<>();
    limits.forEach((step, limit) -> texts.put(step.limit().name(), Spans.format(limit)));
    return new Settings(texts);
  }
}

package dev.broadside.core.stat;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How the load generator itself fared in one interval on one agent. It shows whether the generator
/// was the bottleneck.
///
/// Shares go from 0 to 1. A share that the platform does not give is negative.
///
/// @param values each figure that is known
/// @param host what the host's processors did
public record GeneratorSample(Map<GeneratorFigure, Double> values, HostUse host) {

  public static final GeneratorSample UNKNOWN = new GeneratorSample(Map.of(), HostUse.NONE);

  public GeneratorSample {
    Map<GeneratorFigure, Double> known = new EnumMap<>(GeneratorFigure.class);
    values.forEach((figure, value) -> {
      if (value > figure.unknown() && value >= 0) {
        known.put(figure, value);
      }
    });
    values = Collections.unmodifiableMap(known);
  }

  /// Reads a sample. Missing figures are unknown.
  @JsonCreator
  static GeneratorSample read(
      @JsonProperty("host") Optional<HostUse> host, @JsonAnySetter Map<String, Object> fields) {
    Map<GeneratorFigure, Double> values = new EnumMap<>(GeneratorFigure.class);
    for (GeneratorFigure figure : GeneratorFigure.values()) {
      if (fields.get(figure.key()) instanceof Number value) {
        values.put(figure, value.doubleValue());
      }
    }
    return new GeneratorSample(values, host.orElse(HostUse.NONE));
  }

  /// The written form: each figure under its name, and the host.
  @JsonValue
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (GeneratorFigure figure : GeneratorFigure.values()) {
      double value = of(figure);
      fields.put(figure.key(), figure.share() ? (Number) value : (Number) (long) value);
    }
    fields.put("host", host);
    return fields;
  }

  /// A figure's value: a share, or nanoseconds.
  public double of(GeneratorFigure figure) {
    return values.getOrDefault(figure, figure.unknown());
  }

  public GeneratorSample with(GeneratorFigure figure, double value) {
    Map<GeneratorFigure, Double> all = new EnumMap<>(GeneratorFigure.class);
    all.putAll(values);
    all.put(figure, value);
    return new GeneratorSample(all, host);
  }

  /// This sample with what the host's processors did.
  public GeneratorSample with(HostUse use) {
    return new GeneratorSample(values, use);
  }

  /// The worse of both, figure by figure, and the sum of what the hosts did: associative and
  /// commutative.
  public GeneratorSample worse(GeneratorSample other) {
    Map<GeneratorFigure, Double> worst = new EnumMap<>(GeneratorFigure.class);
    worst.putAll(values);
    other.values.forEach((figure, value) -> worst.merge(figure, value, Math::max));
    return new GeneratorSample(worst, host.plus(other.host));
  }
}

package dev.broadside.core.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.param.Spans;
import java.time.Duration;

/// How long a thread of a closed load pauses between two iterations.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = Think.None.class, name = "none"),
  @Type(value = Think.Fixed.class, name = "fixed"),
  @Type(value = Think.Uniform.class, name = "uniform"),
  @Type(value = Think.Exponential.class, name = "exponential"),
})
public sealed interface Think {
  /// Not at all.
  record None() implements Think {}

  /// Always the same time.
  record Fixed(Duration time) implements Think {}

  /// Equally likely anywhere between two bounds.
  record Uniform(Duration shortest, Duration longest) implements Think {}

  /// Exponentially distributed, cut at ten times the mean.
  record Exponential(Duration mean) implements Think {}

  /// The pause in a few words, for people.
  default String words() {
    return switch (this) {
      case None _ -> "no think time";
      case Fixed(Duration time) -> "think time " + Spans.format(time);
      case Uniform(Duration shortest, Duration longest) ->
          "think time " + Spans.format(shortest) + " to " + Spans.format(longest);
      case Exponential(Duration mean) -> "think time " + Spans.format(mean) + " on average";
    };
  }
}

package dev.broadside.core.load;

import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.Optional;

/// Think times as users write them: `none`, `10ms`, `5ms..20ms` for equally likely in between,
/// `exp:10ms` for exponentially distributed with that mean.
public final class ThinkText {
  /// What can be written, for error messages.
  public static final String FORMS = "give 10ms, 5ms..20ms, exp:10ms or none";

  private static final String BETWEEN = "..";
  private static final String EXPONENTIAL = "exp:";
  private static final Duration LONGEST = Duration.ofHours(1);

  private ThinkText() {}

  /// Reads a think time of at most an hour; empty if the text is not one.
  public static Optional<Think> parse(String text) {
    String stripped = text.strip();
    int between = stripped.indexOf(BETWEEN);
    if (stripped.equals("none")) {
      return Optional.of(new Think.None());
    }
    if (stripped.startsWith(EXPONENTIAL)) {
      return span(stripped.substring(EXPONENTIAL.length())).map(ThinkText::exponential);
    }
    if (between < 0) {
      return span(stripped).map(ThinkText::fixed);
    }
    Optional<Duration> shortest = span(stripped.substring(0, between));
    Optional<Duration> longest = span(stripped.substring(between + BETWEEN.length()));
    return shortest.flatMap(low ->
        longest.filter(high -> low.compareTo(high) <= 0).map(high -> new Think.Uniform(low, high)));
  }

  /// Writes a think time as [#parse(String)] reads it.
  public static String of(Think think) {
    return switch (think) {
      case Think.None _ -> "none";
      case Think.Fixed(Duration time) -> Spans.format(time);
      case Think.Uniform(Duration shortest, Duration longest) ->
          Spans.format(shortest) + BETWEEN + Spans.format(longest);
      case Think.Exponential(Duration mean) -> EXPONENTIAL + Spans.format(mean);
    };
  }

  private static Optional<Duration> span(String text) {
    return Spans.parse(text).filter(span -> span.compareTo(LONGEST) <= 0);
  }

  private static Think fixed(Duration time) {
    return time.isZero() ? new Think.None() : new Think.Fixed(time);
  }

  private static Think exponential(Duration mean) {
    return mean.isZero() ? new Think.None() : new Think.Exponential(mean);
  }
}

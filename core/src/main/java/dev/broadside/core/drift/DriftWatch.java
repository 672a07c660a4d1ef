package dev.broadside.core.drift;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Rounding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A figure that the user wants to check for drift: `p99`, or with a limit `p99<50`,
/// `throughput>200`.
///
/// @param figure its name, as [DriftFigure#USUAL] or a declared figure has it
/// @param limit the value in its unit that it must not reach, if any
public record DriftWatch(String figure, OptionalDouble limit, String sign) {
  private static final Pattern TEXT =
      Pattern.compile("([a-z][A-Za-z0-9._@-]{0,79})(?:([<>])([0-9]{1,15}(?:\\.[0-9]{1,9})?))?");

  /// Reads a text; empty if it has another form.
  public static Optional<DriftWatch> of(String text) {
    Matcher parts = TEXT.matcher(text.replace(" ", ""));
    if (!parts.matches()) {
      return Optional.empty();
    }
    String figure = Measure.of(parts.group(1)).map(Measure::id).orElse(parts.group(1));
    return Optional.of(
        parts.group(2) == null
            ? new DriftWatch(figure, OptionalDouble.empty(), "")
            : new DriftWatch(
                figure, OptionalDouble.of(Double.parseDouble(parts.group(3))), parts.group(2)));
  }

  /// The names of the figures that are checked in every run.
  public static List<String> usual() {
    return DriftFigure.USUAL.stream().map(DriftFigure::id).toList();
  }

  /// The text that [#of] reads.
  public String text() {
    return figure + sign + (limit.isEmpty() ? "" : Rounding.plain(limit.getAsDouble()));
  }
}

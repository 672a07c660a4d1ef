package dev.broadside.cli.run;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a length of time from an option: `250ms`, `30s`, `5m`, `2h`; a bare number counts seconds.
public final class SpanConverter implements ITypeConverter<Duration> {
  private static final int LONGEST = 40;

  @Override
  public Duration convert(String text) {
    try {
      return Spans.parse(text).orElseThrow(() -> notASpan(text));
    } catch (ArithmeticException _) {
      throw notASpan(text);
    }
  }

  private static TypeConversionException notASpan(String text) {
    return new TypeConversionException(
        '"'
            + PlainText.line(text, LONGEST)
            + "\" is not a length of time such as 250ms, 30s, 5m or 2h");
  }
}

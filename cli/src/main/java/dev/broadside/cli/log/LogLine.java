package dev.broadside.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.LayoutBase;
import dev.broadside.core.param.PlainText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.IntStream;

/// One event, always in one line: time in UTC, level, thread, logger, message, and an exception
/// with its causes, where each was thrown, and which of our calls led there. Control characters are
/// escaped, so that no text can forge a line.
final class LogLine extends LayoutBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int LONGEST = 8_000;
  private static final int MOST_CAUSES = 5;
  private static final int MOST_FRAMES = 5;
  private static final String OURS = "dev.broadside.";

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder();
    line.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
        .append(' ')
        .append(event.getLevel())
        .append(" [")
        .append(event.getThreadName())
        .append("] ")
        .append(shortName(event.getLoggerName()))
        .append(": ")
        .append(event.getFormattedMessage());
    appendCauses(line, event);
    return escaped(line) + System.lineSeparator();
  }

  private static String shortName(String logger) {
    return logger.substring(logger.lastIndexOf('.') + 1);
  }

  private static void appendCauses(StringBuilder line, ILoggingEvent event) {
    Optional<IThrowableProxy> thrown = Optional.ofNullable(event.getThrowableProxy());
    for (int i = 0; i < MOST_CAUSES && thrown.isPresent(); i++) {
      IThrowableProxy one = thrown.get();
      line.append(i == 0 ? " | " : " | caused by ")
          .append(one.getClassName())
          .append(": ")
          .append(one.getMessage());
      StackTraceElementProxy[] frames = one.getStackTraceElementProxyArray();
      IntStream.range(0, frames.length)
          .filter(
              at -> at == 0 || frames[at].getStackTraceElement().getClassName().startsWith(OURS))
          .limit(MOST_FRAMES)
          .forEach(at -> line.append(' ').append(frames[at].getSTEAsString()));
      thrown = Optional.ofNullable(one.getCause());
    }
  }

  private static String escaped(CharSequence text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .limit(LONGEST)
        .forEach(c -> {
          switch (c) {
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            default -> escaped.appendCodePoint(PlainText.hidden(c) ? '?' : c);
          }
        });
    return escaped.toString();
  }
}

package dev.broadside.core.calendar;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/// When something happens again: a cron expression of five fields, minute, hour, day of month,
/// month and day of week, as crontab(5) has them, or one of its words such as `@daily`.
///
/// A time that clocks skip as they go forward does not happen; one that they show twice happens
/// once.
///
/// @param text the text as written
public record Repetition(String text) {
  /// What can be written, for error messages.
  public static final String FORMS =
      "write minute, hour, day of month, month and day of week, such as 0 2 * * 1-5, or @daily";

  private static final Map<String, String> WORDS =
      Map.of(
          "@hourly", "0 * * * *",
          "@daily", "0 0 * * *",
          "@weekly", "0 0 * * 0",
          "@monthly", "0 0 1 * *",
          "@yearly", "0 0 1 1 *");

  /// The start of a leap year, which has all days: enough to see whether it ever happens.
  private static final Instant LEAP_YEAR = Instant.parse("2023-12-31T23:59:00Z");

  /// Reads an expression; empty if the text is not one.
  public static Optional<Repetition> of(String text) {
    try {
      Repetition repetition = new Repetition(text.strip());
      repetition.cron();
      return Optional.of(repetition);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private Cron cron() {
    CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    return parser.parse(WORDS.getOrDefault(text, text)).validate();
  }

  /// Whether it ever happens: `0 0 30 2 *` does not.
  public boolean happens() {
    return after(LEAP_YEAR, ZoneOffset.UTC).isPresent();
  }

  /// The next time after an instant.
  public Optional<Instant> after(Instant at, ZoneId zone) {
    return ExecutionTime.forCron(cron())
        .nextExecution(at.atZone(zone))
        .map(next -> next.toInstant());
  }
}

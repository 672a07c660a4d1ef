package dev.broadside.core.calendar;

import dev.broadside.core.param.Spans;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A moment as users write it: `2026-11-23 02:00 Europe/Berlin`, also without the zone,
/// `2026-11-23T01:00:00Z`, or `+2h`.
public sealed interface WrittenMoment {
  /// What can be written, for error messages.
  String FORMS = "write it as 2026-11-23 02:00 Europe/Berlin, 2026-11-23T01:00:00Z or +2h";

  /// An instant.
  record Exact(Instant at) implements WrittenMoment {}

  /// A time on the clock; in the writer's zone if it names none.
  record Local(LocalDateTime clock, Optional<ZoneId> zone) implements WrittenMoment {}

  /// A time after the moment of writing.
  record Later(Duration after) implements WrittenMoment {}

  /// The instant that was meant, or the reason why there is no such instant.
  sealed interface Found {
    record At(Instant instant) implements Found {}

    /// @param sentence what is wrong
    record Never(String sentence) implements Found {}
  }

  private static Pattern local() {
    return Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[ T](\\d{2}:\\d{2}(?::\\d{2})?)(?: +(\\S+))?");
  }

  /// Reads a moment; empty if the text is not one.
  static Optional<WrittenMoment> of(String text) {
    String plain = text.strip();
    if (plain.startsWith("+")) {
      return Spans.parse(plain.substring(1)).map(Later::new);
    }
    try {
      Matcher clock = local().matcher(plain);
      return Optional.of(clock.matches() ? local(clock) : new Exact(exact(plain)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Instant exact(String text) throws DateTimeParseException {
    return OffsetDateTime.parse(text.replaceFirst("^(\\S+) (\\d)", "$1T$2")).toInstant();
  }

  private static Local local(Matcher clock) {
    return new Local(
        LocalDateTime.parse(clock.group(1) + "T" + clock.group(2)),
        Optional.ofNullable(clock.group(3)).map(ZoneId::of));
  }

  /// The instant. If clocks show the time twice because they are set back, it is the first of the
  /// two.
  ///
  /// @param now when it was written
  /// @param usual the zone if the text names none
  default Found from(Instant now, ZoneId usual) {
    return switch (this) {
      case Exact(Instant at) -> new Found.At(at);
      case Later(Duration after) -> new Found.At(now.plus(after));
      case Local(LocalDateTime clock, Optional<ZoneId> zone) -> found(clock, zone.orElse(usual));
    };
  }

  private static Found found(LocalDateTime clock, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(clock);
    if (change != null && change.isGap()) {
      DateTimeFormatter time = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
      return new Found.Never(
          "clocks in %s go from %s to %s then, so that there is no %s"
              .formatted(
                  zone.getId(),
                  time.format(change.getDateTimeBefore()),
                  time.format(change.getDateTimeAfter()),
                  time.format(clock)));
    }
    return new Found.At(clock.atZone(zone).toInstant());
  }

  /// The zone in the text, if any.
  default Optional<ZoneId> zone() {
    return Optional.empty();
  }

  /// The text that [#of(String)] reads.
  default String text() {
    return switch (this) {
      case Exact(Instant at) -> at.toString();
      case Later(Duration after) -> "+" + Spans.format(after);
      case Local(LocalDateTime clock, Optional<ZoneId> zone) ->
          clock + zone.map(one -> " " + one.getId()).orElse("");
    };
  }

  /// An instant for people: `2026-11-23 02:00 Europe/Berlin`, with seconds if they are not 0.
  static String shown(Instant at, ZoneId zone) {
    LocalDateTime clock = at.atZone(zone).toLocalDateTime();
    String pattern = clock.getSecond() == 0 ? "uuuu-MM-dd HH:mm" : "uuuu-MM-dd HH:mm:ss";
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(clock) + " " + zone.getId();
  }

  /// A span in words for people: `3 h 12 min`, `2 d 4 h`, `40 s`.
  static String distance(Duration span) {
    if (span.compareTo(Duration.ofMinutes(1)) < 0) {
      return Math.max(0, span.toSeconds()) + " s";
    }
    long days = span.toDays();
    int hours = span.toHoursPart();
    if (days > 0) {
      return days + " d" + (hours > 0 ? " " + hours + " h" : "");
    }
    int minutes = span.toMinutesPart();
    return (hours > 0 ? hours + " h" : "")
        + (hours > 0 && minutes > 0 ? " " : "")
        + (minutes > 0 ? minutes + " min" : "");
  }
}

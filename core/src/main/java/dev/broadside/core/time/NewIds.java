package dev.broadside.core.time;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/// Makes the ids of jobs, runs, studies and groups, which sort by time and can be typed: a word,
/// the second, four random characters.
public record NewIds(Time time) {
  private static final int SUFFIX_BASE = 36;
  private static final int SUFFIXES = SUFFIX_BASE * SUFFIX_BASE * SUFFIX_BASE * SUFFIX_BASE;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  public String make(String word) {
    String suffix =
        Integer.toString(SUFFIXES + ThreadLocalRandom.current().nextInt(SUFFIXES), SUFFIX_BASE);
    return word + "-" + STAMP.format(time.now()) + "-" + suffix.substring(1);
  }
}

package dev.broadside.core.report.form;

import java.time.Instant;

/// Instants as other tools write them: nanoseconds since 1970, until the year 2262.
final class EpochNanos {
  private static final long OF_A_SECOND = 1_000_000_000;

  private EpochNanos() {}

  static long of(Instant instant) {
    return instant.getEpochSecond() * OF_A_SECOND + instant.getNano();
  }
}

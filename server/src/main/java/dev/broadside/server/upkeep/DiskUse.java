package dev.broadside.server.upkeep;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.NumberText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/// How much room there is for results, and how long it lasts if the store keeps growing.
///
/// @param freeBytes free on the disk of the data folder; -1 if unknown
/// @param floorBytes the server warns when less than this is free
/// @param storeBytes the size of the stored data; empty for PostgreSQL, whose disk is not this
///   server's
/// @param daysLeft until the floor is reached if the store grows as in the last day; empty if it
///   does not grow, or its growth is unknown
/// @param sentence the warning, with what to do; empty while there is room
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record DiskUse(
    long freeBytes,
    long floorBytes,
    Optional<Long> storeBytes,
    Optional<Double> daysLeft,
    String sentence) {
  /// The server warns when the room lasts for fewer days.
  private static final double FEW_DAYS = 2;

  private static final double DAY_MILLIS = Duration.ofDays(1).toMillis();

  static DiskUse of(long free, long floor, Optional<Long> store, Optional<Double> perDay) {
    Optional<Double> days =
        perDay.filter(growth -> growth > 0 && free >= 0).map(growth -> (free - floor) / growth);
    String sentence = "";
    if (free >= 0 && free < floor) {
      sentence =
          said(
              "the disk of the data folder has %s free, less than the %s wanted",
              NumberText.bytes(free), NumberText.bytes(floor));
    } else if (days.filter(left -> left < FEW_DAYS).isPresent()) {
      sentence =
          said(
              "at the present rate the disk of the data folder is full in %s",
              NumberText.span(Math.max(0, days.get()) * DAY_MILLIS));
    }
    return new DiskUse(free, floor, store, days.map(left -> Math.max(0, left)), sentence);
  }

  private static String said(String what, Object... figures) {
    return String.format(Locale.ROOT, what, figures)
        + ": make room, delete jobs, or let the server do so with --keep-jobs or --keep-size";
  }

  /// How fast a store has grown within the last day. For one thread.
  static final class Growth {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration SHORTEST = Duration.ofMinutes(10);

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, long bytes) {}

    /// The bytes of a day at the rate since the oldest sample; empty until ten minutes are known.
    Optional<Double> perDay(long nanos, long bytes) {
      samples.add(new Sample(nanos, bytes));
      while (nanos - samples.element().nanos > LONGEST.toNanos()) {
        samples.remove();
      }
      Sample oldest = samples.element();
      double span = nanos - oldest.nanos;
      return span < SHORTEST.toNanos()
          ? Optional.empty()
          : Optional.of((bytes - oldest.bytes) / span * LONGEST.toNanos());
    }
  }
}

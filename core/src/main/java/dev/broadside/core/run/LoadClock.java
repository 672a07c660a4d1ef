package dev.broadside.core.run;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.run.ShareMachine.Moment;
import java.time.Duration;
import java.util.OptionalLong;

/// When the load of a share begins and ends, on this host's clock that never jumps.
///
/// Not safe for use by several threads.
final class LoadClock {
  private final RunAxis axis;
  private OptionalLong startNanos = OptionalLong.empty();

  LoadClock(RunAxis axis) {
    this.axis = axis;
  }

  /// Takes the common start over, on the wall clock.
  void start(long startEpochNanos, Moment now) {
    startNanos = OptionalLong.of(now.nanos() + startEpochNanos - now.epochNanos());
  }

  /// Whether the start is known.
  boolean known() {
    return startNanos.isPresent();
  }

  /// The common start on the wall clock as it is now.
  long startEpochNanos(Moment now) {
    return now.epochNanos() + startNanos.orElseThrow() - now.nanos();
  }

  /// How long the load has run; empty where no start is known.
  OptionalLong ranNanos(Moment now) {
    return known() ? OptionalLong.of(now.nanos() - startNanos.getAsLong()) : OptionalLong.empty();
  }

  /// When its planned end is.
  long endNanos() {
    return startNanos.orElseThrow() + axis.endNanos();
  }

  /// How far the planned end lies ahead; negative behind it.
  Duration untilEnd(Moment now) {
    return Duration.ofNanos(endNanos() - now.nanos());
  }
}

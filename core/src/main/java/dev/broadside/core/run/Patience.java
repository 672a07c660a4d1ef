package dev.broadside.core.run;

import dev.broadside.core.job.JobSpec;
import java.time.Duration;
import java.util.Optional;

/// How long a worker may take to end its load before it is killed, on the clock that never jumps.
///
/// ```
///   AtLoad --- the load ends ---> Sealing --- grace over, no interval sealed meanwhile ---> killed
///                                 ^     |
///                                 +-----+ late, but it has sealed some
/// ```
sealed interface Patience {
  /// Beyond the grace, for the worker to seal and say that it has finished.
  Duration MARGIN = Duration.ofSeconds(3);

  /// How long a worker may seal nothing after its grace, if it is late with its intervals for want
  /// of processors.
  Duration SEALING = Duration.ofSeconds(10);

  /// After this it is killed, however far it came: before the controller gives its share up.
  Duration MOST_SEALING = Duration.ofSeconds(40);

  /// Each worker may be late by this much.
  Duration MOMENT = Duration.ofSeconds(2);

  /// When it has run out.
  long nanos();

  /// Why the worker is killed then, in words that follow "the worker".
  String why();

  /// With a worker that has no load to end.
  record Idle(long nanos, String why) implements Patience {}

  /// The end of a load, as planned or by a stop.
  ///
  /// @param runNanos the same on the run's axis
  /// @param why the worker is killed if it does not end after it
  record LoadEnd(long nanos, long runNanos, String why) {}

  /// Until the load ends.
  record AtLoad(LoadEnd end) implements Patience {
    @Override
    public long nanos() {
      return end.nanos();
    }

    @Override
    public String why() {
      return end.why();
    }
  }

  /// After the load ended.
  ///
  /// @param sealed how many intervals the worker had sealed when it was last looked at
  record Sealing(LoadEnd end, int sealed, long nanos) implements Patience {
    @Override
    public String why() {
      return end.why();
    }
  }

  static Patience withIdle(JobSpec spec, long nanos, String why) {
    return new Idle(nanos + grace(spec).toNanos(), why);
  }

  private static Duration grace(JobSpec spec) {
    return spec.grace().plus(MARGIN);
  }

  /// The next patience after this one has run out; empty if the worker is to be killed. What keeps
  /// a worker that seals no more, or has sealed all that was to be sealed, is a thread that does
  /// not end.
  ///
  /// @param sealed the interval after the newest one that the worker has sealed
  default Optional<Patience> next(JobSpec spec, long now, int sealed) {
    return switch (this) {
      case Idle _ -> Optional.empty();
      case AtLoad(LoadEnd end) ->
          Optional.of(new Sealing(end, sealed, end.nanos() + grace(spec).toNanos()));
      case Sealing(LoadEnd end, int before, long _) -> {
        long last = end.nanos() + grace(spec).plus(MOST_SEALING).toNanos();
        boolean late = end.runNanos() - spec.axis().endNanos(before) > MOMENT.toNanos();
        yield sealed > before && late && now - last < 0
            ? Optional.of(new Sealing(end, sealed, now + SEALING.toNanos()))
            : Optional.empty();
      }
    };
  }
}

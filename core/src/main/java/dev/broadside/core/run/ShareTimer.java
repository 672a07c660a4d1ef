package dev.broadside.core.run;

import dev.broadside.core.job.JobSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// What a share does by itself after some time, one thing at the most, and how long its worker may
/// take to end. All moments are nanos of the clock that never jumps.
///
/// Not safe for use by several threads.
final class ShareTimer {
  /// Beyond the grace, for the worker to seal and say that it has finished.
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /// How long a worker that is behind with its intervals when its load ends, for want of
  /// processors, may seal none and not be killed, once its grace has passed.
  private static final Duration SEALING = Duration.ofSeconds(10);

  /// It is killed at last, however far it came: before the principal gives its share up.
  private static final Duration MOST_SEALING = Duration.ofSeconds(40);

  /// By so much each worker may be behind.
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final JobSpec spec;
  private final Consumer<String> kill;
  private Optional<Alarm> alarm = Optional.empty();

  /// How far the worker's sealing was when this was last looked at.
  private int sealed;

  /// @param task is given the time
  private record Alarm(long nanos, LongConsumer task) {}

  /// The end of a load, planned or not, behind which its worker is to end.
  ///
  /// @param runNanos on the run's axis
  /// @param lastNanos then it is killed, however far it came
  /// @param why it is killed
  private record End(long runNanos, long lastNanos, String why) {}

  /// @param kill is told why a worker is to be killed
  ShareTimer(JobSpec spec, Consumer<String> kill) {
    this.spec = spec;
    this.kill = kill;
  }

  /// When something is to be done; empty where nothing is.
  OptionalLong nanos() {
    return alarm.stream().mapToLong(Alarm::nanos).findFirst();
  }

  /// Nothing is to be done.
  void off() {
    alarm = Optional.empty();
  }

  /// Instead of what was to be done before.
  void after(long nanos, Duration patience, Runnable task) {
    set(nanos, patience, _ -> task.run());
  }

  void afterGrace(long nanos, Runnable task) {
    after(nanos, spec.grace(), task);
  }

  private void set(long nanos, Duration patience, LongConsumer task) {
    alarm = Optional.of(new Alarm(nanos + patience.toNanos(), task));
  }

  void killAfter(long nanos, Duration patience, String why) {
    after(nanos, patience.plus(MARGIN), () -> kill.accept(why));
  }

  /// Wakes up at the end of the load, to hear how far it has come; the worker is to end within its
  /// grace from then on.
  ///
  /// @param atNanos when the load ends
  /// @param runNanos the same on the run's axis
  /// @param why it is killed otherwise
  void killAfterEnd(long nanos, long atNanos, long runNanos, String why) {
    Duration patience = spec.grace().plus(MARGIN);
    End end = new End(runNanos, atNanos + patience.plus(MOST_SEALING).toNanos(), why);
    set(
        nanos,
        Duration.ofNanos(atNanos - nanos),
        then -> killUnlessSealing(then, patience.minusNanos(then - atNanos), end));
  }

  /// Kills it after a while in which it has come no further, or had sealed all that was to be
  /// sealed by then: what keeps it is a thread that does not end.
  private void killUnlessSealing(long nanos, Duration patience, End end) {
    int before = sealed;
    set(
        nanos,
        patience,
        then -> {
          if (sealed > before && behind(end, before) && then - end.lastNanos() < 0) {
            killUnlessSealing(then, SEALING, end);
          } else {
            kill.accept(end.why());
          }
        });
  }

  /// Whether an interval that is to be sealed ended more than a moment before the load.
  private boolean behind(End end, int interval) {
    return end.runNanos() - spec.axis().endNanos(interval) > MOMENT.toNanos();
  }

  /// Does what is to be done by now.
  ///
  /// @param newest the interval behind the newest one that the worker has sealed
  void ring(long nanos, int newest) {
    sealed = newest;
    Optional<Alarm> ringing = alarm.filter(set -> nanos - set.nanos() >= 0);
    if (ringing.isPresent()) {
      off();
      ringing.get().task().accept(nanos);
    }
  }
}

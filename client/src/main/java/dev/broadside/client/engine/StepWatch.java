package dev.broadside.client.engine;

import dev.broadside.core.job.Settings;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Notices when a step of a share makes no progress for longer than its limit. It says so once, and
/// does not watch that step any more.
///
/// Safe for use by several threads.
public final class StepWatch {
  private final Time time;
  private final Settings settings;
  private final Duration margin;
  private final Consumer<StepProgress> overdue;
  private Optional<StepProgress> present = Optional.empty();
  private Time.Timer timer = () -> {};
  private long number;

  /// A step made no progress for longer than its limit. The message is a sentence for the user; the
  /// stack trace is that of the thread that hangs.
  public static final class Overdue extends Exception {
    private static final long serialVersionUID = 1;

    Overdue(String sentence, Thread hanging) {
      super(sentence);
      setStackTrace(hanging.getStackTrace());
    }
  }

  /// @param margin how much longer than the limit to wait, because the worker keeps the limit
  ///   itself
  /// @param overdue takes how far the step is, on the timer's thread; must not block
  public StepWatch(Time time, Settings settings, Duration margin, Consumer<StepProgress> overdue) {
    this.time = time;
    this.settings = settings;
    this.margin = margin;
    this.overdue = overdue;
  }

  /// Begins a step; one that was going on is no longer watched.
  public synchronized void begin(StepProgress at) {
    present = Optional.of(at);
    timer.cancel();
    long mine = ++number;
    timer = time.runIn(settings.limit(at.step()).plus(margin), () -> ring(mine));
  }

  /// Takes progress of the present step, or the beginning of the next one. Reports without news are
  /// ignored, and so are those that come when no step is going on.
  public synchronized void further(StepProgress at) {
    if (present.isPresent() && !present.get().equals(at)) {
      begin(at);
    }
  }

  /// Ends the present step.
  public synchronized void end() {
    present = Optional.empty();
    timer.cancel();
    number++;
  }

  private void ring(long mine) {
    Optional<StepProgress> late = take(mine);
    late.ifPresent(overdue);
  }

  private synchronized Optional<StepProgress> take(long mine) {
    if (mine != number) {
      return Optional.empty();
    }
    Optional<StepProgress> late = present;
    end();
    return late;
  }
}

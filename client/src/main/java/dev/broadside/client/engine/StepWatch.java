package dev.broadside.client.engine;

import dev.broadside.core.job.Settings;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Sees to it that a share comes further with its steps: tells once when it has come no further for
/// as long as the step's limit allows, and does not watch that step any more then.
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

  /// A step came no further for as long as its limit allows. Its message is a sentence for the
  /// user, its stack trace that of the thread which hangs.
  public static final class Overdue extends Exception {
    private static final long serialVersionUID = 1;

    Overdue(String sentence, Thread hanging) {
      super(sentence);
      setStackTrace(hanging.getStackTrace());
    }
  }

  /// @param margin how much longer than the limit to wait, for whoever keeps it itself
  /// @param overdue is told how far the step is, by the timer's thread; must not block
  public StepWatch(Time time, Settings settings, Duration margin, Consumer<StepProgress> overdue) {
    this.time = time;
    this.settings = settings;
    this.margin = margin;
    this.overdue = overdue;
  }

  /// A step begins, whatever was going on before.
  public synchronized void begin(StepProgress at) {
    present = Optional.of(at);
    timer.cancel();
    long mine = ++number;
    timer = time.runIn(settings.limit(at.step()).plus(margin), () -> ring(mine));
  }

  /// The present step has come further, or the next one has followed it. What is no news does not
  /// count, nor what comes when no step is going on.
  public synchronized void further(StepProgress at) {
    if (present.isPresent() && !present.get().equals(at)) {
      begin(at);
    }
  }

  /// No step is going on any more.
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

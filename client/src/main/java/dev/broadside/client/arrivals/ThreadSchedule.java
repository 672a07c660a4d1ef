package dev.broadside.client.arrivals;

import dev.broadside.core.pace.Curve;

/// When one thread is at work and when it pauses, since stages differ in how many threads they
/// have. Asked with moments that never go back. For one thread.
public final class ThreadSchedule {
  private final Stages stages;
  private final int thread;
  private Stage stage;
  private long joinNanos;

  /// @param thread its number on this agent
  public ThreadSchedule(Stages stages, int thread) {
    this.stages = stages;
    this.thread = thread;
    this.stage = stages.all().getFirst();
    this.joinNanos = joinNanos(stage);
  }

  private long joinNanos(Stage of) {
    return of.joinNanos(thread);
  }

  /// The first moment, from one on, at which the thread is at work; [Curve#NEVER] where there is
  /// none. The present stage is that of this moment then.
  ///
  /// @param nanos from the common start
  public long from(long nanos) {
    while (nanos >= stage.endNanos() || joinNanos == Curve.NEVER) {
      if (stage.number() + 1 == stages.all().size()) {
        return Curve.NEVER;
      }
      stage = stages.all().get(stage.number() + 1);
      joinNanos = joinNanos(stage);
    }
    return Math.max(nanos, joinNanos);
  }

  /// Whether the thread is ever at work in a stage.
  boolean in(int number) {
    return joinNanos(stages.all().get(number)) != Curve.NEVER;
  }

  Stage stage() {
    return stage;
  }
}

package dev.broadside.client.arrivals;

/// What the threads of a share do from now on, as far as it is known. Immutable: when the load is
/// changed or stopped, another one replaces it, so that a thread needs one look to see whether it
/// follows the newest.
public final class Course {
  private final Stages stages;
  private final ShareArrivals arrivals;
  private final boolean stopped;

  private Course(Stages stages, ShareArrivals arrivals, boolean stopped) {
    this.stages = stages;
    this.arrivals = arrivals;
    this.stopped = stopped;
  }

  /// The course that the plan asks for.
  ///
  /// @param seed the job's
  public static Course of(Stages stages, long seed) {
    return new Course(stages, ShareArrivals.of(stages, seed), false);
  }

  /// This course until a moment, and from then on another one of the same share that has not begun.
  ///
  /// @param nanos from the common start, ahead of every iteration that has begun
  public Course until(long nanos, Course then) {
    int further = stages.begunBefore(nanos) - then.stages.endedBy(nanos);
    return new Course(
        stages.until(nanos, then.stages), arrivals.until(nanos, then.arrivals, further), stopped);
  }

  /// This course, stopped: no iteration begins any more.
  Course halted() {
    return new Course(stages, arrivals, true);
  }

  public Stages stages() {
    return stages;
  }

  public ShareArrivals arrivals() {
    return arrivals;
  }

  boolean stopped() {
    return stopped;
  }
}

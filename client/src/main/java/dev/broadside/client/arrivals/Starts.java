package dev.broadside.client.arrivals;

import static dev.broadside.core.recorder.ThreadRecorder.AT_ONCE;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Curve;
import java.util.random.RandomGenerator;

/// Says when one load thread's next iteration begins, and waits for it: [Closed] and [Open] for the
/// two kinds of load. For that thread only.
public interface Starts {

  /// Waits for the next start.
  ///
  /// @param nanos a clock reading taken just now, such as the end of the iteration before
  /// @return false if no start is left: the run has ended or was stopped
  boolean await(long nanos);

  /// Delays the next start of a closed load, in addition to its think time. In an open load it does
  /// nothing.
  default void pause(long nanos) {}

  /// When the iteration was intended to begin; in a closed load, when the thread was free for it.
  long intendedNanos();

  /// When both the arrival and a thread for it were there: the later of the intended start and the
  /// moment at which the thread was free.
  long readyNanos();

  /// When a sleeping thread had wanted to wake for it;
  /// [dev.broadside.core.recorder.ThreadRecorder#AT_ONCE] if it did not sleep.
  long dueNanos();

  /// The phase in which it begins.
  Stage stage();

  /// Hands over what was counted, since there are no more starts unless the load is changed.
  void end();

  /// The starts of a closed load: each iteration begins when the one before has ended and the
  /// thread has thought. A thread without work in the present phase sleeps until a phase that has
  /// work for it.
  final class Closed implements Starts {
    private static final int EXPONENTIAL_CUT = 10;

    private final int thread;
    private final RandomGenerator random;
    private final ThreadClock clock;
    private Course course;
    private ThreadSchedule duty;
    private long intendedNanos;
    private long dueNanos = AT_ONCE;
    private long moreNanos;

    /// @param thread its number on this agent
    public Closed(int thread, RandomGenerator random, ThreadClock clock) {
      this.thread = thread;
      this.random = random;
      this.clock = clock;
      this.course = clock.course();
      this.duty = new ThreadSchedule(course.stages(), thread);
    }

    @Override
    public boolean await(long nanos) {
      look();
      long free = nanos - clock.originNanos();
      long turn = duty.from(free);
      long pauseNanos = turn == Curve.NEVER ? 0 : thinkNanos() + moreNanos;
      moreNanos = 0;
      long start = thought(turn, pauseNanos, free);
      while (start != Curve.NEVER) {
        intendedNanos = clock.originNanos() + start;
        if (clock.over(course, intendedNanos)) {
          return false;
        }
        dueNanos = start == free ? AT_ONCE : intendedNanos;
        if (start == free || clock.sleepOnCourse(intendedNanos)) {
          return true;
        }
        look();
        long now = clock.nanos() - clock.originNanos();
        // A think time that has begun goes on to its end.
        turn = turn <= now ? turn : duty.from(now);
        start = thought(turn, pauseNanos, now);
      }
      return false;
    }

    /// When the thread is at work again after thinking.
    private long thought(long turn, long pauseNanos, long now) {
      return turn == Curve.NEVER || (pauseNanos == 0 && turn >= now)
          ? turn
          : duty.from(Math.max(now, turn + pauseNanos));
    }

    private void look() {
      Course now = clock.course();
      if (now != course) {
        course = now;
        duty = new ThreadSchedule(now.stages(), thread);
      }
    }

    @Override
    public void pause(long nanos) {
      moreNanos = nanos;
    }

    private long thinkNanos() {
      return switch (duty.stage().load()) {
        case LoadModel.Closed(int _, Think think) -> nextNanos(think);
        case LoadModel.Open _ -> 0;
      };
    }

    private long nextNanos(Think think) {
      return switch (think) {
        case Think.None() -> 0;
        case Think.Fixed(var time) -> time.toNanos();
        case Think.Uniform(var shortest, var longest) ->
            random.nextLong(
                shortest.toNanos(), Math.max(shortest.toNanos(), longest.toNanos()) + 1);
        case Think.Exponential(var mean) ->
            (long) (mean.toNanos() * Math.min(EXPONENTIAL_CUT, -Math.log(1 - random.nextDouble())));
      };
    }

    @Override
    public long intendedNanos() {
      return intendedNanos;
    }

    @Override
    public long readyNanos() {
      return intendedNanos;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public Stage stage() {
      return duty.stage();
    }

    @Override
    public void end() {
      // A closed load has no arrivals to account for.
    }
  }

  /// The starts of an open load: each iteration serves an arrival, which the thread claims when it
  /// is free. It sleeps until the arrival is due, or begins at once if it was due before.
  final class Open implements Starts {
    private final int thread;
    private final ThreadClock clock;
    private Course course;
    private ThreadSchedule duty;

    /// The first stage that has arrivals left, as far as this thread knows.
    private int queue;

    private long begun;
    private long latestNanos = -1;
    private long intendedNanos;
    private long readyNanos;
    private long dueNanos = AT_ONCE;

    /// @param thread its number on this agent
    public Open(int thread, ThreadClock clock) {
      this.thread = thread;
      this.clock = clock;
      this.course = clock.course();
      this.duty = new ThreadSchedule(course.stages(), thread);
    }

    @Override
    public boolean await(long nanos) {
      long free = nanos;
      while (true) {
        look();
        if (clock.over(course, free)) {
          return false;
        }
        long wanted = turn(free - clock.originNanos());
        if (wanted == Curve.NEVER) {
          return false;
        }
        long turnNanos = clock.originNanos() + wanted;
        if (turnNanos - free > 0) {
          clock.sleepOnCourse(turnNanos);
          free = clock.nanos();
        } else {
          ShareArrivals.Queue claims = course.arrivals().queues().get(queue);
          long claimed = claims.claim();
          if (claimed == Curve.NEVER) {
            queue++;
          } else if (begins(claims, claimed, free)) {
            return true;
          } else {
            free = clock.nanos();
          }
        }
      }
    }

    private void look() {
      Course now = clock.course();
      if (now != course) {
        course = now;
        duty = new ThreadSchedule(now.stages(), thread);
        queue = 0;
      }
    }

    /// When this thread may claim the next arrival: it must be at work when the arrival is served.
    /// An arrival of a stage that has not begun is served in that stage.
    private long turn(long now) {
      if (queue == course.arrivals().queues().size()) {
        return Curve.NEVER;
      }
      long turn = duty.from(now);
      ShareArrivals.Queue next = course.arrivals().queues().get(queue);
      boolean serves = turn == Curve.NEVER || next.startNanos() <= turn || duty.in(next.stage());
      return serves ? turn : duty.from(next.startNanos());
    }

    /// Waits for an arrival that this thread has claimed; false if a change of the load or a stop
    /// took it away.
    private boolean begins(ShareArrivals.Queue claims, long claimed, long free) {
      intendedNanos = clock.originNanos() + claimed;
      if (intendedNanos - free <= 0) {
        readyNanos = free;
        dueNanos = AT_ONCE;
      } else {
        readyNanos = intendedNanos;
        dueNanos = intendedNanos;
        while (!clock.sleepOnCourse(intendedNanos)) {
          look();
          if (course.stopped() || !course.arrivals().keep(claims, claimed)) {
            return false;
          }
        }
        // The stage in which it begins, for the parameters that hold there.
        duty.from(claimed);
      }
      begun++;
      latestNanos = claimed;
      return true;
    }

    @Override
    public long intendedNanos() {
      return intendedNanos;
    }

    @Override
    public long readyNanos() {
      return readyNanos;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public Stage stage() {
      return duty.stage();
    }

    @Override
    public void end() {
      course.arrivals().ended(begun, latestNanos);
      begun = 0;
    }
  }

  /// When one thread is at work and when it pauses, since stages differ in their number of threads.
  /// It is asked with moments that never go back. For one thread.
  final class ThreadSchedule {
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

    /// The first moment, from a given one on, at which the thread is at work; [Curve#NEVER] if it
    /// has no more work. The stage of that moment becomes the present one.
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

    /// Whether the thread is at work at any time in a stage.
    boolean in(int number) {
      return joinNanos(stages.all().get(number)) != Curve.NEVER;
    }

    Stage stage() {
      return stage;
    }
  }
}

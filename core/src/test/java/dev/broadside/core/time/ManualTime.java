package dev.broadside.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/// Time that stands still until a test moves it. Safe for use by several threads.
///
/// [#advance(Duration)] runs every task that falls due, in order of its time, on the calling
/// thread, and wakes every sleeper whose reading has been reached.
public final class ManualTime implements Time {
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::order));
  private Instant origin;
  private final List<Long> asleep = new ArrayList<>();
  private long nanos;
  private long order;

  private record Task(long atNanos, long order, Runnable work) {}

  /// Begins at reading 0, with the wall clock at the given instant.
  public ManualTime(Instant origin) {
    this.origin = origin;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Instant now() {
    return origin.plusNanos(nanos);
  }

  @Override
  public synchronized void sleepUntil(long untilNanos) throws InterruptedException {
    asleep.add(untilNanos);
    try {
      while (nanos < untilNanos) {
        wait();
      }
    } finally {
      asleep.remove(untilNanos);
    }
  }

  /// How many threads sleep whose time has not come.
  public synchronized int sleepers() {
    return (int) asleep.stream().filter(until -> until > nanos).count();
  }

  @Override
  public synchronized Timer runAt(long atNanos, Runnable work) {
    Task task = new Task(atNanos, order++, work);
    tasks.add(task);
    return () -> cancel(task);
  }

  private synchronized void cancel(Task task) {
    tasks.remove(task);
  }

  /// Sets the wall clock forward, or back; the monotonic reading stays as it is.
  public synchronized void stepClock(Duration by) {
    origin = origin.plus(by);
  }

  /// Moves time forward and runs what falls due, including what those tasks add within the span.
  public void advance(Duration span) {
    long until = nanos() + span.toNanos();
    for (Optional<Task> due = nextDue(until); due.isPresent(); due = nextDue(until)) {
      moveTo(Math.max(nanos(), due.get().atNanos()));
      due.get().work().run();
    }
    moveTo(until);
  }

  /// When the next task falls due; empty where there is none.
  public synchronized OptionalLong nextNanos() {
    Task first = tasks.peek();
    return first == null ? OptionalLong.empty() : OptionalLong.of(first.atNanos());
  }

  private synchronized Optional<Task> nextDue(long untilNanos) {
    Optional<Task> first =
        Optional.ofNullable(tasks.peek()).filter(task -> task.atNanos() <= untilNanos);
    first.ifPresent(tasks::remove);
    return first;
  }

  private synchronized void moveTo(long toNanos) {
    nanos = toNanos;
    notifyAll();
  }
}

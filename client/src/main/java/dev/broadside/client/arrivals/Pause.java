package dev.broadside.client.arrivals;

import dev.broadside.core.time.Time;
import java.util.concurrent.atomic.AtomicInteger;

/// A thread's sleep that others can cut short, without ever interrupting its work: an interrupt in
/// the middle of a driver's input or output may break more than the wait.
///
/// One thread calls [#until(long)], any thread calls [#wake()]. A wake that comes while the thread
/// does not sleep ends the next sleep.
public final class Pause {
  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;
  private static final int WAKING = 2;
  private static final int WOKEN = 3;

  private final AtomicInteger state = new AtomicInteger(AWAKE);
  private final Time time;
  private volatile Thread sleeper = Thread.currentThread();

  public Pause(Time time) {
    this.time = time;
  }

  /// Sleeps until a moment.
  ///
  /// @return false if it was woken earlier
  public boolean until(long nanos) {
    sleeper = Thread.currentThread();
    if (!state.compareAndSet(AWAKE, ASLEEP)) {
      state.set(AWAKE);
      return false;
    }
    sleep(nanos);
    if (state.compareAndSet(ASLEEP, AWAKE)) {
      return true;
    }
    while (state.get() != WOKEN) {
      Thread.onSpinWait();
    }
    // The interrupt has arrived by now, perhaps after the sleep: it must not hit the work that
    // follows.
    Thread.interrupted();
    state.set(AWAKE);
    return false;
  }

  private void sleep(long nanos) {
    while (time.nanos() - nanos < 0 && state.get() == ASLEEP) {
      try {
        time.sleepUntil(nanos);
      } catch (InterruptedException _) {
        // By wake(), which the loop sees; or left over by job code, which is no reason to wake.
      }
    }
  }

  public void wake() {
    if (state.compareAndSet(ASLEEP, WAKING)) {
      sleeper.interrupt();
      state.set(WOKEN);
    } else {
      state.compareAndSet(AWAKE, WOKEN);
    }
  }
}

package dev.broadside.client.arrivals;

/// When one load thread's next iteration begins, and the waiting for it. For that thread only.
public interface Starts {

  /// Waits for the next start.
  ///
  /// @param nanos a clock reading taken just now, such as the end of the iteration before
  /// @return false where there is none any more: the run is over or was stopped
  boolean await(long nanos);

  /// Puts the next start off, beside the think time of a closed load; a rate puts nothing off.
  default void pause(long nanos) {}

  /// When the iteration was intended to begin; in a closed load, when the thread was free for it.
  long intendedNanos();

  /// From when on both the arrival and a thread for it were there: the later one of the intended
  /// start and the moment at which the thread was free.
  long readyNanos();

  /// When a sleeping thread had wanted to wake for it;
  /// [dev.broadside.core.recorder.ThreadRecorder#AT_ONCE] where it did not sleep.
  long dueNanos();

  /// The phase in which it begins.
  Stage stage();

  /// There are no more starts, unless the load is changed: whatever was counted goes to whoever
  /// adds it up.
  void end();
}

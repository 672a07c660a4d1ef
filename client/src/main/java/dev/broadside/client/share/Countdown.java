package dev.broadside.client.share;

/// Runs something after a number of other things; at once if there are none. Used by one thread.
final class Countdown {
  private final Runnable then;
  private int left;

  Countdown(int count, Runnable then) {
    this.then = then;
    this.left = count;
    if (count == 0) {
      then.run();
    }
  }

  void one() {
    if (--left == 0) {
      then.run();
    }
  }
}

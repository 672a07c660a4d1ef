package dev.broadside.server.agents;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;

/// How much one connection may say: an agent in good order stays far below it, and one that is not
/// costs the server its connection and nothing else.
///
/// Records and pieces of packs are bounded by their bytes, too, elsewhere. Used by one thread.
final class MessageBudget {
  private final Bucket control;
  private final Bucket bulk;

  /// As many as there are in it may come at once; it fills up again steadily.
  private static final class Bucket {
    private final Time time;
    private final long most;
    private final long nanosPerMessage;
    private long fullAtNanos;

    Bucket(Time time, int most, int perSecond) {
      this.time = time;
      this.most = most;
      this.nanosPerMessage = 1_000_000_000L / perSecond;
      this.fullAtNanos = time.nanos();
    }

    boolean take() {
      long now = time.nanos();
      if (fullAtNanos - now < 0) {
        fullAtNanos = now;
      }
      if (fullAtNanos - now >= most * nanosPerMessage) {
        return false;
      }
      fullAtNanos += nanosPerMessage;
      return true;
    }
  }

  MessageBudget(Time time) {
    control = new Bucket(time, 10_000, 500);
    bulk = new Bucket(time, 20_000, 5_000);
  }

  /// Whether one more message is within bounds.
  boolean allows(Message message) {
    return (message instanceof Message.Bulk ? bulk : control).take();
  }
}

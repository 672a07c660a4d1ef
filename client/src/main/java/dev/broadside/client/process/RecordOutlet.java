package dev.broadside.client.process;

import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Seals records and hands them to the agent. Where the agent does not read, it waits: intervals
/// are sealed late then and lose resolution in time, but load threads go on, memory stays bounded,
/// and no count is lost. The last one has left the worker before this returns: job code that closes
/// and verifies may end the whole process.
///
/// Once the agent is gone nothing is sealed any more: what nobody receives is left in the counter
/// file, latencies and all, for the next agent.
///
/// For one thread, but for [#agentGone()].
final class RecordOutlet implements Consumer<IntervalRecord> {
  private static final long MOST_PENDING_BYTES = 16L << 20;
  private static final long STEP_NANOS = 5_000_000;

  private final Codec codec = new Codec();
  private final Link link;
  private volatile boolean gone;

  RecordOutlet(Link link) {
    this.link = link;
  }

  void agentGone() {
    gone = true;
  }

  @Override
  public void accept(IntervalRecord record) {
    if (gone) {
      throw new IllegalStateException("the agent that takes the records is gone");
    }
    link.send(new Message.Records(List.of(codec.seal(RecordSize.fitting(record)))));
    long most = record.last() ? 0 : MOST_PENDING_BYTES;
    while (link.pendingBytes() > most && !gone) {
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}

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
/// and no count is lost.
///
/// For one thread.
final class RecordOutlet implements Consumer<IntervalRecord> {
  private static final long MOST_PENDING_BYTES = 16L << 20;
  private static final long STEP_NANOS = 5_000_000;

  private final Codec codec = new Codec();
  private final Link link;

  RecordOutlet(Link link) {
    this.link = link;
  }

  @Override
  public void accept(IntervalRecord record) {
    link.send(new Message.Records(List.of(codec.seal(RecordSize.fitting(record)))));
    while (link.pendingBytes() > MOST_PENDING_BYTES) {
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}

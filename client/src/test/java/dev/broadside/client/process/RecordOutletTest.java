package dev.broadside.client.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecordOutletTest {
  /// A link from which a byte leaves whenever somebody looks.
  private static final class SlowLink implements Link {
    private final List<Message> sent = new ArrayList<>();
    private long pending;

    @Override
    public void send(Message message) {
      sent.add(message);
      pending += 3;
    }

    @Override
    public long pendingBytes() {
      return pending--;
    }

    @Override
    public void close() {}
  }

  @Test
  void onlyTheLastRecordIsWaitedForUntilItHasLeft() {
    SlowLink link = new SlowLink();
    ShareWorker.RecordOutlet outlet = new ShareWorker.RecordOutlet(link);
    RecordBuilder record = RecordBuilder.of(new RecordKey("run", "agent", 1, RecordKey.LOAD, 0), 0);

    outlet.accept(record.last(false).build());
    assertEquals(2, link.pending);
    outlet.accept(record.last(true).build());
    assertEquals(-1, link.pending, "looked at until nothing was left");
    assertEquals(2, link.sent.size());
  }
}

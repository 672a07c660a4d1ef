package dev.broadside.client.share;

import static dev.broadside.client.spool.TestRecords.sealed;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.client.agent.ManualLoop;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.client.spool.Spool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent that did not know its server's wish when it started has two records of worker 1 in the
/// folder of unclaimed ones. The spools and the agent's own thread take their turns as the test
/// says.
class UnclaimedRecordsTest {
  private static final int RECORDS = 2;

  @TempDir private Path temp;

  private final ManualLoop loop = new ManualLoop();
  private final ManualLoop files = new ManualLoop();
  private final SpoolQuota quota = new SpoolQuota(1L << 30);
  private final List<SealedRecord> sent = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private DataFolder data;
  private UnclaimedRecords records;

  @BeforeEach
  void fillTheFolder() throws Exception {
    Path counters = Files.createDirectory(temp.resolve("shm"));
    data = DataFolder.open(new LocalDisk(), temp.resolve("data"), counters);
    ShareHome home = data.home(1);
    try (Spool spool = Spool.create(data.disk(), home.folder(), quota, new byte[0])) {
      spool.append(sealed(0, RECORDS));
    }
    data.unclaimed()
        .keep(home, "run", new ShareRecords.Left(RECORDS, "a test", 0), loop.time().now(), _ -> {});
    records = new UnclaimedRecords(data, quota, loop.time(), loop, _ -> files, this::toServer);
    records.connected();
  }

  @AfterEach
  void letGo() throws IOException {
    data.close();
  }

  private void toServer(Message message) {
    if (message instanceof Message.Records(List<SealedRecord> some)) {
      sent.addAll(some);
    }
  }

  /// Runs both threads until nothing is left to do.
  private void settle() {
    while (!files.idle() || !loop.idle()) {
      files.run();
      loop.run();
    }
  }

  private void obeyed(String order) {
    done.add(order + " after life " + records.before("run").life());
  }

  @Test
  void aRepeatedOrderWaitsAsTheFirstDoesForWhatTheWorkerBeforeCounted() {
    records.openAndSend("run", () -> obeyed("first"));
    records.openAndSend("run", () -> obeyed("second"));
    assertEquals(List.of(), done);
    settle();
    assertEquals(List.of("first after life 1", "second after life 1"), done);
    assertEquals(sealed(0, RECORDS), sent);
  }

  @Test
  void aRunThatIsReleasedWhileItsSpoolsAreOpenedSendsNothingMore() {
    records.openAndSend("run", () -> obeyed("order"));
    records.putAway("run", () -> done.add("put away: " + records.kept("run").size()));
    settle();
    assertEquals(List.of("order after life 1", "put away: 1"), done);
    sent.clear();
    records.connected();
    settle();
    assertEquals(List.of(), sent);
  }

  @Test
  void aSpoolIsNotOpenedWhileItIsBeingClosed() {
    records.openAndSend("run", () -> {});
    settle();
    records.putAway("run", () -> done.add("put away"));
    records.openAndSend("run", () -> obeyed("order"));
    settle();
    assertEquals(List.of("put away", "order after life 1"), done);
  }

  @Test
  void recordsThatExpireWhileTheirSpoolIsOpenedAreGoneForGood() throws IOException {
    loop.time().advance(UnclaimedFolder.KEPT.plusDays(1));
    records.openAndSend("run", () -> obeyed("order"));
    records.expire(data.clock(loop.time()));
    settle();
    assertEquals(List.of(), data.unclaimed().workers());
    sent.clear();
    records.connected();
    settle();
    assertEquals(List.of(), sent);
  }
}

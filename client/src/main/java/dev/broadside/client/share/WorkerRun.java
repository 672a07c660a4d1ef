package dev.broadside.client.share;

import dev.broadside.client.process.ClosingRecord;
import dev.broadside.client.process.Worker;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.CounterFile;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// One incarnation of a share: its worker, its records on their way, and its files.
///
/// @param plan with the incarnation's number
record WorkerRun(
    Plan plan, Worker worker, RecordRelay relay, ShareHome home, Consumer<String> log) {

  /// Who hears what becomes of a launch. Called on any thread.
  interface Listener {
    void launched(WorkerRun run);

    /// There is no worker.
    ///
    /// @param reason one sentence
    void failed(String reason);

    /// The worker said something other than records.
    void said(Message message);

    /// The worker has ended, and everything it said has been passed on.
    void exited(WorkerRun run, int exit);
  }

  /// The server has stored records; those of another incarnation are none of this one's.
  void acknowledged(Message.Ack ack) {
    if (ack.incarnation() == plan.incarnation()) {
      relay.acknowledged(ack);
    }
  }

  /// Closes the incarnation of a dead worker from the counters it left, where it has not done so
  /// itself.
  ///
  /// @param diedNanos when it died, on the run's axis
  /// @param then is told the sequence number of the newest record; -1 where there is none
  void conclude(OptionalLong diedNanos, Consumer<Long> then) {
    relay.conclude(newest -> closing(newest, diedNanos), then);
    // What the counters say is in the closing record now.
    relay.ifAllStored(this::forgetCounters);
  }

  private void forgetCounters() {
    try {
      home.forget();
    } catch (IOException e) {
      log.accept("a counter file cannot be deleted: " + e.getMessage());
    }
  }

  private Optional<SealedRecord> closing(Optional<SealedRecord> newest, OptionalLong diedNanos) {
    if (plan.slice().watches()) {
      // It counted nothing.
      return Optional.empty();
    }
    if (newest.isEmpty() && !home.disk().exists(home.counters())) {
      return Optional.empty();
    }
    Codec codec = new Codec();
    try {
      Optional<IntervalRecord> last = Optional.empty();
      if (newest.isPresent()) {
        last = Optional.of(codec.open(newest.get()));
      }
      CounterFile.Left left = CounterFile.readDead(home.counters());
      return ClosingRecord.of(plan, last, left, diedNanos).map(codec::seal);
    } catch (IOException | ProtocolException e) {
      // Without a closing record the audit says INCOMPLETE, which is the truth.
      log.accept("the worker's last counts are lost: " + e.getMessage());
      return Optional.empty();
    }
  }

  /// Deletes every file of the incarnation; what the server has not is kept in quarantine.
  ///
  /// @param then is told how many records are kept
  void discard(Quarantine quarantine, Instant now, Consumer<Long> then) {
    relay.discard(left -> {
      forgetCounters();
      left.ifPresent(kept -> quarantine.take(home, plan.runId(), kept, now, log));
      then.accept(left.map(RecordRelay.Left::records).orElse(0L));
    });
  }
}

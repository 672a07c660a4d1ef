package dev.broadside.client.share;

import dev.broadside.client.process.WorkerEnd;
import dev.broadside.client.process.WorkerFrames;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.util.List;
import java.util.function.Consumer;

/// What comes from one worker: records straight into the relay, all else to its supervisor, and at
/// last its end, when both its process and its output have ended.
final class WorkerEvents implements Link.Listener {
  private final Plan plan;
  private final RecordRelay relay;
  private final WorkerRun.Listener listener;
  private final Consumer<String> log;
  private final WorkerEnd end;

  WorkerEvents(
      Plan plan, RecordRelay relay, WorkerRun.Listener listener, Consumer<String> log, Time time) {
    this.plan = plan;
    this.relay = relay;
    this.listener = listener;
    this.log = log;
    this.end = new WorkerEnd(time);
  }

  @Override
  public void received(Message message) {
    if (message instanceof Message.Records(List<SealedRecord> records)) {
      List<SealedRecord> own = records.stream().filter(record -> isOwn(record.key())).toList();
      if (own.size() < records.size()) {
        log.accept("the worker sent records of another share, which are left out");
      }
      relay.offer(own);
    } else {
      listener.said(message);
    }
  }

  private boolean isOwn(RecordKey key) {
    return key.runId().equals(plan.runId())
        && key.agent().equals(plan.agent())
        && key.incarnation() == plan.incarnation();
  }

  @Override
  public void closed(String reason) {
    if (!reason.equals(WorkerFrames.PEER_CLOSED)) {
      log.accept("what the worker says cannot be read any more: " + reason);
    }
    end.outputEnded();
  }

  /// Begins to wait for the worker's end.
  void watch(WorkerRun run) {
    end.await(run.worker().end(), exit -> listener.exited(run, exit));
  }
}

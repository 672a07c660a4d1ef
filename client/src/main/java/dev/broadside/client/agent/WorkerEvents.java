package dev.broadside.client.agent;

import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// What comes from one worker: records straight into the relay, all else to its supervisor, and at
/// last its end, when both its process and its output have ended.
final class WorkerEvents implements Link.Listener {
  /// A grandchild may hold the output open after the worker's death.
  private static final Duration OUTPUT_PATIENCE = Duration.ofSeconds(2);

  private final Plan plan;
  private final RecordRelay relay;
  private final WorkerRun.Listener listener;
  private final Consumer<String> log;
  private final Time time;
  private final CompletableFuture<Boolean> outputEnded = new CompletableFuture<>();

  WorkerEvents(
      Plan plan, RecordRelay relay, WorkerRun.Listener listener, Consumer<String> log, Time time) {
    this.plan = plan;
    this.relay = relay;
    this.listener = listener;
    this.log = log;
    this.time = time;
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
    outputEnded.complete(true);
  }

  /// Begins to wait for the worker's end.
  void watch(WorkerRun run) {
    CompletableFuture<Integer> end = run.worker().end();
    var _ = end.thenRun(() -> time.runIn(OUTPUT_PATIENCE, () -> outputEnded.complete(false)));
    var _ =
        end.thenCombine(
            outputEnded,
            (exit, _) -> {
              listener.exited(run, exit);
              return exit;
            });
  }
}

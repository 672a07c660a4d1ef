package dev.broadside.client.share;

import dev.broadside.client.process.ClosingRecord;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFrames;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.run.ShareInput;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/// One incarnation of a share: its worker, its records on their way, and its files. Safe for use by
/// several threads.
public final class WorkerRun {
  private final Plan plan;
  private final ShareRecords records;
  private final ShareHome home;
  private final Consumer<String> log;
  private final Consumer<ShareRecords.Left> unclaimed;
  private final Worker worker;
  private volatile Optional<SealedRecord> newest = Optional.empty();
  private volatile List<LoadChange> changes;
  private volatile boolean stopped;
  private long generation;

  /// Takes the result of a launch, and what the worker says. Called on any thread.
  public interface Listener {
    void launched(WorkerRun run);

    /// There is no worker.
    ///
    /// @param reason one sentence
    void failed(String reason);

    /// The worker said something other than records.
    void said(Message message);

    /// The worker has ended, and everything it said has been passed on.
    ///
    /// @param worker knows why, and what it wrote
    void exited(int exit, Worker worker);
  }

  /// How a worker is made.
  ///
  /// @param line takes each line that it writes for people
  /// @param mark notes which process it is
  public record Forking(
      Worker.Forker forker,
      WorkerProcess.Launch launch,
      Consumer<String> line,
      Mark mark,
      Time time) {}

  /// Notes which process a worker is, so that the next agent can end it if this one dies.
  @FunctionalInterface
  public interface Mark {
    void set(long pid) throws IOException;
  }

  /// Starts a worker. Its records go to `records`, its other messages to the listener; the last is
  /// its end, when both its process and its output have ended.
  ///
  /// @param plan with the incarnation's number
  /// @param log takes a line for people
  /// @param unclaimed takes what is left of records that are discarded
  /// @throws IOException if none can be started
  public WorkerRun(
      Plan plan,
      ShareRecords records,
      ShareHome home,
      Consumer<String> log,
      Consumer<ShareRecords.Left> unclaimed,
      Forking forking,
      Listener listener)
      throws IOException {
    this.plan = plan;
    this.changes = plan.changes();
    this.records = records;
    this.home = home;
    this.log = log;
    this.unclaimed = unclaimed;
    WorkerEnd end = new WorkerEnd(forking.time());
    worker =
        forking
            .forker()
            .fork(
                "worker-" + plan.incarnation(),
                forking.launch(),
                _ -> new Hearing(listener, end),
                forking.line());
    try {
      forking.mark().set(worker.pid());
      listener.launched(this);
      end.await(worker.end(), exit -> listener.exited(exit, worker));
    } catch (IOException | RuntimeException | Error e) {
      // Nothing else knows this worker, so nothing else would end it.
      worker.kill();
      throw e;
    }
  }

  /// What comes from the worker.
  private final class Hearing implements Link.Listener {
    private final Listener listener;
    private final WorkerEnd end;

    Hearing(Listener listener, WorkerEnd end) {
      this.listener = listener;
      this.end = end;
    }

    @Override
    public void received(Message message) {
      if (message instanceof Message.Records(List<SealedRecord> some)) {
        List<SealedRecord> own = some.stream().filter(record -> isOwn(record.key())).toList();
        if (own.size() < some.size()) {
          log.accept("the worker sent records of another share, which are left out");
        }
        records.offer(own);
        if (!own.isEmpty()) {
          newest = Optional.of(own.getLast());
        }
      } else {
        listener.said(message);
      }
    }

    @Override
    public void closed(String reason) {
      if (!reason.equals(WorkerFrames.PEER_CLOSED)) {
        log.accept("what the worker says cannot be read any more: " + reason);
      }
      end.outputEnded();
    }
  }

  private boolean isOwn(RecordKey key) {
    return key.runId().equals(plan.runId())
        && key.agent().equals(plan.agent())
        && key.incarnation() == plan.incarnation();
  }

  /// The interval after the newest one whose record has come; 0 if none has.
  int sealed() {
    return ClosingRecord.behind(newest);
  }

  Plan plan() {
    return plan;
  }

  Worker worker() {
    return worker;
  }

  ShareRecords records() {
    return records;
  }

  Consumer<String> log() {
    return log;
  }

  /// Orders something of the worker. For one thread.
  void order(ShareGoal goal) {
    if (goal instanceof ShareGoal.Run(long _, List<LoadChange> made)) {
      changes = LoadChange.newer(changes, made);
    }
    stopped |= goal instanceof ShareGoal.Stop;
    worker.link().send(new Message.ShareOrder(plan.runId(), ++generation, goal));
  }

  /// The run's clock is slewed, in the worker as on this agent.
  void slew(long nanos) {
    worker.link().send(new Message.Slew(nanos));
  }

  /// The server has stored records, perhaps of another incarnation.
  void acknowledged(Message.Ack ack) {
    if (ack.incarnation() == plan.incarnation()) {
      records.acknowledged(ack);
    }
  }

  /// Closes the incarnation of a dead worker from the counters it left, if it has not done so
  /// itself.
  ///
  /// @param diedNanos when it died, on the run's axis
  /// @param then is called when that is done
  void conclude(OptionalLong diedNanos, Consumer<ShareInput.RecordsClosed> then) {
    AtomicLong arrivals = new AtomicLong();
    AtomicBoolean whole = new AtomicBoolean();
    AtomicReference<String> underWay = new AtomicReference<>("");
    records.conclude(
        newest -> {
          Optional<SealedRecord> closing = closing(newest, diedNanos);
          arrivals.set(ClosingRecord.arrivals(closing.or(() -> newest)));
          whole.set(ClosingRecord.closed(newest));
          underWay.set(ClosingRecord.underWay(plan, closing));
          return closing;
        },
        lastSeq ->
            then.accept(
                new ShareInput.RecordsClosed(
                    lastSeq, arrivals.get(), whole.get(), underWay.get())));
    // What the counters say is in the closing record now.
    records.ifAllStored(this::forgetCounters);
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
      // It has no load, so it counted nothing.
      return Optional.empty();
    }
    if (newest.isEmpty() && !home.disk().exists(home.counters())) {
      return Optional.empty();
    }
    try {
      return ClosingRecord.sealed(
          plan.changed(changes), newest, home.counters(), diedNanos, stopped);
    } catch (IOException e) {
      // Without a closing record the audit says INCOMPLETE, which is the truth.
      log.accept("the worker's last counts are lost: " + e.getMessage());
      return Optional.empty();
    }
  }

  /// Deletes every file of the incarnation, except records that the server does not have, which are
  /// kept as unclaimed.
  ///
  /// @param then takes how many records are kept
  void discard(Consumer<Long> then) {
    records.discard(left -> {
      forgetCounters();
      left.ifPresent(unclaimed);
      then.accept(left.map(ShareRecords.Left::records).orElse(0L));
    });
  }

  /// The end of a worker: when both its process and its output have ended, so that everything it
  /// said has been heard. Safe for use by several threads.
  static final class WorkerEnd {
    /// The output may stay open after the worker's death, if a process that it started holds it.
    private static final Duration OUTPUT_PATIENCE = Duration.ofSeconds(2);

    private final Time time;
    private final CompletableFuture<Boolean> outputEnded = new CompletableFuture<>();

    public WorkerEnd(Time time) {
      this.time = time;
    }

    /// Everything the worker said has been heard.
    public void outputEnded() {
      outputEnded.complete(true);
    }

    /// Begins to wait for the end.
    ///
    /// @param exit completes with the exit status of the process
    /// @param then takes the status, once, on any thread
    public void await(CompletableFuture<Integer> exit, IntConsumer then) {
      var _ = exit.thenRun(() -> time.runIn(OUTPUT_PATIENCE, () -> outputEnded.complete(false)));
      var _ = exit.thenAcceptBoth(outputEnded, (status, _) -> then.accept(status));
    }
  }
}

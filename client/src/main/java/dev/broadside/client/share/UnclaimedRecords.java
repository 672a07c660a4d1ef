package dev.broadside.client.share;

import dev.broadside.client.process.ClosingRecord;
import dev.broadside.client.process.Offspring;
import dev.broadside.client.share.UnclaimedFolder.Note;
import dev.broadside.client.spool.Spool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.client.watch.ProcessTree;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records on this agent's disk that belong to none of its present shares. They are either those
/// that an earlier process of this agent left behind, or those that the server had not acknowledged
/// when it ended their share. The same rules hold for all of them:
///
/// 1. They are **kept**, each worker's in a folder of its own ([UnclaimedFolder]).
/// 2. They are **sent again** when the agent starts, and when the server orders something of their
///    run. Once the server has acknowledged all of a worker's records, their files are deleted. If
///    the server says that it does not know the run, they wait.
/// 3. They **expire** after 30 days.
/// 4. They are **visible**: `broadside agent records` lists them. The server shows those of runs
///    that it does not know, with the agent that has them.
///
/// Called on the agent's own thread.
public final class UnclaimedRecords {
  private static final Logger LOG = LoggerFactory.getLogger(UnclaimedRecords.class);

  private final DataFolder data;
  private final SpoolQuota quota;
  private final Time time;
  private final Executor loop;
  private final Function<String, Executor> threads;
  private final Consumer<Message> server;

  /// The relays that send records, by worker.
  private final Map<Long, Sending> sending = new TreeMap<>();

  /// By run, what waits until its spools have been opened or closed. A run that is not here has no
  /// such task going on.
  private final Map<String, Deque<Consumer<Runnable>>> turns = new HashMap<>();

  private final Map<String, Plan.Former> before = new HashMap<>();
  private boolean connected;

  /// One worker's records on their way.
  private static final class Sending {
    private final LeftShare share;
    private final RecordRelay relay;
    private final LogOutlet log;
    private boolean damageTold;

    Sending(LeftShare share, RecordRelay relay, LogOutlet log) {
      this.share = share;
      this.relay = relay;
      this.log = log;
    }

    void connected() {
      if (!damageTold) {
        damageTold = true;
        long worker = share.home().incarnation();
        share.damage().forEach(what -> log.say("worker %d: %s".formatted(worker, what)));
      }
      relay.connected();
    }
  }

  /// @param threads makes an executor of a name that runs one task at a time
  /// @param server takes messages to the server, as long as there is a connection
  public UnclaimedRecords(
      DataFolder data,
      SpoolQuota quota,
      Time time,
      Executor loop,
      Function<String, Executor> threads,
      Consumer<Message> server) {
    this.data = data;
    this.quota = quota;
    this.time = time;
    this.loop = loop;
    this.threads = threads;
    this.server = server;
  }

  /// Takes over what is in the data folder. Waits for leftover workers to die, so it is called
  /// before anything else runs.
  public void adopt() throws IOException, InterruptedException {
    for (ShareHome home : data.leftHomes()) {
      try {
        data.unclaimed().take(home);
      } catch (IOException e) {
        LOG.warn("{} is left as it is: {}", home.folder(), e.getMessage());
      }
    }
    data.dropStaleCounters();
    for (long worker : data.unclaimed().workers()) {
      open(worker).ifPresent(this::send);
    }
  }

  private Optional<LeftShare> open(long worker) throws InterruptedException {
    ShareHome home = data.unclaimedHome(worker);
    try {
      Optional<LeftShare> share =
          LeftShare.takeOver(home, Spool.open(data.disk(), home.folder(), quota));
      if (share.isPresent() && !data.unclaimed().noted(worker)) {
        data.unclaimed()
            .note(
                share.get().runId(),
                worker,
                share.get().spool().unacknowledged(),
                data.clock(time).now(),
                "an earlier agent left them");
      }
      return share;
    } catch (IOException e) {
      LOG.warn("{} is left as it is: {}", home.folder(), e.getMessage());
      return Optional.empty();
    }
  }

  private void send(LeftShare share) {
    Executor files = threads.apply("spool of " + share.runId());
    LogOutlet log = new LogOutlet(share.runId(), time, server);
    RecordRelay relay = new RecordRelay(share.spool(), files, time, server, log::say);
    Sending one = new Sending(share, relay, log);
    sending.put(share.home().incarnation(), one);
    before.merge(share.runId(), share.before(), Plan.Former::with);
    if (connected) {
      one.connected();
    }
  }

  void connected() {
    connected = true;
    sending.values().forEach(Sending::connected);
  }

  void disconnected() {
    connected = false;
    sending.values().forEach(one -> one.relay.disconnected());
  }

  void acknowledged(Message.Ack ack) {
    Sending one = sending.get(ack.incarnation());
    if (one != null && one.share.runId().equals(ack.runId())) {
      one.relay.acknowledged(ack);
      one.relay.ifAllAcknowledged(
          () -> loop.execute(() -> inTurn(ack.runId(), done -> putAway(one, done))));
    }
  }

  /// The newest sequence number of the newest worker of a run whose records are being sent; empty
  /// if there is none.
  OptionalLong lastSeq(String runId) {
    return of(runId).stream().mapToLong(one -> one.share.lastSeq()).reduce((_, newer) -> newer);
  }

  /// What earlier workers of a run's share did, for the next worker. It includes workers whose
  /// records the server has taken since.
  Plan.Former before(String runId) {
    return before.getOrDefault(runId, new Plan.Former(0, 0));
  }

  private List<Sending> of(String runId) {
    return sending.values().stream().filter(one -> one.share.runId().equals(runId)).toList();
  }

  /// Stops sending the records of a run: deletes those that the server has, and keeps the others.
  ///
  /// @param then runs when that is done
  void putAway(String runId, Runnable then) {
    inTurn(
        runId,
        done -> {
          List<Sending> all = of(runId);
          Countdown countdown = new Countdown(all.size(), () -> finish(then, done));
          all.forEach(one -> putAway(one, countdown::one));
        });
  }

  private static void finish(Runnable then, Runnable done) {
    then.run();
    done.run();
  }

  private void putAway(Sending one, Runnable then) {
    ShareHome home = one.share.home();
    if (!sending.remove(home.incarnation(), one)) {
      then.run();
      return;
    }
    one.relay.discard(left -> {
      forgetCounters(home);
      left.ifPresent(kept ->
          data.unclaimed()
              .keep(home, one.share.runId(), kept, data.clock(time).now(), one.log::say));
      loop.execute(then);
    });
  }

  /// Begins a task that opens or closes spools of a run, when the one before it is done.
  ///
  /// @param task calls what it is given when it is done, on the agent's own thread
  private void inTurn(String runId, Consumer<Runnable> task) {
    Deque<Consumer<Runnable>> waiting = turns.get(runId);
    if (waiting == null) {
      Deque<Consumer<Runnable>> later = new ArrayDeque<>();
      turns.put(runId, later);
      task.accept(() -> next(runId, later));
    } else {
      waiting.add(task);
    }
  }

  private void next(String runId, Deque<Consumer<Runnable>> waiting) {
    if (waiting.isEmpty()) {
      turns.remove(runId);
    } else {
      waiting.remove().accept(() -> next(runId, waiting));
    }
  }

  private static void forgetCounters(ShareHome home) {
    try {
      home.forget();
    } catch (IOException e) {
      LOG.warn("a counter file cannot be deleted: {}", e.getMessage());
    }
  }

  /// The notes of a run's records, both of those being sent and of those that wait.
  List<Note> kept(String runId) {
    try {
      return data.unclaimed().of(runId);
    } catch (IOException e) {
      LOG.warn("the unclaimed records cannot be read: {}", e.getMessage());
      return List.of();
    }
  }

  /// Sends the records of a run, which the server knows, that are on disk and not being sent.
  ///
  /// @param then runs when the records are being sent and [#before] knows of them; at once if there
  ///   are none
  void openAndSend(String runId, Runnable then) {
    inTurn(
        runId,
        done -> {
          List<Long> waiting =
              kept(runId).stream()
                  .map(Note::worker)
                  .filter(worker -> !sending.containsKey(worker))
                  .toList();
          if (waiting.isEmpty()) {
            finish(then, done);
          } else {
            threads.apply("unclaimed records").execute(() -> openAndSend(waiting, then, done));
          }
        });
  }

  private void openAndSend(List<Long> workers, Runnable then, Runnable done) {
    List<LeftShare> shares = openAll(workers);
    loop.execute(() -> {
      shares.forEach(this::send);
      finish(then, done);
    });
  }

  private List<LeftShare> openAll(List<Long> workers) {
    List<LeftShare> shares = new ArrayList<>();
    try {
      for (long worker : workers) {
        open(worker).ifPresent(shares::add);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return shares;
  }

  /// Deletes what has been kept for long enough. From any thread.
  public void expire(TrustedClock clock) {
    for (Note old : data.unclaimed().expired(clock, LOG::warn)) {
      loop.execute(() -> inTurn(old.runId(), done -> expire(old, done)));
    }
  }

  private void expire(Note old, Runnable done) {
    Sending one = sending.remove(old.worker());
    if (one == null) {
      data.unclaimed().expire(old, LOG::warn);
      done.run();
    } else {
      one.relay.discard(_ -> {
        data.unclaimed().expire(old, LOG::warn);
        loop.execute(done);
      });
    }
  }

  /// The records of one worker, which an earlier process of this agent had. If the worker still
  /// lives it is ended; its records are closed from its counters, and then they wait for the
  /// server.
  ///
  /// @param lastSeq the newest record's sequence number; -1 if there are no records
  /// @param before for the next worker of the share: the life of this one, and how many arrivals of
  ///   an open load it and all workers before it began or dropped, as far as can be read
  /// @param damage what is lost, each as a sentence without a full stop
  private record LeftShare(
      String runId,
      ShareHome home,
      Spool spool,
      long lastSeq,
      Plan.Former before,
      List<String> damage) {
    /// The run's id if it cannot be read.
    static final String UNKNOWN_RUN = "unknown";

    /// A killed process is gone within moments.
    private static final Duration DEATH = Duration.ofSeconds(5);

    LeftShare {
      damage = List.copyOf(damage);
    }

    /// Takes over the records of a worker. Damage in them holds nothing else back. Empty, with all
    /// files deleted, if there is nothing to save.
    ///
    /// @throws IOException if a worker that was left behind cannot be ended
    static Optional<LeftShare> takeOver(ShareHome home, Spool spool)
        throws IOException, InterruptedException {
      List<String> damage = new ArrayList<>(spool.damage());
      endWorker(home, damage);
      Optional<Plan> plan = plan(spool.head());
      if (plan.isPresent()) {
        close(plan.get(), home, spool, damage);
      } else if (home.disk().exists(home.counters())) {
        damage.add("the head of the spool is damaged, so the worker's last counts are lost");
      }
      Optional<RecordKey> newest = spool.newest().map(SealedRecord::key);
      if (newest.isEmpty() && damage.isEmpty()) {
        spool.delete();
        home.forget();
        return Optional.empty();
      }
      String runId =
          newest.map(RecordKey::runId).or(() -> plan.map(Plan::runId)).orElse(UNKNOWN_RUN);
      damage.forEach(what -> LOG.warn("run {}: {}: {}", runId, home.folder(), what));
      return Optional.of(
          new LeftShare(
              runId,
              home,
              spool,
              newest.map(RecordKey::seq).orElse(-1L),
              before(plan, ClosingRecord.arrivals(spool.newest())),
              damage));
    }

    private static Plan.Former before(Optional<Plan> plan, long arrivals) {
      Plan.Former own = plan.map(Plan::former).orElse(new Plan.Former(0, 0));
      return own.next(own.arrivals() + arrivals);
    }

    /// Ends the worker if it still lives. Without its agent it would end by itself, but only after
    /// its grace, and go on counting until then.
    private static void endWorker(ShareHome home, List<String> damage)
        throws IOException, InterruptedException {
      Optional<ProcessHandle> left = leftover(home, damage);
      if (left.isPresent()) {
        Offspring offspring = Offspring.of(left.get());
        ProcessTree.kill(left.get());
        try {
          left.get().onExit().get(DEATH.toNanos(), TimeUnit.NANOSECONDS);
          offspring.end();
        } catch (ExecutionException | TimeoutException e) {
          throw new IOException("worker " + left.get().pid() + " of an earlier agent lives on", e);
        }
      }
    }

    /// The worker's process if it lives. Empty also if it is not known which process that is: it
    /// ends by itself then, within its grace.
    private static Optional<ProcessHandle> leftover(ShareHome home, List<String> damage) {
      try {
        return home.leftover();
      } catch (IOException e) {
        damage.add("the number of the worker's process cannot be read: " + e.getMessage());
        return Optional.empty();
      }
    }

    private static Optional<Plan> plan(byte[] head) {
      try {
        return new Codec().decode(head)
                instanceof Message.ShareOrder(String _, long _, ShareGoal.Prepare(Plan plan))
            ? Optional.of(plan)
            : Optional.empty();
      } catch (ProtocolException e) {
        LOG.warn("the head of a spool is damaged: {}", e.getMessage());
        return Optional.empty();
      }
    }

    private static void close(Plan plan, ShareHome home, Spool spool, List<String> damage) {
      if (!home.disk().exists(home.counters())) {
        return;
      }
      if (!spool.endIntact()) {
        // A closing record would take the number of one that the server may have: a conflict.
        damage.add("the newest records are damaged, so the worker's last counts have no place");
        return;
      }
      try {
        Optional<SealedRecord> closing = closing(plan, home, spool);
        if (closing.isEmpty() || spool.append(List.of(closing.get()))) {
          home.forget();
        }
      } catch (IOException e) {
        // Without a closing record the audit says INCOMPLETE, which is the truth.
        damage.add("the worker's last counts are lost: " + e.getMessage());
      }
    }

    private static Optional<SealedRecord> closing(Plan plan, ShareHome home, Spool spool) {
      try {
        return ClosingRecord.sealed(
            plan, spool.newest(), home.counters(), OptionalLong.empty(), false);
      } catch (IOException e) {
        // Without a closing record the audit says INCOMPLETE, which is the truth.
        LOG.warn("the last counts of run {} are lost: {}", plan.runId(), e.getMessage());
        return Optional.empty();
      }
    }
  }
}

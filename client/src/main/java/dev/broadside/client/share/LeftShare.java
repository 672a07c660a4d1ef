package dev.broadside.client.share;

import dev.broadside.client.process.ClosingRecord;
import dev.broadside.client.process.Offspring;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.spool.Spool;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a worker left behind that nobody watches any more: it is ended, its records are closed from
/// its counters, and then they only wait for the server.
///
/// @param lastSeq the newest record's sequence number; -1 where there is none
/// @param before what the next worker of its share is told: its life, and how many arrivals of an
///   open load it and all before it began or dropped, as far as can be read
/// @param damage what is lost, each in a sentence without a stop
record LeftShare(
    String runId,
    ShareHome home,
    Spool spool,
    long lastSeq,
    Plan.Former before,
    List<String> damage) {
  /// If nothing tells which run it was.
  static final String UNKNOWN_RUN = "unknown";

  private static final Logger LOG = LoggerFactory.getLogger(LeftShare.class);

  /// A killed process is gone within moments.
  private static final Duration DEATH = Duration.ofSeconds(5);

  LeftShare {
    damage = List.copyOf(damage);
  }

  /// Takes over what was left behind. Damage holds nothing else back. Empty, with all files
  /// deleted, if there is nothing to save.
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
    String runId = newest.map(RecordKey::runId).or(() -> plan.map(Plan::runId)).orElse(UNKNOWN_RUN);
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

  /// It has lost its agent and would end by itself, but only after its grace, counting on.
  private static void endWorker(ShareHome home, List<String> damage)
      throws IOException, InterruptedException {
    Optional<ProcessHandle> left = leftover(home, damage);
    if (left.isPresent()) {
      Offspring offspring = Offspring.of(left.get());
      WorkerProcess.kill(left.get());
      try {
        left.get().onExit().get(DEATH.toNanos(), TimeUnit.NANOSECONDS);
        offspring.end();
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("worker " + left.get().pid() + " of an earlier agent lives on", e);
      }
    }
  }

  /// One that nobody can name ends by itself, within its grace.
  private static Optional<ProcessHandle> leftover(ShareHome home, List<String> damage) {
    try {
      return home.leftover();
    } catch (IOException e) {
      damage.add("nobody knows which process the worker was: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<Plan> plan(byte[] head) {
    try {
      return new Codec().decode(head)
              instanceof Message.ShareOrder(String _, long _, ShareGoal.Fork(Plan plan))
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

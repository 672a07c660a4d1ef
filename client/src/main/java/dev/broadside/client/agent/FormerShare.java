package dev.broadside.client.agent;

import dev.broadside.client.spool.Spool;
import dev.broadside.client.worker.ClosingRecord;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.CounterFile;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An incarnation that an earlier agent of this data folder left behind: its worker is ended, its
/// records are closed from the worker's counters, and then they only wait for the server.
///
/// @param runId the run
/// @param lastSeq the newest record's sequence number; -1 where there is none
record FormerShare(String runId, ShareHome home, Spool spool, long lastSeq) {
  private static final Logger LOG = LoggerFactory.getLogger(FormerShare.class);

  /// A killed process is gone within moments.
  private static final Duration DEATH = Duration.ofSeconds(5);

  /// Takes over what was left behind. Empty, with all files deleted, where there is nothing to
  /// save.
  static Optional<FormerShare> adopt(ShareHome home, Spool spool)
      throws IOException, InterruptedException {
    endWorker(home);
    Optional<Plan> plan = plan(spool.head());
    if (plan.isPresent()) {
      close(plan.get(), home, spool);
    }
    if (spool.damagedBytes() > 0) {
      LOG.warn("{} bytes of {} are damaged and left out", spool.damagedBytes(), home.folder());
    }
    Optional<SealedRecord> newest = spool.newest();
    if (newest.isEmpty()) {
      spool.delete();
      home.forget();
      return Optional.empty();
    }
    String runId = newest.get().key().runId();
    return Optional.of(new FormerShare(runId, home, spool, newest.get().key().seq()));
  }

  /// It has lost its agent and would end by itself, but only after its grace, counting on.
  private static void endWorker(ShareHome home) throws IOException, InterruptedException {
    Optional<ProcessHandle> left = home.leftover();
    if (left.isPresent()) {
      left.get().descendants().forEach(ProcessHandle::destroyForcibly);
      left.get().destroyForcibly();
      try {
        left.get().onExit().get(DEATH.toNanos(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("worker " + left.get().pid() + " of an earlier agent lives on", e);
      }
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

  private static void close(Plan plan, ShareHome home, Spool spool) throws IOException {
    if (!home.disk().exists(home.counters())) {
      return;
    }
    Codec codec = new Codec();
    try {
      Optional<IntervalRecord> newest = Optional.empty();
      if (spool.newest().isPresent()) {
        newest = Optional.of(codec.open(spool.newest().get()));
      }
      CounterFile.Left left = CounterFile.readDead(home.counters());
      Optional<IntervalRecord> closing = ClosingRecord.of(plan, newest, left, OptionalLong.empty());
      if (closing.isEmpty() || spool.append(List.of(codec.seal(closing.get())))) {
        home.forget();
      }
    } catch (ProtocolException e) {
      throw new IOException("a record cannot be read: " + e.getMessage(), e);
    }
  }
}

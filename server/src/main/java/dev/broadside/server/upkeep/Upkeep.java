package dev.broadside.server.upkeep;

import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.jobs.JobDeletion;
import dev.broadside.server.store.ResultStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is done now and then so that a server can go on for ever: old intervals are rolled up, jobs
/// that need not be kept go, and the disk is looked at. One thread at a time, but for [#disk()].
public final class Upkeep {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final ResultStore store;
  private final KeepRules rules;
  private final LongSupplier freeBytes;
  private final JobDeletion deletion;
  private final TrustedClock clock;
  private final Time time;
  private final OldIntervals old;
  private final OldJobs oldJobs;
  private final DiskUse.Growth growth = new DiskUse.Growth();
  private volatile DiskUse disk;
  private volatile List<KeptJobs> kept = List.of();
  private volatile String waiting = "";
  private final AtomicBoolean yes = new AtomicBoolean();

  /// @param freeBytes how many bytes are free on the disk of the data folder; -1 if nobody knows
  public Upkeep(ResultStore store, KeepRules rules, LongSupplier freeBytes, JobCore jobs) {
    this.store = store;
    this.rules = rules;
    this.freeBytes = freeBytes;
    this.deletion = jobs.deletion;
    this.clock = jobs.clock;
    this.time = jobs.time;
    old =
        new OldIntervals(
            store,
            rules,
            jobs.history,
            (run, changed) -> jobs.live.kept(run, Kind.INTERVAL, changed));
    oldJobs = new OldJobs(store, rules, jobs);
    disk = DiskUse.of(freeBytes.getAsLong(), rules.freeBytes(), Optional.empty(), Optional.empty());
  }

  /// As it was found last. Any thread.
  public DiskUse disk() {
    return disk;
  }

  /// What each retention rule keeps, as of the last look; empty before the first. Any thread.
  public List<KeptJobs> kept() {
    return kept;
  }

  /// Why jobs are due and not deleted, and what to do; empty if none is due. Any thread.
  public String waiting() {
    return waiting;
  }

  /// Somebody vouches for the clock, and wants everything to be deleted that is due: it is with the
  /// next look. Any thread; writes the store.
  public void confirm() {
    clock.believe();
    store.keepKnownTime(clock.now());
    yes.set(true);
    waiting = "";
  }

  /// Does what is due.
  public void tick() {
    old.rollUp();
    kept = oldJobs.remove(yes.getAndSet(false));
    tellWaiting(oldJobs.waiting());
    deletion.removeDeleted();
    deletion.removeHidden();
    lookAtDisk();
    // Last: a disk that is full must not keep what makes room from being done.
    store.keepKnownTime(clock.now());
  }

  private void tellWaiting(String now) {
    if (waiting.isEmpty() && !now.isEmpty()) {
      LOG.warn(now);
    }
    waiting = now;
  }

  private void lookAtDisk() {
    Optional<Long> used =
        store.usedBytes().isPresent()
            ? Optional.of(store.usedBytes().getAsLong())
            : Optional.empty();
    DiskUse now =
        DiskUse.of(
            freeBytes.getAsLong(),
            rules.freeBytes(),
            used,
            used.flatMap(bytes -> growth.perDay(time.nanos(), bytes)));
    if (disk.sentence().isEmpty() != now.sentence().isEmpty()) {
      LOG.warn(now.sentence().isEmpty() ? "there is room on the disk again" : now.sentence());
    }
    disk = now;
  }
}

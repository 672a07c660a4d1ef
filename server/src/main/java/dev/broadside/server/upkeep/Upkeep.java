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

/// The regular work that lets a server run for years: it rolls up old intervals, deletes jobs by
/// the retention rules, and watches the disk. One thread at a time, except [#disk()].
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

  /// @param freeBytes how many bytes are free on the disk of the data folder; -1 if unknown
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

  /// The disk at the last look. Any thread.
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

  /// An administrator confirms the clock and that all due jobs are to be deleted, which happens at
  /// the next look. Any thread; writes the store.
  public void confirm() {
    clock.believe();
    store.keepKnownTime(clock.now());
    yes.set(true);
    waiting = "";
  }

  /// Does the work that is due.
  public void tick() {
    old.rollUp();
    kept = oldJobs.remove(yes.getAndSet(false));
    tellWaiting(oldJobs.waiting());
    deletion.removeDeleted();
    deletion.removeHidden();
    lookAtDisk();
    // Last, since it fails if the disk is full: the work above makes room.
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

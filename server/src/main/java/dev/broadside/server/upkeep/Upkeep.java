package dev.broadside.server.upkeep;

import dev.broadside.core.load.Counted;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.jobs.JobDeletion;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.JobStore.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
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
            jobs.events,
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

  /// Deletes finished jobs by the retention rules: first by age, then the oldest while they take
  /// too much room. If a folder has a rule, only that applies to its jobs.
  ///
  /// What it deletes can be restored for a day, like jobs that users delete. Unless an
  /// administrator confirms, it deletes no more than a tenth of all jobs in a day, and none while
  /// the clock is in doubt. One thread at a time.
  private static final class OldJobs {
    private static final Logger LOG = LoggerFactory.getLogger(OldJobs.class);

    /// The number that may be deleted in a day even if there are few jobs.
    private static final int AT_LEAST = 10;

    private static final int PART = 10;

    private final ResultStore store;
    private final KeepRules rules;
    private final JobDeletion deletion;
    private final JobReads reads;
    private final TrustedClock clock;
    private final Time time;

    /// The sizes of finished jobs by id: they hardly change.
    private final Map<String, Long> sizes = new HashMap<>();

    /// How many more may be deleted.
    private int allowed;

    /// How many more are due.
    private int waiting;

    OldJobs(ResultStore store, KeepRules rules, JobCore jobs) {
      this.store = store;
      this.rules = rules;
      this.deletion = jobs.deletion;
      this.reads = jobs.reads;
      this.clock = jobs.clock;
      this.time = jobs.time;
    }

    /// @param yes whether an administrator has confirmed that all due jobs are to be deleted
    /// @return the jobs left, by rule
    List<KeptJobs> remove(boolean yes) {
      List<Ended> all = store.wholeJobs.ended();
      Map<String, Instant> deleted = store.wholeJobs.deleted();
      allowed = yes ? all.size() : allowed(all, deleted);
      waiting = 0;
      Set<String> there = new HashSet<>(deleted.keySet());
      all.forEach(job -> there.add(job.id()));
      sizes.keySet().retainAll(there);
      Set<Ended> due = new HashSet<>();
      Set<Ended> gone = new HashSet<>();
      all.stream()
          .filter(this::tooOld)
          .forEach(job -> go(job, "it ended at " + job.at(), due, gone));
      rules.folders().forEach(rule -> shrink(rule, all, due, gone));
      shrinkAll(all, deleted, due, gone);
      List<Ended> left = all.stream().filter(job -> !gone.contains(job)).toList();
      Instant now = time.now();
      return rules.all().stream().map(rule -> kept(rule, left, now)).toList();
    }

    /// Jobs that users deleted count, too, since they look the same after a restart.
    private int allowed(List<Ended> all, Map<String, Instant> deleted) {
      if (clock.doubt().isPresent()) {
        return 0;
      }
      Instant now = clock.now();
      Instant yesterday = now.minus(Duration.ofDays(1));
      int lately =
          (int)
              deleted.values().stream()
                  .filter(at -> at.isAfter(yesterday) && !at.isAfter(now))
                  .count();
      return Math.max(0, Math.max(AT_LEAST, (all.size() + lately) / PART) - lately);
    }

    /// Why jobs are due and not deleted, and what to do; empty if none is due.
    String waiting() {
      if (waiting == 0) {
        return "";
      }
      String due = Counted.of(waiting, "job") + " would be deleted by the retention rules";
      return clock
              .doubt()
              .map(why ->
                  due + ", but " + why + ": set the clock right or, if it is right, confirm with ")
              .orElse(
                  due + ", more than the tenth of all jobs for a day: wait, or delete them with ")
          + "'broadside server status --yes'";
    }

    private KeptJobs kept(FolderRule rule, List<Ended> all, Instant now) {
      List<Ended> jobs = of(rule, all);
      Optional<Long> bytes = rule.bytes().map(_ -> taken(rule, jobs));
      return KeptJobs.of(rule, jobs, bytes, now);
    }

    private long taken(FolderRule rule, List<Ended> jobs) {
      return rule.equals(rules.rest())
          ? store.usedBytes().orElse(0)
          : jobs.stream().mapToLong(this::size).sum();
    }

    /// The jobs to which a rule applies.
    private List<Ended> of(FolderRule rule, List<Ended> all) {
      return all.stream()
          .filter(job -> rules.of(job.folder()).orElse(rules.rest()).equals(rule))
          .toList();
    }

    private boolean tooOld(Ended job) {
      Optional<Duration> age = rules.of(job.folder()).orElse(rules.rest()).jobs();
      Instant now = time.now();
      return age.filter(most -> job.at().isBefore(now.minus(most))).isPresent();
    }

    private void shrink(FolderRule rule, List<Ended> all, Set<Ended> due, Set<Ended> gone) {
      List<Ended> jobs = of(rule, all).stream().filter(job -> !due.contains(job)).toList();
      String why = "folder " + rule.folder() + " holds more than ";
      rule.bytes()
          .ifPresent(most ->
              shrink(jobs, jobs.stream().mapToLong(this::size).sum(), most, why, due, gone));
    }

    /// Deleted jobs still take their room for a day.
    private void shrinkAll(
        List<Ended> all, Map<String, Instant> deleted, Set<Ended> due, Set<Ended> gone) {
      rules
          .bytes()
          .ifPresent(most -> {
            long going =
                Stream.concat(deleted.keySet().stream(), due.stream().map(Ended::id))
                    .mapToLong(this::size)
                    .sum();
            List<Ended> jobs =
                of(rules.rest(), all).stream().filter(job -> !due.contains(job)).toList();
            long used = store.usedBytes().orElse(0) - going;
            shrink(jobs, used, most, "the store holds more than ", due, gone);
          });
    }

    private void shrink(
        List<Ended> jobs, long all, long most, String why, Set<Ended> due, Set<Ended> gone) {
      long used = all;
      for (Ended job : jobs) {
        if (used <= most) {
          return;
        }
        go(job, why + most + " bytes", due, gone);
        used -= due.contains(job) ? size(job.id()) : 0;
      }
    }

    private long size(Ended job) {
      return size(job.id());
    }

    private long size(String id) {
      return sizes.computeIfAbsent(id, store.wholeJobs::bytes);
    }

    /// @param due the job is added unless it must stay, since an agent may still bring its records
    /// @param gone the job is added if it is deleted
    private void go(Ended job, String why, Set<Ended> due, Set<Ended> gone) {
      if (allowed == 0) {
        waiting++;
        due.add(job);
      } else if (reads.job(job.id()).isPresent() && deletion.delete(job.id()).join().isEmpty()) {
        allowed--;
        due.add(job);
        gone.add(job);
        LOG.info(
            "job {} is deleted by the retention rules: {}; for a day 'broadside job restore' "
                + "brings it back",
            job.id(),
            why);
      }
    }
  }
}

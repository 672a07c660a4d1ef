package dev.broadside.server.upkeep;

import dev.broadside.core.time.Time;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.JobShelf.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes jobs that have ended and need not be kept: by age first, and then, oldest first, while
/// they take too much. Where a folder has a rule, that alone holds for its jobs. One thread at a
/// time.
final class OldJobs {
  private static final Logger LOG = LoggerFactory.getLogger(OldJobs.class);

  private final ResultStore store;
  private final KeepRules rules;
  private final Coordinator coordinator;
  private final Time time;

  /// What jobs that have ended take, by id: it hardly changes any more.
  private final Map<String, Long> sizes = new HashMap<>();

  OldJobs(ResultStore store, KeepRules rules, Coordinator coordinator, Time time) {
    this.store = store;
    this.rules = rules;
    this.coordinator = coordinator;
    this.time = time;
  }

  /// @return what is left, rule by rule
  List<KeptJobs> remove() {
    List<Ended> left = new ArrayList<>();
    for (Ended job : store.shelf().ended()) {
      if (!tooOld(job)) {
        left.add(job);
      }
    }
    rules.folders().forEach(rule -> shrink(rule, left));
    shrinkAll(left);
    Instant now = time.now();
    return rules.all().stream().map(rule -> kept(rule, left, now)).toList();
  }

  private KeptJobs kept(FolderRule rule, List<Ended> all, Instant now) {
    List<Ended> jobs = of(rule, all);
    Optional<Long> bytes = rule.bytes().map(_ -> taken(rule, jobs));
    return KeptJobs.of(rule, jobs, bytes, now);
  }

  private long taken(FolderRule rule, List<Ended> jobs) {
    return rule.equals(rules.rest()) ? store.usedBytes().orElse(0) : size(jobs);
  }

  /// Those for which a rule holds.
  private List<Ended> of(FolderRule rule, List<Ended> all) {
    return all.stream()
        .filter(job -> rules.of(job.folder()).orElse(rules.rest()).equals(rule))
        .toList();
  }

  private long size(List<Ended> jobs) {
    return jobs.stream().mapToLong(this::size).sum();
  }

  /// Whether it was too old, and is deleted.
  private boolean tooOld(Ended job) {
    Optional<Duration> age = rules.of(job.folder()).orElse(rules.rest()).jobs();
    Instant now = time.now();
    return age.filter(most -> job.at().isBefore(now.minus(most))).isPresent()
        && removed(job.id(), "it ended at " + job.at());
  }

  private void shrink(FolderRule rule, List<Ended> all) {
    if (rule.bytes().isEmpty()) {
      return;
    }
    List<Ended> jobs = of(rule, all);
    long most = rule.bytes().get();
    long used = size(jobs);
    for (Ended job : jobs) {
      if (used <= most) {
        return;
      }
      if (removed(job.id(), "folder " + rule.folder() + " holds more than " + most + " bytes")) {
        used -= size(job);
        sizes.remove(job.id());
        all.remove(job);
      }
    }
  }

  private long size(Ended job) {
    return sizes.computeIfAbsent(job.id(), store.shelf()::bytes);
  }

  private void shrinkAll(List<Ended> all) {
    if (rules.bytes().isEmpty()) {
      return;
    }
    long most = rules.bytes().get();
    for (Ended job : of(rules.rest(), all)) {
      if (store.usedBytes().orElse(0) <= most) {
        return;
      }
      if (removed(job.id(), "the store holds more than " + most + " bytes")) {
        all.remove(job);
        coordinator.removeHidden();
      }
    }
  }

  private boolean removed(String id, String why) {
    boolean removed = coordinator.job(id).isPresent() && coordinator.remove(id).join().isEmpty();
    if (removed) {
      LOG.info("job {} is deleted by the rules of what is kept: {}", id, why);
    }
    return removed;
  }
}

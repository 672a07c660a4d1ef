package dev.broadside.server.jobs;

import dev.broadside.core.time.TrustedClock;
import dev.broadside.server.archive.JobArchive;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.threads.ServerThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes jobs that have ended, and brings them back for a day. Safe for use by several threads.
///
/// @param listChanged is called when what lists of jobs show has changed in the store
public record JobDeletion(
    ResultStore store,
    TrustedClock clock,
    JobArchive archive,
    Coordinator coordinator,
    Runnable listChanged,
    ServerThreads threads) {
  private static final Logger LOG = LoggerFactory.getLogger(JobDeletion.class);

  /// How long a job, a study or a group that was deleted can be brought back.
  private static final Duration UNDO = Duration.ofDays(1);

  /// Deletes a job that has ended: from then on it is seen among the deleted jobs only, and
  /// [#restore] brings it back for a day.
  ///
  /// @return why it cannot be deleted; empty when it is
  public CompletableFuture<Optional<String>> delete(String id) {
    return ifFree(id, () -> store.wholeJobs.delete(id, clock.latest()));
  }

  /// Deletes a job that cannot be read, so that it is not known to have ended.
  ///
  /// @return as [#delete]
  public CompletableFuture<Optional<String>> deleteDamaged(String id) {
    return ifFree(id, () -> store.wholeJobs.deleteDamaged(id, clock.latest()));
  }

  /// Removes a job that has ended for good.
  ///
  /// @return as [#delete]
  public CompletableFuture<Optional<String>> remove(String id) {
    return ifFree(
        id,
        () -> {
          boolean hidden = store.wholeJobs.hide(id);
          if (hidden) {
            threads.upkeep().execute(this::removeHidden);
          }
          return hidden;
        });
  }

  private CompletableFuture<Optional<String>> ifFree(String id, BooleanSupplier deletion) {
    return coordinator
        .holds(id)
        .thenApplyAsync(
            held -> {
              Optional<String> objection =
                  held
                      ? Optional.of("it goes on, or an agent may still bring records of it")
                      : store.campaigns.needing(id);
              if (objection.isEmpty() && deletion.getAsBoolean()) {
                listChanged.run();
              }
              return objection;
            },
            threads.bulk());
  }

  /// Brings a job back that was deleted. Writes the store.
  ///
  /// @return false if no such job can be brought back
  public boolean restore(String id) {
    boolean restored = store.wholeJobs.restore(id, clock.latest());
    if (restored) {
      listChanged.run();
    }
    return restored;
  }

  /// Removes what was deleted more than a day ago; nothing while the clock is in doubt. Blocks on
  /// the store.
  public void removeDeleted() {
    if (clock.doubt().isPresent()) {
      return;
    }
    Instant before = clock.now().minus(UNDO);
    store
        .wholeJobs
        .deleted()
        .forEach((id, at) -> {
          if (at.isBefore(before)) {
            store.wholeJobs.hide(id);
          }
        });
    store.campaigns.removeDeletedBefore(before);
  }

  /// Removes what was deleted for good, and what a server left behind that died during an import.
  /// Blocks on the store.
  public void removeHidden() {
    for (String id : store.wholeJobs.hidden()) {
      while (!archive.coming(id) && store.wholeJobs.removeSome(id)) {
        LOG.trace("some of job {} is removed", id);
      }
    }
  }
}

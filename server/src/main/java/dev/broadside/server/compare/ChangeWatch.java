package dev.broadside.server.compare;

import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunHistory;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.Coordinator;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Looks at each run that has ended: where it shows that its definition has changed, the run gets a
/// note, and whoever is to be notified is told. What ended while the server was away is not told.
///
/// Belongs to one thread, which reads the store.
public final class ChangeWatch {
  public static final Duration LOOK = Duration.ofSeconds(5);
  private static final int NEWEST = 100;
  private static final String AUTHOR = "history";

  private final Coordinator coordinator;
  private final Histories histories;
  private final Listener listener;
  private Instant told;

  /// Is told of each change once, by the thread of the watch.
  @FunctionalInterface
  public interface Listener {
    /// @param run the run whose end has shown the change
    void changed(JobView run, RunHistory.Change change);
  }

  /// @param now runs that have ended by then are not looked at
  public ChangeWatch(Coordinator coordinator, Instant now, Listener listener) {
    this.coordinator = coordinator;
    this.histories = new Histories(coordinator);
    this.listener = listener;
    this.told = now;
  }

  /// Looks at those that have ended since the last time.
  public void tick() {
    List<JobView> ended =
        coordinator.jobs(Optional.of("completed"), NEWEST).stream()
            .filter(job -> job.endedAt().filter(at -> at.isAfter(told)).isPresent())
            .filter(Predicate.not(job -> job.definition().equals(job.id())))
            .sorted(Comparator.comparing(job -> job.endedAt().orElseThrow()))
            .toList();
    for (JobView job : ended) {
      told = job.endedAt().orElseThrow();
      histories.newsOf(job.id()).forEach(change -> tell(job, change));
    }
  }

  private void tell(JobView job, RunHistory.Change change) {
    double end =
        Duration.between(job.startedAt().orElseThrow(), job.endedAt().orElseThrow()).toMillis();
    coordinator.note(job.id(), Mark.at(Mark.Kind.NOTE, end, AUTHOR, change.sentence()));
    listener.changed(job, change);
  }
}

package dev.broadside.server.compare;

import dev.broadside.core.report.Mark;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.job.JobTable;
import java.time.Duration;

/// Looks once at each run that ended well, also if it ended under an earlier server process. If it
/// shows that the performance of its definition has changed, the run gets a note, and a notice is
/// sent. A run that ended more than a day ago was imported, and is passed over.
///
/// Belongs to one thread, which reads and writes the store.
public record ChangeWatch(
    JobReads reads, Marks marks, Histories histories, JobTable jobs, Listener listener) {
  public static final Duration LOOK = Duration.ofSeconds(5);
  private static final int AT_ONCE = 20;
  static final String AUTHOR = "history";

  /// Called once for each change, by the thread of the watch.
  @FunctionalInterface
  public interface Listener {
    /// @param run the run whose end has shown the change
    void changed(JobView run, RunHistory.Change change);
  }

  /// Looks at the runs that were not looked at yet.
  public void tick() {
    for (String id : jobs.notInHistory(AT_ONCE)) {
      reads.job(id).filter(this::isNews).ifPresent(this::look);
      jobs.inHistory(id);
    }
  }

  private boolean isNews(JobView job) {
    return !job.asked().definition().equals(job.id())
        && job.startedAt().isPresent()
        && job.endedAt().isPresent();
  }

  private void look(JobView job) {
    histories.newsOf(job.id()).forEach(change -> tell(job, change));
  }

  private void tell(JobView job, RunHistory.Change change) {
    double end =
        Duration.between(job.startedAt().orElseThrow(), job.endedAt().orElseThrow()).toMillis();
    marks.keep(job.id(), Mark.at(Mark.Kind.NOTE, end, AUTHOR, change.sentence()));
    listener.changed(job, change);
  }
}

package dev.broadside.server.jobs;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.search.JobQuery;
import dev.broadside.server.agents.Presence;
import dev.broadside.server.collect.AgentProgress;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.feed.LiveFeed.Snapshot;
import dev.broadside.server.feed.ShareView;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobRow;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Shows jobs and agents as they are, without asking the coordinator's thread.
///
/// The coordinator's thread publishes the jobs that have not ended, and the agents; any thread
/// reads. All other jobs are read from the store.
public final class JobReads implements LiveFeed.Source {
  /// How many jobs a list shows unless it is asked for more.
  public static final int SHOWN_JOBS = 200;

  private final ResultStore store;
  private final Map<String, Snapshot> jobs = new ConcurrentHashMap<>();
  private volatile List<AgentView> agents = List.of();

  JobReads(ResultStore store) {
    this.store = store;
  }

  void put(Snapshot snapshot) {
    jobs.put(snapshot.job().id(), snapshot);
  }

  /// Stops publishing a job: from now on it is read from the store.
  void remove(String jobId) {
    jobs.remove(jobId);
  }

  void put(List<AgentView> present) {
    agents = List.copyOf(present);
  }

  /// Every agent that was connected since the server's start.
  @Override
  public List<AgentView> agents() {
    return agents;
  }

  @Override
  public List<JobView> jobs() {
    return jobs(Optional.empty(), SHOWN_JOBS);
  }

  /// Jobs, newest first.
  ///
  /// @param state only jobs in this state, as [JobView#state()] says it; if empty, those that have
  ///   not ended and the newest that have
  public List<JobView> jobs(Optional<String> state, int limit) {
    List<JobRow> rows =
        state.isPresent() ? store.jobs.listed(state.get(), limit) : store.jobs.listed(limit);
    return rows.stream()
        .map(this::view)
        .filter(view -> state.isEmpty() || state.get().equals(view.state()))
        .toList();
  }

  /// The jobs for which a query holds, newest first.
  ///
  /// @param behind only those after this job in that order; empty for all
  public List<JobView> found(JobQuery query, Optional<String> behind, int limit) {
    return store.jobs.found(query, behind, limit).stream().map(this::view).toList();
  }

  /// The ids of the jobs for which a query holds, newest first.
  public List<String> ids(JobQuery query, int limit) {
    return store.jobs.ids(query, limit);
  }

  /// The newest runs of a definition, newest first.
  public List<JobView> runsOf(String definition, int limit) {
    return store.jobs.runsOf(definition, limit).stream().map(this::view).toList();
  }

  /// The jobs with these ids, by id, including deleted ones that can be restored. Missing ones are
  /// left out.
  public Map<String, JobView> jobs(Collection<String> ids) {
    return store.jobs.shown(ids).stream()
        .map(this::view)
        .collect(Collectors.toMap(JobView::id, Function.identity()));
  }

  /// The job with an id; empty if there is no such job.
  public Optional<JobView> job(String id) {
    return snapshot(id).map(Snapshot::job);
  }

  /// What was asked of a job, in the folder and with the tags that it has now.
  public Optional<JobSpec> spec(String id) {
    return store.jobs.find(id).map(row -> row.filing().in(row.job().spec()));
  }

  /// What each job asks for that waits or goes on, by its id.
  public Map<String, JobSpec> unfinished() {
    return store.jobs.unfinished();
  }

  private JobView view(JobRow row) {
    return jobs.get(row.job().id()) instanceof Snapshot published
        ? published.job()
        : JobViews.of(row);
  }

  @Override
  public Optional<Snapshot> snapshot(String jobId) {
    return jobs.get(jobId) instanceof Snapshot published
        ? Optional.of(published)
        : store.jobs.shown(jobId).map(JobReads::kept);
  }

  private static Snapshot kept(JobRow row) {
    List<ShareView> shares =
        row.shares().stream()
            .map(share -> JobViews.share(share, Presence.LOST.word(), AgentProgress.NONE))
            .toList();
    return new Snapshot(JobViews.of(row), shares, row.job().state() instanceof JobState.Done);
  }
}

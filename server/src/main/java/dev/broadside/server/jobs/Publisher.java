package dev.broadside.server.jobs;

import dev.broadside.core.job.JobState;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.feed.LiveFeed.Snapshot;
import dev.broadside.server.feed.ShareView;
import dev.broadside.server.steps.WaitingFor;
import dev.broadside.server.store.row.JobRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Shows what has changed by [JobReads] and the live streams: states at once, what changes all the
/// time with the next tick.
///
/// Belongs to the coordinator's thread.
final class Publisher {
  private final JobReads published;
  private final LiveFeed live;
  private final AgentRoster roster;
  private final Set<String> stale = new HashSet<>();
  private final Map<String, Long> seconds = new HashMap<>();
  private List<AgentView> agents = List.of();
  private boolean jobsStale;

  Publisher(JobReads published, LiveFeed live, AgentRoster roster) {
    this.published = published;
    this.live = live;
    this.roster = roster;
  }

  /// A job that has no shares has changed its state.
  void state(JobRow row) {
    Snapshot snapshot =
        new Snapshot(JobViews.of(row), List.of(), row.job().state() instanceof JobState.Done);
    show(snapshot);
  }

  /// A placed job has changed its state.
  void state(JobRun run) {
    show(snapshot(run));
  }

  private void show(Snapshot snapshot) {
    String id = snapshot.job().id();
    jobsStale = true;
    live.publish(id, Kind.STATE, snapshot.job());
    if (snapshot.done()) {
      published.remove(id);
      // Its agents may let go of it before the next tick, which then does not find it.
      seconds.remove(id);
      live.publish(id, Kind.END, snapshot.job());
    } else {
      published.put(snapshot);
    }
  }

  /// Something of a placed job has changed that can wait for the next tick.
  void touched(String jobId) {
    stale.add(jobId);
  }

  /// Something of a list changed that is read from the store.
  void listChanged() {
    jobsStale = true;
  }

  void progress(JobRun run) {
    WaitingFor.what(run.situation())
        .ifPresent(step -> live.publish(run.job().id(), Kind.PROGRESS, step));
    jobsStale = true;
    touched(run.job().id());
  }

  /// Shows what was touched since the last tick.
  void tick(PlacedJobs runs) {
    runs.all().forEach(this::waiting);
    stale.forEach(id -> runs.find(id).ifPresent(this::shares));
    stale.clear();
    List<AgentView> present = roster.views(runs.byAgent());
    published.put(present);
    if (!present.equals(agents)) {
      agents = present;
      live.agentsChanged(present);
    }
    if (jobsStale) {
      jobsStale = false;
      live.jobsChanged();
    }
  }

  private void shares(JobRun run) {
    if (!(run.job().state() instanceof JobState.Done)) {
      Snapshot snapshot = snapshot(run);
      published.put(snapshot);
      live.publish(run.job().id(), Kind.AGENTS, snapshot.shares());
    }
  }

  /// Shows, once a second, for how long a job has been waiting.
  private void waiting(JobRun run) {
    boolean waits =
        switch (run.job().state()) {
          case JobState.Preparing _, JobState.Stopping _ -> true;
          case JobState.Pending _, JobState.Running _, JobState.Done _ -> false;
        };
    if (!waits) {
      seconds.remove(run.job().id());
      return;
    }
    long now = run.sinceChange().toSeconds();
    Long before = seconds.put(run.job().id(), now);
    if (before == null || before != now) {
      progress(run);
    }
  }

  private Snapshot snapshot(JobRun run) {
    List<ShareView> shares =
        run.shares().stream()
            .map(share ->
                JobViews.share(
                    share, run.session(share).presence().word(), run.collected().of(share.agent())))
            .toList();
    return new Snapshot(JobViews.of(run), shares, run.job().state() instanceof JobState.Done);
  }
}

package dev.broadside.server.jobs;

import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepProgress;
import dev.broadside.server.feed.ShareWait;
import dev.broadside.server.store.row.ShareRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Remembers what the shares of a job have said that they are doing, and since when. Belongs to the
/// coordinator's thread.
final class ShareActivities {
  private final LongSupplier clock;
  private final Map<String, Doing> activities = new HashMap<>();

  private record Doing(StepProgress at, long beganNanos, long furtherNanos) {}

  /// @param clock a monotonic reading in nanoseconds
  ShareActivities(LongSupplier clock, List<ShareRow> shares) {
    this.clock = clock;
    shares.forEach(this::wanted);
  }

  /// Something else is wanted of a share.
  void wanted(ShareRow share) {
    activities.remove(share.agent());
    ShareWait.pending(share).ifPresent(step -> said(share.agent(), StepProgress.begin(step)));
  }

  /// An agent says how far its share is.
  void said(String agent, StepProgress at) {
    long now = clock.getAsLong();
    Doing before = activities.getOrDefault(agent, new Doing(at, now, now));
    boolean same = before.at().step() == at.step();
    boolean further = !before.at().equals(at);
    activities.put(
        agent,
        new Doing(at, same ? before.beganNanos() : now, further ? now : before.furtherNanos()));
  }

  /// What is being done now, the longest first.
  List<ShareWait> now(List<ShareRow> shares) {
    List<ShareWait> waits = new ArrayList<>();
    for (ShareRow share : shares) {
      ShareWait.pending(share).ifPresent(step -> waits.add(wait(share.agent(), step)));
    }
    waits.sort((one, other) -> other.age().compareTo(one.age()));
    return waits;
  }

  private ShareWait wait(String agent, Step step) {
    long now = clock.getAsLong();
    Doing doing = activities.getOrDefault(agent, new Doing(StepProgress.begin(step), now, now));
    return new ShareWait(
        agent,
        doing.at(),
        Duration.ofNanos(now - doing.beganNanos()),
        Duration.ofNanos(now - doing.furtherNanos()));
  }
}

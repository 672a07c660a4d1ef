package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.feed.GroupView.MemberView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// @param going the jobs of its members that go on, and of their studies' steps
record ToldGroup(GroupView view, List<Subscription> subscriptions, List<JobView> going)
    implements Told {
  ToldGroup {
    subscriptions = List.copyOf(subscriptions);
    going = List.copyOf(going);
  }

  @Override
  public Work work() {
    return Work.group(view.id());
  }

  @Override
  public boolean wentWrong() {
    return !Notice.endedAsMeant(view.state());
  }

  @Override
  public Optional<Instant> waitsSince() {
    return view.state().equals("pending")
        ? view.beginsAt()
        : going.stream()
            .flatMap(job -> ToldJob.waitsSince(job).stream())
            .min(Comparator.naturalOrder());
  }

  @Override
  public Optional<List<String>> lines() {
    return Optional.of(view.members().stream().map(ToldGroup::line).toList());
  }

  /// `steady: failed, p99 was 31 ms`.
  private static String line(MemberView member) {
    String state = member.progress().orElse(member.state());
    return member.name() + ": " + state + (member.reason().isEmpty() ? "" : ", " + member.reason());
  }
}

package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.group.GroupView;
import dev.broadside.server.group.GroupView.MemberView;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// @param going the jobs of its members that go on, and of their studies' steps
record ToldGroup(GroupView group, List<Subscription> subscriptions, List<JobView> going)
    implements Told {
  ToldGroup {
    subscriptions = List.copyOf(subscriptions);
    going = List.copyOf(going);
  }

  @Override
  public Work work() {
    return Work.group(group.id());
  }

  @Override
  public Optional<Instant> endedAt() {
    return group.endedAt();
  }

  @Override
  public boolean wentWrong() {
    return !Notice.endedAsMeant(group.state());
  }

  @Override
  public Optional<Instant> waitsSince() {
    return group.state().equals("pending")
        ? group.beginsAt()
        : going.stream()
            .flatMap(job -> ToldJob.waitsSince(job).stream())
            .min(Comparator.naturalOrder());
  }

  @Override
  public Notice notice(Event event, Instant at, Optional<String> change, Optional<String> page) {
    return new Notice(
        event.word(),
        at,
        Optional.empty(),
        Optional.empty(),
        Optional.of(group.id()),
        PlainText.line(group.name(), 200),
        Optional.empty(),
        Optional.empty(),
        group.state(),
        PlainText.line(group.reason()),
        Optional.of(group.members().stream().map(ToldGroup::line).toList()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        change.map(PlainText::line),
        page.map(base -> base + "/groups/" + group.id()));
  }

  /// `steady: failed, p99 was 31 ms`.
  private static String line(MemberView member) {
    String state = member.progress().orElse(member.state());
    return PlainText.line(
        member.name() + ": " + state + (member.reason().isEmpty() ? "" : ", " + member.reason()));
  }
}

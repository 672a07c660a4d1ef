package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.store.row.Work.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Something of which channels are told, as it is now: a job, a study or a group.
sealed interface Told permits ToldJob, ToldStudy, ToldGroup {
  Work work();

  /// Who wants to hear of it.
  List<Subscription> subscriptions();

  WorkView view();

  /// When it ended; empty while it waits or goes on. One that was resumed ends again.
  default Optional<Instant> endedAt() {
    return view().endedAt();
  }

  /// Whether its end is a bad one.
  boolean wentWrong();

  /// Since when it, or what goes on of it, has waited for anything but its own time; empty where
  /// nothing does.
  Optional<Instant> waitsSince();

  /// Why it ended or waits; may be empty.
  default String reason() {
    return view().reason();
  }

  /// Of a job.
  default Optional<String> definition() {
    return Optional.empty();
  }

  /// Of a job or a study.
  default Optional<String> jobClass() {
    return Optional.empty();
  }

  /// Of a job with a result.
  default Optional<Headline> headline() {
    return Optional.empty();
  }

  /// Of a group, where each member is; of a study, what it found.
  default Optional<List<String>> lines() {
    return Optional.empty();
  }

  /// What is told of it.
  ///
  /// @param change what has changed, where the event is that
  /// @param page how people reach the server, where its operator has said so
  default Notice notice(Event event, Instant at, Optional<String> change, Optional<String> page) {
    return new Notice(
        event.word(),
        at,
        id(Kind.JOB),
        id(Kind.STUDY),
        id(Kind.GROUP),
        PlainText.line(view().name(), 200),
        definition(),
        jobClass(),
        view().state(),
        PlainText.line(reason()),
        lines().map(all -> all.stream().map(PlainText::line).toList()),
        headline().map(Headline::throughput),
        headline().flatMap(Headline::p95),
        headline().map(Headline::audit),
        headline().map(Headline::generator),
        headline().flatMap(Headline::thresholds),
        change.map(PlainText::line),
        page.map(base -> base + path() + work().id()));
  }

  private String path() {
    return switch (work().kind()) {
      case JOB -> "/jobs/";
      case STUDY -> "/studies/";
      case GROUP -> "/groups/";
    };
  }

  private Optional<String> id(Kind kind) {
    return Optional.of(work()).filter(work -> work.kind() == kind).map(Work::id);
  }
}

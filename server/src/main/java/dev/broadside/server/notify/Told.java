package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Something of which channels are told, as it is now: a job, a study or a group.
sealed interface Told permits ToldJob, ToldStudy, ToldGroup {
  Work work();

  /// Who wants to hear of it.
  List<Subscription> subscriptions();

  /// When it ended; empty while it waits or goes on. One that was resumed ends again.
  Optional<Instant> endedAt();

  /// Whether its end is a bad one.
  boolean wentWrong();

  /// Since when it, or what goes on of it, has waited for anything but its own time; empty where
  /// nothing does.
  Optional<Instant> waitsSince();

  /// What is told of it.
  ///
  /// @param change what has changed, where the event is that
  /// @param page how people reach the server, where its operator has said so
  Notice notice(Event event, Instant at, Optional<String> change, Optional<String> page);
}

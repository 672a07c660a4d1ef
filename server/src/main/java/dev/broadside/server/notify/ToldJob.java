package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

record ToldJob(JobView view, List<Subscription> subscriptions) implements Told {
  ToldJob {
    subscriptions = List.copyOf(subscriptions);
  }

  @Override
  public Work work() {
    return Work.job(view.id());
  }

  @Override
  public boolean wentWrong() {
    return !Notice.endedAsMeant(view.state())
        || view.headline()
            .filter(line ->
                !line.audit().equals("BALANCED")
                    || line.delivered().filter(share -> !Delivery.enough(share)).isPresent()
                    || line.thresholds().filter(words -> !words.equals("HOLDS")).isPresent())
            .isPresent();
  }

  @Override
  public Optional<Instant> waitsSince() {
    return waitsSince(view);
  }

  /// Since when a job waits.
  static Optional<Instant> waitsSince(JobView job) {
    return job.state().equals("pending") && !job.disabled()
        ? Optional.of(job.beginsAt().orElse(job.submittedAt()))
        : Optional.empty();
  }

  @Override
  public Optional<String> definition() {
    return Optional.of(view.definition());
  }

  @Override
  public Optional<String> jobClass() {
    return Optional.of(view.jobClass());
  }

  @Override
  public Optional<Headline> headline() {
    return view.headline();
  }
}

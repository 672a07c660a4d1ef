package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

record ToldJob(JobView job, List<Subscription> subscriptions) implements Told {
  ToldJob {
    subscriptions = List.copyOf(subscriptions);
  }

  @Override
  public Work work() {
    return Work.job(job.id());
  }

  @Override
  public Optional<Instant> endedAt() {
    return job.endedAt();
  }

  @Override
  public boolean wentWrong() {
    boolean ended = Notice.endedAsMeant(job.state());
    return !ended
        || job.headline()
            .filter(line ->
                !line.audit().equals("BALANCED")
                    || line.thresholds().filter(words -> !words.equals("HOLDS")).isPresent())
            .isPresent();
  }

  @Override
  public Optional<Instant> waitsSince() {
    return waitsSince(job);
  }

  /// Since when a job waits.
  static Optional<Instant> waitsSince(JobView job) {
    return job.state().equals("pending") && !job.disabled()
        ? Optional.of(job.beginsAt().orElse(job.submittedAt()))
        : Optional.empty();
  }

  @Override
  public Notice notice(Event event, Instant at, Optional<String> change, Optional<String> page) {
    return new Notice(
        event.word(),
        at,
        Optional.of(job.id()),
        Optional.empty(),
        Optional.empty(),
        PlainText.line(job.name(), 200),
        Optional.of(job.definition()),
        Optional.of(job.jobClass()),
        job.state(),
        PlainText.line(job.reason()),
        Optional.empty(),
        job.headline().map(line -> line.transactionsPerSecond()),
        job.headline().map(line -> line.p95Millis()),
        job.headline().map(line -> line.audit()),
        job.headline().map(line -> line.generator()),
        job.headline().flatMap(line -> line.thresholds()),
        change.map(PlainText::line),
        page.map(base -> base + "/jobs/" + job.id()));
  }
}

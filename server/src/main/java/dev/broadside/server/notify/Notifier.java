package dev.broadside.server.notify;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.Subscription;
import dev.broadside.core.input.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunHistory;
import dev.broadside.core.time.Time;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.store.NoticeTable;
import dev.broadside.server.store.NoticeTable.Row;
import dev.broadside.server.store.ResultStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the channels of jobs what became of these. What is to be told is kept first, under an id
/// that stays the same, and then sent until it arrives or [#PAUSES] are over: a receiver may get a
/// notice twice, and none is lost with the server.
///
/// Belongs to one thread, which reads and writes the store and waits for those it calls.
public final class Notifier {
  public static final Duration LOOK = Duration.ofSeconds(2);

  /// Behind each attempt that failed; after the last of them the notice is given up.
  static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(6));

  private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
  private static final int AT_ONCE = 20;

  private final Channels channels;
  private final Coordinator coordinator;
  private final ResultStore store;
  private final NoticeTable notices;
  private final Time time;

  public Notifier(Channels channels, Coordinator coordinator, ResultStore store, Time time) {
    this.channels = channels;
    this.coordinator = coordinator;
    this.store = store;
    this.notices = store.notices();
    this.time = time;
  }

  /// What each channel is, by name.
  public Map<String, String> kinds() {
    Map<String, String> kinds = new TreeMap<>();
    channels.byName().forEach((name, channel) -> kinds.put(name, channel.kind()));
    return kinds;
  }

  /// Sends a notice that tells nothing, now. Safe for any thread.
  ///
  /// @return why it did not arrive, in a sentence without a stop; empty where it did
  public Optional<String> test(String channel) {
    Notice notice = Notice.test(time.now(), channels.page());
    String id = "test-" + time.now().toEpochMilli();
    return sent(new Row(id, "test", channel, Json.mapper().writeValueAsString(notice), 0));
  }

  /// Looks at the jobs that somebody wants to hear of, and sends what is due.
  public void tick() {
    for (String job : notices.watched()) {
      coordinator.job(job).ifPresent(this::look);
    }
    for (Row row : notices.due(time.now(), AT_ONCE)) {
      deliver(row);
    }
  }

  /// A run's end has shown that its definition has changed.
  public void changed(JobView run, RunHistory.Change change) {
    keep(run, EnumSet.of(Event.CHANGED), Optional.of(change.sentence()), false);
  }

  private void look(JobView job) {
    if (job.endedAt().isPresent()) {
      Set<Event> events = EnumSet.of(Event.ENDED);
      if (Notice.wentWrong(job)) {
        events.add(Event.FAILED);
      }
      keep(job, events, Optional.empty(), true);
    } else if (waitsTooLong(job)) {
      keep(job, EnumSet.of(Event.WAITING), Optional.empty(), false);
    }
  }

  private boolean waitsTooLong(JobView job) {
    Instant since = job.beginsAt().orElse(job.submittedAt());
    return job.state().equals("pending")
        && !job.disabled()
        && time.now().isAfter(since.plus(channels.waiting()));
  }

  /// One notice for each channel: of a bad end, that it was bad.
  private void keep(JobView job, Set<Event> events, Optional<String> change, boolean last) {
    List<Row> rows = new ArrayList<>();
    for (Subscription one : subscriptions(job.id())) {
      events.stream()
          .filter(one::wants)
          .max(Event::compareTo)
          .map(event -> Notice.of(event, job, time.now(), change, channels.page()))
          .ifPresent(notice ->
              rows.add(
                  new Row(
                      job.id() + "." + (last ? "ended" : notice.event()) + "." + one.channel(),
                      job.id(),
                      one.channel(),
                      Json.mapper().writeValueAsString(notice),
                      0)));
    }
    if (last || !rows.isEmpty()) {
      notices.keep(job.id(), rows, last, time.now());
    }
  }

  private List<Subscription> subscriptions(String job) {
    return store
        .jobs()
        .shown(job)
        .map(row -> JobDocument.NOTIFY.in(row.job().spec()))
        .orElse(List.of());
  }

  private void deliver(Row row) {
    Optional<String> failure = sent(row);
    if (failure.isEmpty()) {
      notices.done(row.id());
    } else if (row.tries() < PAUSES.size()) {
      notices.again(row.id(), time.now().plus(PAUSES.get(row.tries())));
      LOG.warn("notice {} to {} did not arrive: {}", row.id(), row.channel(), failure.get());
    } else {
      notices.done(row.id());
      coordinator.note(row.job(), given(row, failure.get()));
      LOG.error("notice {} to {} is given up: {}", row.id(), row.channel(), failure.get());
    }
  }

  private Mark given(Row row, String why) {
    double end =
        coordinator
            .job(row.job())
            .flatMap(job -> job.startedAt().map(start -> Duration.between(start, time.now())))
            .map(Duration::toMillis)
            .orElse(0L);
    String text = "the notice to " + row.channel() + " was given up: " + why;
    return Mark.at(Mark.Kind.NOTE, end, "notify", text);
  }

  private Optional<String> sent(Row row) {
    Optional<Channel> channel = Optional.ofNullable(channels.byName().get(row.channel()));
    if (channel.isEmpty()) {
      return Optional.of("this server has no such channel any more");
    }
    try {
      Notice notice = Json.mapper().readValue(row.body(), Notice.class);
      channel.get().send(row.id(), notice, row.body().getBytes(StandardCharsets.UTF_8));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(PlainText.line(String.valueOf(e.getMessage()), 300));
    }
  }
}

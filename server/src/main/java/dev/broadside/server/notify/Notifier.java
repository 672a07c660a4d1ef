package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Spans;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.Time;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.notify.Notified.NotifiedReads;
import dev.broadside.server.store.NoticeTable;
import dev.broadside.server.store.NoticeTable.Row;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.Work;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends notices about jobs, studies and groups. A notice is stored first, under an id that stays
/// the same, and then sent until it arrives or [#PAUSES] have passed: a receiver may get it twice,
/// and none is lost if the server dies.
///
/// Belongs to one thread, which reads and writes the store. Each channel has a task of its own, so
/// that a receiver that hangs delays its own channel only.
public final class Notifier {
  public static final Duration LOOK = Duration.ofSeconds(2);

  /// The pauses after failed attempts; after the last one the notice is given up.
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
  private final JobReads reads;
  private final Marks marks;
  private final NoticeTable notices;
  private final NotifiedReads finder;
  private final Time time;
  private final Executor callers;

  /// Channels that are being called.
  private final Set<String> called = ConcurrentHashMap.newKeySet();

  /// @param callers any number, which wait for receivers
  public Notifier(
      Channels channels,
      JobReads reads,
      Marks marks,
      CampaignReads campaigns,
      ResultStore store,
      Time time,
      Executor callers) {
    this.channels = channels;
    this.reads = reads;
    this.marks = marks;
    this.notices = store.notices;
    this.finder = new NotifiedReads(reads, campaigns, store);
    this.time = time;
    this.callers = callers;
  }

  /// The kind of each channel, by name.
  public Map<String, String> kinds() {
    Map<String, String> kinds = new TreeMap<>();
    channels.byName().forEach((name, channel) -> kinds.put(name, channel.kind()));
    return kinds;
  }

  /// Sends a test notice now. Safe for any thread.
  ///
  /// @return why it did not arrive, in a sentence without a stop; empty if it did
  public Optional<String> test(String channel) {
    Notice notice = Notice.test(time.now(), channels.page());
    String id = "test-" + time.now().toEpochMilli();
    return sent(
        new Row(
            id, Work.job("test"), "test", channel, Json.mapper().writeValueAsString(notice), 0));
  }

  /// The undelivered notices, as in [NoticeTable#undelivered]. Safe for any thread; reads the
  /// store.
  public List<NoticeTable.Undelivered> undelivered(Optional<Work> work, int limit) {
    return notices.undelivered(work, limit);
  }

  /// Sends the undelivered notices of a channel at once, including those given up. Safe for any
  /// thread; writes the store.
  ///
  /// @return how many notices these are
  public int resend(String channel) {
    return notices.resend(channel, time.now());
  }

  /// Looks at all work with notices, and sends those that are due.
  public void tick() {
    for (Work work : notices.watched()) {
      finder.of(work).ifPresent(this::look);
    }
    for (String channel : notices.dueChannels(time.now())) {
      if (called.add(channel)) {
        callers.execute(() -> call(channel));
      }
    }
  }

  private void call(String channel) {
    try {
      notices.due(channel, time.now(), AT_ONCE).forEach(this::deliver);
    } catch (StoreException e) {
      LOG.debug("the notices for channel {} wait for the store", channel, e);
    } finally {
      called.remove(channel);
    }
  }

  /// A run has shown a change of its definition: notifies the channels of the run and of its group.
  public void changed(JobView run, RunHistory.Change change) {
    Optional<String> sentence = Optional.of(change.sentence());
    Set<Event> changed = EnumSet.of(Event.CHANGED);
    finder.of(Work.job(run.id())).ifPresent(job -> keep(job, changed, sentence, "changed"));
    finder
        .groupOf(run.id())
        .ifPresent(group -> keep(group, changed, sentence, "changed." + run.id()));
  }

  private void look(Notified subject) {
    if (subject.endedAt().isPresent()) {
      Set<Event> events = EnumSet.of(Event.ENDED);
      if (subject.wentWrong()) {
        events.add(Event.FAILED);
      }
      keep(subject, events, Optional.empty(), "ended");
    } else if (subject.waitsSince().filter(this::tooLong).isPresent()) {
      keep(subject, EnumSet.of(Event.WAITING), Optional.empty(), "waiting");
    }
  }

  private boolean tooLong(Instant since) {
    return time.now().isAfter(since.plus(channels.waiting()));
  }

  /// One notice for each channel; a bad end has an event of its own.
  ///
  /// @param what the subject, for the notice's id
  private void keep(Notified subject, Set<Event> events, Optional<String> change, String what) {
    boolean last = subject.endedAt().isPresent() && what.equals("ended");
    List<Row> rows = new ArrayList<>();
    for (Subscription one : subject.subscriptions()) {
      events.stream()
          .filter(one::wants)
          .max(Event::compareTo)
          .map(event -> subject.notice(event, time.now(), change, channels.page()))
          .ifPresent(notice -> rows.add(row(subject, notice, what, one.channel())));
    }
    if (last || !rows.isEmpty()) {
      notices.keep(subject.work(), rows, last, time.now());
    }
  }

  /// A resumed group ends more than once, so the id has the time of the end.
  private static Row row(Notified subject, Notice notice, String what, String channel) {
    Work work = subject.work();
    String place =
        switch (work.kind()) {
          case JOB -> work.id() + "." + what;
          case STUDY -> "study/" + work.id() + "." + what;
          case GROUP ->
              "group/"
                  + work.id()
                  + "."
                  + what
                  + subject.endedAt().map(at -> "." + at.toEpochMilli()).orElse("");
        };
    return new Row(
        place + "." + channel,
        work,
        notice.event(),
        channel,
        Json.mapper().writeValueAsString(notice),
        0);
  }

  private void deliver(Row row) {
    Optional<String> failure = sent(row);
    if (failure.isEmpty()) {
      notices.done(row.id());
    } else if (row.tries() < PAUSES.size()) {
      Duration pause = PAUSES.get(row.tries());
      notices.again(row.id(), time.now().plus(pause), failure.get());
      LOG.warn(
          "notice {} to {} did not arrive: {}; it is sent again in {}",
          row.id(),
          row.channel(),
          failure.get(),
          Spans.format(pause));
    } else {
      String text = "the notice to " + row.channel() + " was given up: " + failure.get();
      notices.givenUp(row.id(), time.now(), failure.get());
      if (row.work().kind() == WorkKind.JOB) {
        marks.keep(row.work().id(), mark(row.work().id(), text));
      }
      LOG.error("notice {} to {} is given up: {}", row.id(), row.channel(), failure.get());
    }
  }

  private Mark mark(String job, String text) {
    double end =
        reads
            .job(job)
            .flatMap(view -> view.startedAt().map(start -> Duration.between(start, time.now())))
            .map(Duration::toMillis)
            .orElse(0L);
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

package dev.broadside.server.feed;

import dev.broadside.core.report.Json;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.job.RunTable.Kept;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// What happens, for those who look on. Safe for use by several threads; publishing never blocks.
///
/// Nothing is kept here for those who come later: a new viewer is given the present state, and what
/// has happened from the store. A viewer who does not keep up is let go, and may come back with the
/// last event that it has.
public final class LiveFeed {
  /// A new viewer is given at most so many of the newest intervals.
  private static final int MOST_HISTORY = 20_000;

  private static final int PAGE = 500;
  private static final String OVERVIEW = "";
  private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

  private final ResultStore store;
  private final Executor executor;
  private final History history;
  private final AtomicInteger jobChanges = new AtomicInteger();
  private final AtomicLong overviewEvents = new AtomicLong();
  private final JsonMapper json = Json.mapper();
  private final Map<String, Set<Subscriber>> subscribers = new ConcurrentHashMap<>();
  private final Source source;

  /// Who looks on. Called by one thread at a time, which may block: it is this viewer's own.
  public interface Viewer {
    void event(LiveEvent event);

    /// Nothing more will come: the job has ended, or this viewer was too slow and is to subscribe
    /// again after the last event that it has.
    void ended(String reason);
  }

  /// One viewer's place.
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /// A job as it is now.
  ///
  /// @param done whether nothing more will happen
  public record Snapshot(JobView job, List<ShareView> shares, boolean done) {}

  /// Where new viewers' first events come from. Called by any thread; may read the store.
  public interface Source {
    Optional<Snapshot> snapshot(String jobId);

    List<JobView> jobs();

    List<AgentView> agents();
  }

  public LiveFeed(ResultStore store, Executor executor, History history, Source source) {
    this.store = store;
    this.executor = executor;
    this.history = history;
    this.source = source;
  }

  /// Shows a job: first its state, its shares and its intervals so far, of many the newest; then
  /// what happens.
  ///
  /// @param afterEventId the last event that the viewer has; 0 for none
  public Subscription subscribe(String jobId, long afterEventId, Viewer viewer) {
    // A number that was never given comes from another server: its viewer has nothing of ours.
    long place = afterEventId > history.kept() ? 0 : afterEventId;
    return subscribe(jobId, viewer, place, subscriber -> replay(subscriber, jobId, place));
  }

  /// Shows all jobs and agents, at most twice a second.
  public Subscription subscribeOverview(Viewer viewer) {
    return subscribe(
        OVERVIEW,
        viewer,
        0,
        subscriber -> {
          subscriber.tell(overview(Kind.JOBS, Map.of("jobs", source.jobs())));
          subscriber.tell(overview(Kind.AGENTS, Map.of("agents", source.agents())));
        });
  }

  private Subscription subscribe(
      String topic, Viewer viewer, long place, Consumer<Subscriber> first) {
    Subscriber subscriber = new Subscriber(viewer, executor, place, gone -> leave(topic, gone));
    subscribers.computeIfAbsent(topic, _ -> ConcurrentHashMap.newKeySet()).add(subscriber);
    // Seated before history is read: what is published meanwhile waits in its queue, and nothing
    // falls between.
    subscriber.begin(first);
    return () -> {
      subscriber.leave();
      leave(topic, subscriber);
    };
  }

  private void leave(String topic, Subscriber subscriber) {
    subscribers.computeIfPresent(
        topic,
        (_, present) -> {
          present.remove(subscriber);
          return present.isEmpty() ? null : present;
        });
  }

  private void replay(Subscriber subscriber, String jobId, long afterEventId) {
    Optional<Snapshot> now = source.snapshot(jobId);
    if (now.isEmpty()) {
      subscriber.end("there is no job " + jobId);
      return;
    }
    subscriber.tell(event(0, Kind.STATE, now.get().job()));
    subscriber.tell(event(0, Kind.AGENTS, now.get().shares()));
    replayHistory(subscriber, jobId, afterEventId);
    if (now.get().done()) {
      subscriber.tell(event(0, Kind.END, now.get().job()));
      subscriber.end("the job has ended");
    }
  }

  private void replayHistory(Subscriber subscriber, String jobId, long afterEventId) {
    // Later events already wait in the subscriber's queue.
    long through = history.kept();
    long after = Math.max(afterEventId, beforeHistory(jobId));
    for (List<Kept> page = store.runs().history(jobId, after, through, PAGE);
        !page.isEmpty();
        page = store.runs().history(jobId, after, through, PAGE)) {
      page.forEach(kept -> subscriber.tell(event(kind(kept.what()), kept.entry())));
      after = page.getLast().entry().eventId();
    }
  }

  private static Kind kind(RunTable.What what) {
    return switch (what) {
      case INTERVAL -> Kind.INTERVAL;
      case LINE -> Kind.LOG;
      case MARK -> Kind.MARK;
    };
  }

  /// The event before those of the newest intervals. It is not the oldest of these that was told
  /// first: one that was amended lately has a high number.
  private long beforeHistory(String jobId) {
    long oldest = store.runs().newestInterval(jobId).orElse(0) - MOST_HISTORY + 1;
    return oldest <= 0 ? 0 : store.runs().firstEvent(jobId, oldest) - 1;
  }

  private static LiveEvent event(Kind kind, Entry entry) {
    return new LiveEvent(entry.eventId(), kind, entry.json());
  }

  private LiveEvent event(long id, Kind kind, Object payload) {
    return new LiveEvent(id, kind, json.writeValueAsString(payload));
  }

  /// Tells those who look at everything which jobs there are now; reads them where there is
  /// somebody.
  public void jobsChanged() {
    if (subscribers.containsKey(OVERVIEW) && jobChanges.getAndIncrement() == 0) {
      executor.execute(this::tellJobs);
    }
  }

  /// One reader at a time, so that no older list is told after a newer one; what changes while it
  /// reads makes it read once more.
  private void tellJobs() {
    int told;
    do {
      told = jobChanges.get();
      try {
        offer(OVERVIEW, overview(Kind.JOBS, Map.of("jobs", source.jobs())));
      } catch (RuntimeException e) {
        LOG.warn("the overview waits for the next change", e);
      }
    } while (jobChanges.addAndGet(-told) > 0);
  }

  /// Tells those who look at everything which agents there are now.
  public void agentsChanged(List<AgentView> agents) {
    if (subscribers.containsKey(OVERVIEW)) {
      offer(OVERVIEW, overview(Kind.AGENTS, Map.of("agents", agents)));
    }
  }

  private LiveEvent overview(Kind kind, Object payload) {
    return event(overviewEvents.incrementAndGet(), kind, payload);
  }

  /// Tells a job's viewers something that the next of its kind replaces; makes no JSON where there
  /// are none.
  public void publish(String jobId, Kind kind, Object payload) {
    if (subscribers.containsKey(jobId)) {
      offer(jobId, event(0, kind, payload));
    }
  }

  /// Tells a job's viewers of intervals, log lines or marks that the store keeps now.
  public void kept(String jobId, Kind kind, List<Entry> entries) {
    entries.forEach(entry -> offer(jobId, event(kind, entry)));
  }

  private void offer(String topic, LiveEvent event) {
    subscribers.getOrDefault(topic, Set.of()).forEach(subscriber -> subscriber.offer(event));
  }
}

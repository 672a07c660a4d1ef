package dev.broadside.server.coordinator;

import dev.broadside.core.report.Json;
import dev.broadside.server.collect.EventIds;
import dev.broadside.server.coordinator.LiveEvent.Kind;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
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

  private final ResultStore store;
  private final Executor executor;
  private final EventIds events;
  private final JsonMapper json = Json.mapper();
  private final Map<String, Set<Seat>> seats = new ConcurrentHashMap<>();
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
  record Snapshot(JobView job, List<ShareView> shares, boolean done) {}

  /// Where new viewers' first events come from. Called by any thread; may read the store.
  interface Source {
    Optional<Snapshot> snapshot(String jobId);

    List<JobView> jobs();

    List<AgentView> agents();
  }

  LiveFeed(ResultStore store, Executor executor, EventIds events, Source source) {
    this.store = store;
    this.executor = executor;
    this.events = events;
    this.source = source;
  }

  /// Shows a job: first its state, its shares and all closed intervals so far, then what happens.
  ///
  /// @param afterEventId the last event that the viewer has; 0 for none
  public Subscription subscribe(String jobId, long afterEventId, Viewer viewer) {
    return seat(jobId, viewer, seat -> replay(seat, jobId, afterEventId));
  }

  /// Shows all jobs and agents, at most twice a second.
  public Subscription subscribeOverview(Viewer viewer) {
    return seat(
        OVERVIEW,
        viewer,
        seat -> {
          seat.tell(event(events.next(), Kind.JOBS, Map.of("jobs", source.jobs())));
          seat.tell(event(events.next(), Kind.AGENTS, Map.of("agents", source.agents())));
        });
  }

  private Subscription seat(String topic, Viewer viewer, Consumer<Seat> first) {
    Seat seat = new Seat(viewer, executor, gone -> leave(topic, gone));
    seats.computeIfAbsent(topic, _ -> ConcurrentHashMap.newKeySet()).add(seat);
    // Seated before history is read: what is published meanwhile waits in its queue, and nothing
    // falls between.
    seat.begin(first);
    return () -> {
      seat.leave();
      leave(topic, seat);
    };
  }

  private void leave(String topic, Seat seat) {
    seats.computeIfPresent(
        topic,
        (_, present) -> {
          present.remove(seat);
          return present.isEmpty() ? null : present;
        });
  }

  private void replay(Seat seat, String jobId, long afterEventId) {
    Optional<Snapshot> now = source.snapshot(jobId);
    if (now.isEmpty()) {
      seat.end("there is no job " + jobId);
      return;
    }
    // These carry the viewer's own place: whoever is cut off right behind them has not seen any
    // history yet.
    seat.tell(event(afterEventId, Kind.STATE, now.get().job()));
    seat.tell(event(afterEventId, Kind.AGENTS, now.get().shares()));
    replayIntervals(seat, jobId, Math.max(afterEventId, beforeHistory(jobId)));
    replayLog(seat, jobId, afterEventId);
    if (now.get().done()) {
      seat.tell(event(events.next(), Kind.END, now.get().job()));
      seat.end("the job has ended");
    }
  }

  /// The event before the oldest interval that a new viewer is given.
  private long beforeHistory(String jobId) {
    long newest = store.runs().newestInterval(jobId).orElse(0);
    int oldest = (int) Math.max(0, newest - MOST_HISTORY + 1);
    return store.runs().intervals(jobId, oldest, 1).stream()
        .mapToLong(first -> oldest == 0 ? 0 : first.eventId() - 1)
        .findFirst()
        .orElse(0);
  }

  /// In the order of events, so that a viewer who is cut off can go on where it was.
  private void replayIntervals(Seat seat, String jobId, long afterEventId) {
    for (List<Entry> page = store.runs().intervalsAfter(jobId, afterEventId, PAGE);
        !page.isEmpty();
        page = store.runs().intervalsAfter(jobId, page.getLast().eventId(), PAGE)) {
      page.forEach(entry -> seat.tell(event(Kind.INTERVAL, entry)));
    }
  }

  private void replayLog(Seat seat, String jobId, long afterEventId) {
    for (List<Entry> page = store.runs().logAfter(jobId, afterEventId, PAGE);
        !page.isEmpty();
        page = store.runs().logAfter(jobId, page.getLast().eventId(), PAGE)) {
      page.forEach(entry -> seat.tell(event(Kind.LOG, entry)));
    }
  }

  private static LiveEvent event(Kind kind, Entry entry) {
    return new LiveEvent(entry.eventId(), kind, entry.json());
  }

  private LiveEvent event(long id, Kind kind, Object payload) {
    return new LiveEvent(id, kind, json.writeValueAsString(payload));
  }

  /// Tells those who look at everything which jobs there are now; reads them where there is
  /// somebody.
  void jobsChanged() {
    if (seats.containsKey(OVERVIEW)) {
      executor.execute(() -> publish(OVERVIEW, Kind.JOBS, Map.of("jobs", source.jobs())));
    }
  }

  /// Tells those who look at everything which agents there are now.
  void agentsChanged(List<AgentView> agents) {
    publish(OVERVIEW, Kind.AGENTS, Map.of("agents", agents));
  }

  /// Tells a job's viewers something; makes no JSON where there are none.
  void publish(String jobId, Kind kind, Object payload) {
    if (seats.get(jobId) instanceof Set<Seat> present) {
      LiveEvent event = event(events.next(), kind, payload);
      present.forEach(seat -> seat.offer(event));
    }
  }

  /// Tells a job's viewers of intervals or log lines that the store keeps now.
  void kept(String jobId, Kind kind, List<Entry> entries) {
    if (seats.get(jobId) instanceof Set<Seat> present) {
      for (Entry entry : entries) {
        LiveEvent event = event(kind, entry);
        present.forEach(seat -> seat.offer(event));
      }
    }
  }
}

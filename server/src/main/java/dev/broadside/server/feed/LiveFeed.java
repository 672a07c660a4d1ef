package dev.broadside.server.feed;

import dev.broadside.core.report.Json;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.job.RunTable.Kept;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Sends what happens to jobs and agents to those who watch. Safe for use by several threads;
/// publishing never blocks.
///
/// Nothing is kept here for later viewers: a new viewer gets the present state, and what has
/// happened from the store. A viewer that is too slow is let go, and may come back with the number
/// of the last event that it has.
public final class LiveFeed {
  /// A new viewer is given at most so many of the newest intervals.
  private static final int MOST_HISTORY = 20_000;

  private static final int PAGE = 500;
  private static final String OVERVIEW = "";
  private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

  private final ResultStore store;
  private final Executor executor;
  private final EventOrder events;
  private final AtomicInteger jobChanges = new AtomicInteger();
  private final AtomicLong overviewEvents = new AtomicLong();
  private final JsonMapper json = Json.mapper();
  private final Map<String, Set<Subscriber>> subscribers = new ConcurrentHashMap<>();
  private final Source source;
  private volatile BiConsumer<String, List<Entry>> intervals = (_, _) -> {};

  /// Somebody who watches. Called by one thread at a time, which may block: it serves this viewer
  /// only.
  public interface Viewer {
    void event(LiveEvent event);

    /// Nothing more will come: the job has ended, or this viewer was too slow and is to subscribe
    /// again after the last event that it has.
    void ended(String reason);
  }

  /// A subscription of one viewer, until it is closed.
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

  public LiveFeed(ResultStore store, Executor executor, EventOrder events, Source source) {
    this.store = store;
    this.executor = executor;
    this.events = events;
    this.source = source;
  }

  /// Shows a job: first its state, its shares and its intervals so far, at most the newest 20,000;
  /// then what happens.
  ///
  /// @param afterEventId the last event that the viewer has; 0 for none
  public Subscription subscribe(String jobId, long afterEventId, Viewer viewer) {
    // A number that was never given comes from another server: its viewer has nothing of ours.
    long place = afterEventId > events.kept() ? 0 : afterEventId;
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
    // Registered before history is read: what is published meanwhile waits in its queue, so that
    // nothing is missed.
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
    long through = events.kept();
    long after = Math.max(afterEventId, beforeHistory(jobId));
    for (List<Kept> page = store.runs.history(jobId, after, through, PAGE);
        !page.isEmpty();
        page = store.runs.history(jobId, after, through, PAGE)) {
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

  /// The number before those of the newest intervals' events. The oldest of these intervals need
  /// not have the lowest number: if it was amended lately, its number is high.
  private long beforeHistory(String jobId) {
    long oldest = store.runs.newestInterval(jobId).orElse(0) - MOST_HISTORY + 1;
    return oldest <= 0 ? 0 : store.runs.firstEvent(jobId, oldest) - 1;
  }

  private static LiveEvent event(Kind kind, Entry entry) {
    return new LiveEvent(entry.eventId(), kind, entry.json());
  }

  private LiveEvent event(long id, Kind kind, Object payload) {
    return new LiveEvent(id, kind, json.writeValueAsString(payload));
  }

  /// Sends the present jobs to those who watch the overview; reads them only if there is somebody.
  public void jobsChanged() {
    if (subscribers.containsKey(OVERVIEW) && jobChanges.getAndIncrement() == 0) {
      executor.execute(this::tellJobs);
    }
  }

  /// One reader at a time, so that no older list is sent after a newer one; what changes while it
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

  /// Sends the present agents to those who watch the overview.
  public void agentsChanged(List<AgentView> agents) {
    if (subscribers.containsKey(OVERVIEW)) {
      offer(OVERVIEW, overview(Kind.AGENTS, Map.of("agents", agents)));
    }
  }

  private LiveEvent overview(Kind kind, Object payload) {
    return event(overviewEvents.incrementAndGet(), kind, payload);
  }

  /// Sends a job's viewers something that the next of its kind replaces; makes no JSON if there are
  /// no viewers.
  public void publish(String jobId, Kind kind, Object payload) {
    if (subscribers.containsKey(jobId)) {
      offer(jobId, event(0, kind, payload));
    }
  }

  /// Tells somebody from now on which intervals of all jobs are stored; they must not block.
  public void tellOfIntervals(BiConsumer<String, List<Entry>> hearer) {
    intervals = hearer;
  }

  /// Sends a job's viewers intervals, log lines or marks that are now stored.
  public void kept(String jobId, Kind kind, List<Entry> entries) {
    entries.forEach(entry -> offer(jobId, event(kind, entry)));
    if (kind == Kind.INTERVAL) {
      intervals.accept(jobId, entries);
    }
  }

  private void offer(String topic, LiveEvent event) {
    subscribers.getOrDefault(topic, Set.of()).forEach(subscriber -> subscriber.offer(event));
  }

  /// One viewer's queue, which is bounded, and a task that empties it while there is something in
  /// it. Of events that the next of their kind replaces only the newest waits: a list of all jobs
  /// may be megabytes long, and comes twice a second, however slowly its viewer reads.
  static final class Subscriber {
    private static final int MOST_WAITING = 1_000;

    private final Viewer viewer;
    private final Executor executor;
    private final Consumer<Subscriber> gone;
    private final Deque<LiveEvent> waiting = new ArrayDeque<>();
    private boolean busy = true;
    private boolean left;
    private boolean overrun;

    // Only for the task, which is one at a time.
    private long place;

    /// @param place the number of the newest stored event that the viewer has
    Subscriber(Viewer viewer, Executor executor, long place, Consumer<Subscriber> gone) {
      this.place = place;
      this.viewer = viewer;
      this.executor = executor;
      this.gone = gone;
    }

    /// Sends the first events, before any that is offered.
    void begin(Consumer<Subscriber> first) {
      executor.execute(() -> {
        try {
          first.accept(this);
        } catch (StoreException e) {
          end(e.getMessage() + "; subscribe again");
        } catch (DamagedException e) {
          end("" + e.getMessage());
        }
        work();
      });
    }

    /// Queues an event; never blocks.
    void offer(LiveEvent event) {
      synchronized (waiting) {
        if (left || overrun) {
          return;
        }
        if (event.kind().superseded()) {
          waiting.removeIf(earlier -> earlier.kind() == event.kind());
        }
        overrun = waiting.size() == MOST_WAITING;
        if (!overrun) {
          waiting.add(event);
        }
        if (busy) {
          return;
        }
        busy = true;
      }
      executor.execute(this::work);
    }

    private void work() {
      for (Optional<LiveEvent> next = next(); next.isPresent(); next = next()) {
        tell(next.get());
        if (next.get().kind() == Kind.END) {
          end("the job has ended");
        }
      }
    }

    private Optional<LiveEvent> next() {
      boolean tooSlow;
      synchronized (waiting) {
        tooSlow = overrun && !left;
        if (!tooSlow && !left && !waiting.isEmpty()) {
          return Optional.of(waiting.remove());
        }
        busy = false;
      }
      if (tooSlow) {
        end("too slow: subscribe again after the last event");
      }
      return Optional.empty();
    }

    /// Sends the viewer an event, unless it is a stored one that the viewer has already. Events
    /// that are not stored carry the number of the newest stored one, so that the viewer can be cut
    /// off anywhere and come back with the last number that it has seen. Only from the subscriber's
    /// own task.
    void tell(LiveEvent event) {
      switch (event.kind()) {
        case INTERVAL, LOG, MARK -> {
          if (event.id() > place) {
            place = event.id();
            pass(event);
          }
        }
        case STATE, PROGRESS, AGENTS, DRIFT, THRESHOLDS, END, JOBS ->
            pass(new LiveEvent(Math.max(place, event.id()), event.kind(), event.json()));
      }
    }

    private void pass(LiveEvent event) {
      synchronized (waiting) {
        if (left) {
          return;
        }
      }
      viewer.event(event);
    }

    /// Lets the viewer go, and says why. Only from the subscriber's own task.
    void end(String reason) {
      synchronized (waiting) {
        if (left) {
          return;
        }
        left = true;
        waiting.clear();
      }
      gone.accept(this);
      viewer.ended(reason);
    }

    /// The viewer leaves by itself.
    void leave() {
      synchronized (waiting) {
        left = true;
        waiting.clear();
      }
    }
  }
}

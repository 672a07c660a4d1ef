package dev.broadside.server.feed;

import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed.Viewer;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// One viewer's place before a live feed: a bounded queue, and a task that empties it while there
/// is something in it. Of what the next of its kind replaces, the newest alone waits: a list of all
/// jobs may be megabytes long, and comes twice a second, however slowly its viewer reads.
final class Subscriber {
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

  /// @param place the newest part of history that the viewer has
  Subscriber(Viewer viewer, Executor executor, long place, Consumer<Subscriber> gone) {
    this.place = place;
    this.viewer = viewer;
    this.executor = executor;
    this.gone = gone;
  }

  /// Does what comes before everything that is offered.
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

  /// Tells the viewer an event; one of history that it has already is left out. Other events carry
  /// the viewer's place in history, so that it can be cut off anywhere and come back with the last
  /// number that it has seen. Only from the subscriber's own task.
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

  /// The viewer goes by itself.
  void leave() {
    synchronized (waiting) {
      left = true;
      waiting.clear();
    }
  }
}

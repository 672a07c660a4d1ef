package dev.broadside.server.page;

import dev.broadside.core.time.Time;
import dev.broadside.server.feed.LiveEvent;
import dev.broadside.server.feed.LiveFeed.Subscription;
import dev.broadside.server.feed.LiveFeed.Viewer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/// One client of a live stream.
///
/// Events are written one at a time: the feed's thread for this viewer waits until one has left
/// before it brings the next, so a slow client holds up nobody and fills no memory. One that takes
/// nothing for [#STALL] loses its connection.
public final class EventStream implements Viewer {
  static final Duration STALL = Duration.ofSeconds(10);

  /// How often a comment is sent, lest somebody on the way takes the connection for dead, and the
  /// login is looked at.
  static final Duration TICK = Duration.ofSeconds(5);

  private static final int RETRY_MILLIS = 1_000;

  private final HttpServerResponse response;
  private final Time time;
  private final BooleanSupplier stillAllowed;
  private final Runnable closeConnection;
  private final Consumer<EventStream> whenOver;

  private Optional<Subscription> subscription = Optional.empty();
  private Optional<Future<Void>> lastComment = Optional.empty();
  private long lastId;
  private boolean over;

  public EventStream(
      HttpServerResponse response,
      Time time,
      BooleanSupplier stillAllowed,
      Runnable closeConnection,
      Consumer<EventStream> whenOver) {
    this.response = response;
    this.time = time;
    this.stillAllowed = stillAllowed;
    this.closeConnection = closeConnection;
    this.whenOver = whenOver;
  }

  /// Subscribes, and sends what comes.
  ///
  /// @param writeHead called once the subscription stands, before anything is sent
  public void begin(Function<Viewer, Subscription> subscribe, Runnable writeHead) {
    synchronized (this) {
      // Events wait at the lock until the head is written.
      subscription = Optional.of(subscribe.apply(this));
      writeHead.run();
      var _ = response.write("retry: " + RETRY_MILLIS + "\n\n");
    }
    response.closeHandler(_ -> end());
    if (response.closed()) {
      end();
    }
    time.runIn(TICK, this::tick);
  }

  @Override
  public void event(LiveEvent event) {
    Future<Void> written;
    synchronized (this) {
      if (over) {
        return;
      }
      written = response.write(text(event));
    }
    Time.Timer timer = time.runIn(STALL, closeConnection);
    try {
      written.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException _) {
      // Not a failure of ours: the client has gone, and comes back with its last id if it wants
      // more.
      end();
    } finally {
      timer.cancel();
    }
  }

  /// Only events that the store keeps have an id, and only in ascending order: a client that
  /// reconnects with an id gets all that was kept after it. State and agents are sent again to each
  /// client that reconnects.
  private String text(LiveEvent event) {
    boolean resumable =
        switch (event.kind()) {
          case INTERVAL, LOG, MARK -> event.id() > lastId;
          case STATE, PROGRESS, AGENTS, DRIFT, THRESHOLDS, END, JOBS -> false;
        };
    if (resumable) {
      lastId = event.id();
    }
    String id = resumable ? "id: " + event.id() + "\n" : "";
    return id + "event: " + event.kind().word() + "\ndata: " + event.json() + "\n\n";
  }

  @Override
  public void ended(String reason) {
    if (end()) {
      var _ = response.end(": " + reason + "\n\n");
    }
  }

  private void tick() {
    synchronized (this) {
      if (over) {
        return;
      }
      boolean stalled = lastComment.isPresent() && !lastComment.get().isComplete();
      if (!stalled && stillAllowed.getAsBoolean()) {
        lastComment = Optional.of(response.write(": still here\n\n"));
        time.runIn(TICK, this::tick);
        return;
      }
    }
    end();
    closeConnection.run();
  }

  /// Ends the subscription; false if it had ended already.
  private boolean end() {
    Optional<Subscription> ending;
    synchronized (this) {
      if (over) {
        return false;
      }
      over = true;
      ending = subscription;
    }
    ending.ifPresent(Subscription::close);
    whenOver.accept(this);
    return true;
  }
}

package dev.broadside.server.page;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.time.Time;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.BareConnection;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.feed.LiveEvent;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.feed.LiveFeed.Subscription;
import dev.broadside.server.feed.LiveFeed.Viewer;
import dev.broadside.server.jobs.JobReads;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Live streams as server-sent events of the HTML standard. At most [#MAX_STREAMS] at a time.
///
/// If the connection breaks, a browser reconnects with the id of its last event, and gets the
/// events that it missed.
public final class EventStreams implements AutoCloseable {
  static final int MAX_STREAMS = 256;
  public static final Query JOB =
      new Query(
          Parameters.of(Parameter.whole("after", "The last event that the client has").preset(0)));
  private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

  private final JobReads reads;
  private final LiveFeed live;
  private final AccessControl accessControl;
  private final Replies replies;
  private final Executor threads;
  private final Time time;
  private final Set<EventStream> open = ConcurrentHashMap.newKeySet();

  public EventStreams(
      JobReads reads,
      LiveFeed live,
      AccessControl accessControl,
      Replies replies,
      Executor threads,
      Time time) {
    this.reads = reads;
    this.live = live;
    this.accessControl = accessControl;
    this.replies = replies;
    this.threads = threads;
    this.time = time;
  }

  /// The stream of one job.
  public void job(RoutingContext context, Caller caller) {
    String id = String.valueOf(context.pathParam("id"));
    long after =
        number(context.request().getHeader("Last-Event-ID"))
            .or(() -> number(context.request().getParam("after")))
            .orElse(0L);
    start(
        context,
        caller,
        viewer -> {
          if (reads.job(id).isEmpty()) {
            throw HttpProblem.noSuch("job", id);
          }
          return live.subscribe(id, after, viewer);
        });
  }

  /// The stream of all jobs and agents.
  public void overview(RoutingContext context, Caller caller) {
    start(context, caller, viewer -> live.subscribeOverview(viewer));
  }

  /// The number of the last event; empty if it is missing or malformed: the stream starts over.
  private static Optional<Long> number(@Nullable String text) {
    return Optional.ofNullable(text)
        .map(String::strip)
        .filter(digits -> digits.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  private void start(
      RoutingContext context, Caller caller, Function<Viewer, Subscription> subscribe) {
    EventStream stream =
        new EventStream(
            context.response(),
            time,
            // A login that has ended ends its streams too.
            () -> accessControl.stillAllowed(caller),
            () -> BareConnection.abort(context.request().connection()),
            open::remove);
    open.add(stream);
    threads.execute(() -> {
      try {
        if (open.size() > MAX_STREAMS) {
          throw HttpProblem.of(Kind.UNAVAILABLE, "Too many live streams are open.");
        }
        stream.begin(subscribe, () -> writeHead(context.response()));
      } catch (RuntimeException e) {
        LOG.debug("a live stream did not begin", e);
        open.remove(stream);
        replies.sendFailure(context, e);
      }
    });
  }

  private static void writeHead(HttpServerResponse response) {
    response
        .setChunked(true)
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream; charset=utf-8")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        // For a reverse proxy that would otherwise collect events before it passes them on.
        .putHeader("X-Accel-Buffering", "no");
  }

  @Override
  public void close() {
    open.forEach(stream -> stream.ended("the server stops"));
  }

  /// One client of a live stream.
  ///
  /// Events are written one at a time: the feed's thread for this viewer waits until one was sent
  /// before the next, so a slow client delays nobody else and fills no memory. A client that reads
  /// nothing for [#STALL] loses its connection.
  public static final class EventStream implements Viewer {
    static final Duration STALL = Duration.ofSeconds(10);

    /// How often a comment is sent, so that no proxy takes the connection for dead, and the login
    /// is checked.
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

    /// Subscribes, and sends events.
    ///
    /// @param writeHead called after the subscription, before anything is sent
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
    /// reconnects with an id gets all that was kept after it. State and agents are sent again to
    /// each client that reconnects.
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
}

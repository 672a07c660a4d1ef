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
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.feed.LiveFeed.Subscription;
import dev.broadside.server.feed.LiveFeed.Viewer;
import dev.broadside.server.jobs.JobReads;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Live streams as server-sent events, as the HTML standard has them. At most [#MAX_STREAMS] at a
/// time.
///
/// After a cut a browser comes back by itself with the last id it has seen, and gets what it
/// missed.
public final class EventStreams implements AutoCloseable {
  static final int MAX_STREAMS = 256;
  public static final Query JOB =
      new Query(Parameters.of(Parameter.whole("after", "The last event that is known").preset(0)));
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
}

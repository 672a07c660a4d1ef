package dev.broadside.server.http;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Addresses;
import dev.broadside.server.exchange.BareConnection;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.Connections;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.page.StaticPage;
import dev.broadside.server.threads.HeavyThreads;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes every request through the same steps, from the Host header to the reply.
///
/// Checks and the reading of bodies run on the event loop, actions on virtual threads since they
/// may block, and long computations on [HeavyThreads].
final class RequestDispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);
  private static final String LAST_EVENT_ID = "last-event-id";
  private static final Duration LINGER = Duration.ofSeconds(2);
  private static final Duration BUSY = Duration.ofSeconds(2);
  private static final Runnable NOTHING_LEFT = () -> {};
  private static final String ACCEPT = "accept";
  private static final String ACCEPT_ENCODING = "accept-encoding";
  private static final String HOST = "host";
  private static final String IF_NONE_MATCH = "if-none-match";

  private static final ParameterValues NOTHING =
      Query.NONE.read(MultiMap.caseInsensitiveMultiMap());

  private final AccessControl accessControl;
  private final Connections<HttpConnection> connections;
  private final BodyReader bodies;
  private final Replies replies;
  private final PackStore packs;
  private final Executor threads;
  private final HeavyThreads heavy;
  private final Time time;

  RequestDispatcher(
      Vertx vertx,
      AccessControl accessControl,
      Connections<HttpConnection> connections,
      Replies replies,
      PackStore packs,
      Executor threads,
      HeavyThreads heavy,
      Time time) {
    this.accessControl = accessControl;
    this.connections = connections;
    this.bodies = new BodyReader(vertx, time);
    this.replies = replies;
    this.packs = packs;
    this.threads = threads;
    this.heavy = heavy;
    this.time = time;
  }

  /// A router with the API's routes first, and then the page.
  Router router(Vertx vertx, List<Route> routes, StaticPage page) {
    Router router = Router.router(vertx);
    router.route().handler(this::enter);
    for (Route route : routes) {
      io.vertx.ext.web.Route asked =
          router.route().path(route.path().replaceAll("\\{(\\w+)}", ":$1"));
      route.methods().forEach(asked::method);
      asked.handler(
          context -> dispatch(context, route, () -> route.query().read(context.queryParams())));
    }
    // The page itself handles the query of its own paths.
    router.get().handler(context -> dispatch(context, pageRoute(context, page), () -> NOTHING));
    router
        .head()
        .handler(context -> {
          String path = context.normalizedPath();
          if (page.routes(path) || methods(path, routes, page).isEmpty()) {
            dispatch(context, pageRoute(context, page), () -> NOTHING);
          } else {
            fail(context, wrongMethod(context, routes, page));
          }
        });
    router.errorHandler(
        404, context -> fail(context, HttpProblem.of(Kind.NOT_FOUND, "There is nothing here.")));
    router.errorHandler(405, context -> fail(context, wrongMethod(context, routes, page)));
    router.errorHandler(
        400,
        context ->
            fail(context, HttpProblem.of(Kind.MALFORMED, "The address of this request is wrong.")));
    router.errorHandler(
        500,
        context ->
            fail(
                context,
                Optional.ofNullable(context.failure())
                    .orElseGet(
                        () -> new IllegalStateException("a request failed without a cause"))));
    return router;
  }

  private static HttpProblem wrongMethod(
      RoutingContext context, List<Route> routes, StaticPage page) {
    List<String> methods = methods(context.normalizedPath(), routes, page);
    if (methods.isEmpty()) {
      return HttpProblem.of(Kind.NOT_FOUND, "There is nothing here.");
    }
    context.response().putHeader(HttpHeaders.ALLOW, String.join(", ", methods));
    return HttpProblem.of(
        Kind.METHOD_NOT_ALLOWED, "Use " + String.join(" or ", methods) + " here.");
  }

  /// The methods of a path: the router asks the page for every path.
  private static List<String> methods(String path, List<Route> routes, StaticPage page) {
    Stream<HttpMethod> ofPage =
        page.routes(path) ? Stream.of(HttpMethod.GET, HttpMethod.HEAD) : Stream.empty();
    return Stream.concat(
            ofPage,
            routes.stream()
                .filter(route -> path.matches(route.path().replaceAll("\\{\\w+}", "[^/]+")))
                .flatMap(route -> route.methods().stream()))
        .map(HttpMethod::name)
        .distinct()
        .sorted()
        .toList();
  }

  private static Route pageRoute(RoutingContext context, StaticPage page) {
    String path = context.normalizedPath();
    return Route.get(path, Access.OPEN, call -> page.reply(call, path));
  }

  private void enter(RoutingContext context) {
    HttpServerRequest request = context.request();
    replies.addSecurityHeaders(
        context.response(),
        request.isSSL() && !Addresses.loopback(request.localAddress().hostAddress()));
    context.response().exceptionHandler(e -> LOG.debug("a client went away", e));
    try {
      accessControl.checkHost(request);
    } catch (HttpProblem problem) {
      fail(context, problem);
      return;
    }
    context.next();
  }

  private void dispatch(RoutingContext context, Route route, Supplier<ParameterValues> query) {
    HttpServerRequest request = context.request();
    try {
      Caller caller = accessControl.caller(request);
      if (caller.proven()) {
        connections.proven(request.connection());
      }
      accessControl.checkAllowed(request, route, caller);
      accessControl.checkContent(request, route);
      ParameterValues given = query.get();
      switch (route.action()) {
        case Route.Action.TakeOver(Route.Taker taker) -> taker.take(context, caller);
        case Route.Action.Answer answer -> answer(context, route, caller, given, answer);
      }
    } catch (HttpException e) {
      // The router parses the query only now.
      context.fail(e.getStatusCode(), e);
    } catch (RuntimeException e) {
      fail(context, e);
    }
  }

  private void answer(
      RoutingContext context,
      Route route,
      Caller caller,
      ParameterValues query,
      Route.Action.Answer answer) {
    switch (route.body()) {
      case Route.Body.None _ when !route.mutates() ->
          reply(
              context,
              answer,
              call(context, caller, query, new byte[0], Optional.empty()),
              NOTHING_LEFT);
      case Route.Body.None _ ->
          answerJson(
              context,
              caller,
              query,
              JsonBodies.SMALL,
              answer.with(call -> answer.answer().reply(withoutBody(call))));
      case Route.Body.Json(int maxBytes, Class<?> _) ->
          answerJson(context, caller, query, maxBytes, answer);
      case Route.Body.File(long maxBytes) -> answerFile(context, caller, query, answer, maxBytes);
    }
  }

  private void answerJson(
      RoutingContext context,
      Caller caller,
      ParameterValues query,
      int maxBytes,
      Route.Action.Answer answer) {
    bodies
        .read(context.request(), maxBytes)
        .onSuccess(body ->
            reply(
                context,
                answer,
                call(context, caller, query, body, Optional.empty()),
                NOTHING_LEFT))
        .onFailure(e -> fail(context, e));
  }

  /// Refuses a body that the route would ignore, since its sender expects an effect.
  private static Call withoutBody(Call call) {
    if (!new String(call.body(), StandardCharsets.UTF_8).matches("\\s*(\\{\\s*})?\\s*")) {
      throw HttpProblem.wrongInput(
          List.of(Problem.wrong("body", "none is taken here", "leave it out")));
    }
    return call;
  }

  private void answerFile(
      RoutingContext context,
      Caller caller,
      ParameterValues query,
      Route.Action.Answer answer,
      long maxBytes) {
    context.request().pause();
    blocking(context, packs::newDraft)
        .onFailure(e -> fail(context, e))
        .onSuccess(draft ->
            bodies
                .readInto(context.request(), draft, maxBytes)
                .onSuccess(file ->
                    reply(
                        context,
                        answer.with(call -> consumed(answer.answer(), call, draft)),
                        call(context, caller, query, new byte[0], Optional.of(file)),
                        () -> discard(draft)))
                .onFailure(e -> {
                  discard(draft);
                  fail(context, e);
                }));
  }

  /// Deletes an uploaded file after the answer, unless the action has moved it.
  private Reply consumed(Route.Handler handler, Call call, Path draft) throws Exception {
    try {
      return handler.reply(call);
    } finally {
      packs.discard(draft);
    }
  }

  private void discard(Path draft) {
    threads.execute(() -> {
      try {
        packs.discard(draft);
      } catch (IOException e) {
        LOG.warn("an upload that failed is left behind: {}", draft, e);
      }
    });
  }

  /// @param refused called if too many tasks wait already
  private void reply(
      RoutingContext context, Route.Action.Answer answer, Call call, Runnable refused) {
    if (!answer.heavy().test(call)) {
      threads.execute(() -> reply(context, answer.answer(), call, Runnable::run));
    } else if (!heavy.offer(() -> reply(context, answer.answer(), call, heavy::pause))) {
      refused.run();
      replies.sendFailure(context, HttpProblem.busy(BUSY));
    }
  }

  private void reply(
      RoutingContext context, Route.Handler handler, Call call, Executor waitingForClient) {
    try {
      replies.send(context, handler.reply(call), waitingForClient);
    } catch (Exception | Error e) {
      // An error, too: the client waits.
      replies.sendFailure(context, e);
    }
  }

  private void fail(RoutingContext context, Throwable thrown) {
    if (AccessControl.hasBody(context.request()) && !context.request().isEnded()) {
      // The rest of the body is thrown away for a while: a client that still sends would not see
      // the answer if the connection were closed at once.
      HttpServerRequest request = context.request();
      context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      request.handler(_ -> {});
      request.resume();
      time.runIn(LINGER, () -> BareConnection.abort(request.connection()));
    }
    replies.sendFailure(context, thrown);
  }

  /// Runs a task that may block, and continues on the event loop.
  private <T> Future<T> blocking(RoutingContext context, Callable<T> work) {
    Context loop = context.vertx().getOrCreateContext();
    Promise<T> promise = Promise.promise();
    threads.execute(() -> {
      try {
        T value = work.call();
        loop.runOnContext(_ -> promise.complete(value));
      } catch (Exception | Error e) {
        loop.runOnContext(_ -> promise.fail(e));
      }
    });
    return promise.future();
  }

  private static Call call(
      RoutingContext context,
      Caller caller,
      ParameterValues query,
      byte[] body,
      Optional<Path> file) {
    HttpServerRequest request = context.request();
    Map<String, String> headers = new HashMap<>();
    for (String name : List.of(LAST_EVENT_ID, IF_NONE_MATCH, ACCEPT, ACCEPT_ENCODING, HOST)) {
      Optional.ofNullable(request.getHeader(name)).ifPresent(value -> headers.put(name, value));
    }
    String address = request.remoteAddress().hostAddress();
    // A client whose address is the one that it calls is on this host, too.
    boolean sameHost =
        Addresses.loopback(address) || address.equals(request.localAddress().hostAddress());
    return new Call(
        caller,
        new Call.Client(address, sameHost, request.isSSL()),
        Map.copyOf(context.pathParams()),
        query,
        Map.copyOf(headers),
        body,
        file);
  }

  /// Reads bodies within limits of size and time. For the request's event loop.
  private static final class BodyReader {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration FILE_PATIENCE = Duration.ofMinutes(10);

    private final Vertx vertx;
    private final Time time;

    public BodyReader(Vertx vertx, Time time) {
      this.vertx = vertx;
      this.time = time;
    }

    /// The whole body in memory.
    public Future<byte[]> read(HttpServerRequest request, int maxBytes) {
      if (declared(request).orElse(0) > maxBytes) {
        return Future.failedFuture(tooLarge(maxBytes));
      }
      Promise<byte[]> promise = Promise.promise();
      Buffer buffer = Buffer.buffer();
      request.handler(piece -> {
        if (buffer.length() + piece.length() > maxBytes) {
          promise.tryFail(tooLarge(maxBytes));
        } else {
          buffer.appendBuffer(piece);
        }
      });
      request.endHandler(_ -> promise.tryComplete(buffer.getBytes()));
      request.exceptionHandler(promise::tryFail);
      return timed(promise, PATIENCE);
    }

    /// Writes the body into an existing file. The request is paused before.
    public Future<Path> readInto(HttpServerRequest request, Path file, long maxBytes) {
      OptionalLong declared = declared(request);
      // HTTP lets through no more than the declared length, so there is no need to count.
      if (declared.isEmpty()) {
        return Future.failedFuture(
            HttpProblem.of(Kind.LENGTH_NEEDED, "Send the file with a Content-Length."));
      }
      if (declared.getAsLong() > maxBytes) {
        return Future.failedFuture(tooLarge(maxBytes));
      }
      Promise<Path> promise = Promise.promise();
      vertx
          .fileSystem()
          .open(file.toString(), new OpenOptions().setCreate(false).setTruncateExisting(true))
          .compose(request::pipeTo)
          .onSuccess(_ -> promise.tryComplete(file))
          .onFailure(promise::tryFail);
      return timed(promise, FILE_PATIENCE);
    }

    private <T> Future<T> timed(Promise<T> promise, Duration patience) {
      HttpProblem tooSlow =
          HttpProblem.of(
              Kind.TOO_SLOW, "The body did not come within " + patience.toSeconds() + " s.");
      Time.Timer timer = time.runIn(patience, () -> promise.tryFail(tooSlow));
      return promise.future().onComplete(_ -> timer.cancel());
    }

    private static OptionalLong declared(HttpServerRequest request) {
      String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
      try {
        return length == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(length));
      } catch (NumberFormatException _) {
        return OptionalLong.empty();
      }
    }

    private static HttpProblem tooLarge(long maxBytes) {
      return HttpProblem.of(Kind.TOO_LARGE, "Send at most " + words(maxBytes) + ".");
    }

    /// Limits are multiples of a KiB or MiB.
    private static String words(long bytes) {
      long mebibyte = 1 << 20;
      return bytes % mebibyte == 0
          ? bytes / mebibyte + " MiB"
          : bytes % 1024 == 0 ? bytes / 1024 + " KiB" : bytes + " bytes";
    }
  }
}

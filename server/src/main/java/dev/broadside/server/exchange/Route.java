package dev.broadside.server.exchange;

import dev.broadside.server.exchange.HttpProblem.Kind;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// One row of the table of routes: what the server does with a request, and what the OpenAPI
/// document says about it.
///
/// @param method GET, POST or DELETE; GET changes nothing
/// @param path as in the OpenAPI document, with parameters as `{name}`
/// @param access who may use it
/// @param query its query parameters
/// @param body what it takes
/// @param action what it does
/// @param operation its description for clients
public record Route(
    HttpMethod method,
    String path,
    Access access,
    Query query,
    Body body,
    Action action,
    Operation operation) {

  /// Whether it may change something.
  public boolean mutates() {
    return !method.equals(HttpMethod.GET);
  }

  /// The methods of the route: GET includes HEAD.
  public List<HttpMethod> methods() {
    boolean head = !mutates() && action instanceof Action.Answer;
    return head ? List.of(method, HttpMethod.HEAD) : List.of(method);
  }

  /// The body of a request.
  public sealed interface Body {
    /// None, or an object without fields.
    record None() implements Body {}

    /// JSON in memory, with a maximum size in bytes.
    ///
    /// @param type the record whose fields it has
    record Json(int maxBytes, Class<?> type) implements Body {}

    /// A file with a maximum size in bytes, which needs a Content-Length; it is never in memory.
    record File(long maxBytes) implements Body {}
  }

  /// What a route does.
  public sealed interface Action {
    /// Answers on a virtual thread, and may block.
    ///
    /// @param heavy which calls compute for a long time, and run on [HeavyThreads]
    record Answer(Handler answer, Predicate<Call> heavy) implements Action {
      /// A copy with another handler.
      public Answer with(Handler other) {
        return new Answer(other, heavy);
      }
    }

    /// Takes the connection over, on its event loop; must not block.
    record TakeOver(Taker takeOver) implements Action {}
  }

  /// Makes a reply, or throws [HttpProblem].
  @FunctionalInterface
  public interface Handler {
    Reply reply(Call call) throws Exception;
  }

  /// Takes a connection over.
  @FunctionalInterface
  public interface Taker {
    void take(RoutingContext context, Caller caller);
  }

  /// A route as the OpenAPI document describes it.
  ///
  /// @param id its name in generated clients
  /// @param summary one sentence
  /// @param more further Markdown; may be empty
  /// @param answers its successful answers
  /// @param problems how it may fail, besides the failures of every route of this kind
  public record Operation(
      String id, String summary, String more, List<Good> answers, List<Kind> problems) {}

  /// A successful answer.
  ///
  /// @param contentType empty if it has no body
  /// @param types the record of a JSON body, or the records of a stream's events
  public record Good(int status, String contentType, List<Class<?>> types) {}

  public static Route get(String path, Access access, Handler handler) {
    return of(HttpMethod.GET, path, access, new Action.Answer(handler, _ -> false));
  }

  public static Route post(String path, Access access, Handler handler) {
    return of(HttpMethod.POST, path, access, new Action.Answer(handler, _ -> false));
  }

  public static Route delete(String path, Access access, Handler handler) {
    return of(HttpMethod.DELETE, path, access, new Action.Answer(handler, _ -> false));
  }

  public static Route takeOver(String path, Access access, Taker taker) {
    return of(HttpMethod.GET, path, access, new Action.TakeOver(taker));
  }

  private static Route of(HttpMethod method, String path, Access access, Action action) {
    Operation untold = new Operation("", "", "", List.of(), List.of());
    return new Route(method, path, access, Query.NONE, new Body.None(), action, untold);
  }

  public Route named(String id, String summary) {
    Operation o = operation;
    return with(new Operation(id, summary, o.more, o.answers, o.problems));
  }

  public Route query(Query taken) {
    return new Route(method, path, access, taken, body, action, operation);
  }

  public Route body(Body taken) {
    return new Route(method, path, access, query, taken, action, operation);
  }

  public Route more(String text) {
    Operation o = operation;
    return with(new Operation(o.id, o.summary, text, o.answers, o.problems));
  }

  /// It answers 200 with a JSON object.
  public Route gives(Class<?> type) {
    return gives(200, type);
  }

  public Route gives(int status, Class<?> type) {
    return gives(new Good(status, Replies.JSON, List.of(type)));
  }

  /// It answers 200 with something else.
  public Route gives(String contentType) {
    return gives(new Good(200, contentType, List.of()));
  }

  /// It answers 200 with events, each of one of these types.
  public Route streams(Class<?>... events) {
    return gives(new Good(200, "text/event-stream", List.of(events)));
  }

  /// It answers without a body.
  public Route gives(int status) {
    return gives(new Good(status, "", List.of()));
  }

  private Route gives(Good answer) {
    Operation o = operation;
    List<Good> answers = Stream.concat(o.answers.stream(), Stream.of(answer)).toList();
    return with(new Operation(o.id, o.summary, o.more, answers, o.problems));
  }

  /// Marks a route that computes for a long time.
  public Route heavy() {
    return heavy(_ -> true);
  }

  /// Marks some calls of a route as heavy.
  public Route heavy(Predicate<Call> which) {
    return action instanceof Action.Answer(Handler handler, Predicate<Call> _)
        ? new Route(method, path, access, query, body, new Action.Answer(handler, which), operation)
        : this;
  }

  public Route fails(Kind... kinds) {
    Operation o = operation;
    return with(new Operation(o.id, o.summary, o.more, o.answers, List.of(kinds)));
  }

  private Route with(Operation told) {
    return new Route(method, path, access, query, body, action, told);
  }
}

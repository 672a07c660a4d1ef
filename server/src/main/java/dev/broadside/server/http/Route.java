package dev.broadside.server.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/// One row of the table of routes.
///
/// @param method GET, POST or DELETE; GET changes nothing
/// @param path as in the OpenAPI document, with parameters as `{name}`
/// @param access who may use it
/// @param query what may stand behind the path
/// @param body what it takes
/// @param action what it does
public record Route(
    HttpMethod method, String path, Access access, Query query, Body body, Action action) {

  /// Whether it may change something.
  public boolean mutates() {
    return !method.equals(HttpMethod.GET);
  }

  /// What body a route takes.
  public sealed interface Body {
    /// None, or one that is ignored.
    record None() implements Body {}

    /// JSON of at most so many bytes, held in memory.
    record Json(int maxBytes) implements Body {}

    /// A file of at most so many bytes, whose length is said beforehand; it never lies in memory.
    record File(long maxBytes) implements Body {}
  }

  /// What a route does.
  public sealed interface Action {
    /// Answers on a virtual thread, and may block.
    ///
    /// @param answer what it does
    record Answer(Handler answer) implements Action {}

    /// Takes the connection over, on its event loop; must not block.
    ///
    /// @param takeOver what it does
    record TakeOver(Taker takeOver) implements Action {}
  }

  /// Makes a reply. Throws [HttpProblem] where there is none.
  @FunctionalInterface
  public interface Handler {
    Reply reply(Call call) throws Exception;
  }

  /// Takes a connection over.
  @FunctionalInterface
  public interface Taker {
    void take(RoutingContext context, Caller caller);
  }
}

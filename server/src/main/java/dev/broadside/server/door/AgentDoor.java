package dev.broadside.server.door;

import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.gateway.AgentGateway;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/// Leads agents' requests from the table of routes to the gateway.
public final class AgentDoor {
  private final AgentGateway gateway;
  private final AccessControl accessControl;
  private final Replies replies;

  public AgentDoor(AgentGateway gateway, AccessControl accessControl, Replies replies) {
    this.gateway = gateway;
    this.accessControl = accessControl;
    this.replies = replies;
  }

  public void take(RoutingContext context, Caller caller) {
    HttpServerRequest request = context.request();
    if (!"websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE))) {
      throw HttpProblem.of(Kind.MALFORMED, "Agents speak WebSocket here.");
    }
    Optional<String> credential = AccessControl.bearer(request);
    if (credential.isEmpty()) {
      throw unknown();
    }
    gateway.accept(
        context.vertx().getOrCreateContext(),
        request,
        credential.get(),
        new AgentGateway.Refusals(
            () -> {
              accessControl.guessedWrong(request.remoteAddress().hostAddress());
              replies.sendFailure(context, unknown());
            },
            () ->
                replies.sendFailure(
                    context, HttpProblem.of(Kind.UNAVAILABLE, "Too many agents connect at once.")),
            e -> replies.sendFailure(context, e)));
  }

  private static HttpProblem unknown() {
    return HttpProblem.of(
        Kind.NOT_LOGGED_IN,
        "This agent's credential is missing or unknown; let it join anew with a token.");
  }
}

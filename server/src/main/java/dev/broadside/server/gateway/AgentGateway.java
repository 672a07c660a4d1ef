package dev.broadside.server.gateway;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.security.AgentAdmission;
import dev.broadside.server.store.AgentTable;
import io.vertx.core.Context;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes agents' connections: first the credential, then the upgrade, then the introduction, and
/// only then the coordinator.
public final class AgentGateway implements AutoCloseable {
  /// How many connections may stand without an introduction.
  static final int MAX_WAITING = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(AgentGateway.class);

  private final AgentConnection.Services services;
  private final AgentAdmission enrolment;
  private final Consumer<HttpConnection> proven;
  private final Executor threads;
  private final Time time;
  private final Set<AgentSocket> open = ConcurrentHashMap.newKeySet();

  /// @param proven told of each connection over which an agent has proved who it is
  /// @param threads for what may block
  public AgentGateway(
      AgentConnection.Services services,
      AgentAdmission enrolment,
      Consumer<HttpConnection> proven,
      Executor threads,
      Time time) {
    this.services = services;
    this.enrolment = enrolment;
    this.proven = proven;
    this.threads = threads;
    this.time = time;
  }

  /// How a request is turned away; called at most once, by any thread.
  ///
  /// @param unknown the credential is nobody's
  /// @param full too many connections wait
  /// @param failed something of ours went wrong
  public record Refusals(Runnable unknown, Runnable full, Consumer<Throwable> failed) {}

  /// Takes a request to upgrade. On the request's event loop.
  ///
  /// @param credential what it shows
  public void accept(
      Context loop, HttpServerRequest request, String credential, Refusals refusals) {
    // Paused, since nothing may be read from the connection while the store is asked.
    request.pause();
    threads.execute(() -> {
      try {
        Optional<AgentTable.Known> agent = enrolment.agentWith(credential);
        if (agent.isEmpty()) {
          refusals.unknown().run();
          return;
        }
        proven.accept(request.connection());
        if (open.stream().filter(one -> !one.introduced()).count() >= MAX_WAITING) {
          refusals.full().run();
        } else {
          loop.runOnContext(_ -> upgrade(loop, request, agent.get(), credential, refusals));
        }
      } catch (RuntimeException e) {
        refusals.failed().accept(e);
      }
    });
  }

  private void upgrade(
      Context loop,
      HttpServerRequest request,
      AgentTable.Known agent,
      String credential,
      Refusals refusals) {
    AgentIdentity identity =
        new AgentIdentity(agent.name(), agent.formerly(), request.remoteAddress().hostAddress());
    request
        .toWebSocket()
        .onSuccess(socket -> connected(loop, socket, identity, credential))
        .onFailure(refusals.failed()::accept);
  }

  private void connected(
      Context loop, ServerWebSocket socket, AgentIdentity identity, String credential) {
    AgentSocketLink link = new AgentSocketLink(socket, loop);
    AgentSocket connection =
        new AgentSocket(
            link, identity, listener -> new AgentConnection(listener, identity, services), time);
    open.add(connection);
    threads.execute(() -> checkAgain(connection, credential));
    socket.closeHandler(_ -> {
      open.remove(connection);
      connection.closed("the agent's connection ended");
    });
    socket.exceptionHandler(e -> LOG.debug("the connection of {} failed", identity, e));
    socket.textMessageHandler(
        _ -> connection.broken(new ProtocolException("a text frame is none of ours")));
    socket.binaryMessageHandler(buffer -> connection.frame(buffer.getBytes()));
  }

  /// A credential that was revoked, or whose agent was renamed, after it had been looked at and
  /// before its connection was among the open ones is found out here.
  private void checkAgain(AgentSocket connection, String credential) {
    try {
      if (enrolment.agentWith(credential).filter(agent -> connection.of(agent.name())).isEmpty()) {
        connection.close();
      }
    } catch (RuntimeException e) {
      LOG.warn("a credential could not be looked at again, so its connection is closed", e);
      connection.close();
    }
  }

  /// Closes every connection of an agent whose credential does not hold any more, or not for this
  /// name.
  public void revoked(String agent) {
    open.stream().filter(connection -> connection.of(agent)).forEach(AgentSocket::close);
  }

  /// Closes every connection.
  @Override
  public void close() {
    open.forEach(AgentSocket::close);
  }
}

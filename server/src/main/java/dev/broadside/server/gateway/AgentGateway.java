package dev.broadside.server.gateway;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.security.AgentAdmission;
import dev.broadside.server.store.AgentTable;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts connections of agents: first the credential, then the upgrade to a WebSocket, then the
/// introduction, and only then the coordinator.
public final class AgentGateway implements AutoCloseable {
  /// How many connections may wait for their introduction.
  static final int MAX_WAITING = 1_024;

  /// How long the first frame of a connection may be.
  static final int MAX_HELLO = 4 * 1024;

  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final long MAX_QUEUED = 16L << 20;
  private static final int SOCKET_QUEUE_BYTES = 256 * 1024;
  private static final short GOING = 1000;
  private static final Logger LOG = LoggerFactory.getLogger(AgentGateway.class);

  private final AgentConnection.Services services;
  private final AgentAdmission enrolment;
  private final AccessControl accessControl;
  private final Replies replies;
  private final Consumer<HttpConnection> proven;
  private final Executor threads;
  private final Time time;
  private final Set<AgentSocket> open = ConcurrentHashMap.newKeySet();

  /// @param proven called for each connection of an authenticated agent
  /// @param threads run tasks that may block
  public AgentGateway(
      AgentConnection.Services services,
      AgentAdmission enrolment,
      AccessControl accessControl,
      Replies replies,
      Consumer<HttpConnection> proven,
      Executor threads,
      Time time) {
    this.services = services;
    this.enrolment = enrolment;
    this.accessControl = accessControl;
    this.replies = replies;
    this.proven = proven;
    this.threads = threads;
    this.time = time;
  }

  /// Takes an agent's request to upgrade. On the request's event loop.
  public void connect(RoutingContext context, Caller caller) {
    HttpServerRequest request = context.request();
    if (!"websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE))) {
      throw HttpProblem.of(Kind.MALFORMED, "Agents speak WebSocket here.");
    }
    String credential = AccessControl.bearer(request).orElseThrow(AgentGateway::unknownAgent);
    Context loop = context.vertx().getOrCreateContext();
    // Paused, since nothing may be read from the connection while the store is asked.
    request.pause();
    threads.execute(() -> {
      try {
        Optional<AgentTable.Known> agent = enrolment.agentWith(credential);
        if (agent.isEmpty()) {
          accessControl.guessedWrong(request.remoteAddress().hostAddress());
          replies.sendFailure(context, unknownAgent());
          return;
        }
        proven.accept(request.connection());
        if (open.stream().filter(one -> !one.introduced()).count() >= MAX_WAITING) {
          replies.sendFailure(
              context, HttpProblem.of(Kind.UNAVAILABLE, "Too many agents connect at once."));
        } else {
          loop.runOnContext(_ -> upgrade(loop, context, agent.get(), credential));
        }
      } catch (RuntimeException e) {
        replies.sendFailure(context, e);
      }
    });
  }

  private static HttpProblem unknownAgent() {
    return HttpProblem.of(
        Kind.NOT_LOGGED_IN,
        "This agent's credential is missing or unknown; let it join anew with a token.");
  }

  private void upgrade(
      Context loop, RoutingContext context, AgentTable.Known agent, String credential) {
    HttpServerRequest request = context.request();
    AgentIdentity identity =
        new AgentIdentity(agent.name(), agent.formerly(), request.remoteAddress().hostAddress());
    request
        .toWebSocket()
        .onSuccess(socket -> connected(loop, socket, identity, credential))
        .onFailure(e -> replies.sendFailure(context, e));
  }

  private void connected(
      Context loop, ServerWebSocket socket, AgentIdentity identity, String credential) {
    AgentSocket connection = new AgentSocket(socket, loop, identity);
    open.add(connection);
    threads.execute(() -> checkAgain(connection, credential));
    socket.closeHandler(_ -> {
      open.remove(connection);
      connection.closed("the agent's connection ended");
    });
    socket.exceptionHandler(e -> LOG.debug("the connection of {} failed", identity, e));
    socket.textMessageHandler(
        _ -> connection.broken(new ProtocolException("agents send no text frames")));
    socket.binaryMessageHandler(buffer -> connection.frame(buffer.getBytes()));
  }

  /// Finds a credential that was revoked, or whose agent was renamed, after it had been checked and
  /// before its connection was among the open ones.
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

  /// Closes every connection of an agent whose credential was revoked, or belongs to another name.
  public void revoked(String agent) {
    open.stream().filter(connection -> connection.of(agent)).forEach(AgentSocket::close);
  }

  /// Closes every connection.
  @Override
  public void close() {
    open.forEach(AgentSocket::close);
  }

  /// The server's end of one agent's WebSocket: one message is one binary frame.
  ///
  /// First comes a [Message.Hello] of at most [#MAX_HELLO] bytes, within [#DEADLINE]; from then on
  /// every message goes to the coordinator. Anything else ends the connection. Frames come from one
  /// thread, the socket's.
  ///
  /// What cannot be sent yet waits in two queues, and the one for control messages goes first, so
  /// that a stop overtakes a pack. A peer that lets more than [#MAX_QUEUED] bytes pile up is cut
  /// off: it comes back, and hears the present state.
  private final class AgentSocket implements Link {
    private final ServerWebSocket socket;
    private final Context loop;
    private final AgentIdentity identity;
    private final Time.Timer deadline;
    private final LinkCodec codec = new LinkCodec();
    private final Deque<byte[]> control = new ArrayDeque<>();
    private final Deque<byte[]> bulk = new ArrayDeque<>();

    /// Empty until the agent has introduced itself.
    private volatile Optional<Link.Listener> listener = Optional.empty();

    private long queuedBytes;
    private boolean pumping;
    private boolean closing;

    /// @param loop the socket's own context
    AgentSocket(ServerWebSocket socket, Context loop, AgentIdentity identity) {
      this.socket = socket;
      this.loop = loop;
      this.identity = identity;
      this.deadline = time.runIn(DEADLINE, this::tooLate);
      socket.setWriteQueueMaxSize(SOCKET_QUEUE_BYTES);
      socket.drainHandler(_ -> pump());
    }

    /// Whether it shows the credential of this agent.
    boolean of(String agent) {
      return identity.name().equals(agent);
    }

    boolean introduced() {
      return listener.isPresent();
    }

    private void tooLate() {
      if (!introduced()) {
        LOG.warn("agent {} did not introduce itself within {}", identity.name(), DEADLINE);
        close();
      }
    }

    /// A frame that the agent sent.
    void frame(byte[] frame) {
      if (isClosing()) {
        return;
      }
      try {
        if (!introduced() && frame.length > MAX_HELLO) {
          throw new ProtocolException("a first frame of " + frame.length + " bytes is no Hello");
        }
        Message message = codec.decode(frame);
        if (!introduced()) {
          introduce(message);
        }
        listener.orElseThrow().received(message);
      } catch (ProtocolException e) {
        broken(e);
      }
    }

    private void introduce(Message message) throws ProtocolException {
      if (!(message instanceof Message.Hello)) {
        throw new ProtocolException("the first message is no Hello");
      }
      deadline.cancel();
      listener = Optional.of(new AgentConnection(this, identity, services));
    }

    /// The agent sent something that it must not.
    void broken(ProtocolException cause) {
      LOG.warn("the connection of agent {} is closed: {}", identity.name(), cause.getMessage());
      close();
    }

    void closed(String reason) {
      deadline.cancel();
      listener.ifPresent(one -> one.closed(reason));
    }

    private synchronized boolean isClosing() {
      return closing;
    }

    @Override
    public void send(Message message) {
      byte[] frame = codec.encode(message);
      boolean flooded;
      boolean pumpNow;
      synchronized (this) {
        if (closing) {
          return;
        }
        (message instanceof Message.Bulk ? bulk : control).add(frame);
        queuedBytes += frame.length;
        flooded = queuedBytes > MAX_QUEUED;
        pumpNow = !pumping;
        pumping = true;
      }
      if (flooded) {
        close();
      } else if (pumpNow) {
        loop.runOnContext(_ -> pump());
      }
    }

    /// Hands to the socket what it takes. On the loop.
    private void pump() {
      while (!socket.writeQueueFull()) {
        byte[] frame;
        synchronized (this) {
          pumping = false;
          frame = control.isEmpty() ? bulk.poll() : control.poll();
          if (frame == null || socket.isClosed()) {
            return;
          }
          queuedBytes -= frame.length;
        }
        write(frame);
      }
      synchronized (this) {
        // The rest goes when the socket has drained.
        pumping = true;
      }
    }

    private void write(byte[] frame) {
      var _ = socket.writeBinaryMessage(Buffer.buffer(frame));
    }

    @Override
    public synchronized long pendingBytes() {
      return queuedBytes;
    }

    /// Sends the control messages that wait, and closes.
    @Override
    public void close() {
      synchronized (this) {
        if (closing) {
          return;
        }
        closing = true;
      }
      loop.runOnContext(_ -> closeNow());
    }

    private void closeNow() {
      if (socket.isClosed()) {
        return;
      }
      synchronized (this) {
        control.forEach(this::write);
        control.clear();
        bulk.clear();
        queuedBytes = 0;
      }
      var _ = socket.close(GOING);
    }
  }
}

package dev.broadside.server.gateway;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.server.agents.AgentIdentity;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one agent's connection may say, and when.
///
/// First comes a [Message.Hello] of at most [#MAX_HELLO] bytes, within [#DEADLINE] and under the
/// name that the credential proves; from then on every message goes to the coordinator. Anything
/// else ends the connection. Frames come from one thread, the socket's.
final class AgentSocket {
  static final int MAX_HELLO = 4 * 1024;
  static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);

  private final AgentSocketLink link;
  private final AgentIdentity identity;
  private final Function<Link, Link.Listener> attach;
  private final Time.Timer deadline;
  private Optional<Link.Listener> listener = Optional.empty();
  private volatile boolean introduced;
  private boolean ended;

  /// @param attach hands the link to whoever listens from now on
  AgentSocket(
      AgentSocketLink link,
      AgentIdentity identity,
      Function<Link, Link.Listener> attach,
      Time time) {
    this.link = link;
    this.identity = identity;
    this.attach = attach;
    this.deadline = time.runIn(DEADLINE, this::tooLate);
  }

  /// Whether it shows the credential of this agent.
  boolean of(String agent) {
    return identity.name().equals(agent);
  }

  boolean introduced() {
    return introduced;
  }

  private void tooLate() {
    if (!introduced) {
      LOG.warn("agent {} did not introduce itself within {}", identity.name(), DEADLINE);
      link.close();
    }
  }

  void frame(byte[] frame) {
    if (ended) {
      return;
    }
    if (!introduced && frame.length > MAX_HELLO) {
      broken(new ProtocolException("a first frame of " + frame.length + " bytes is no Hello"));
      return;
    }
    try {
      Message message = link.decode(frame);
      if (introduced) {
        listener.orElseThrow().received(message);
      } else {
        introduce(message);
      }
    } catch (ProtocolException e) {
      broken(e);
    }
  }

  private void introduce(Message message) throws ProtocolException {
    if (!(message instanceof Message.Hello hello)) {
      throw new ProtocolException("the first message is no Hello");
    }
    deadline.cancel();
    if (!identity.answersTo(hello.agent())) {
      ended = true;
      link.send(
          new Message.Refused(
              "this credential belongs to agent "
                  + identity.name()
                  + "; join anew to use another name"));
      link.close();
      return;
    }
    Link.Listener attached = attach.apply(link);
    listener = Optional.of(attached);
    introduced = true;
    attached.received(hello);
  }

  /// The connection brought something that it must not.
  void broken(ProtocolException cause) {
    ended = true;
    LOG.warn("the connection of agent {} is closed: {}", identity.name(), cause.getMessage());
    link.close();
  }

  void closed(String reason) {
    deadline.cancel();
    listener.ifPresent(one -> one.closed(reason));
  }

  void close() {
    link.close();
  }
}

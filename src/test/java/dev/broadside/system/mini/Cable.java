package dev.broadside.system.mini;

import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.Dialer;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import dev.broadside.core.wire.Message;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/// What joins one agent to the server: can be pulled, which loses whatever is on its way, put back,
/// and made to drop, repeat and swap messages.
final class Cable implements Dialer {
  private final Executor network;
  private final Supplier<Optional<AgentConnection.Services>> server;
  private final AgentIdentity agent;
  private Function<Message, List<Message>> toServer = List::of;
  private Function<Message, List<Message>> toAgent = List::of;
  private Optional<Connection> newest = Optional.empty();
  private boolean plugged = true;

  /// What the server takes for this agent's connection now; none where it has given it up.
  private final Set<Connection> live = new HashSet<>();

  private boolean twice;

  /// @param server the one that is up; empty where none is
  Cable(Executor network, Supplier<Optional<AgentConnection.Services>> server, String agent) {
    this.network = network;
    this.server = server;
    this.agent = new AgentIdentity(agent, List.of(), "10.0.0.7");
  }

  @Override
  public void dial(String credential, Duration patience, Outcome outcome) {
    Optional<AgentConnection.Services> there = server.get().filter(_ -> plugged);
    if (there.isEmpty()) {
      network.execute(() -> outcome.failed(new DialFailure.Unreachable("nobody answers")));
      return;
    }
    Connection connection = new Connection(there.get());
    Connection.Side agents = connection.new Side();
    Connection.Side servers = connection.new Side();
    newest = Optional.of(connection);
    MemoryLink.connect(
        network,
        link ->
            agents.hearing(
                outcome.opened(agents.sending(link, message -> toServer.apply(message))), () -> {}),
        link ->
            servers.hearing(
                new AgentConnection(
                    servers.sending(watched(connection, link), message -> toAgent.apply(message)),
                    agent,
                    there.get()),
                () -> live.remove(connection)));
  }

  /// Sees which connections the server welcomes and closes.
  private Link watched(Connection connection, Link link) {
    return new Link() {
      @Override
      public void send(Message message) {
        if (message instanceof Message.Welcome) {
          // What a server had that has died is gone with it.
          live.removeIf(other -> !other.server.equals(connection.server));
          live.add(connection);
          twice |= live.size() > 1;
        }
        link.send(message);
      }

      @Override
      public long pendingBytes() {
        return link.pendingBytes();
      }

      @Override
      public void close() {
        live.remove(connection);
        link.close();
      }
    };
  }

  /// Whether the server ever had two connections of this agent at once.
  boolean liveTwice() {
    return twice;
  }

  /// Breaks the connection, and lets no other be made.
  void pull() {
    plugged = false;
    cut();
  }

  /// The same, and neither end hears of it: each has the connection until it gives it up itself.
  void lose() {
    plugged = false;
    newest.ifPresent(Connection::lose);
    newest = Optional.empty();
  }

  void putBack() {
    plugged = true;
  }

  /// Breaks the connection; the agent may make another at once.
  void cut() {
    newest.ifPresent(Connection::cut);
    newest = Optional.empty();
  }

  /// What becomes of each message of the agent, from now on.
  void manglingToServer(Function<Message, List<Message>> mangling) {
    toServer = mangling;
  }

  /// What becomes of each message of the server, from now on.
  void manglingToAgent(Function<Message, List<Message>> mangling) {
    toAgent = mangling;
  }

  @Override
  public void close() {
    pull();
  }

  /// One connection, until it is cut.
  private static final class Connection {
    private final AgentConnection.Services server;
    private Optional<Link> end = Optional.empty();
    private boolean broken;
    private boolean lost;

    Connection(AgentConnection.Services server) {
      this.server = server;
    }

    void cut() {
      broken = true;
      end.ifPresent(Link::close);
    }

    void lose() {
      broken = true;
      lost = true;
    }

    /// One of its two ends.
    private final class Side {
      private boolean closedHere;

      Link.Listener hearing(Link.Listener listener, Runnable atEnd) {
        return new Link.Listener() {
          @Override
          public void received(Message message) {
            if (!broken) {
              listener.received(message);
            }
          }

          @Override
          public void closed(String reason) {
            if (!lost || closedHere) {
              atEnd.run();
              listener.closed(reason);
            }
          }
        };
      }

      Link sending(Link link, Function<Message, List<Message>> mangling) {
        end = Optional.of(link);
        return new Link() {
          @Override
          public void send(Message message) {
            mangling.apply(message).forEach(link::send);
          }

          @Override
          public long pendingBytes() {
            return link.pendingBytes();
          }

          @Override
          public void close() {
            closedHere = true;
            link.close();
          }
        };
      }
    }
  }
}

package dev.broadside.system.mini;

import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.Dialer;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import dev.broadside.core.wire.Message;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.jobs.Coordinator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/// What joins one agent to the server: can be pulled, which loses whatever is on its way, put back,
/// and made to drop, repeat and swap messages.
final class Cable implements Dialer {
  private final Executor network;
  private final Supplier<Optional<Coordinator>> server;
  private final AgentIdentity agent;
  private Function<Message, List<Message>> toServer = List::of;
  private Function<Message, List<Message>> toAgent = List::of;
  private Optional<Connection> newest = Optional.empty();
  private boolean plugged = true;

  /// @param server the one that is up; empty where none is
  Cable(Executor network, Supplier<Optional<Coordinator>> server, String agent) {
    this.network = network;
    this.server = server;
    this.agent = new AgentIdentity(agent, List.of(), "10.0.0.7");
  }

  @Override
  public void dial(String credential, Outcome outcome) {
    Optional<Coordinator> there = server.get().filter(_ -> plugged);
    if (there.isEmpty()) {
      network.execute(() -> outcome.failed(new DialFailure.Unreachable("nobody answers")));
      return;
    }
    Connection connection = new Connection();
    newest = Optional.of(connection);
    MemoryLink.connect(
        network,
        own ->
            connection.hearing(
                outcome.opened(connection.sending(own, message -> toServer.apply(message)))),
        servers ->
            connection.hearing(
                there
                    .get()
                    .attach(
                        connection.sending(servers, message -> toAgent.apply(message)), agent)));
  }

  /// Breaks the connection, and lets no other be made.
  void pull() {
    plugged = false;
    cut();
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
    private Optional<Link> end = Optional.empty();
    private boolean broken;

    void cut() {
      broken = true;
      end.ifPresent(Link::close);
    }

    Link.Listener hearing(Link.Listener listener) {
      return new Link.Listener() {
        @Override
        public void received(Message message) {
          if (!broken) {
            listener.received(message);
          }
        }

        @Override
        public void closed(String reason) {
          listener.closed(reason);
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
          link.close();
        }
      };
    }
  }
}

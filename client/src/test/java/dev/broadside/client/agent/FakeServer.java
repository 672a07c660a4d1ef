package dev.broadside.client.agent;

import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.Dialer;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import dev.broadside.core.wire.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A server's end of links in memory, played by a test: welcomes, echoes heartbeats as long as it
/// is told to, and keeps the rest.
final class FakeServer implements Dialer {
  private static final long HEARTBEAT_MILLIS = 1_000;

  private final ManualLoop loop;
  private final List<Message> heard = new ArrayList<>();
  private final List<String> credentials = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final List<String> greetings = new ArrayList<>();
  private boolean reachable = true;
  private boolean echoes = true;
  private Optional<Message> greeting = Optional.empty();
  private Duration ahead = Duration.ZERO;
  private int connections;

  FakeServer(ManualLoop loop) {
    this.loop = loop;
  }

  @Override
  public void dial(String credential, Duration patience, Outcome outcome) {
    credentials.add(credential);
    if (!reachable) {
      loop.execute(() -> outcome.failed(new DialFailure.Unreachable("the server is away")));
      return;
    }
    MemoryLink.connect(
        loop,
        outcome::opened,
        link -> {
          links.add(link);
          connections++;
          return new End(link);
        });
  }

  @Override
  public void close() {
    reachable = false;
  }

  private final class End implements Link.Listener {
    private final Link link;

    End(Link link) {
      this.link = link;
    }

    @Override
    public void received(Message message) {
      switch (message) {
        case Message.Hello hello -> {
          greetings.add(hello.agent());
          link.send(
              greeting.orElseGet(() ->
                  new Message.Welcome(Message.PROTOCOL, "test", HEARTBEAT_MILLIS, hello.agent())));
        }
        case Message.Ping ping when echoes ->
            link.send(new Message.Pong(ping.nonce(), epochNanos()));
        case Message.Ping _ -> {}
        default -> heard.add(message);
      }
    }

    @Override
    public void closed(String reason) {
      links.remove(link);
    }
  }

  /// Sets the server's clock: so far ahead of the agent's.
  void ahead(Duration offset) {
    ahead = offset;
  }

  /// The server's wall clock.
  long epochNanos() {
    return loop.time().epochNanos() + ahead.toNanos();
  }

  void reachable(boolean now) {
    reachable = now;
  }

  void echoes(boolean now) {
    echoes = now;
  }

  void greetsWith(Message other) {
    greeting = Optional.of(other);
  }

  /// Says something on the newest connection.
  void say(Message message) {
    links.getLast().send(message);
    loop.run();
  }

  /// Cuts all connections.
  void cut() {
    List.copyOf(links).forEach(Link::close);
    loop.run();
  }

  /// The agent is gone without a word.
  void forgetLinks() {
    links.clear();
  }

  /// Connections made so far.
  int connections() {
    return connections;
  }

  int openLinks() {
    return links.size();
  }

  List<String> credentials() {
    return credentials;
  }

  /// By which names it was greeted.
  List<String> greetings() {
    return greetings;
  }

  /// What was heard, heartbeats and greetings left out.
  List<Message> heard() {
    return heard;
  }

  /// What was heard of one kind, oldest first.
  <T extends Message> List<T> heard(Class<T> kind, Predicate<T> which) {
    return heard.stream().filter(kind::isInstance).map(kind::cast).filter(which).toList();
  }
}

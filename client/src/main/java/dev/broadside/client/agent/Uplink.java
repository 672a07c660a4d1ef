package dev.broadside.client.agent;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.Dialer;
import dev.broadside.client.share.Alarm;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Heartbeat;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/// The agent's connection to its server, kept up as long as the agent lives: dial, greet, watch the
/// heartbeat, and begin anew.
///
/// ```
///   Waiting --> Dialing --> Greeting --> Live
///      ^           |            |          |   failed, refused, silent, closed
///      +-----------+------------+----------+
/// ```
///
/// At most one connection is alive: what an earlier one still brings is ignored. Everything runs on
/// one executor, which runs one task at a time; only [#start()] and [#close()] may be called from
/// elsewhere.
final class Uplink implements AutoCloseable {
  /// After a connection that has lived for so long, the next attempt follows at once. A shorter one
  /// counts as an attempt that failed.
  private static final Duration LASTING = Duration.ofSeconds(10);

  /// A link without an echo for so long is dead.
  private static final Duration DEAD_AFTER = Duration.ofSeconds(10);

  private static final long LEAST_HEARTBEAT_MILLIS = 100;

  /// The server suspects an agent of which it has heard nothing for 3 s.
  private static final long MOST_HEARTBEAT_MILLIS = 1_500;

  private final Time time;
  private final Executor loop;
  private final RandomGenerator random;
  private final Dialer dialer;
  private Identity identity;
  private final ClockOffset clock;
  private final Owner owner;
  private final Backoff backoff;
  private final Alarm lasting;
  private State state;
  private long attempt;
  private long dialledNanos;

  /// Who the agent is to its server.
  ///
  /// @param credential proves it
  /// @param hello says it
  record Identity(String credential, Message.Hello hello) {
    /// This identity under another name.
    Identity named(String name) {
      return new Identity(
          credential,
          new Message.Hello(
              hello.protocol(),
              name,
              hello.instance(),
              hello.version(),
              hello.labels(),
              hello.host()));
    }

    @Override
    public String toString() {
      return "Identity[" + hello.agent() + "]";
    }
  }

  /// Takes what happens on the connection. Called on the uplink's executor.
  interface Owner {
    /// The server has welcomed the agent.
    void connected();

    /// The server has given the agent this name, by which it greets from now on. Comes before
    /// [#connected()].
    void renamed(String name);

    /// The server's clock was measured anew.
    void measured();

    /// The connection has been up for some time.
    void lasts();

    /// The server said something that is not the uplink's own business.
    void received(Message message);

    /// The server listens to another process of this agent's name.
    void displaced();

    /// A connection that was welcomed is over.
    void disconnected(String reason);

    /// An attempt to connect failed; the next one follows by itself.
    void failed(DialFailure failure);
  }

  private sealed interface State {}

  private record Waiting(Time.Timer timer) implements State {}

  private record Dialing() implements State {}

  private record Greeting(Link link, Time.Timer deadline) implements State {}

  private record Live(Link link, Heartbeat heartbeat, Pulse pulse) implements State {}

  private record Closed() implements State {}

  Uplink(
      Time time,
      Executor loop,
      RandomGenerator random,
      Dialer dialer,
      Identity identity,
      ClockOffset clock,
      Owner owner) {
    this.time = time;
    this.loop = loop;
    this.random = random;
    this.dialer = dialer;
    this.identity = identity;
    this.clock = clock;
    this.owner = owner;
    this.backoff = new Backoff(random);
    this.lasting = new Alarm(time, loop, LASTING, this::lasts);
    this.state = new Waiting(() -> {});
  }

  /// Begins to connect.
  void start() {
    loop.execute(this::dial);
  }

  private void dial() {
    if (!(state instanceof Waiting)) {
      return;
    }
    state = new Dialing();
    dialledNanos = time.nanos();
    dialer.dial(identity.credential(), backoff.patience(), new Attempt(++attempt));
  }

  /// One attempt to connect. Events of an attempt that was given up are ignored.
  private final class Attempt implements Dialer.Outcome {
    private final long number;

    Attempt(long number) {
      this.number = number;
    }

    @Override
    public Link.Listener opened(Link link) {
      onLoop(() -> greet(link), link::close);
      return new Link.Listener() {
        @Override
        public void received(Message message) {
          onLoop(() -> heard(message), () -> {});
        }

        @Override
        public void closed(String reason) {
          onLoop(() -> drop("the connection to the server ended: " + reason), () -> {});
        }
      };
    }

    @Override
    public void failed(DialFailure failure) {
      onLoop(() -> giveUp(failure), () -> {});
    }

    private void onLoop(Runnable current, Runnable stale) {
      loop.execute(() -> {
        boolean ours = number == attempt && !(state instanceof Closed);
        (ours ? current : stale).run();
      });
    }
  }

  private void greet(Link link) {
    long number = attempt;
    Time.Timer deadline =
        time.runIn(backoff.patience(), () -> loop.execute(() -> unwelcome(number)));
    state = new Greeting(link, deadline);
    link.send(identity.hello());
  }

  private void unwelcome(long number) {
    if (state instanceof Greeting && number == attempt) {
      drop("the server did not answer the agent's greeting");
    }
  }

  private void heard(Message message) {
    switch (state) {
      case Greeting greeting -> heardGreeting(greeting, message);
      case Live live -> heardLive(live, message);
      case Waiting _, Dialing _, Closed _ -> {}
    }
  }

  private void heardGreeting(Greeting greeting, Message message) {
    switch (message) {
      case Message.Welcome welcome when welcome.protocol() == Message.PROTOCOL ->
          begin(greeting, welcome);
      case Message.Welcome welcome ->
          drop(
              "the server wants to speak version "
                  + welcome.protocol()
                  + " of the protocol, and this agent speaks "
                  + Message.PROTOCOL);
      case Message.Refused refused -> {
        if (refused.displaced()) {
          owner.displaced();
        }
        drop("the server refused: " + refused.sentence());
      }
      case Message.Ping ping -> answer(greeting.link(), ping);
      default -> drop("the server began with something that is no welcome");
    }
  }

  private void begin(Greeting greeting, Message.Welcome welcome) {
    greeting.deadline().cancel();
    long periodMillis =
        Math.clamp(welcome.heartbeatMillis(), LEAST_HEARTBEAT_MILLIS, MOST_HEARTBEAT_MILLIS);
    Heartbeat heartbeat = new Heartbeat(time, time::nanos, random.nextLong(Long.MAX_VALUE / 2));
    Pulse pulse = new Pulse(time, Duration.ofMillis(periodMillis), () -> loop.execute(this::beat));
    state = new Live(greeting.link(), heartbeat, pulse);
    greeting.link().send(heartbeat.ping());
    pulse.start();
    lasting.set();
    if (!welcome.agent().equals(identity.hello().agent())) {
      rename(welcome.agent());
    }
    owner.connected();
  }

  private void rename(String name) {
    identity = identity.named(name);
    owner.renamed(name);
  }

  private void lasts() {
    backoff.reset();
    owner.lasts();
  }

  private void beat() {
    if (!(state instanceof Live live)) {
      return;
    }
    if (live.heartbeat().silence().compareTo(DEAD_AFTER) >= 0) {
      drop("the server has not echoed a heartbeat for 10 s");
    } else {
      live.link().send(live.heartbeat().ping());
    }
  }

  private void heardLive(Live live, Message message) {
    switch (message) {
      case Message.Ping ping -> answer(live.link(), ping);
      case Message.Pong pong -> echoed(live, pong);
      case Message.Refused refused -> drop("the server refused: " + refused.sentence());
      case Message.Welcome _, Message.FromAgent _, Message.Slew _ ->
          drop("the server said what only an agent says");
      case Message.FromServer _ -> owner.received(message);
    }
  }

  private void echoed(Live live, Message.Pong pong) {
    Optional<Heartbeat.Echo> echo = live.heartbeat().heard(pong);
    if (echo.isEmpty()) {
      return;
    }
    clock.answered(echo.get().sentNanos(), echo.get().roundTripNanos(), pong.epochNanos());
    owner.measured();
    if (live.heartbeat().echoes() < ClockOffset.WINDOW) {
      // A quick first round, so that the clock offset is known before the first run can begin.
      live.link().send(live.heartbeat().ping());
    }
  }

  private void answer(Link link, Message.Ping ping) {
    link.send(new Message.Pong(ping.nonce(), time.epochNanos()));
  }

  /// Ends the connection, if there is one, and tries again.
  private void drop(String reason) {
    switch (state) {
      case Greeting(Link link, Time.Timer deadline) -> {
        deadline.cancel();
        link.close();
        giveUp(new DialFailure.Unreachable(reason));
      }
      case Live(Link link, Heartbeat _, Pulse pulse) -> {
        pulse.stop();
        lasting.clear();
        link.close();
        retry();
        owner.disconnected(reason);
      }
      case Waiting _, Dialing _, Closed _ -> {}
    }
  }

  private void giveUp(DialFailure failure) {
    if (time.nanos() - dialledNanos >= backoff.patience().toNanos()) {
      backoff.exhausted();
    }
    retry();
    owner.failed(failure);
  }

  private void retry() {
    // Events of the old attempt are ignored from here on.
    attempt++;
    state = new Waiting(time.runIn(backoff.next(), () -> loop.execute(this::dial)));
  }

  /// Sends a message if there is a live connection; otherwise the message is dropped.
  void send(Message message) {
    if (state instanceof Live live) {
      live.link().send(message);
    }
  }

  @Override
  public void close() {
    loop.execute(this::end);
  }

  private void end() {
    State last = state;
    state = new Closed();
    switch (last) {
      case Waiting waiting -> waiting.timer().cancel();
      case Greeting greeting -> {
        greeting.deadline().cancel();
        greeting.link().close();
      }
      case Live live -> {
        live.pulse().stop();
        lasting.clear();
        live.link().close();
      }
      case Dialing _, Closed _ -> {}
    }
    dialer.close();
  }
}

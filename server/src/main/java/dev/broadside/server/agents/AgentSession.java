package dev.broadside.server.agents;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Heartbeat;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Hello;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.schedule.AgentOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One agent over all of its connections: its orders, which of them it has confirmed, and whether
/// it is connected.
///
/// Orders are desired state. The newest order of each share is kept and sent again on every new
/// connection, and now and then while the agent has not confirmed it; so it does not matter which
/// message was lost. Belongs to the coordinator's thread.
public final class AgentSession {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
  private static final Duration REPEAT_AFTER = Duration.ofSeconds(5);

  /// The most unknown runs that are listed.
  private static final int MOST_UNCLAIMED = 100;

  private final String name;
  private final Time time;
  private final String version;
  private final ClockEstimate clock = new ClockEstimate();
  private final AwakeTime awake;
  private final Map<String, Wanted> wanted = new LinkedHashMap<>();
  private final Map<String, ShareStatus.Unclaimed> unclaimed = new TreeMap<>();
  private Optional<Connection> connection = Optional.empty();
  private Heartbeat heartbeat;
  private boolean ended;
  private Optional<Hello> hello = Optional.empty();
  private Optional<String> drained = Optional.empty();
  private String address = "";
  private Instant connectedAt = Instant.EPOCH;
  private Instant heardAt = Instant.EPOCH;
  private long nextPingNanos;

  /// A live link, and the process at its other end.
  private record Connection(Link link, String instance) {}

  /// The newest order of a share.
  private record Wanted(ShareOrder order, long sentNanos, long heard) {
    public boolean confirmed() {
      return heard >= order.generation();
    }
  }

  /// Works out how an agent's wall clock differs from the server's, from echoed heartbeats as NTP
  /// does: of the last few echoes the quickest one tells most, and half its round trip bounds the
  /// error.
  private static final class ClockEstimate {
    private static final int KEPT = 8;

    private final Deque<Sample> samples = new ArrayDeque<>();

    /// Worked out when an echo comes, since it is asked for far more often.
    private Optional<Sample> best = Optional.empty();

    /// One echo.
    ///
    /// @param offsetNanos the server's wall clock minus the agent's, if both ways took the same
    ///   time
    record Sample(long offsetNanos, long roundTripNanos) {
      long errorNanos() {
        return roundTripNanos / 2;
      }
    }

    /// @param roundTripNanos from the ping to its echo
    /// @param serverEpochNanos the server's wall clock when the echo came
    /// @param agentEpochNanos the agent's wall clock when it answered
    void echoed(long roundTripNanos, long serverEpochNanos, long agentEpochNanos) {
      if (samples.size() == KEPT) {
        samples.removeFirst();
      }
      long between = serverEpochNanos - roundTripNanos / 2;
      samples.addLast(new Sample(between - agentEpochNanos, roundTripNanos));
      best = samples.stream().min(Comparator.comparingLong(Sample::roundTripNanos));
    }

    Optional<Sample> best() {
      return best;
    }

    void forget() {
      samples.clear();
      best = Optional.empty();
    }
  }

  /// An agent that is expected, and not connected yet.
  ///
  /// @param version the server's
  public AgentSession(String name, Time time, AwakeTime awake, String version) {
    this.name = name;
    this.time = time;
    this.version = version;
    this.awake = awake;
    this.heartbeat = newHeartbeat();
  }

  private Heartbeat newHeartbeat() {
    return new Heartbeat(time, awake::nanos, time.nanos());
  }

  public String name() {
    return name;
  }

  /// Why a new connection must be refused: another process of this name is connected and answers.
  /// Empty if it is welcome.
  public Optional<String> objection(Hello newcomer) {
    boolean clone =
        presence() == Presence.CONNECTED
            && connection.filter(c -> !c.instance().equals(newcomer.instance())).isPresent();
    return clone
        ? Optional.of(
            "another agent named "
                + name
                + " is connected from "
                + address
                + "; stop it, or give this one another name and let it join anew")
        : Optional.empty();
  }

  /// Takes a new connection in place of the old one, if any, and repeats the orders.
  public void welcome(Link link, AgentIdentity identity, Hello newHello) {
    connection.map(Connection::link).filter(old -> !old.equals(link)).ifPresent(Link::close);
    connection = Optional.of(new Connection(link, newHello.instance()));
    ended = false;
    hello = Optional.of(newHello);
    address = identity.address();
    connectedAt = time.now();
    heardAt = connectedAt;
    clock.forget();
    heartbeat = newHeartbeat();
    link.send(
        new Message.Welcome(Message.PROTOCOL, version, AgentTimeouts.HEARTBEAT.toMillis(), name));
    ping(link);
    wanted.replaceAll((_, share) -> sent(link, share.order(), share.heard()));
  }

  /// Whether what comes over a link still counts.
  public boolean current(Link link) {
    return connection.filter(c -> c.link().equals(link)).isPresent();
  }

  /// Whether there is a connection.
  public boolean attached() {
    return connection.isPresent();
  }

  public void closed(Link link) {
    if (current(link)) {
      end();
    }
  }

  private void end() {
    connection = Optional.empty();
    ended = true;
  }

  public void heard(Message.Pong pong) {
    heartbeat
        .heard(pong)
        .ifPresent(
            echo -> clock.echoed(echo.roundTripNanos(), time.epochNanos(), pong.epochNanos()));
    heardAt = time.now();
  }

  /// Sets the order of a share, and sends it if the agent is connected. The same order is not sent
  /// again, and an older one is ignored.
  public void order(ShareOrder order) {
    if (wanted.get(order.runId()) instanceof Wanted newer
        && (newer.order().generation() > order.generation() || newer.order().equals(order))) {
      return;
    }
    long heard = Optional.ofNullable(wanted.get(order.runId())).map(Wanted::heard).orElse(0L);
    wanted.put(
        order.runId(),
        connection
            .map(c -> sent(c.link(), order, heard))
            .orElseGet(() -> new Wanted(order, time.nanos(), heard)));
  }

  /// Sets the order of a share, unless the agent has confirmed the same already: an answer to an
  /// order never makes another one.
  public void orderOnce(ShareOrder order) {
    boolean heard =
        wanted.get(order.runId()) instanceof Wanted known
            && known.order().goal().equals(order.goal())
            && known.order().generation() >= order.generation() - 1;
    if (!heard) {
      order(order);
    }
  }

  /// An order that is too large to be sent does not delay others; its job can be cancelled.
  private Wanted sent(Link link, ShareOrder order, long heard) {
    try {
      link.send(order);
    } catch (IllegalArgumentException e) {
      LOG.error("{} cannot be told of job {}: {}", name, order.runId(), e.getMessage());
    }
    return new Wanted(order, time.nanos(), heard);
  }

  /// Notes which generation of a share's orders the agent has heard.
  public void confirmed(String runId, long generation) {
    wanted.computeIfPresent(
        runId,
        (_, share) ->
            new Wanted(share.order(), share.sentNanos(), Math.max(generation, share.heard())));
  }

  /// Notes which records the agent keeps of a run that is unknown here.
  public void unclaimed(String runId, ShareStatus.Unclaimed what) {
    if (unclaimed.size() < MOST_UNCLAIMED || unclaimed.containsKey(runId)) {
      unclaimed.put(runId, what);
    }
  }

  /// Removes the order of a share.
  public void forget(String runId) {
    wanted.remove(runId);
    unclaimed.remove(runId);
  }

  /// Pings when it is time, repeats what was not confirmed, and closes a link that no longer
  /// echoes.
  public void tick() {
    if (connection.isEmpty()) {
      return;
    }
    Link link = connection.get().link();
    if (heartbeat.silence().compareTo(AgentTimeouts.LOST_AFTER) >= 0) {
      connection = Optional.empty();
      link.close();
      return;
    }
    if (time.nanos() - nextPingNanos >= 0) {
      ping(link);
    }
    wanted.replaceAll((_, share) -> due(share) ? sent(link, share.order(), share.heard()) : share);
  }

  private void ping(Link link) {
    nextPingNanos = time.nanos() + AgentTimeouts.HEARTBEAT.toNanos();
    link.send(heartbeat.ping());
  }

  private boolean due(Wanted share) {
    return !share.confirmed() && time.nanos() - share.sentNanos() >= REPEAT_AFTER.toNanos();
  }

  public Presence presence() {
    Duration silence = heartbeat.silence();
    if (silence.compareTo(AgentTimeouts.LOST_AFTER) >= 0) {
      return Presence.LOST;
    }
    boolean late = silence.compareTo(AgentTimeouts.SUSPECT_AFTER) >= 0;
    return connection.isEmpty() || late ? Presence.SUSPECT : Presence.CONNECTED;
  }

  /// Whether it is to have no load, and only watches its host.
  public boolean watchOnly() {
    return hello.filter(Hello::watchOnly).isPresent();
  }

  /// What it offers to jobs, now or when it was last connected; empty if it never was.
  public Optional<AgentOffer> offer() {
    return hello.map(said -> new AgentOffer(said.labels(), said.hostIdentity(), said.capacity()));
  }

  /// The process that the agent is, or was when it was last there.
  public Optional<String> process() {
    return hello.map(Hello::instance);
  }

  /// Drains a process, which then gets no new job; empty ends the draining. Another process of the
  /// agent is not drained: an agent is drained before it is stopped.
  public void drain(Optional<String> process) {
    drained = process;
  }

  public boolean drained() {
    return drained.isPresent() && drained.equals(process());
  }

  /// The process that was drained, connected or not.
  public Optional<String> drainedProcess() {
    return drained;
  }

  /// The version of the agent, now or when it was last connected; empty if it never was.
  public Optional<String> version() {
    return hello.map(Hello::version);
  }

  /// Why it is not connected, as far as the server sees, in a few words.
  public String absence() {
    return ended ? "its connection ended" : "it stopped answering";
  }

  /// How long the agent has not echoed.
  public Duration silence() {
    return heartbeat.silence();
  }

  /// The shortest of the last round trips; zero if there was none yet.
  public Duration roundTrip() {
    return Duration.ofNanos(clock.best().map(ClockEstimate.Sample::roundTripNanos).orElse(0L));
  }

  /// The server's wall clock minus the agent's; empty if it was not measured yet.
  public OptionalDouble clockDifferenceMillis() {
    return clock.best().stream().mapToDouble(best -> best.offsetNanos() / 1e6).findFirst();
  }

  /// Sends a message once, if there is a connection.
  public void say(Message message) {
    connection.map(Connection::link).ifPresent(link -> link.send(message));
  }

  /// Ends the connection, for instance since the agent broke the protocol.
  public void disconnect() {
    connection.map(Connection::link).ifPresent(Link::close);
  }

  /// Ends the connection for good, and says why.
  public void refuse(String sentence) {
    connection
        .map(Connection::link)
        .ifPresent(link -> {
          link.send(new Message.Refused(sentence));
          link.close();
        });
    end();
  }

  private static AgentView.Unclaimed view(Map.Entry<String, ShareStatus.Unclaimed> one) {
    return new AgentView.Unclaimed(
        one.getKey(),
        one.getValue().records(),
        Instant.ofEpochMilli(one.getValue().sinceEpochMillis()));
  }

  /// The agent as users see it; empty if it was never connected.
  public Optional<AgentView> view(List<String> jobs) {
    return hello.map(said -> {
      var best = clock.best().orElse(new ClockEstimate.Sample(0, 0));
      return new AgentView(
          new AgentView.Head(name, presence().word(), said.version(), address),
          new AgentView.Seen(connectedAt, heardAt),
          said.labels(),
          said.host(),
          List.copyOf(jobs),
          new AgentView.Room(said.capacity(), drained()),
          AgentView.Clock.of(
              best.offsetNanos() / 1e6, best.errorNanos() / 1e6, best.roundTripNanos() / 1e6),
          unclaimed.entrySet().stream().map(AgentSession::view).toList());
    });
  }
}

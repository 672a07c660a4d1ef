package dev.broadside.server.agents;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Hello;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.schedule.AgentOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One agent over all of its connections: what is wanted of it, what it has heard of that, and
/// whether it is there.
///
/// Orders are desired state. The newest order of each share is kept and sent again on every new
/// connection, and now and then while the agent has not confirmed it; so it does not matter which
/// message was lost. Belongs to the coordinator's thread.
public final class AgentSession {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
  private static final Duration REPEAT_AFTER = Duration.ofSeconds(5);

  /// Of more runs that nobody knows, nobody reads a list.
  private static final int MOST_ASIDE = 100;

  private final String name;
  private final Time time;
  private final CoordinatorSettings settings;
  private final ClockEstimate clock = new ClockEstimate();
  private final Heartbeat heartbeat;
  private final Map<String, Wanted> wanted = new LinkedHashMap<>();
  private final Map<String, ShareStatus.SetAside> aside = new TreeMap<>();
  private Optional<Connection> connection = Optional.empty();
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

  /// An agent that is expected, and not there yet.
  public AgentSession(String name, Time time, AwakeTime awake, CoordinatorSettings settings) {
    this.name = name;
    this.time = time;
    this.settings = settings;
    this.heartbeat = new Heartbeat(time, awake, clock);
  }

  public String name() {
    return name;
  }

  /// Why a new connection must be refused: another process of this name is there and answers. Empty
  /// where it is welcome.
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

  /// Takes a new connection in place of whatever there was, and repeats what is wanted.
  public void welcome(Link link, AgentIdentity identity, Hello newHello) {
    connection.map(Connection::link).filter(old -> !old.equals(link)).ifPresent(Link::close);
    connection = Optional.of(new Connection(link, newHello.instance()));
    ended = false;
    hello = Optional.of(newHello);
    address = identity.address();
    connectedAt = time.now();
    heardAt = connectedAt;
    clock.forget();
    heartbeat.restart();
    link.send(
        new Message.Welcome(
            Message.PROTOCOL,
            settings.version(),
            settings.heartbeat().toMillis(),
            name));
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
    heartbeat.heard(pong);
    heardAt = time.now();
  }

  /// Wants something of a share; said at once if the agent is there. What is wanted already is not
  /// said again, and what is older than that is not wanted any more.
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

  /// Wants something of a share unless the same is wanted already and the agent has heard it: an
  /// answer to an order never makes another one.
  public void orderOnce(ShareOrder order) {
    boolean heard =
        wanted.get(order.runId()) instanceof Wanted known
            && known.order().goal().equals(order.goal())
            && known.order().generation() >= order.generation() - 1;
    if (!heard) {
      order(order);
    }
  }

  /// An order that is too large to be sent holds up no other; its job can be cancelled.
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

  /// Notes which records the agent keeps of a run that nobody here knows.
  public void setAside(String runId, ShareStatus.SetAside what) {
    if (aside.size() < MOST_ASIDE || aside.containsKey(runId)) {
      aside.put(runId, what);
    }
  }

  /// Wants nothing more of a share.
  public void forget(String runId) {
    wanted.remove(runId);
    aside.remove(runId);
  }

  /// Pings when it is time, repeats what was not confirmed, and closes a link that no longer
  /// echoes.
  public void tick() {
    if (connection.isEmpty()) {
      return;
    }
    Link link = connection.get().link();
    if (heartbeat.silence().compareTo(settings.lostAfter()) >= 0) {
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
    nextPingNanos = time.nanos() + settings.heartbeat().toNanos();
    link.send(heartbeat.ping());
  }

  private boolean due(Wanted share) {
    return !share.confirmed() && time.nanos() - share.sentNanos() >= REPEAT_AFTER.toNanos();
  }

  public Presence presence() {
    Duration silence = heartbeat.silence();
    if (silence.compareTo(settings.lostAfter()) >= 0) {
      return Presence.LOST;
    }
    boolean late = silence.compareTo(settings.suspectAfter()) >= 0;
    return connection.isEmpty() || late ? Presence.SUSPECT : Presence.CONNECTED;
  }

  /// Whether it is to have no load, and only watches its host.
  public boolean watchOnly() {
    return hello.filter(Hello::watchOnly).isPresent();
  }

  /// What it offers to jobs, or did when it was last there; empty where it never was.
  public Optional<AgentOffer> offer() {
    return hello.map(said -> new AgentOffer(said.labels(), said.hostIdentity(), said.capacity()));
  }

  /// The process that the agent is, or was when it was last there.
  public Optional<String> process() {
    return hello.map(Hello::instance);
  }

  /// Has a process get no new job; none where that is over. It is over, too, when another process
  /// is that agent: whoever drains an agent is about to stop it.
  public void drain(Optional<String> process) {
    drained = process;
  }

  public boolean drained() {
    return drained.isPresent() && drained.equals(process());
  }

  /// The process that was drained, be it there or not.
  public Optional<String> drainedProcess() {
    return drained;
  }

  /// The version of the agent that is or was there; empty where there was none yet.
  public Optional<String> version() {
    return hello.map(Hello::version);
  }

  /// What is seen here of why it is not there, in a few words.
  public String absence() {
    return ended ? "its connection ended" : "it answered no more";
  }

  /// How long the agent has not echoed.
  public Duration silence() {
    return heartbeat.silence();
  }

  /// The shortest of the last round trips; zero where there was none yet.
  public Duration roundTrip() {
    return Duration.ofNanos(clock.best().map(ClockEstimate.Sample::roundTripNanos).orElse(0L));
  }

  /// The server's wall clock minus the agent's; empty where it was not measured yet.
  public OptionalDouble clockDifferenceMillis() {
    return clock.best().stream().mapToDouble(best -> best.offsetNanos() / 1e6).findFirst();
  }

  /// Says something once, where there is a connection.
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

  private static AgentView.SetAside view(Map.Entry<String, ShareStatus.SetAside> one) {
    return new AgentView.SetAside(
        one.getKey(),
        one.getValue().records(),
        Instant.ofEpochMilli(one.getValue().sinceEpochMillis()));
  }

  /// The agent as others may see it; empty where it was never there.
  public Optional<AgentView> view(List<String> jobs) {
    return hello.map(said -> {
      var best = clock.best().orElse(new ClockEstimate.Sample(0, 0));
      return new AgentView(
          name,
          presence().word(),
          said.version(),
          address,
          said.labels(),
          said.host(),
          connectedAt,
          heardAt,
          List.copyOf(jobs),
          said.capacity(),
          drained(),
          best.offsetNanos() / 1e6,
          best.errorNanos() / 1e6,
          best.roundTripNanos() / 1e6,
          AgentView.clockWarning(best.offsetNanos() / 1e6),
          aside.entrySet().stream().map(AgentSession::view).toList());
    });
  }
}

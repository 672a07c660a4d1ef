package dev.broadside.server.jobs;

import dev.broadside.core.time.Time;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.agents.AwakeTime;
import dev.broadside.server.agents.Presence;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.schedule.AgentOffer;
import dev.broadside.server.threads.Serial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// All agents that are or were connected, or are expected. Belongs to the coordinator's thread.
final class AgentRoster {
  private final Time time;
  private final String version;
  private final AwakeTime awake;
  private final Map<String, AgentSession> sessions = new TreeMap<>();

  /// Those whose new name is being kept: they get no job and no new connection meanwhile.
  private final Set<String> renaming = new HashSet<>();

  /// @param version the server's, told to agents
  AgentRoster(Time time, String version) {
    this.time = time;
    this.version = version;
    this.awake = new AwakeTime(time);
  }

  Time time() {
    return time;
  }

  String version() {
    return version;
  }

  /// The clock by which agents are silent.
  AwakeTime awake() {
    return awake;
  }

  /// An agent's session; a new one if the agent was not heard of yet, as if it had just been there.
  AgentSession session(String name) {
    return sessions.computeIfAbsent(name, _ -> new AgentSession(name, time, awake, version));
  }

  /// @param own keeps the failure of one agent from the others
  void tick(Serial own) {
    sessions.forEach((name, session) -> own.attempt("the look at agent " + name, session::tick));
  }

  /// Whether an agent of this name has a connection, even a silent one.
  boolean attached(String name) {
    return Optional.ofNullable(sessions.get(name)).filter(AgentSession::attached).isPresent();
  }

  /// Disconnects an agent whose credential was revoked, and forgets its session.
  void revoked(String name) {
    Optional.ofNullable(sessions.remove(name))
        .ifPresent(session ->
            session.refuse(
                "the credential of agent "
                    + name
                    + " was revoked; delete the file credential in its data folder and let it join"
                    + " anew"));
  }

  /// Has an agent get no job and no new connection until [#endRenaming].
  void beginRenaming(String name) {
    renaming.add(name);
  }

  /// Why an agent cannot connect just now, in a sentence without a stop; empty if it can.
  Optional<String> renaming(String name) {
    return renaming.contains(name)
        ? Optional.of("agent " + name + " is being renamed; it comes back when that is done")
        : Optional.empty();
  }

  /// An agent has another name: its connection ends, and it comes back by itself and hears the
  /// name.
  void renamed(String name, String other) {
    Optional.ofNullable(sessions.remove(name))
        .ifPresent(session -> {
          session(other).drain(session.drainedProcess());
          session.refuse("agent " + name + " is named " + other + " from now on");
        });
  }

  /// From now on an agent of this name may connect again.
  void endRenaming(String name) {
    renaming.remove(name);
  }

  /// The offers of agents that are connected, answer and may have load, by name.
  Map<String, AgentOffer> offers() {
    Map<String, AgentOffer> offers = new TreeMap<>();
    connected(session -> !session.watchOnly())
        .forEach(name -> session(name).offer().ifPresent(offer -> offers.put(name, offer)));
    return offers;
  }

  /// Names of those that get no new job.
  Set<String> drained() {
    return connected(AgentSession::drained);
  }

  /// The process that an agent is now; empty if it is not connected.
  Optional<String> process(String name) {
    return Optional.ofNullable(sessions.get(name))
        .filter(AgentSession::attached)
        .flatMap(AgentSession::process);
  }

  /// Names of those that are connected, answer, and only watch their hosts; they have no load, and
  /// watch for every job that begins.
  Set<String> watchers() {
    return connected(AgentSession::watchOnly);
  }

  private Set<String> connected(Predicate<AgentSession> which) {
    Set<String> names = new TreeSet<>();
    sessions.forEach((name, session) -> {
      boolean free = session.presence() == Presence.CONNECTED && !renaming.contains(name);
      if (free && which.test(session)) {
        names.add(name);
      }
    });
    return names;
  }

  /// All agents that were ever connected, by name.
  ///
  /// @param jobs ids of the jobs that each has a share of
  List<AgentView> views(Map<String, List<String>> jobs) {
    List<AgentView> views = new ArrayList<>();
    sessions.forEach(
        (name, session) -> session.view(jobs.getOrDefault(name, List.of())).ifPresent(views::add));
    return views;
  }

  void disconnectAll() {
    sessions.values().forEach(AgentSession::disconnect);
  }
}

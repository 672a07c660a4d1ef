package dev.broadside.server.jobs;

import dev.broadside.core.wire.Message;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.agents.JobTestRounds;
import dev.broadside.server.store.AgentTable;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.threads.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives what agents say to the part that it concerns, on the coordinator's thread: greetings to
/// their sessions, reports to [ShareReports].
final class AgentMessages implements AgentConnection.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMessages.class);

  private final AgentTable agents;
  private final AgentRoster roster;
  private final ShareReports reports;
  private final PendingJobs pending;
  private final JobTestRounds tests;
  private final Serial own;
  private final Executor bulk;
  private final RefusalLog refusals = new RefusalLog();

  /// Which refusals of agents are logged: an agent that is refused tries again every two seconds.
  static final class RefusalLog {
    /// If there are more agents the first is forgotten, and its refusal logged once more.
    static final int MOST_AGENTS = 1_000;

    private final Map<String, String> told = new LinkedHashMap<>();

    /// Whether a refusal is to be logged: not if it is the one that was logged last for this agent.
    boolean isNews(String agent, String why) {
      boolean news = !why.equals(told.remove(agent));
      if (told.size() == MOST_AGENTS) {
        told.remove(told.keySet().iterator().next());
      }
      told.put(agent, why);
      return news;
    }

    /// The agent was let in: the next refusal is news, for any reason.
    void admitted(String agent) {
      told.remove(agent);
    }
  }

  /// @param own the coordinator's thread
  /// @param bulk for what waits for the store
  AgentMessages(
      AgentTable agents,
      AgentRoster roster,
      ShareReports reports,
      PendingJobs pending,
      JobTestRounds tests,
      Serial own,
      Executor bulk) {
    this.agents = agents;
    this.roster = roster;
    this.reports = reports;
    this.pending = pending;
    this.tests = tests;
    this.own = own;
    this.bulk = bulk;
  }

  @Override
  public void heard(AgentConnection from, Message message) {
    own.execute(() -> heardNow(from, message));
  }

  @Override
  public void closed(AgentConnection connection, String reason) {
    own.execute(() -> {
      LOG.debug("{} is gone: {}", connection.identity().name(), reason);
      roster.session(connection.identity().name()).closed(connection.link());
      agentCameOrWent();
    });
  }

  private void heardNow(AgentConnection from, Message message) {
    AgentSession session = roster.session(from.identity().name());
    if (message instanceof Message.Hello hello) {
      greet(session, from, hello);
    } else if (session.current(from.link())) {
      switch (message) {
        case Message.Pong pong -> session.heard(pong);
        case Message.ShareReport report -> reports.reported(session, report);
        case Message.Progress progress -> reports.progressed(session.name(), progress);
        case Message.TestReport report -> tests.answered(session.name(), report);
        case Message.LogLine line -> reports.logged(session.name(), line);
        case Message.Transfer transfer -> from.serve(transfer);
        case Message.Hello _, Message.Ping _, Message.FromServer _ ->
            throw new IllegalArgumentException("not for the coordinator: " + message);
      }
    }
  }

  private void greet(AgentSession session, AgentConnection from, Message.Hello hello) {
    Optional<Message.Refused> objection = objection(session, from.identity(), hello);
    if (objection.isPresent()) {
      warn(from.identity(), hello.agent(), objection.get().sentence());
      from.refuse(objection.get());
      return;
    }
    refusals.admitted(session.name());
    from.welcomed();
    reports.greeted(session);
    session.welcome(from.link(), from.identity(), hello);
    bulk.execute(() -> seen(session.name()));
    agentCameOrWent();
  }

  /// After everything that has been heard by now: if a thousand come at once, all are looked at
  /// once.
  private void agentCameOrWent() {
    own.soon("agents", pending::agentsChanged);
  }

  private void warn(AgentIdentity from, String agent, String why) {
    if (refusals.isNews(from.name(), why)) {
      LOG.warn(
          "{} is refused, from {}: {}; further attempts are not logged",
          agent,
          from.address(),
          why);
    }
  }

  private void seen(String agent) {
    try {
      agents.seen(agent, own.time().now());
    } catch (StoreException e) {
      LOG.debug("when {} was seen last is not kept", agent, e);
    }
  }

  private Optional<Message.Refused> objection(
      AgentSession session, AgentIdentity identity, Message.Hello hello) {
    if (hello.protocol() != Message.PROTOCOL) {
      return Optional.of(
          new Message.Refused(
              "this server speaks protocol version "
                  + Message.PROTOCOL
                  + ", and the agent speaks version "
                  + hello.protocol()
                  + "; install the same Broadside on both"));
    }
    if (!identity.answersTo(hello.agent())) {
      return Optional.of(
          new Message.Refused(
              "this credential belongs to agent "
                  + session.name()
                  + ", and not to "
                  + hello.agent()
                  + "; join anew to use another name"));
    }
    return roster
        .renaming(session.name())
        .map(Message.Refused::new)
        .or(() -> session.objection(hello).map(why -> new Message.Refused(why, true)));
  }
}

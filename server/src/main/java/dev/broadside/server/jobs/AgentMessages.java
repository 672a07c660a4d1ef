package dev.broadside.server.jobs;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.agents.AskedAgents;
import dev.broadside.server.store.AgentTable;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.threads.Serial;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes what agents say to whom it concerns, on the coordinator's thread: greetings to their
/// sessions, reports to the [Dispatcher].
final class AgentMessages implements AgentConnection.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMessages.class);

  private final AgentTable agents;
  private final AgentRoster roster;
  private final Dispatcher dispatcher;
  private final AskedAgents tests;
  private final Time time;
  private final Serial own;
  private final Executor bulk;
  private final RefusalLog refusals = new RefusalLog();

  /// @param own the coordinator's thread
  /// @param bulk for what waits for the store
  AgentMessages(
      AgentTable agents,
      AgentRoster roster,
      Dispatcher dispatcher,
      AskedAgents tests,
      Time time,
      Serial own,
      Executor bulk) {
    this.agents = agents;
    this.roster = roster;
    this.dispatcher = dispatcher;
    this.tests = tests;
    this.time = time;
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
      dispatcher.agentCameOrWent();
    });
  }

  private void heardNow(AgentConnection from, Message message) {
    AgentSession session = roster.session(from.identity().name());
    if (message instanceof Message.Hello hello) {
      greet(session, from, hello);
    } else if (session.current(from.link())) {
      switch (message) {
        case Message.Pong pong -> session.heard(pong);
        case Message.ShareReport report -> dispatcher.reported(session, report);
        case Message.Progress progress -> dispatcher.progressed(session.name(), progress);
        case Message.TestReport report -> tests.answered(session.name(), report);
        case Message.LogLine line -> dispatcher.logged(session.name(), line);
        case Message.Bulk bulk -> from.serve(bulk);
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
    dispatcher.greets(session);
    session.welcome(from.link(), from.identity(), hello);
    bulk.execute(() -> seen(session.name()));
    dispatcher.agentCameOrWent();
  }

  private void warn(AgentIdentity from, String agent, String why) {
    if (refusals.isNews(from.name(), why)) {
      LOG.warn(
          "{} is refused, from {}: {}; it may try again, which is not told again",
          agent,
          from.address(),
          why);
    }
  }

  private void seen(String agent) {
    try {
      agents.seen(agent, time.now());
    } catch (StoreException e) {
      LOG.debug("when {} was seen last is not kept", agent, e);
    }
  }

  private Optional<Message.Refused> objection(
      AgentSession session, AgentIdentity identity, Message.Hello hello) {
    if (hello.protocol() != Message.PROTOCOL) {
      return Optional.of(
          new Message.Refused(
              "this server speaks version "
                  + Message.PROTOCOL
                  + " of the protocol, and the agent version "
                  + hello.protocol()
                  + "; install the same Broadside on both"));
    }
    if (!identity.answersTo(hello.agent())) {
      return Optional.of(
          new Message.Refused(
              "this credential is that of agent "
                  + session.name()
                  + ", and not of "
                  + hello.agent()));
    }
    return roster
        .renaming(session.name())
        .map(Message.Refused::new)
        .or(() -> session.objection(hello).map(why -> new Message.Refused(why, true)));
  }
}

package dev.broadside.server.agents;

import dev.broadside.core.time.Time;
import dev.broadside.core.time.TokenBucket;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.Recordings;
import java.util.List;
import java.util.concurrent.Executor;

/// One connection of an agent: passes each message to the part that answers it, and never blocks
/// the link's thread.
public final class AgentConnection implements Link.Listener {
  private final Link link;
  private final AgentIdentity identity;
  private final Services services;
  private final MessageBudget budget;
  private volatile boolean welcome;
  private boolean flooded;

  /// Decides on what agents say. Called by the link's thread; must not block.
  public interface Owner {
    void heard(AgentConnection from, Message message);

    void closed(AgentConnection connection, String reason);
  }

  /// What all connections share.
  ///
  /// @param owner handles the messages of agents
  /// @param collector takes records
  /// @param packs answers requests for packs
  /// @param recordings takes flight recordings
  /// @param bulk runs tasks that may block
  public record Services(
      Owner owner,
      Collector collector,
      PackSource packs,
      Recordings recordings,
      Executor bulk,
      Time time) {}

  /// Limits how many messages one connection may send: a correct agent stays far below, and another
  /// one loses its connection. The bytes of records and packs are limited elsewhere. Used by one
  /// thread.
  private static final class MessageBudget {
    private final TokenBucket control;
    private final TokenBucket transfers;

    MessageBudget(Time time) {
      control = new TokenBucket(time, 10_000, 500);
      transfers = new TokenBucket(time, 20_000, 5_000);
    }

    /// Whether one more message is within bounds.
    boolean allows(Message message) {
      return (message instanceof Message.Transfer ? transfers : control).take();
    }
  }

  /// An agent's authenticated connection, whose first message must be a Hello.
  public AgentConnection(Link link, AgentIdentity identity, Services services) {
    this.link = link;
    this.identity = identity;
    this.services = services;
    this.budget = new MessageBudget(services.time());
  }

  public Link link() {
    return link;
  }

  public AgentIdentity identity() {
    return identity;
  }

  /// From now on its records and requests are taken.
  public void welcomed() {
    welcome = true;
  }

  public void refuse(String sentence) {
    refuse(new Message.Refused(sentence));
  }

  public void refuse(Message.Refused refused) {
    link.send(refused);
    link.close();
  }

  @Override
  public void received(Message message) {
    if (flooded) {
      return;
    }
    if (!budget.allows(message)) {
      flooded = true;
      refuse(
          "this agent sends more messages than any agent in good order does;"
              + " see what it does, and start it again");
      return;
    }
    switch (message) {
      // Answered here and at once: the agent reads our clock from it.
      case Message.Ping(long nonce) ->
          link.send(new Message.Pong(nonce, services.time().epochNanos()));
      case Message.Transfer transfer when welcome -> serve(transfer);
      // Records that come right after the greeting, too: the owner may not have read that yet.
      case Message.FromAgent _, Message.Pong _ -> services.owner().heard(this, message);
      case Message.FromServer _ -> refuse("an agent does not say what only the server says");
    }
  }

  /// Handles messages that need no decision; only from an accepted agent.
  public void serve(Message.Transfer message) {
    switch (message) {
      case Message.Records(List<SealedRecord> records) -> takeIn(records);
      case Message.PackRequest(String sha256, long offset) ->
          services.bulk().execute(() -> link.send(services.packs().chunk(sha256, offset)));
      case Message.RecordingPiece piece ->
          services
              .bulk()
              .execute(
                  () -> services.recordings().take(identity.name(), piece).ifPresent(link::send));
    }
  }

  private void takeIn(List<SealedRecord> records) {
    if (!services.collector().offer(new Collector.Delivery(identity.name(), records, link::send))) {
      // The agent keeps them and sends them again when it is back, after its pause between two
      // attempts.
      link.close();
    }
  }

  @Override
  public void closed(String reason) {
    services.owner().closed(this, reason);
  }
}

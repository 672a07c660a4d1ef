package dev.broadside.server.security;

import dev.broadside.core.time.Time;
import dev.broadside.server.store.AgentTable;
import dev.broadside.server.store.TokenTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// Admits agents: gives a credential for a secret or a token, and finds the agent's name for a
/// credential.
///
/// The join secret is drawn again at each start and lies in a file that only the server's own user
/// can read, so it proves an agent of that user on this host, and counts on connections from this
/// host only. A token has a number of uses and an end. Tokens and credentials are stored as hashes.
public final class AgentAdmission {
  private final String joinSecret;
  private final AgentTable agents;
  private final TokenTable joinTokens;
  private final Function<String, Optional<String>> holder;
  private final Time time;

  /// A token and its end.
  public record JoinToken(String token, Instant expiresAt) {}

  /// The result of an attempt to join.
  public sealed interface Joined {
    /// The agent is admitted, with this credential.
    record Member(String credential) implements Joined {
      @Override
      public String toString() {
        return "Member[]";
      }
    }

    /// The secret is wrong.
    record WrongSecret() implements Joined {}

    /// The secret is right and can still be used, but another agent has the name.
    ///
    /// @param sentence why that agent keeps the name
    record NameTaken(String sentence) implements Joined {}
  }

  /// @param holder why the agent with a name keeps it; empty if another one may take it. Called by
  ///   the thread that joins; may block
  public AgentAdmission(
      String joinSecret,
      AgentTable agents,
      TokenTable joinTokens,
      Function<String, Optional<String>> holder,
      Time time) {
    this.holder = holder;
    this.joinSecret = joinSecret;
    this.agents = agents;
    this.joinTokens = joinTokens;
    this.time = time;
  }

  /// Makes a token.
  ///
  /// @param agents how many can join with it
  /// @param life for how long
  public JoinToken newToken(int agents, Duration life) {
    String token = Tokens.make();
    Instant now = time.now();
    Instant expiresAt = now.plus(life);
    joinTokens.add(Tokens.hash(token), agents, expiresAt, now);
    return new JoinToken(token, expiresAt);
  }

  /// Revokes all tokens with which an agent could still join; the join secret stays.
  ///
  /// @return how many they were
  public int endTokens() {
    return joinTokens.end(time.now());
  }

  /// Admits an agent. An agent that has lost its data folder may join again under its name, but not
  /// while its old credential is in use: it gets a new one, and the old one ends. An agent that
  /// sends its present credential is admitted again, since the first answer was lost and its token
  /// is used up.
  ///
  /// @param secret the join secret or a token
  /// @param wanted the credential that the agent has made; empty if the server is to make one
  /// @param sameHost whether the request comes from this host
  public Joined join(String agent, String secret, Optional<String> wanted, boolean sameHost) {
    Optional<AgentTable.Known> known = wanted.flatMap(this::agentWith);
    if (known.isPresent()) {
      return known.get().answersTo(agent)
          ? new Joined.Member(wanted.orElseThrow())
          : new Joined.WrongSecret();
    }
    boolean local = sameHost && Tokens.same(secret, joinSecret);
    String token = Tokens.hash(secret);
    if (!local && !joinTokens.usable(token, time.now())) {
      return new Joined.WrongSecret();
    }
    Optional<String> taken = holder.apply(agent);
    if (taken.isPresent()) {
      return new Joined.NameTaken(taken.get());
    }
    if (!local && !joinTokens.use(token, time.now())) {
      return new Joined.WrongSecret();
    }
    String credential = wanted.orElseGet(Tokens::make);
    agents.register(agent, Tokens.hash(credential), time.now());
    return new Joined.Member(credential);
  }

  /// Revokes an agent's credential. Its name can be used by another agent that joins. False if
  /// there is no agent of this name.
  public boolean revoke(String agent) {
    return agents.remove(agent);
  }

  /// The agent with a credential.
  public Optional<AgentTable.Known> agentWith(String credential) {
    return agents.holder(Tokens.hash(credential));
  }
}

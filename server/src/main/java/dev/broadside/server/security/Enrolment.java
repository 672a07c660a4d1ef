package dev.broadside.server.security;

import dev.broadside.core.time.Time;
import dev.broadside.server.store.AgentTable;
import dev.broadside.server.store.TokenTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Lets agents in: a secret or a token against a credential, and later the credential against the
/// agent's name.
///
/// The join secret lies in a file that only the server's own user can read, so it proves an agent
/// of that user on this host, and counts on connections from this host only. A token works once and
/// for fifteen minutes. Tokens and credentials are stored as hashes.
public final class Enrolment {
  /// How long a token can be used.
  public static final Duration TOKEN_LIFE = Duration.ofMinutes(15);

  private final String joinSecret;
  private final AgentTable agents;
  private final TokenTable joinTokens;
  private final Time time;
  private final Tokens tokens = new Tokens();

  /// A token and its end.
  public record JoinToken(String token, Instant expiresAt) {}

  public Enrolment(String joinSecret, AgentTable agents, TokenTable joinTokens, Time time) {
    this.joinSecret = joinSecret;
    this.agents = agents;
    this.joinTokens = joinTokens;
    this.time = time;
  }

  /// Makes a token with which one agent can join.
  public JoinToken newToken() {
    String token = tokens.make();
    Instant now = time.now();
    Instant expiresAt = now.plus(TOKEN_LIFE);
    joinTokens.add(Tokens.hash(token), expiresAt, now);
    return new JoinToken(token, expiresAt);
  }

  /// Lets an agent in. One that joins again under its name gets a new credential, and its old one
  /// ends.
  ///
  /// @param secret the join secret or a token
  /// @param sameHost whether the request comes from this host
  /// @return the credential; empty where the secret is not good
  public Optional<String> join(String agent, String secret, boolean sameHost) {
    boolean local = sameHost && Tokens.same(secret, joinSecret);
    if (!local && !joinTokens.use(Tokens.hash(secret), time.now())) {
      return Optional.empty();
    }
    String credential = tokens.make();
    agents.register(agent, Tokens.hash(credential), time.now());
    return Optional.of(credential);
  }

  /// Whose credential this is.
  public Optional<String> agentWith(String credential) {
    return agents.nameOf(Tokens.hash(credential));
  }
}

package dev.broadside.server.store;

import java.time.Instant;
import java.util.Optional;

/// The agents that may connect, and the hashes of their credentials.
public final class AgentTable {
  /// Lets an agent in; one of the same name gets the new credential.
  public void register(String name, String credentialHash, Instant at) {
    throw new UnsupportedOperationException();
  }

  /// Whether there is an agent of this name.
  public boolean known(String name) {
    throw new UnsupportedOperationException();
  }

  /// Whose credential this is.
  public Optional<String> nameOf(String credentialHash) {
    throw new UnsupportedOperationException();
  }

  /// Notes that an agent was heard.
  public void seen(String name, Instant at) {
    throw new UnsupportedOperationException();
  }
}

package dev.broadside.server.store;

import java.time.Instant;

/// The single-use tokens with which agents join.
public final class TokenTable {
  public void add(String hash, Instant expiresAt) {
    throw new UnsupportedOperationException();
  }

  /// Uses a token up; false where it is unknown, used or expired.
  public boolean use(String hash, Instant now) {
    throw new UnsupportedOperationException();
  }
}

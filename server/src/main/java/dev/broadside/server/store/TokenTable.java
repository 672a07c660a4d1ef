package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import java.time.Instant;

/// The tokens with which agents join, with their number of uses; only hashes are stored. Safe for
/// use by several threads.
public record TokenTable(Database database) {
  /// Stores a new token, and deletes the expired ones.
  ///
  /// @param uses how many agents can join with it
  public void add(String hash, int uses, Instant expiresAt, Instant now) {
    database.update(handle -> {
      handle
          .createUpdate("DELETE FROM join_tokens WHERE expires_at < :now")
          .bind("now", now.toEpochMilli())
          .execute();
      handle
          .createUpdate(
              """
              INSERT INTO join_tokens (hash, expires_at, used, uses)
              VALUES (:hash, :expires, 0, :uses)
              """)
          .bind("hash", hash)
          .bind("uses", uses)
          .bind("expires", expiresAt.toEpochMilli())
          .execute();
    });
  }

  /// Whether a token could be used now.
  public boolean usable(String hash, Instant now) {
    return database.read(handle ->
        handle
                .createQuery(
                    """
                    SELECT COUNT(*) FROM join_tokens
                    WHERE hash = :hash AND used < uses AND expires_at >= :now
                    """)
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .mapTo(Integer.class)
                .one()
            == 1);
  }

  /// Uses a token once; false if it is unknown, used up or expired.
  public boolean use(String hash, Instant now) {
    return database.write(handle ->
        handle
                .createUpdate(
                    """
                    UPDATE join_tokens SET used = used + 1
                    WHERE hash = :hash AND used < uses AND expires_at >= :now
                    """)
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .execute()
            == 1);
  }

  /// Revokes all tokens that could still be used.
  ///
  /// @return how many they were
  public int end(Instant now) {
    return database.write(handle ->
        handle
            .createUpdate(
                "UPDATE join_tokens SET used = uses WHERE used < uses AND expires_at >= :now")
            .bind("now", now.toEpochMilli())
            .execute());
  }

  /// Tries a write that changes nothing.
  void tryOut() {
    database.update(handle -> {
      handle.execute("INSERT INTO join_tokens (hash, expires_at, used) VALUES ('try', 0, 1)");
      handle.execute("DELETE FROM join_tokens WHERE hash = 'try'");
    });
  }
}

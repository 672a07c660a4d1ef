package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import java.time.Instant;

/// The single-use tokens with which agents join; only their hashes are kept. Safe for use by
/// several threads.
public final class TokenTable {
  private final Database database;

  TokenTable(Database database) {
    this.database = database;
  }

  /// Keeps a new token, and forgets those that have expired.
  public void add(String hash, Instant expiresAt, Instant now) {
    database.update(handle -> {
      handle
          .createUpdate("DELETE FROM join_tokens WHERE expires_at < :now")
          .bind("now", now.toEpochMilli())
          .execute();
      handle
          .createUpdate(
              "INSERT INTO join_tokens (hash, expires_at, used) VALUES (:hash, :expires, 0)")
          .bind("hash", hash)
          .bind("expires", expiresAt.toEpochMilli())
          .execute();
    });
  }

  /// Whether a token could be used up now.
  public boolean usable(String hash, Instant now) {
    return database.read(handle ->
        handle
                .createQuery(
                    """
                    SELECT COUNT(*) FROM join_tokens
                    WHERE hash = :hash AND used = 0 AND expires_at >= :now
                    """)
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .mapTo(Integer.class)
                .one()
            == 1);
  }

  /// Uses a token up; false where it is unknown, used or expired.
  public boolean use(String hash, Instant now) {
    return database.write(handle ->
        handle
                .createUpdate(
                    """
                    UPDATE join_tokens SET used = 1
                    WHERE hash = :hash AND used = 0 AND expires_at >= :now
                    """)
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .execute()
            == 1);
  }

  /// Writes, and leaves nothing behind.
  void tryOut() {
    database.update(handle -> {
      handle.execute("INSERT INTO join_tokens (hash, expires_at, used) VALUES ('try', 0, 1)");
      handle.execute("DELETE FROM join_tokens WHERE hash = 'try'");
    });
  }
}

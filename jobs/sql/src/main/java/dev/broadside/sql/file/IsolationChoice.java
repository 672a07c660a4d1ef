package dev.broadside.sql.file;

import dev.broadside.kit.jdbc.Session;
import java.sql.Connection;

/// The isolation that a user has chosen, by its word.
public final class IsolationChoice {
  private IsolationChoice() {}

  /// The constant of [Connection], or [Session.Settings#DATABASE_DEFAULT].
  public static int level(String word) {
    return switch (word) {
      case "read-uncommitted" -> Connection.TRANSACTION_READ_UNCOMMITTED;
      case "read-committed" -> Connection.TRANSACTION_READ_COMMITTED;
      case "repeatable-read" -> Connection.TRANSACTION_REPEATABLE_READ;
      case "serializable" -> Connection.TRANSACTION_SERIALIZABLE;
      default -> Session.Settings.DATABASE_DEFAULT;
    };
  }
}

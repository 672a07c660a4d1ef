package dev.broadside.kit.own;

import java.sql.Connection;
import java.sql.SQLException;

/// State in a load thread's memory that follows its database: what a transaction changes is drafted
/// first, and entered when the database has confirmed it. See [OwnedRows].
///
/// Used by one thread.
public interface Draft {

  /// The database has confirmed all drafts.
  void enter() throws SQLException;

  /// The database has surely undone all drafts.
  void forget();

  /// The outcome of the drafts is unknown, or the thread has just been opened: everything is read
  /// again.
  ///
  /// @param connection without an open transaction; the caller rolls back afterwards
  /// @throws SQLException then the drafts stay, and this is called again before the next
  ///   transaction
  void read(Connection connection) throws SQLException;
}

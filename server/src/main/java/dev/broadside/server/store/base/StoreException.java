package dev.broadside.server.store.base;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The store failed: its disk is full, say, or the database does not answer. Nothing was changed,
/// and the same call may succeed later.
public sealed class StoreException extends RuntimeException
    permits NewerStoreException, NoLibraryException, StoreInUseException, StoreRefusedException {
  private static final long serialVersionUID = 1;

  /// PostgreSQL's `disk_full`.
  private static final String DISK_FULL = "53100";

  StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /// Whether the disk or the database is full.
  public boolean wantsRoom() {
    for (Throwable cause = this; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        return sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
      }
      if (cause instanceof SQLException sql) {
        return DISK_FULL.equals(sql.getSQLState());
      }
    }
    return false;
  }
}

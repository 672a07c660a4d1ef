package dev.broadside.server.store.base;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The store failed: its disk is full, say, or the database does not answer. Nothing was changed,
/// and the same call may succeed later.
public sealed class StoreException extends RuntimeException {
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

  /// Another server uses the database.
  public static final class InUse extends StoreException {
    private static final long serialVersionUID = 1;

    InUse(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// A newer version of Broadside has migrated the database to a layout that this version does not
  /// know. Nothing was written to it.
  public static final class Newer extends StoreException {
    private static final long serialVersionUID = 1;

    Newer(String message) {
      super(message);
    }
  }

  /// The native library of SQLite cannot be loaded on this host.
  public static final class NoLibrary extends StoreException {
    private static final long serialVersionUID = 1;

    public NoLibrary(Throwable cause) {
      super("SQLite's library could not be loaded: " + cause.getMessage(), cause);
    }
  }

  /// The database works and refuses a value: trying again does not help.
  public static final class Refused extends StoreException {
    private static final long serialVersionUID = 1;

    public Refused(String message) {
      super(message);
    }

    public Refused(String message, Throwable cause) {
      super(message, cause);
    }
  }
}

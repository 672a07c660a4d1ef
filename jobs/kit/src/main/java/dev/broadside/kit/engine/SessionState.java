package dev.broadside.kit.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;

/// How the transactions of a session behave, as its server says.
///
/// @param isolation a constant of [Connection]
record SessionState(boolean autoCommit, int isolation, boolean readOnly) {
  private static final Map<String, Integer> ISOLATIONS =
      Map.of(
          "READ UNCOMMITTED", Connection.TRANSACTION_READ_UNCOMMITTED,
          "READ COMMITTED", Connection.TRANSACTION_READ_COMMITTED,
          "REPEATABLE READ", Connection.TRANSACTION_REPEATABLE_READ,
          "SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE);

  /// Words of a server: `ON`, `off`, `1`; `REPEATABLE-READ`, `read committed`.
  static SessionState of(String autoCommit, String isolation, String readOnly) {
    String level = isolation.replace('-', ' ').toUpperCase(Locale.ROOT);
    return new SessionState(
        on(autoCommit), ISOLATIONS.getOrDefault(level, Connection.TRANSACTION_NONE), on(readOnly));
  }

  private static boolean on(String word) {
    return word.equalsIgnoreCase("on") || word.equals("1");
  }

  /// The isolation in the words of SQL.
  String isolationWords() {
    return ISOLATIONS.entrySet().stream()
        .filter(level -> level.getValue() == isolation)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("of its own kind")
        .toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "auto-commit %s, isolation %s".formatted(autoCommit ? "on" : "off", isolationWords());
  }

  /// The server did not change a session as it was asked to.
  static final class Refused extends SQLException {
    private static final long serialVersionUID = 1;

    Refused(SessionState wanted, SessionState held) {
      super("the server gave a session with " + held + " although " + wanted + " was set");
    }
  }
}

package dev.broadside.kit.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/// A connection beside the load, which waits for longer than its server, or what stands between,
/// may keep an idle one: for others to load, for a run to end. Before something is begun on it, it
/// is looked whether it still serves, and where it does not another one is opened in its place.
///
/// In a transaction it is never replaced: what was done before is lost, and the caller is told. For
/// one thread.
final class LastingConnection implements InvocationHandler {
  private static final int ALIVE_WITHIN_SECONDS = 5;

  /// What begins something.
  private static final Set<String> BEGINNINGS =
      Set.of(
          "createStatement",
          "prepareStatement",
          "prepareCall",
          "getMetaData",
          "getCatalog",
          "getSchema",
          "setAutoCommit");

  private final Opening opening;
  private Connection present;
  private boolean inTransactions;
  private boolean closed;

  /// Opens a connection in auto-commit.
  @FunctionalInterface
  interface Opening {
    Connection open() throws SQLException;
  }

  private LastingConnection(Opening opening) throws SQLException {
    this.opening = opening;
    this.present = opening.open();
  }

  static Connection of(Opening opening) throws SQLException {
    return (Connection)
        Proxy.newProxyInstance(
            LastingConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new LastingConnection(opening));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (BEGINNINGS.contains(method.getName()) && !serves()) {
      discard();
      present = opening.open();
    }
    closed |= method.getName().equals("close");
    try {
      Object answer = method.invoke(present, arguments);
      if (method.getName().equals("setAutoCommit")) {
        inTransactions = arguments[0].equals(false);
      }
      return answer;
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }

  private boolean serves() throws SQLException {
    return closed || inTransactions || present.isValid(ALIVE_WITHIN_SECONDS);
  }

  private void discard() {
    try {
      present.close();
    } catch (SQLException _) {
      // It is broken: that is why it is discarded.
    }
  }
}

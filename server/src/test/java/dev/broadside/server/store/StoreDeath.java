package dev.broadside.server.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/// A database as seen by a server that may die at any moment: tells of each moment at which its
/// process could, which is before each statement, before each commit, and when a commit is done and
/// nobody has heard of it yet.
final class StoreDeath {
  private final Moment moment;
  private final List<Connection> open = new ArrayList<>();

  /// What happens at a moment.
  @FunctionalInterface
  interface Moment {
    /// @throws SQLException where nothing more is done: the process is dead
    void come() throws SQLException;
  }

  StoreDeath(Moment moment) {
    this.moment = moment;
  }

  /// Breaks every connection, as the death of their process does.
  void die() throws SQLException {
    for (Connection connection : open) {
      connection.abort(Runnable::run);
    }
    throw new SQLException("the process is dead", "08006");
  }

  DataSource of(DataSource source) {
    return proxy(
        DataSource.class,
        (method, args) -> {
          Object result = invoke(source, method, args);
          return result instanceof Connection connection ? watched(connection) : result;
        });
  }

  private Connection watched(Connection connection) {
    open.add(connection);
    return proxy(
        Connection.class,
        (method, args) -> {
          boolean commit = method.getName().equals("commit");
          if (commit) {
            moment.come();
          }
          Object result = invoke(connection, method, args);
          if (commit) {
            moment.come();
          }
          return result instanceof Statement statement
              ? watched(statement, method.getReturnType())
              : result;
        });
  }

  private Object watched(Statement statement, Class<?> type) {
    return proxy(
        type,
        (method, args) -> {
          if (method.getName().startsWith("execute")) {
            moment.come();
          }
          return invoke(statement, method, args);
        });
  }

  @FunctionalInterface
  private interface Call {
    Object of(Method method, Object[] args) throws Throwable;
  }

  private static Object invoke(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, Call call) {
    InvocationHandler handler = (_, method, args) -> call.of(method, args);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

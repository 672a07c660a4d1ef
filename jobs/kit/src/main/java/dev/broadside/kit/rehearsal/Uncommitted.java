package dev.broadside.kit.rehearsal;

import dev.broadside.kit.engine.Dialect;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A connection on which nothing is ever committed: commits and beginnings of transactions do
/// nothing, and statements that a rollback would not undo are not executed. For one thread.
public final class Uncommitted implements InvocationHandler {
  private static final Pattern NOWHERE =
      Pattern.compile(
          "(commit|end|begin|start transaction)( (work|transaction))?"
              + "( (isolation|read|with|and)\\b.*)?");
  private static final Pattern ROLLBACK =
      Pattern.compile("(rollback|abort)( (work|transaction))?( and( no)? chain)?");
  private static final Pattern TO_SAVEPOINT = Pattern.compile("rollback .*\\bto\\b.*");

  private final Connection connection;
  private final Dialect dialect;
  private final UndoRule rule;
  private final StatementLog log;
  private boolean autoCommit;

  /// A rollback would not undo this statement; the message says why.
  public static final class NotUndone extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotUndone(String why) {
      super(why);
    }
  }

  private Uncommitted(Connection connection, Dialect dialect, UndoRule rule, StatementLog log)
      throws SQLException {
    this.connection = connection;
    this.dialect = dialect;
    this.rule = rule;
    this.log = log;
    this.autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
  }

  /// @param connection is out of auto-commit from now on; the returned one reports the mode that it
  ///   had before
  /// @param log takes the statements that are executed
  /// @return throws [NotUndone] for statements that a rollback would not undo, or the database's
  ///   exception if it cannot even prepare them
  public static Connection of(
      Connection connection, Dialect dialect, UndoRule rule, StatementLog log) throws SQLException {
    return proxy(Connection.class, new Uncommitted(connection, dialect, rule, log));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Uncommitted.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "commit" -> {
        return null;
      }
      case "setAutoCommit" -> {
        autoCommit = arguments != null && Boolean.TRUE.equals(arguments[0]);
        return null;
      }
      case "getAutoCommit" -> {
        return autoCommit;
      }
      case "close" -> {
        close();
        return null;
      }
      default -> {
        return guarded(call(connection, method, arguments), arguments);
      }
    }
  }

  private void close() throws SQLException {
    try (Connection closing = connection) {
      if (!closing.isClosed()) {
        closing.rollback();
      }
    }
  }

  private @Nullable Object guarded(@Nullable Object made, Object @Nullable [] arguments) {
    String sql = arguments == null ? "" : String.valueOf(arguments[0]);
    return switch (made) {
      case CallableStatement one -> proxy(CallableStatement.class, new Guarded(one, sql));
      case PreparedStatement one -> proxy(PreparedStatement.class, new Guarded(one, sql));
      case Statement one -> proxy(Statement.class, new Guarded(one, ""));
      case null, default -> made;
    };
  }

  private static @Nullable Object call(Object object, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause() == null ? failure : failure.getCause();
    }
  }

  /// @param sql that was prepared; empty if it comes with each execution
  private final class Guarded implements InvocationHandler {
    private final Statement statement;
    private final String sql;
    private final Map<Integer, Optional<Object>> values = new HashMap<>();

    Guarded(Statement statement, String sql) {
      this.statement = statement;
      this.sql = sql;
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
        throws Throwable {
      String name = method.getName();
      if (name.equals("getConnection")) {
        return proxy(Connection.class, Uncommitted.this);
      }
      boolean text = arguments != null && arguments.length > 0 && arguments[0] instanceof String;
      String words = text && arguments != null ? "" + arguments[0] : sql;
      if (name.startsWith("execute") || (name.equals("addBatch") && text)) {
        if (goesNowhere(words)) {
          return nothing(method.getReturnType());
        }
      }
      if (name.startsWith("execute") || name.equals("addBatch")) {
        log.executed(words, text ? Map.of() : values);
      } else if (name.startsWith("set") && arguments != null && arguments.length > 1) {
        bound(name, arguments);
      }
      return call(statement, method, arguments);
    }

    private void bound(String setter, Object[] arguments) {
      if (arguments[0] instanceof Integer place) {
        boolean none = setter.equals("setNull");
        values.put(place, none ? Optional.empty() : Optional.ofNullable(arguments[1]));
      }
    }

    /// @throws NotUndone if it must not be executed
    private boolean goesNowhere(String words) throws SQLException {
      String plain = rule.words(words).replaceAll("\\s+", " ");
      if (ROLLBACK.matcher(plain).matches()) {
        connection.rollback();
        return true;
      }
      if (NOWHERE.matcher(plain).matches()) {
        return true;
      }
      if (!plain.isEmpty() && !TO_SAVEPOINT.matcher(plain).matches()) {
        Optional<String> against = rule.against(words);
        if (against.isPresent()) {
          dialect.compile(connection, words);
          throw new NotUndone(against.get());
        }
      }
      return false;
    }

    private static @Nullable Object nothing(Class<?> type) {
      if (type == boolean.class) {
        return false;
      }
      if (type == int.class) {
        return 0;
      }
      if (type == long.class) {
        return 0L;
      }
      return type == int[].class ? new int[0] : null;
    }
  }
}

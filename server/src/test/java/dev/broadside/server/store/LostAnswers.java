package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.WriterLock;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// A store in an SQLite file that commits and then, when it is told to, does not say so: as a
/// database whose connection breaks at the wrong moment.
public final class LostAnswers {
  private final AtomicInteger toLose = new AtomicInteger();
  private final ResultStore store;

  public LostAnswers(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.enforceForeignKeys(true);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    Database database = new Database(losing(source), source, WriterLock.NONE, ResultStore.SQLITE);
    store = new ResultStore(database, new PlainBox());
  }

  public ResultStore store() {
    return store;
  }

  /// The answers to so many next commits get lost.
  public void lose(int commits) {
    toLose.set(commits);
  }

  private DataSource losing(DataSource source) {
    return proxy(
        DataSource.class,
        (_, method, args) -> {
          Object result = invoke(source, method, args);
          return result instanceof Connection connection ? losing(connection) : result;
        });
  }

  private Connection losing(Connection connection) {
    return proxy(
        Connection.class,
        (_, method, args) -> {
          Object result = invoke(connection, method, args);
          if (method.getName().equals("commit") && toLose.get() > 0) {
            toLose.decrementAndGet();
            throw new SQLException("the connection broke", "08006");
          }
          return result;
        });
  }

  private static Object invoke(Object target, java.lang.reflect.Method method, Object[] args)
      throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

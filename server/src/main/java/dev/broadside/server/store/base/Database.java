package dev.broadside.server.store.base;

import dev.broadside.core.param.PlainText;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import tools.jackson.core.JacksonException;

/// A relational database with the present layout, SQLite or PostgreSQL. Safe for use by several
/// threads.
///
/// There is one writer at a time, as SQLite requires; readers never wait for it. A write is one
/// transaction, and is durable when the call returns.
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);
  private static final int LONGEST_CAUSE = 300;
  private static final int MOST_READERS = 16;

  /// Caches parsed statements: the store has few, and parsing them is costly.
  private static final SqlParser STATEMENTS = new ColonPrefixSqlParser();

  private final ConnectionPool readers;
  private final ConnectionPool writer;
  private final Jdbi reading;
  private final Jdbi writing;
  private final ReentrantLock oneWriter = new ReentrantLock();
  private final Map<String, String> placeholders;
  private final Set<String> left = ConcurrentHashMap.newKeySet();
  private volatile boolean trouble;

  /// @param source of connections for normal use
  /// @param migrating of connections for migrations, which may take long
  /// @param lock acquired by the writing connection
  /// @param placeholders what differs between engines in the migrations
  /// @throws StoreException.InUse if another server has the lock
  /// @throws StoreException.Newer if its layout is of a newer version
  public Database(
      DataSource source, DataSource migrating, WriterLock lock, Map<String, String> placeholders) {
    this.placeholders = Map.copyOf(placeholders);
    readers = new ConnectionPool(source, WriterLock.NONE, MOST_READERS);
    writer = new ConnectionPool(source, lock, 1);
    reading = Jdbi.create(readers);
    writing = Jdbi.create(writer);
    reading.configure(SqlStatements.class, one -> one.setSqlParser(STATEMENTS));
    writing.configure(SqlStatements.class, one -> one.setSqlParser(STATEMENTS));
    try {
      writer.closeConnection(writer.openConnection());
      migrate(migrating, placeholders);
    } catch (WriterLock.TakenException e) {
      throw new StoreException.InUse("" + e.getMessage(), e);
    } catch (SQLException e) {
      throw failed("could not be opened", e);
    } catch (StoreException.Newer e) {
      close();
      throw e;
    } catch (FlywayException e) {
      close();
      throw failed("could not be brought to this version's layout", e);
    }
  }

  /// On one connection: a migration and the note that it is done must be one transaction, or a
  /// server that dies between them leaves a layout on which no server can start.
  private static void migrate(DataSource source, Map<String, String> placeholders)
      throws SQLException {
    try (Connection connection = source.getConnection()) {
      Flyway flyway =
          Flyway.configure()
              .dataSource(onlyOf(connection))
              .locations("classpath:dev/broadside/server/store/migrations")
              .placeholders(placeholders)
              .load();
      MigrationInfo[] migrations = flyway.info().all();
      refuseNewer(migrations);
      // Flyway would read all of them once more, only to do nothing.
      if (!Arrays.stream(migrations).allMatch(Database::isDone)) {
        flyway.migrate();
      }
    }
  }

  /// A source that always gives the same connection, and ignores attempts to close it.
  private static DataSource onlyOf(Connection connection) {
    Connection kept =
        proxy(
            Connection.class,
            (_, method, arguments) -> {
              if (method.getName().equals("close")) {
                return Void.TYPE;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
    return proxy(
        DataSource.class,
        (_, method, _) -> {
          if (method.getName().equals("getConnection")) {
            return kept;
          }
          throw new UnsupportedOperationException(method.getName());
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Database.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static boolean isDone(MigrationInfo migration) {
    return migration.getState() == MigrationState.SUCCESS && migration.isChecksumMatching();
  }

  /// Flyway accepts a layout that it does not know: this server would write rows in the old form,
  /// which the newer version could not tell.
  private static void refuseNewer(MigrationInfo[] migrations) {
    for (MigrationInfo done : migrations) {
      if (done.getState() == MigrationState.FUTURE_SUCCESS
          || done.getState() == MigrationState.FUTURE_FAILED) {
        throw new StoreException.Newer(
            "the result store has layout " + done.getVersion() + ", of a newer version");
      }
    }
  }

  /// Does the work in one durable transaction, and returns its result.
  public <T> T write(Function<Handle, T> work) {
    oneWriter.lock();
    try {
      T done = writing.<T, RuntimeException>inTransaction(work::apply);
      recovered();
      return done;
    } catch (JdbiException e) {
      if (refuses(e) || damaged(e)) {
        throw new StoreException.Refused(sentence("does not take it", e), e);
      }
      throw complained(failed("could not write", e));
    } finally {
      oneWriter.unlock();
    }
  }

  /// Does work without a result in one durable transaction.
  public void update(Consumer<Handle> work) {
    write(handle -> {
      work.accept(handle);
      return true;
    });
  }

  public <T> T read(Function<Handle, T> work) {
    return read("a document", work);
  }

  /// @param what names the row for the message, such as `job nightly`
  /// @throws DamagedException if its document cannot be read
  public <T> T read(String what, Function<Handle, T> work) {
    try {
      return reading.<T, RuntimeException>withHandle(work::apply);
    } catch (JdbiException e) {
      if (damaged(e)) {
        throw new DamagedException(what, e);
      }
      throw failed("could not read", e);
    } catch (JacksonException
        | NullPointerException
        | IllegalArgumentException
        | IllegalStateException e) {
      // No JSON, JSON's null, a value out of bounds, or a secret that cannot be decrypted.
      throw new DamagedException(what, e);
    }
  }

  /// Reads one row of many; empty if it is damaged, so that the others can still be read. The log
  /// says so once.
  ///
  /// @param row such as `job nightly`
  public <T, E extends Exception> Optional<T> readable(String row, RowReader<T, E> reader)
      throws E {
    try {
      return Optional.of(reader.read());
    } catch (JdbiException | StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      if (left.add(row)) {
        LOG.error("{} in the result store is damaged and left out", row, e);
      }
      return Optional.empty();
    }
  }

  /// The rows that could be read.
  public static <T> List<T> present(List<Optional<T>> rows) {
    return rows.stream().flatMap(Optional::stream).toList();
  }

  /// Turns a row into an object.
  @FunctionalInterface
  public interface RowReader<T, E extends Exception> {
    T read() throws E;
  }

  /// A page of rows, filled up with the following ones if some were damaged: a short page would be
  /// taken for the last one.
  ///
  /// @param ids the ids of the page
  /// @param read its rows, empty if damaged
  /// @param more reads a number of rows after an id
  public static <T> List<T> filled(
      List<String> ids,
      List<Optional<T>> read,
      BiFunction<Optional<String>, Integer, List<T>> more) {
    List<T> rows = new ArrayList<>(present(read));
    if (rows.size() < ids.size()) {
      rows.addAll(more.apply(Optional.of(ids.getLast()), ids.size() - rows.size()));
    }
    return rows;
  }

  /// What differs between engines in the migrations.
  public Map<String, String> dialect() {
    return placeholders;
  }

  /// Whether the last write failed.
  public boolean troubled() {
    return trouble;
  }

  /// Logs once that writes fail, since callers try again and again.
  private StoreException complained(StoreException e) {
    if (!trouble) {
      LOG.error("{}; nothing is acknowledged until it can", e.getMessage());
    }
    trouble = true;
    return e;
  }

  private void recovered() {
    if (trouble) {
      LOG.info("the result store works again");
      trouble = false;
    }
  }

  /// Whether the database reports corrupted data: SQLite's `SQLITE_CORRUPT`, or PostgreSQL's
  /// `data_corrupted` and `index_corrupted`.
  private static boolean damaged(JdbiException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        // The low byte is the primary result code.
        return (sqlite.getResultCode().code & 0xFF) == SQLiteErrorCode.SQLITE_CORRUPT.code;
      }
      if (cause instanceof SQLException sql && sql.getSQLState() instanceof String state) {
        return state.equals("XX001") || state.equals("XX002");
      }
    }
    return false;
  }

  /// Whether the database refused a value: one that it cannot hold, or that violates a constraint.
  private static boolean refuses(JdbiException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        return switch (sqlite.getResultCode()) {
          case SQLITE_TOOBIG,
              SQLITE_MISMATCH,
              SQLITE_CONSTRAINT_CHECK,
              SQLITE_CONSTRAINT_FOREIGNKEY,
              SQLITE_CONSTRAINT_NOTNULL,
              SQLITE_CONSTRAINT_PRIMARYKEY,
              SQLITE_CONSTRAINT_UNIQUE ->
              true;
          default -> false;
        };
      }
      if (cause instanceof SQLException sql && sql.getSQLState() instanceof String state) {
        // Data exceptions and violated constraints.
        return state.startsWith("22") || state.startsWith("23");
      }
    }
    return false;
  }

  private static StoreException failed(String what, Exception cause) {
    return new StoreException(sentence(what, cause), cause);
  }

  private static String sentence(String what, Exception cause) {
    Throwable root = cause;
    while (root.getCause() instanceof Throwable deeper) {
      root = deeper;
    }
    String why = PlainText.line(String.valueOf(root.getMessage()), LONGEST_CAUSE);
    return "the result store " + what + ": " + why;
  }

  @Override
  public void close() {
    try {
      readers.close();
      writer.close();
    } catch (SQLException e) {
      throw new StoreException("the result store did not close cleanly: " + e.getMessage(), e);
    }
  }

  /// Keeps connections open between uses, since opening one costs more than most statements. A
  /// connection that no longer answers is replaced.
  ///
  /// The number of connections is bounded; a caller waits for a while if all are in use, but fails
  /// at once if the database refuses a connection, unlike with HikariCP.
  static final class ConnectionPool implements ConnectionFactory, AutoCloseable {
    private static final int VALID_WITHIN_SECONDS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final DataSource source;
    private final WriterLock lock;
    private final Semaphore free;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /// @param lock acquired on each new connection before it is used
    /// @param most the most connections
    ConnectionPool(DataSource source, WriterLock lock, int most) {
      this.source = source;
      this.lock = lock;
      this.free = new Semaphore(most, true);
    }

    @Override
    public Connection openConnection() throws SQLException {
      waitForOne();
      try {
        return keptOrNew();
      } catch (SQLException | RuntimeException e) {
        free.release();
        throw e;
      }
    }

    private void waitForOne() throws SQLException {
      try {
        if (!free.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          throw new SQLTransientConnectionException(
              "all connections to the database are in use, and have been for "
                  + PATIENCE.toSeconds()
                  + " s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
      }
    }

    private Connection keptOrNew() throws SQLException {
      for (Connection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
        if (kept.isValid(VALID_WITHIN_SECONDS)) {
          return kept;
        }
        kept.close();
      }
      Connection fresh = source.getConnection();
      try {
        lock.on(fresh);
        return fresh;
      } catch (SQLException e) {
        fresh.close();
        throw e;
      }
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
      try {
        if (closed.get() || connection.isClosed()) {
          connection.close();
        } else {
          idle.addFirst(connection);
        }
      } finally {
        free.release();
      }
    }

    @Override
    public void close() throws SQLException {
      closed.set(true);
      for (Connection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
        kept.close();
      }
    }
  }
}

package dev.broadside.server.store.base;

import dev.broadside.core.param.PlainText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
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

/// A relational database of the present layout, whichever engine it is. Safe for use by several
/// threads.
///
/// There is one writer at a time, as SQLite has it anyway; readers never wait for it. A write is
/// one transaction, and is durable when the call returns.
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);
  private static final int LONGEST_CAUSE = 300;
  private static final int MOST_READERS = 16;

  /// Remembers what it has read: the store's statements are few, and costly to read.
  private static final SqlParser STATEMENTS = new ColonPrefixSqlParser();

  private final ConnectionPool readers;
  private final ConnectionPool writer;
  private final Jdbi reading;
  private final Jdbi writing;
  private final ReentrantLock oneWriter = new ReentrantLock();
  private final Map<String, String> placeholders;
  private final Set<String> left = ConcurrentHashMap.newKeySet();
  private volatile boolean trouble;

  /// @param source of connections for everyday use
  /// @param migrating of connections for migrations, which may take long
  /// @param claim what the connection that writes needs, so that nobody writes without it
  /// @param placeholders what differs between engines in the migrations
  /// @throws StoreInUseException where the claim is another server's
  /// @throws NewerStoreException where its layout is of a version to come
  public Database(
      DataSource source, DataSource migrating, Claim claim, Map<String, String> placeholders) {
    this.placeholders = Map.copyOf(placeholders);
    readers = new ConnectionPool(source, Claim.NONE, MOST_READERS);
    writer = new ConnectionPool(source, claim, 1);
    reading = Jdbi.create(readers);
    writing = Jdbi.create(writer);
    reading.configure(SqlStatements.class, one -> one.setSqlParser(STATEMENTS));
    writing.configure(SqlStatements.class, one -> one.setSqlParser(STATEMENTS));
    try {
      writer.closeConnection(writer.openConnection());
      migrate(migrating, placeholders);
    } catch (Claim.TakenException e) {
      throw new StoreInUseException("" + e.getMessage(), e);
    } catch (SQLException e) {
      throw failed("could not be opened", e);
    } catch (NewerStoreException e) {
      close();
      throw e;
    } catch (FlywayException e) {
      close();
      throw failed("could not be brought to this version's layout", e);
    }
  }

  /// On one connection: a migration and the note that it is done must be one transaction, or a
  /// server that dies between them leaves a layout that none can start on.
  private static void migrate(DataSource source, Map<String, String> placeholders)
      throws SQLException {
    try (Connection connection = source.getConnection()) {
      Flyway flyway =
          Flyway.configure()
              .dataSource(new OneConnection(connection))
              .locations("classpath:dev/broadside/server/store/migrations")
              .placeholders(placeholders)
              .load();
      MigrationInfo[] migrations = flyway.info().all();
      refuseNewer(migrations);
      // Which looks at all of them once more, before it does nothing.
      if (!Arrays.stream(migrations).allMatch(Database::isDone)) {
        flyway.migrate();
      }
    }
  }

  private static boolean isDone(MigrationInfo migration) {
    return migration.getState() == MigrationState.SUCCESS && migration.isChecksumMatching();
  }

  /// Flyway takes a layout that it does not know for good: rows of it would be written as they were
  /// before, and the newer version could not tell.
  private static void refuseNewer(MigrationInfo[] migrations) {
    for (MigrationInfo done : migrations) {
      if (done.getState() == MigrationState.FUTURE_SUCCESS
          || done.getState() == MigrationState.FUTURE_FAILED) {
        throw new NewerStoreException(
            "the result store has layout " + done.getVersion() + ", of a newer version");
      }
    }
  }

  /// Does all of the work, durably, or nothing of it.
  public <T> T write(Function<Handle, T> work) {
    oneWriter.lock();
    try {
      T done = writing.<T, RuntimeException>inTransaction(work::apply);
      recovered();
      return done;
    } catch (JdbiException e) {
      if (refuses(e) || damaged(e)) {
        throw new StoreRefusedException(sentence("does not take it", e), e);
      }
      throw complained(failed("could not write", e));
    } finally {
      oneWriter.unlock();
    }
  }

  /// The same for work that gives nothing back.
  public void update(Consumer<Handle> work) {
    write(handle -> {
      work.accept(handle);
      return true;
    });
  }

  public <T> T read(Function<Handle, T> work) {
    return read("a document", work);
  }

  /// @param what is read, such as `job nightly`
  /// @throws DamagedException where that is no document of its kind
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
      // No JSON, a document that is JSON's null, one that is out of bounds, a secret that does not
      // open.
      throw new DamagedException(what, e);
    }
  }

  /// Reads one row of many; empty where it is damaged, so that it does not cost the others. That is
  /// said once.
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
        LOG.error("{} in the result store is damaged, and left out", row, e);
      }
      return Optional.empty();
    }
  }

  /// Those of many rows that could be read.
  public static <T> List<T> present(List<Optional<T>> rows) {
    return rows.stream().flatMap(Optional::stream).toList();
  }

  /// Makes something of a row.
  @FunctionalInterface
  public interface RowReader<T, E extends Exception> {
    T read() throws E;
  }

  /// A page of rows, filled up with those behind it where some of it were damaged: one that is too
  /// short would be taken for the last one.
  ///
  /// @param ids of the page
  /// @param read those of it that could be read
  /// @param more gives as many as are asked for behind an id
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

  /// Says once that writes fail: whoever asked for one tries again and again.
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

  /// Whether what it has on its disk is not what it wrote: SQLite's word for it, and PostgreSQL's
  /// class of internal errors, `data_corrupted` and `index_corrupted`.
  private static boolean damaged(JdbiException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        // Its low byte says what, the others where.
        return (sqlite.getResultCode().code & 0xFF) == SQLiteErrorCode.SQLITE_CORRUPT.code;
      }
      if (cause instanceof SQLException sql && sql.getSQLState() instanceof String state) {
        return state.equals("XX001") || state.equals("XX002");
      }
    }
    return false;
  }

  /// Whether it is not the database that is the trouble, but what it was given: a value that it
  /// cannot hold, or one that contradicts what is there, or belongs where it is damaged.
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
}

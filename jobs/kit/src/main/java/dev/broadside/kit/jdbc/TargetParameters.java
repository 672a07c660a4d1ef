package dev.broadside.kit.jdbc;

import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.TargetMonitor;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/// The parameters that name a job's database, for every job class on a database.
public final class TargetParameters {
  public static final Parameter.Text URL = ConnectionParameters.URL;

  public static final Parameter.Text USER = ConnectionParameters.USER;

  public static final Parameter.Hidden PASSWORD = ConnectionParameters.PASSWORD;

  public static final Parameter.Text PASSWORD_COMMAND = ConnectionParameters.PASSWORD_COMMAND;

  public static final Parameter.Text DRIVER_PROPERTIES = ConnectionParameters.DRIVER_PROPERTIES;

  public static final Parameter.Span ANSWER_TIMEOUT =
      Parameter.span(
              "answer-timeout",
              "Break off a connection on which an iteration takes longer than this")
          .preset(Duration.ofMinutes(5))
          .between(Duration.ofSeconds(1), Duration.ofDays(1));

  public static final Parameter.Text RECONNECT =
      Parameter.text(
              "reconnect",
              "When a thread gives its connection up for a new one: never, transaction (after each"
                  + " one), a number of transactions, or a time such as 30s")
          .preset("never")
          .matching(
              "never|transaction|[1-9]\\d{0,8}|[1-9]\\d{0,5}(ms|s|m|h)",
              "never, transaction, a number of transactions such as 100, or a time such as 30s");

  public static final Parameter.Whole IDLE_CONNECTIONS =
      Parameter.whole(
              "idle-connections",
              "Further connections of all agents that are open during the load and do nothing")
          .between(0, 100_000)
          .preset(0);

  public static final Parameter.Choice POOL =
      Parameter.choice("pool", "Where a thread's connections come from")
          .option("none", "Each thread has its own")
          .option("hikari", "The threads of an agent take one of HikariCP for each transaction")
          .preset("none");

  public static final Parameter.Whole POOL_SIZE =
      Parameter.whole("pool-size", "How many connections the pool of an agent has")
          .between(1, 10_000)
          .preset(10);

  /// For job classes of which some transactions only read; declared by them beside [#ALL].
  public static final Parameter.Text READS_TO = ConnectionParameters.READS_TO;

  public static final Parameter.Flag MONITOR =
      Parameter.flag(
              TargetMonitor.PARAMETER,
              "Watch what the database itself does, on one more connection of one agent")
          .preset(true);

  public static final Parameter.Text MONITOR_USER =
      Parameter.text(
              "monitor-user", "User of the monitor's connection; without it, that of the load")
          .preset("")
          .atMost(200);

  public static final Parameter.Hidden MONITOR_PASSWORD =
      Parameter.secret("monitor-password", "The password of the monitor's user");

  public static final Parameter.Span MONITOR_INTERVAL =
      Parameter.span(
              "monitor-interval",
              "How often the database is asked at most; it is asked once in a collection interval")
          .preset(Duration.ofSeconds(1))
          .between(Duration.ofSeconds(1), Duration.ofHours(1));

  /// For job classes that load tables; declared by them beside [#ALL].
  public static final Parameter.Whole LOAD_THREADS = ConnectionParameters.LOAD_THREADS;

  /// For job classes whose tables serve the next run too; declared by them beside [#ALL].
  public static final Parameter.Choice CLEAN_UP = ConnectionParameters.CLEAN_UP;

  /// For job classes whose tables have a fingerprint; declared by them beside [#ALL].
  public static final Parameter.Choice FINGERPRINT =
      Parameter.choice(
              "fingerprint", "Whether a run reads the tables first, to see if they are as loaded")
          .option("small", "If they were loaded with at most a million rows")
          .option("always", "However long it takes")
          .option("never", "The result says that it was not judged")
          .preset("small");

  /// For job classes that can make their tables anew; declared by them beside [#ALL].
  public static final Parameter.Flag FRESH =
      Parameter.flag("fresh", "Drop the tables of an earlier run first, and load them anew");

  /// For job classes with tables of their own; declared by them beside [#ALL].
  public static final Parameter.Text TABLE_PREFIX =
      Parameter.text("table-prefix", "Prefix of the table names")
          .preset("")
          .matching(
              "([A-Za-z][A-Za-z0-9_]{0,29})?",
              "a letter and at most 29 letters, digits and underscores");

  /// For job classes that let the user choose; declared by them beside [#ALL].
  public static final Parameter.Choice ISOLATION =
      Parameter.choice("isolation", "Isolation of the transactions")
          .option("default", "As the database has it")
          .option("read-uncommitted", "READ UNCOMMITTED")
          .option("read-committed", "READ COMMITTED")
          .option("repeatable-read", "REPEATABLE READ")
          .option("serializable", "SERIALIZABLE")
          .preset("default");

  /// What every such job class has, in the order in which they are shown.
  public static final Parameters ALL =
      Parameters.of(URL, USER, PASSWORD)
          .and(
              Parameters.of(
                      PASSWORD_COMMAND,
                      DRIVER_PROPERTIES,
                      ANSWER_TIMEOUT,
                      RECONNECT,
                      IDLE_CONNECTIONS,
                      POOL,
                      POOL_SIZE,
                      MONITOR,
                      MONITOR_USER,
                      MONITOR_PASSWORD,
                      MONITOR_INTERVAL)
                  .folded());

  private TargetParameters() {}

  /// Whether the load threads of an agent share their connections.
  static boolean pooled(ParameterValues values) {
    return values.get(POOL).equals("hikari");
  }

  /// How many connections load; 0 if nothing is loaded.
  public static int loadThreads(ParameterValues values) {
    return values.has(LOAD_THREADS) ? Math.toIntExact(values.get(LOAD_THREADS)) : 0;
  }

  /// The chosen isolation, as in [Session.Settings].
  public static int isolation(ParameterValues values) {
    return isolation(values.get(ISOLATION));
  }

  /// The isolation that a word of [#ISOLATION] stands for, as in [Session.Settings].
  public static int isolation(String word) {
    return switch (word) {
      case "read-uncommitted" -> Connection.TRANSACTION_READ_UNCOMMITTED;
      case "read-committed" -> Connection.TRANSACTION_READ_COMMITTED;
      case "repeatable-read" -> Connection.TRANSACTION_REPEATABLE_READ;
      case "serializable" -> Connection.TRANSACTION_SERIALIZABLE;
      default -> Session.Settings.DATABASE_DEFAULT;
    };
  }

  /// The sentence about an isolation that the database does not have; empty if it has it.
  public static Optional<Problem> unknownIsolation(Connection connection, String word)
      throws SQLException {
    int isolation = isolation(word);
    return isolation == Session.Settings.DATABASE_DEFAULT
            || connection.getMetaData().supportsTransactionIsolationLevel(isolation)
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter isolation",
                "the database has no isolation " + word,
                "choose another one, or default"));
  }

  /// Whether the tables are to be made anew before the run.
  public static boolean fresh(ParameterValues values) {
    return values.has(FRESH) && values.get(FRESH);
  }

  /// Whether the tables are to be dropped after the run.
  public static boolean drops(ParameterValues values) {
    return values.has(CLEAN_UP) && values.get(CLEAN_UP).equals("drop");
  }
}

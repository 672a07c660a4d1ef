package dev.broadside.jobs.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/// Driver properties for load: statements prepared on the server and cached, and no round trip that
/// the workload did not ask for. Every one can be overridden by the user, and every one is shown in
/// the result.
///
/// Transport encryption is off by default on every driver, so that two drivers on one server
/// measure the same thing; `sslMode` (MySQL, MariaDB) or `sslmode` (PostgreSQL) switches it on.
///
/// ## Time limits
///
/// Connections that measure have no connect or socket timeout. With either of them, the JDK's
/// sockets become non-blocking for good, and an answer that is not there yet costs three system
/// calls (read, poll, read) instead of one: 1 to 2 us of 13 per point select. [AnswerWatch] breaks
/// them off instead, and a new connection is tried with a limit before ([Session#recover]).
/// Connections that set up have 10 s and 60 s; those that load an hour, since an index takes its
/// time. Oracle's driver reads without blocking anyway, and keeps its 10 s to connect.
final class DriverDefaults {

  /// Names and meanings: MySQL Connector/J Developer Guide, "Configuration Properties", and the
  /// bundle `maxPerformance.properties` in its jar.
  private static final String MYSQL =
      """
      # See the note on time limits above.
      connectTimeout = 0
      socketTimeout = 0
      tcpKeepAlive = true
      sslMode = DISABLED
      # caching_sha2_password without TLS sends the password under the server's RSA key.
      allowPublicKeyRetrieval = true
      useServerPrepStmts = true
      cachePrepStmts = true
      prepStmtCacheSize = 250
      prepStmtCacheSqlLimit = 2048
      # The driver trusts what it set itself instead of asking the server again.
      useLocalSessionState = true
      elideSetAutoCommits = true
      alwaysSendSetIsolation = false
      cacheServerConfiguration = true
      cacheResultSetMetadata = true
      enableQueryTimeouts = false
      maintainTimeStats = false
      # Reading ahead asks the socket how much there is before each read: a system call per answer.
      # Without either of the two the driver reads through a buffer of the JDK's.
      useReadAheadInput = false
      useUnbufferedInput = false
      connectionAttributes = none
      openTelemetry = DISABLED
      # Hardening: a target may be hostile.
      allowLoadLocalInfile = false
      allowUrlInLocalInfile = false
      """;

  /// A rewritten batch is one text statement of many rows; a prepared one would differ with every
  /// row count.
  private static final String MYSQL_LOADING =
      """
      connectTimeout = 10000
      socketTimeout = 3600000
      rewriteBatchedStatements = true
      useServerPrepStmts = false
      """;

  /// Names and meanings: MariaDB Connector/J documentation, "Optional URL parameters".
  private static final String MARIADB =
      """
      # See the note on time limits above.
      connectTimeout = 0
      socketTimeout = 0
      tcpKeepAlive = true
      sslMode = disable
      allowPublicKeyRetrieval = true
      useServerPrepStmts = true
      cachePrepStmts = true
      prepStmtCacheSize = 250
      useLocalSessionState = true
      # Reading ahead asks the socket how much there is before each read: a system call per answer.
      useReadAheadInput = false
      # Repeating a transaction is ours to do and to count; a redirect would measure another server.
      transactionReplay = false
      permitRedirect = false
      retriesAllDown = 1
      # Hardening: a target may be hostile.
      allowLocalInfile = false
      """;

  /// Two ways to one end: the bulk protocol on MariaDB, rewritten batches on MySQL.
  private static final String MARIADB_LOADING =
      """
      connectTimeout = 10000
      socketTimeout = 3600000
      useBulkStmts = true
      rewriteBatchedStatements = true
      """;

  /// Names and meanings: pgjdbc documentation, "Connection parameters".
  private static final String POSTGRESQL =
      """
      # See the note on time limits above.
      connectTimeout = 0
      loginTimeout = 0
      socketTimeout = 0
      tcpKeepAlive = true
      sslmode = disable
      gssEncMode = disable
      # Named statements from the first execution on, where the driver would wait for the fifth.
      prepareThreshold = 1
      preparedStatementCacheQueries = 250
      binaryTransfer = true
      ApplicationName = broadside
      """;

  private static final String POSTGRESQL_LOADING =
      """
      connectTimeout = 10
      socketTimeout = 3600
      reWriteBatchedInserts = true
      """;

  /// Names and meanings: Javadoc of `oracle.jdbc.OracleConnection`.
  private static final String ORACLE =
      """
      # See the note on time limits above; without a value the driver has 60 s to connect.
      oracle.net.CONNECT_TIMEOUT = 10000
      oracle.jdbc.ReadTimeout = 0
      oracle.net.keepAlive = true
      oracle.jdbc.implicitStatementCacheSize = 100
      defaultRowPrefetch = 20
      v$session.program = broadside
      """;

  private static final String ORACLE_LOADING = "oracle.jdbc.ReadTimeout = 3600000";

  /// Without it nobody could close the socket of a connection whose server hangs ([Line]).
  private static final String MARIADB_MEASURING =
      "socketFactory = " + MeasuringSockets.class.getName();

  private static final String MYSQL_SETTING_UP =
      """
      connectTimeout = 10000
      socketTimeout = 60000
      """;

  private static final String MARIADB_SETTING_UP = MYSQL_SETTING_UP;

  private static final String POSTGRESQL_SETTING_UP =
      """
      connectTimeout = 10
      loginTimeout = 10
      socketTimeout = 60
      """;

  private static final String ORACLE_SETTING_UP = "oracle.jdbc.ReadTimeout = 60000";

  private DriverDefaults() {}

  static Map<String, String> of(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> read(MYSQL);
      case MARIADB -> read(MARIADB);
      case POSTGRESQL -> read(POSTGRESQL);
      case H2 -> Map.of();
      case ORACLE -> read(ORACLE);
    };
  }

  /// What is set on top of the defaults on connections that measure.
  static Map<String, String> measuring(JdbcDriver driver) {
    return switch (driver) {
      case MARIADB -> read(MARIADB_MEASURING);
      case MYSQL, POSTGRESQL, H2, ORACLE -> Map.of();
    };
  }

  /// What is set on top of the defaults on connections that no load thread measures with.
  static Map<String, String> settingUp(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> read(MYSQL_SETTING_UP);
      case MARIADB -> read(MARIADB_SETTING_UP);
      case POSTGRESQL -> read(POSTGRESQL_SETTING_UP);
      case H2 -> Map.of();
      case ORACLE -> read(ORACLE_SETTING_UP);
    };
  }

  static Map<String, String> loading(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> read(MYSQL_LOADING);
      case MARIADB -> read(MARIADB_LOADING);
      case POSTGRESQL -> read(POSTGRESQL_LOADING);
      case H2 -> Map.of();
      case ORACLE -> read(ORACLE_LOADING);
    };
  }

  private static Map<String, String> read(String table) {
    Map<String, String> properties = new LinkedHashMap<>();
    table
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" = ", 2))
        .forEach(property -> properties.put(property[0], property[1]));
    return properties;
  }
}

package dev.broadside.jobs.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/// Driver properties for load: statements prepared on the server and cached, no round trip that the workload did not ask
/// for, and no wait without an end. Every one can be overridden by the user, and every one is shown in the result.
///
/// Transport encryption is off by default on every driver, so that two drivers on one server measure the same thing;
/// `sslMode` (MySQL, MariaDB) or `sslmode` (PostgreSQL) switches it on.
final class DriverDefaults {
  /// Longer than InnoDB's default lock wait of 50 s, so that the server's own, better error comes first.
  private static final String RUN_TIMEOUT_SECONDS = "60";

  /// An index over many rows takes its time.
  private static final String LOAD_TIMEOUT_SECONDS = "3600";

  private static final String CONNECT_TIMEOUT_SECONDS = "10";

  private DriverDefaults() {}

  static Map<String, String> of(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> mysql();
      case MARIADB -> mariadb();
      case POSTGRESQL -> postgresql();
      case H2 -> Map.of();
      case ORACLE -> oracle();
    };
  }

  static Map<String, String> loading(JdbcDriver driver) {
    return switch (driver) {
      // A rewritten batch is one text statement of many rows; a prepared one would differ with every row count.
      case MYSQL ->
          ordered(
              "socketTimeout", millis(LOAD_TIMEOUT_SECONDS),
              "rewriteBatchedStatements", "true",
              "useServerPrepStmts", "false");
      // Two ways for one end: the bulk protocol on MariaDB, rewriting on MySQL.
      case MARIADB ->
          ordered(
              "socketTimeout", millis(LOAD_TIMEOUT_SECONDS),
              "useBulkStmts", "true",
              "rewriteBatchedStatements", "true");
      case POSTGRESQL ->
          ordered("socketTimeout", LOAD_TIMEOUT_SECONDS, "reWriteBatchedInserts", "true");
      case H2 -> Map.of();
      case ORACLE -> ordered("oracle.jdbc.ReadTimeout", millis(LOAD_TIMEOUT_SECONDS));
    };
  }

  /// Names and meanings: MySQL Connector/J Developer Guide, "Configuration Properties", and the bundle
  /// `maxPerformance.properties` in its jar.
  private static Map<String, String> mysql() {
    return ordered(
        "connectTimeout", millis(CONNECT_TIMEOUT_SECONDS),
        "socketTimeout", millis(RUN_TIMEOUT_SECONDS),
        "tcpKeepAlive", "true",
        "sslMode", "DISABLED",
        // caching_sha2_password without TLS sends the password under the server's RSA key.
        "allowPublicKeyRetrieval", "true",
        "useServerPrepStmts", "true",
        "cachePrepStmts", "true",
        "prepStmtCacheSize", "250",
        "prepStmtCacheSqlLimit", "2048",
        // The driver trusts what it set itself instead of asking the server again.
        "useLocalSessionState", "true",
        "elideSetAutoCommits", "true",
        "alwaysSendSetIsolation", "false",
        "cacheServerConfiguration", "true",
        "cacheResultSetMetadata", "true",
        "enableQueryTimeouts", "false",
        "maintainTimeStats", "false",
        "connectionAttributes", "none",
        "openTelemetry", "DISABLED",
        // Hardening: a target may be hostile.
        "allowLoadLocalInfile", "false",
        "allowUrlInLocalInfile", "false",
        "autoDeserialize", "false");
  }

  /// Names and meanings: MariaDB Connector/J documentation, "Optional URL parameters".
  private static Map<String, String> mariadb() {
    return ordered(
        "connectTimeout", millis(CONNECT_TIMEOUT_SECONDS),
        "socketTimeout", millis(RUN_TIMEOUT_SECONDS),
        "tcpKeepAlive", "true",
        "sslMode", "disable",
        "allowPublicKeyRetrieval", "true",
        "useServerPrepStmts", "true",
        "cachePrepStmts", "true",
        "prepStmtCacheSize", "250",
        "useLocalSessionState", "true",
        "useReadAheadInput", "true",
        // A repeated transaction is ours to count, and a redirect would measure another server.
        "transactionReplay", "false",
        "permitRedirect", "false",
        "retriesAllDown", "1",
        "allowLocalInfile", "false");
  }

  /// Names and meanings: pgjdbc documentation, "Connection parameters".
  private static Map<String, String> postgresql() {
    return ordered(
        "connectTimeout", CONNECT_TIMEOUT_SECONDS,
        "loginTimeout", CONNECT_TIMEOUT_SECONDS,
        "socketTimeout", RUN_TIMEOUT_SECONDS,
        "tcpKeepAlive", "true",
        "sslmode", "disable",
        "gssEncMode", "disable",
        // Named statements from the first execution on, where the default waits for the fifth.
        "prepareThreshold", "1",
        "preparedStatementCacheQueries", "250",
        "binaryTransfer", "true",
        "ApplicationName", "broadside");
  }

  /// Names and meanings: Javadoc of `oracle.jdbc.OracleConnection`.
  private static Map<String, String> oracle() {
    return ordered(
        "oracle.net.CONNECT_TIMEOUT", millis(CONNECT_TIMEOUT_SECONDS),
        "oracle.jdbc.ReadTimeout", millis(RUN_TIMEOUT_SECONDS),
        "oracle.net.keepAlive", "true",
        "oracle.jdbc.implicitStatementCacheSize", "100",
        "defaultRowPrefetch", "20",
        "v$session.program", "broadside");
  }

  private static String millis(String seconds) {
    return seconds + "000";
  }

  private static Map<String, String> ordered(String... namesAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}

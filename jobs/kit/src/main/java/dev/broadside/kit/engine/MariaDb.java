package dev.broadside.kit.engine;

import dev.broadside.core.work.Failure;
import dev.broadside.kit.monitor.EngineCounter;
import dev.broadside.kit.monitor.MySqlCounters;
import dev.broadside.kit.monitor.StatementView;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// MariaDB 10.6 and later, and MariaDB Connector/J.
final class MariaDb extends MySqlFamily {
  /// The server holds as many prepared statements as it may (1461), or prepares none of this kind
  /// (1295). Any other error is reported when the statement is executed.
  private static final Set<Integer> UNPREPARABLE = Set.of(1461, 1295);

  /// Names and meanings: MariaDB Connector/J documentation, "Optional URL parameters".
  private static final String SETTINGS =
      """
      # See the note on time limits in Engine.
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
      [measuring]
      # A statement that is sent together with its preparing may wait for ever where the server refuses
      # to prepare it. Threads prepare before they begin, so that nothing is gained by it.
      disablePipeline = true
      # Otherwise the driver does not send a commit after reads without a table, and it would be counted all the same.
      forceTransactionEnd = true
      # Without it nobody could close the socket of a connection whose server hangs.
      socketFactory = %s
      [setting up]
      connectTimeout = 10000
      socketTimeout = 60000
      [loading]
      # Two ways to the same end: the bulk protocol on MariaDB, rewritten batches on MySQL.
      connectTimeout = 10000
      socketTimeout = 3600000
      useBulkStmts = true
      rewriteBatchedStatements = true
      """
          .formatted(MeasuringSockets.class.getName());

  private static final ErrorTable ERRORS =
      ErrorTable.read(
          "MariaDB documentation, \"MariaDB Error Code Reference\"",
          ERRORS_OF_BOTH,
          """
          CONSTRAINT         4025   ER_CONSTRAINT_FAILED
          CONNECTION_LOST    1927   ER_CONNECTION_KILLED
          RESOURCE_EXHAUSTED 1021   ER_DISK_FULL
          TIMEOUT            1969   ER_STATEMENT_TIMEOUT
          """);

  /// MariaDB Connector/J documentation, "Optional URL parameters".
  private static final DriverProperties PROPERTIES =
      DriverProperties.read(
          "MariaDB Connector/J",
          DriverProperties.PLAIN,
          """
          may       allowMultiQueries allowPublicKeyRetrieval blankTableNameMeta cachePrepStmts
          may       connectionAttributes connectionCollation connectionTimeZone connectTimeout
          may       defaultFetchSize disablePipeline disconnectOnExpiredPasswords enabledSslCipherSuites
          may       enabledSslProtocolSuites fallbackToSystemTrustStore forceConnectionTimeZoneToSession
          may       geometryDefaultType jdbcCompliantTruncation localSocketAddress maxAllowedColumns
          may       maxAllowedPacket metaExportedKeys nullDatabaseMeansCurrent/nullCatalogMeansCurrent
          may       oldModeNoPrecisionTimestamp permitNoResults pinGlobalTxToPhysicalConnection
          may       prepStmtCacheSize preserveInstants pureLocalDateTime readOnlyPropagatesToServer
          may       restrictedAuth returnMultiValuesGeneratedIds rewriteBatchedStatements socketTimeout
          may       sslMode tcpAbortiveClose tcpKeepAlive tcpKeepCount tcpKeepIdle tcpKeepInterval
          may       timezone tinyInt1isBit transactionIsolation transformedBitIsBoolean useBulkStmts
          may       useBulkStmtsForInserts useCatalogTerm/databaseTerm useCompression useIpForKillQuery
          may       useLocalSessionState useMysqlMetadata useReadAheadInput useServerPrepStmts
          may       uuidAsString yearIsDateType
          like      sessionVariables \\w+=('[\\w.:+-]*'|[\\w.:+-]+)([,;]\\w+=('[\\w.:+-]*'|[\\w.:+-]+))*
          code      credentialType initSql socketFactory tlsSocketType
          files     allowLocalInfile fallbackToSystemKeyStore keyStore/clientCertificateKeyStoreUrl
          files     keyStoreType/clientCertificateKeyStoreType localSocket pipe serverRsaPublicKeyFile
          files     serverSslCert trustStore/trustCertificateKeyStoreUrl
          files     trustStoreType/trustCertificateKeyStoreType
          elsewhere permitRedirect servicePrincipalName
          identity  database user
          measured  autocommit createDatabaseIfNotExist dumpQueriesOnException galeraAllowedState
          measured  includeInnodbStatusInDeadlockExceptions includeThreadDumpInDeadlockExceptions
          measured  maxIdleTime maxPoolSize maxQuerySizeToLog minPoolSize pool poolName
          measured  poolValidMinDelay registerJmxPool retriesAllDown transactionReplay
          measured  transactionReplaySize useAffectedRows useResetConnection
          """);

  MariaDb() {
    super(
        new JdbcDriver(
            "jdbc:mariadb:", "org.mariadb.jdbc.Driver", "mariadb-java-client", "org.mariadb."),
        SETTINGS,
        PROPERTIES,
        ERRORS);
  }

  /// The driver prepares a statement when it is first executed, unless it is asked something
  /// before; if the server refuses, the driver says nothing, sends text, and tries again each time.
  @Override
  public Optional<String> unprepared(PreparedStatement statement) {
    try {
      statement.getParameterMetaData();
      return Optional.empty();
    } catch (SQLException refused) {
      return UNPREPARABLE.contains(refused.getErrorCode())
          ? Optional.of(Failure.describe(refused))
          : Optional.empty();
    }
  }

  @Override
  String numberMethod() {
    return "getThreadId";
  }

  @Override
  String encryption() {
    return "sslMode=trust";
  }

  @Override
  public Map<String, String> encrypting() {
    return Map.of("sslMode", "trust");
  }

  @Override
  String statusTable() {
    return "information_schema.global_status";
  }

  @Override
  public List<EngineCounter> counters(String version) {
    return MySqlCounters.ofMariaDb();
  }

  @Override
  public StatementView.All statementViews(String version) {
    return MySqlCounters.statementsOfMariaDb();
  }
}

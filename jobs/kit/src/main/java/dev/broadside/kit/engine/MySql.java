package dev.broadside.kit.engine;

import dev.broadside.kit.monitor.EngineCounter;
import dev.broadside.kit.monitor.MySqlCounters;
import dev.broadside.kit.monitor.StatementView;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// MySQL 8.0 and later, and MySQL Connector/J.
final class MySql extends MySqlFamily {
  /// Names and meanings: MySQL Connector/J Developer Guide, "Configuration Properties", and the
  /// bundle `maxPerformance.properties` in its jar.
  private static final String SETTINGS =
      """
      # See the note on time limits in Engine.
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
      [setting up]
      connectTimeout = 10000
      socketTimeout = 60000
      [loading]
      # A rewritten batch is one text statement of many rows; a prepared one would differ with every
      # row count.
      connectTimeout = 10000
      socketTimeout = 3600000
      rewriteBatchedStatements = true
      useServerPrepStmts = false
      # For LOAD DATA LOCAL, which gets what we give it: no file is in a folder that cannot exist.
      allowLoadLocalInfile = true
      allowLoadLocalInfileInPath = /dev/null/none
      """;

  /// The escape character as a number, since no text has it if NO_BACKSLASH_ESCAPES is set.
  private static final String LOAD_DATA =
      """
      load data local infile 'broadside' into table %s character set utf8mb4
      fields terminated by 0x09 escaped by 0x5C lines terminated by 0x0A (%s)\
      """;

  /// A code from 1900 on may mean one thing in MySQL and another in MariaDB, as 4025 and 4031 do.
  private static final ErrorTable ERRORS =
      ErrorTable.read(
          """
          MySQL Error Message Reference, chapters "Server Error Message Reference" and \
          "Client Error Message Reference"\
          """,
          ERRORS_OF_BOTH,
          """
          DEADLOCK           3132   ER_LOCKING_SERVICE_DEADLOCK
          LOCK_WAIT          3133   ER_LOCKING_SERVICE_TIMEOUT
          LOCK_WAIT          3572   ER_LOCK_NOWAIT
          SERIALIZATION      3101   ER_TRANSACTION_ROLLBACK_DURING_COMMIT
          CONSTRAINT         1557   ER_FOREIGN_DUPLICATE_KEY_OLD_UNUSED
          CONSTRAINT         3819   ER_CHECK_CONSTRAINT_VIOLATED
          CONNECTION_LOST    3032   ER_SERVER_OFFLINE_MODE
          CONNECTION_LOST    3168   ER_SERVER_ISNT_AVAILABLE
          CONNECTION_LOST    3169   ER_SESSION_WAS_KILLED
          CONNECTION_LOST    4031   ER_CLIENT_INTERACTION_TIMEOUT
          READ_ONLY          3989   ER_SCHEMA_READ_ONLY
          RESOURCE_EXHAUSTED 3015   ER_ENGINE_OUT_OF_MEMORY
          RESOURCE_EXHAUSTED 3019   ER_INNODB_UNDO_LOG_FULL
          RESOURCE_EXHAUSTED 3675   ER_DISK_FULL_NOWAIT
          TIMEOUT            3024   ER_QUERY_TIMEOUT
          """);

  /// MySQL Connector/J Developer Guide, "Configuration Properties".
  private static final DriverProperties PROPERTIES =
      DriverProperties.read(
          "MySQL Connector/J",
          DriverProperties.PLAIN,
          """
          may       allowMultiQueries allowNanAndInf allowPublicKeyRetrieval alwaysSendSetIsolation
          may       autoClosePStmtStreams blobsAreStrings blobSendChunkSize cacheCallableStmts
          may       cacheDefaultTimeZone cachePrepStmts cacheResultSetMetadata cacheServerConfiguration
          may       callableStmtCacheSize characterEncoding characterSetResults clobberStreamingResults
          may       clobCharacterEncoding connectionAttributes connectionCollation
          may       connectionTimeZone/serverTimezone connectTimeout continueBatchOnError databaseTerm
          may       defaultFetchSize disconnectOnExpiredPasswords dontCheckOnDuplicateKeyUpdateInSQL
          may       dontTrackOpenResources elideSetAutoCommits emptyStringsConvertToZero emulateLocators
          may       emulateUnsupportedPstmts enableEscapeProcessing enableQueryTimeouts
          may       fallbackToSystemTrustStore fipsCompliantJsse forceConnectionTimeZoneToSession
          may       functionsNeverReturnBlobs generateSimpleParameterMetadata
          may       getProceduresReturnsFunctions holdResultsOpenOverStatementClose ignoreNonTxTables
          may       jdbcCompliantTruncation largeRowSizeThreshold localSocketAddress
          may       locatorFetchBufferSize maintainTimeStats maxAllowedPacket maxByteArrayAsHex
          may       metadataCacheSize netTimeoutForStreamingResults noAccessToProcedureBodies
          may       noDatetimeStringSync nullDatabaseMeansCurrent/nullCatalogMeansCurrent
          may       overrideSupportsIntegrityEnhancementFacility padCharsWithSpace
          may       passwordCharacterEncoding pinGlobalTxToPhysicalConnection
          may       populateInsertRowWithDefaultValues prepStmtCacheSize prepStmtCacheSqlLimit
          may       preserveInstants processEscapeCodesForPrepStmts queryTimeoutKillsConnection
          may       readOnlyPropagatesToServer rewriteBatchedStatements rollbackOnPooledClose
          may       scrollTolerantForwardOnly sendFractionalSeconds sendFractionalSecondsForTime
          may       socketTimeout sslMode strictUpdates tcpKeepAlive tcpNoDelay tcpRcvBuf tcpSndBuf
          may       tcpTrafficClass tinyInt1isBit tlsCiphersuites/enabledSSLCipherSuites
          may       tlsVersions/enabledTLSProtocols trackSessionState transformedBitIsBoolean
          may       treatMysqlDatetimeAsTimestamp treatUtilDateAsTimestamp useColumnNamesInFindColumn
          may       useCompression useCursorFetch useHostsInPrivileges useInformationSchema
          may       useLocalSessionState useOldAliasMetadataBehavior useOnlyServerErrorMessages
          may       useReadAheadInput useServerPrepStmts useStreamLengthsInPrepStmts useUnbufferedInput
          may       yearIsDateType zeroDateTimeBehavior
          like      sessionVariables \\w+=('[\\w.:+-]*'|[\\w.:+-]+)([,;]\\w+=('[\\w.:+-]*'|[\\w.:+-]+))*
          code      authenticationOpenidConnectCallbackHandler authenticationPlugins
          code      authenticationWebAuthnCallbackHandler clientInfoProvider
          code      connectionLifecycleInterceptors customCharsetMapping defaultAuthenticationPlugin
          code      detectCustomCollations disabledAuthenticationPlugins exceptionInterceptors
          code      ha.enableJMX/haEnableJMX ha.loadBalanceStrategy/haLoadBalanceStrategy
          code      KeyManagerFactoryProvider keyStoreProvider loadBalanceExceptionChecker logger
          code      profilerEventHandler propertiesTransform queryInfoCacheFactory/parseInfoCacheFactory
          code      queryInterceptors resourceId serverConfigCacheFactory socketFactory
          code      sslContextProvider trustManagerFactoryProvider useConfigs
          files     allowLoadLocalInfile allowLoadLocalInfileInPath allowUrlInLocalInfile
          files     autoGenerateTestcaseScript clientCertificateKeyStoreType
          files     clientCertificateKeyStoreUrl fallbackToSystemKeyStore idTokenFile ociConfigFile
          files     ociConfigProfile path/namedPipePath serverRSAPublicKeyFile
          files     trustCertificateKeyStoreType trustCertificateKeyStoreUrl
          elsewhere dnsSrv ldapServerHostname socksProxy* xdevapi*
          identity  address dbname host port priority protocol type user
          measured  allowReplicaDownConnections allowSourceDownConnections autoReconnect
          measured  autoReconnectForPools autoSlowLog compensateOnDuplicateKeyUpdateCounts
          measured  createDatabaseIfNotExist dumpQueriesOnException enablePacketDebug explainSlowQueries
          measured  failOverReadOnly gatherPerfMetrics includeInnodbStatusInDeadlockExceptions
          measured  includeThreadDumpInDeadlockExceptions includeThreadNamesAsStatementComment
          measured  initialTimeout interactiveClient loadBalance* logSlowQueries logXaCommands
          measured  maxQuerySizeToLog maxReconnects maxRows openTelemetry packetDebugBufferSize paranoid
          measured  pedantic profileSQL queriesBeforeRetrySource readFromSourceWhenNoReplicas
          measured  reconnectAtTxEnd replicationConnectionGroup reportMetricsIntervalMillis
          measured  resultSetSizeThreshold retriesAllDown secondsBeforeRetrySource selfDestruct*
          measured  serverAffinityOrder slowQueryThresholdMillis slowQueryThresholdNanos traceProtocol
          measured  ultraDevHack useAffectedRows useLocalTransactionState useNanosForElapsedTime
          measured  useUsageAdvisor
          replaced  requireSSL useSSL verifyServerCertificate
          """);

  MySql() {
    super(
        new JdbcDriver(
            "jdbc:mysql:", "com.mysql.cj.jdbc.Driver", "mysql-connector-j", "com.mysql."),
        SETTINGS,
        PROPERTIES,
        ERRORS);
  }

  /// If the server cannot prepare a statement, Connector/J says nothing and sends text.
  @Override
  public Optional<String> unprepared(PreparedStatement statement) {
    return statement.toString().startsWith("com.mysql.cj.jdbc.ClientPreparedStatement")
        ? Optional.of("MySQL Connector/J does not say why")
        : Optional.empty();
  }

  @Override
  String numberMethod() {
    return "getId";
  }

  /// LOAD DATA LOCAL changes or leaves out what does not fit, and warns.
  @Override
  public Optional<TextLoad> textLoad() {
    return Optional.of((connection, table, columns, rows) -> {
      try (Statement statement = connection.unwrap(Connection.class).createStatement()) {
        giving(statement, rows);
        long taken = statement.executeLargeUpdate(LOAD_DATA.formatted(table, columns));
        if (statement.getWarnings() != null) {
          throw statement.getWarnings();
        }
        giving(statement, InputStream.nullInputStream());
        return taken;
      }
    });
  }

  private static void giving(Statement statement, InputStream rows) throws SQLException {
    call(statement, "setLocalInfileInputStream", List.of(InputStream.class), rows);
  }

  @Override
  String encryption() {
    return "sslMode=REQUIRED";
  }

  @Override
  public Map<String, String> encrypting() {
    return Map.of("sslMode", "REQUIRED");
  }

  @Override
  String statusTable() {
    return "performance_schema.global_status";
  }

  @Override
  public List<EngineCounter> counters(String version) {
    return MySqlCounters.ofMySql();
  }

  @Override
  public StatementView.All statementViews(String version) {
    return MySqlCounters.statementsOfMySql();
  }
}

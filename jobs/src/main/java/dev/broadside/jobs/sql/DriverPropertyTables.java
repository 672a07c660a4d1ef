package dev.broadside.jobs.sql;

/// One table per driver: every property that it knows, judged for a load test.
///
/// Trust and key stores are refused with all other files: certificates are checked against what the
/// agent's Java trusts.
final class DriverPropertyTables {
  private static final String PLAIN = "[\\w.:,/+ -]{0,200}";

  /// H2 reads a setting's value as a piece of a SET statement, and whatever follows as statements.
  private static final String H2_VALUES = "[\\w.,+-]{0,200}";

  /// MySQL Connector/J Developer Guide, "Configuration Properties".
  static final DriverProperties MYSQL =
      DriverProperties.read(
          "MySQL Connector/J",
          PLAIN,
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

  /// MariaDB Connector/J documentation, "Optional URL parameters".
  static final DriverProperties MARIADB =
      DriverProperties.read(
          "MariaDB Connector/J",
          PLAIN,
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

  /// pgjdbc documentation, "Connection parameters".
  static final DriverProperties POSTGRESQL =
      DriverProperties.read(
          "pgjdbc",
          PLAIN,
          """
          may       adaptiveFetch adaptiveFetchMaximum adaptiveFetchMinimum allowEncodingChanges
          may       ApplicationName assumeMinServerVersion binaryTransfer binaryTransferDisable
          may       binaryTransferEnable cancelSignalTimeout channelBinding connectTimeout
          may       convertBooleanToNumeric currentSchema databaseMetadataCacheFields
          may       databaseMetadataCacheFieldsMiB defaultRowFetchSize disableColumnSanitiser
          may       escapeSyntaxCallMode flushCacheOnDdl groupStartupParameters hideUnprivilegedObjects
          may       localSocketAddress loginTimeout logServerErrorDetail maxResultBuffer
          may       maxSendBufferSize preparedStatementCacheQueries preparedStatementCacheSizeMiB
          may       prepareThreshold queryTimeout quoteReturningIdentifiers readOnly readOnlyMode
          may       receiveBufferSize requireAuth reWriteBatchedInserts reWriteBatchedInsertsSize
          may       scramMaxIterations sendBufferSize socketTimeout sslmode sslNegotiation
          may       sslResponseTimeout stringtype tcpKeepAlive tcpNoDelay unknownLength
          like      options -c \\w+=[\\w.:+-]+( -c \\w+=[\\w.:+-]+)*
          code      authenticationPluginClassName classLoaderStrategy connectExecutor connectExecutorArg
          code      socketFactory socketFactoryArg sslfactory sslfactoryarg sslhostnameverifier
          code      sslpasswordcallback sspiServiceClass xmlFactoryFactory
          files     loggerFile loggerLevel pemKeyAlgorithm sslcert sslkey sslrootcert
          elsewhere gss* jaas* kerberosServerName replication useSpnego
          identity  PGDBNAME PGHOST PGPORT service user
          measured  autosave cleanupSavepoints hostRecheckSeconds loadBalanceHosts
          measured  logUnclosedConnections preferQueryMode protocolVersion targetServerType
          replaced  ssl
          """);

  /// H2 documentation, SET commands and `org.h2.engine.DbSettings`.
  static final DriverProperties H2 =
      DriverProperties.read(
          "H2",
          H2_VALUES,
          """
          may       ALLOW_LITERALS ANALYZE_AUTO ANALYZE_SAMPLE AUTO_COMPACT_FILL_RATE CACHE_SIZE
          may       CACHE_TYPE CASE_INSENSITIVE_IDENTIFIERS COLLATION COMPRESS DATABASE_TO_LOWER
          may       DATABASE_TO_UPPER DB_CLOSE_DELAY DB_CLOSE_ON_EXIT DEFAULT_ESCAPE
          may       DEFAULT_LOCK_TIMEOUT DEFAULT_NULL_ORDERING DEFAULT_TABLE_TYPE DEFRAG_ALWAYS
          may       DROP_RESTRICT ESTIMATED_FUNCTION_TABLE_ROWS FORBID_CREATION IFEXISTS IGNORECASE
          may       LAZY_QUERY_EXECUTION LOB_TIMEOUT LOCK_MODE LOCK_TIMEOUT MAX_COMPACT_TIME
          may       MAX_LENGTH_INPLACE_LOB MAX_LOG_SIZE MAX_MEMORY_ROWS MAX_MEMORY_UNDO
          may       MAX_OPERATION_MEMORY MAX_QUERY_TIMEOUT MODE NETWORK_TIMEOUT NON_KEYWORDS
          may       OLD_INFORMATION_SCHEMA OPTIMIZE_DISTINCT OPTIMIZE_EVALUATABLE_SUBQUERIES
          may       OPTIMIZE_IN_LIST OPTIMIZE_IN_SELECT OPTIMIZE_INSERT_FROM_SELECT OPTIMIZE_OR
          may       OPTIMIZE_REUSE_RESULTS OPTIMIZE_SIMPLE_SINGLE_ROW_SUBQUERIES OPTIMIZE_TWO_EQUALS
          may       PAGE_SIZE QUERY_CACHE_SIZE QUERY_STATISTICS QUERY_STATISTICS_MAX_ENTRIES
          may       QUERY_TIMEOUT READONLY RECOMPILE_ALWAYS REDO_LOG_BINARY RETENTION_TIME REUSE_SPACE
          may       SCHEMA SCHEMA_SEARCH_PATH TRUNCATE_LARGE_LENGTH VARIABLE_BINARY WRITE_DELAY
          may       ZERO_BASED_ENUMS
          code      AUTHENTICATOR AUTHREALM BUILTIN_ALIAS_OVERRIDE DATABASE_EVENT_LISTENER
          code      DEFAULT_TABLE_ENGINE INIT JAVA_OBJECT_SERIALIZER JMX
          files     ACCESS_MODE_DATA AUTO_SERVER* CIPHER FILE_LOCK RECOVER RECOVER_TEST TRACE_*
          elsewhere CLUSTER DEFAULT_CONNECTION SHARE_LINKED_CONNECTIONS
          secret    PASSWORD_HASH
          identity  CATALOG USER
          measured  AUTO_RECONNECT AUTOCOMMIT CREATE_BUILD EXCLUSIVE OPEN_NEW REFERENTIAL_INTEGRITY
          measured  THROTTLE
          unclear   ASSERT BINARY_COLLATION CREATE IGNORE_CATALOGS IGNORE_UNKNOWN_SETTINGS MV_STORE
          unclear   NO_UPGRADE PAGE_STORE UUID_COLLATION
          """);

  /// Javadoc of `oracle.jdbc.OracleConnection`.
  static final DriverProperties ORACLE =
      DriverProperties.read(
          "the Oracle driver",
          PLAIN,
          """
          may       AccumulateBatchResult defaultExecuteBatch defaultNChar defaultRowPrefetch
          may       disableDefineColumnType fixedString includeSynonyms mapStringParameterToCHAR
          may       oracle.jdbc.allowedLogonVersion oracle.jdbc.allowMixingJdbcAndNamedBinds
          may       oracle.jdbc.autoCommitSpecCompliant
          may       oracle.jdbc.backwardCompatibileUpdateableResultSet
          may       oracle.jdbc.checkAuthResponseOnError oracle.jdbc.commitOption
          may       oracle.jdbc.commitSelectOnAutocommit oracle.jdbc.continueBatchOnError
          may       oracle.jdbc.convertNcharLiterals
          may       oracle.jdbc.createDescriptorUseCurrentSchemaForSchemaName
          may       oracle.jdbc.defaultConnectionValidation oracle.jdbc.defaultLobPrefetchSize
          may       oracle.jdbc.DRCPConnectionClass oracle.jdbc.DRCPConnectionPurity
          may       oracle.jdbc.DRCPMultiplexingInRequestAPIs oracle.jdbc.DRCPTagName
          may       oracle.jdbc.driverNameAttribute oracle.jdbc.editionName
          may       oracle.jdbc.enableDataInLocator oracle.jdbc.enableImplicitRequests
          may       oracle.jdbc.enableReadDataInLocator oracle.jdbc.enableSSSCursor
          may       oracle.jdbc.enableTempLobRefCnt oracle.jdbc.fetchSizeTuning
          may       oracle.jdbc.implicitStatementCacheSize oracle.jdbc.inbandNotification
          may       oracle.jdbc.J2EE13Compliant oracle.jdbc.JDBCStandardBehavior
          may       oracle.jdbc.LobStreamPosStandardCompliant oracle.jdbc.loginTimeout
          may       oracle.jdbc.mapDateToTimestamp oracle.jdbc.maxBatchMemory
          may       oracle.jdbc.maxCachedBufferSize oracle.jdbc.parameterMetadataCacheIncludeParsing
          may       oracle.jdbc.parameterMetadataCacheSize oracle.jdbc.parameterMetadataPreprocess
          may       oracle.jdbc.readOnlyInstanceAllowed oracle.jdbc.ReadTimeout
          may       oracle.jdbc.retainLobPrefetchData oracle.jdbc.RetainV9LongBindBehavior
          may       oracle.jdbc.sendAllDataForValueLobs oracle.jdbc.sendBooleanAsNativeBoolean
          may       oracle.jdbc.sendBooleanInPLSQL oracle.jdbc.StreamChunkSize
          may       oracle.jdbc.strictASCIIConversion oracle.jdbc.TcpNoDelay
          may       oracle.jdbc.timestampTzInGmt oracle.jdbc.timezoneAsRegion
          may       oracle.jdbc.transactionPriority oracle.jdbc.use1900AsYearForTime
          may       oracle.jdbc.UseDRCPMultipletag oracle.jdbc.useNio
          may       oracle.jdbc.useThreadLocalBufferCache oracle.net.allow_weak_crypto
          may       oracle.net.CONNECT_TIMEOUT oracle.net.connectionIdPrefix
          may       oracle.net.crypto_checksum_client oracle.net.disableOob
          may       oracle.net.DOWN_HOSTS_TIMEOUT oracle.net.encryption_client oracle.net.keepAlive
          may       oracle.net.networkCompression oracle.net.networkCompressionThreshold
          may       oracle.net.OUTBOUND_CONNECT_TIMEOUT oracle.net.ssl_allow_weak_dn_match
          may       oracle.net.ssl_context_protocol oracle.net.ssl_server_dn_match
          may       oracle.net.ssl_version oracle.net.sslContextCacheSize oracle.net.TCP_KEEPCOUNT
          may       oracle.net.TCP_KEEPIDLE oracle.net.TCP_KEEPINTERVAL oracle.net.useJCEAPI
          may       oracle.net.useSNI oracle.net.useTcpFastOpen oracle.net.useZeroCopyIO processEscapes
          may       remarksReporting restrictGetTables SetFloatAndDoubleUseBinary
          may       useFetchSizeWithLongColumn v$session.ename v$session.iname v$session.machine
          may       v$session.osuser v$session.process v$session.program v$session.terminal
          like      oracle.net.ssl_server_cert_dn [\\w.:,/+= -]*
          like      oracle.net.ssl_cipher_suites \\(?[\\w, ]*\\)?
          like      oracle.net.networkCompressionLevels \\((low|high|low, ?high)\\)
          like      oracle.net.encryption_types_client \\([\\w, ]*\\)
          like      oracle.net.crypto_checksum_types_client \\([\\w, ]*\\)
          like      oracle.net.SNIIgnoreList \\(?[\\w., ]*\\)?
          code      DMSName DMSType OCIEnvHandle OCIErrHandle OCISvcCtxHandle
          code      oracle.jdbc.configurationProviders oracle.jdbc.disabledBugFixes
          code      oracle.jdbc.DRCPPLSQLCallback oracle.jdbc.enableProviderOverride
          code      oracle.jdbc.jsonDefaultGetObjectType oracle.jdbc.provider.*
          code      oracle.jdbc.sessionFixUpParams oracle.jdbc.sqlTranslationProfile
          code      oracle.jdbc.vectorDefaultGetObjectType oracle.net.KerberosJaasLoginModule
          code      oracle.net.radius_challenge_response_handler ssl.keyManagerFactory.algorithm
          code      ssl.trustManagerFactory.algorithm
          files     javax.net.ssl.* oracle.jdbc.clientCertificate oracle.jdbc.config.file
          files     oracle.jdbc.diagnostic.* oracle.jdbc.ons.* oracle.jdbc.sqlErrorTranslationFile
          files     oracle.jdbc.tokenLocation oracle.net.kerberos5_cc_name oracle.net.profile
          files     oracle.net.seps_wallet_location oracle.net.ssl_certificate_alias
          files     oracle.net.ssl_certificate_thumbprint oracle.net.ssl_pem_private_key_index
          files     oracle.net.tns_admin oracle.net.wallet_location
          elsewhere com.sun.jndi.* oracle.jdbc.azure* oracle.jdbc.clientId oracle.jdbc.dcnOptions
          elsewhere oracle.jdbc.debugJDWP oracle.jdbc.enableErrorUrl oracle.jdbc.fanEnabled
          elsewhere oracle.jdbc.oci* oracle.jdbc.passwordAuthentication oracle.jdbc.redirectUri
          elsewhere oracle.jdbc.remoteConfigurationFiltering oracle.jdbc.serverTelemetryLoggingEnabled
          elsewhere oracle.jdbc.serverTelemetryTracesEnabled oracle.jdbc.tenantId
          elsewhere oracle.jdbc.thinForceDNSLoadBalancing oracle.jdbc.tokenAuthentication
          elsewhere oracle.jdbc.useShardingDriverConnection oracle.jdbc.useTrueCacheDriverConnection
          elsewhere oracle.net.authentication_services oracle.net.external_authentication
          elsewhere oracle.net.eztls oracle.net.httpsProxy* oracle.net.kerberos5_mutual_authentication
          elsewhere oracle.net.KerberosRealm oracle.net.ldap.* oracle.net.proxyRemoteDNS
          elsewhere oracle.net.socks*
          secret    oracle.net.crypto_seed
          identity  database internal_logon oracle.jdbc.localhostName oracle.jdbc.proxyClientName
          identity  oracle.net.oldSyntax oracle.net.websocketUser prelim_auth protocol server user
          measured  autoCommit oracle.jdbc.databaseStateRequirement
          measured  oracle.jdbc.DMSStatementCachingMetrics oracle.jdbc.DMSStatementMetrics
          measured  oracle.jdbc.enableACSupport oracle.jdbc.enableQueryResultCache
          measured  oracle.jdbc.enableResultSetCache oracle.jdbc.enableTGSupport
          measured  oracle.jdbc.queryResultCacheMaxLag oracle.jdbc.queryResultCacheMaxSize
          measured  oracle.jdbc.replay.protectedRequestSizeLimit
          unclear   JDBCDriverCharSetId oracle.jdbc.allowSingleShardTransactionSupport
          unclear   oracle.jdbc.applicationContext oracle.jdbc.XAThroughSessionlessTransactions
          unclear   oracle.net.setFIPSMode RessourceManagerId
          """);

  private DriverPropertyTables() {}

  static DriverProperties of(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> MYSQL;
      case MARIADB -> MARIADB;
      case POSTGRESQL -> POSTGRESQL;
      case H2 -> H2;
      case ORACLE -> ORACLE;
    };
  }
}

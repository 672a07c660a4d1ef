package dev.broadside.kit.engine;

import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.kit.monitor.EngineCounter;
import dev.broadside.kit.monitor.OracleCounters;
import dev.broadside.kit.monitor.StatementView;
import dev.broadside.kit.plan.OraclePlans;
import dev.broadside.kit.plan.PlanSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Oracle Database 19c and later, and its thin driver.
class Oracle extends Engine {
  /// Names and meanings: Javadoc of `oracle.jdbc.OracleConnection`.
  private static final String SETTINGS =
      """
      # See the note on time limits in Engine; without a value the driver has 60 s to connect.
      oracle.net.CONNECT_TIMEOUT = 10000
      oracle.jdbc.ReadTimeout = 0
      oracle.net.keepAlive = true
      oracle.jdbc.implicitStatementCacheSize = 100
      defaultRowPrefetch = 20
      v$session.program = broadside
      [setting up]
      oracle.jdbc.ReadTimeout = 60000
      [loading]
      oracle.jdbc.ReadTimeout = 3600000
      """;

  /// A name alone is not an address: the driver would look it up in a file.
  private static final Pattern ADDRESS =
      Pattern.compile(
          "@(?:(?:tcps?:)?%s|%s%s[:/])%s"
              .formatted(
                  ConnectionUrl.SERVER,
                  ConnectionUrl.HOST,
                  ConnectionUrl.PORT,
                  ConnectionUrl.NAME));

  /// 17xxx and 18xxx are the JDBC driver's own. The driver also reports a statement timeout as
  /// ORA-01013; in a load test a timeout is more likely than a cancelled statement.
  private static final ErrorTable ERRORS =
      ErrorTable.read(
          """
          Oracle "Database Error Messages", ORA- and TNS-numbers; "JDBC Developer's Guide", \
          appendix "Oracle JDBC Error Messages"\
          """,
          """
          DEADLOCK           60     deadlock detected while waiting for resource
          DEADLOCK           4020   deadlock detected while trying to lock object
          LOCK_WAIT          51     timeout occurred while waiting for a resource
          LOCK_WAIT          54     resource busy and acquire with NOWAIT specified or timeout expired
          LOCK_WAIT          2049   timeout: distributed transaction waiting for lock
          LOCK_WAIT          4021   timeout occurred while waiting to lock object
          LOCK_WAIT          30006  resource busy; acquire with WAIT timeout expired
          SERIALIZATION      8177   can't serialize access for this transaction
          SERIALIZATION      2091   transaction rolled back
          SNAPSHOT_TOO_OLD   1555   snapshot too old
          SNAPSHOT_TOO_OLD   1466   unable to read data - table definition has changed
          SNAPSHOT_TOO_OLD   22924  snapshot too old
          CONSTRAINT         1      unique constraint violated
          CONSTRAINT         1400   cannot insert NULL
          CONSTRAINT         1407   cannot update to NULL
          CONSTRAINT         2290   check constraint violated
          CONSTRAINT         2291   integrity constraint violated - parent key not found
          CONSTRAINT         2292   integrity constraint violated - child record found
          CONNECTION_LOST    28     your session has been killed
          CONNECTION_LOST    31     session marked for kill
          CONNECTION_LOST    45     your session has been killed with no replay
          CONNECTION_LOST    603    ORACLE server session terminated by fatal error
          CONNECTION_LOST    1012   not logged on
          CONNECTION_LOST    1033   ORACLE initialization or shutdown in progress
          CONNECTION_LOST    1034   ORACLE not available
          CONNECTION_LOST    1089   immediate shutdown in progress
          CONNECTION_LOST    1090   shutdown in progress
          CONNECTION_LOST    1092   ORACLE instance terminated
          CONNECTION_LOST    1109   database not open
          CONNECTION_LOST    2396   exceeded maximum idle time
          CONNECTION_LOST    2399   exceeded maximum connect time
          CONNECTION_LOST    3113   end-of-file on communication channel
          CONNECTION_LOST    3114   not connected to ORACLE
          CONNECTION_LOST    3135   connection lost contact
          CONNECTION_LOST    3136   inbound connection timed out
          CONNECTION_LOST    12170  TNS:connect timeout occurred
          CONNECTION_LOST    12505  TNS:listener does not currently know of SID
          CONNECTION_LOST    12514  TNS:listener does not currently know of service
          CONNECTION_LOST    12521  TNS:listener does not currently know of instance
          CONNECTION_LOST    12526  TNS:listener: all appropriate instances are in restricted mode
          CONNECTION_LOST    12528  TNS:listener: all instances are blocking new connections
          CONNECTION_LOST    12535  TNS:operation timed out
          CONNECTION_LOST    12537  TNS:connection closed
          CONNECTION_LOST    12541  TNS:no listener
          CONNECTION_LOST    12543  TNS:destination host unreachable
          CONNECTION_LOST    12545  connect failed because target host or object does not exist
          CONNECTION_LOST    12547  TNS:lost contact
          CONNECTION_LOST    12560  TNS:protocol adapter error
          CONNECTION_LOST    12570  TNS:packet reader failure
          CONNECTION_LOST    12571  TNS:packet writer failure
          CONNECTION_LOST    12609  TNS:receive timeout occurred
          CONNECTION_LOST    17002  I/O exception
          CONNECTION_LOST    17008  closed connection
          CONNECTION_LOST    17410  no more data to read from socket
          CONNECTION_LOST    17820  the network adapter could not establish the connection
          CONNECTION_LOST    17868  unknown host specified
          CONNECTION_LOST    18714  login timeout expired
          CONNECTION_LOST    18730  socket read interrupted
          CONNECTION_LOST    25401  can not continue fetches
          CONNECTION_LOST    25402  transaction must roll back
          CONNECTION_LOST    25403  could not reconnect
          CONNECTION_LOST    25405  transaction status unknown
          CONNECTION_LOST    25408  can not safely replay call
          READ_ONLY          1456   may not perform insert/delete/update operation inside a READ ONLY transaction
          READ_ONLY          16000  database or pluggable database open for read-only access
          READ_ONLY          16456  switchover to standby in progress or completed
          RESOURCE_EXHAUSTED 18     maximum number of sessions exceeded
          RESOURCE_EXHAUSTED 19     maximum number of session licenses exceeded
          RESOURCE_EXHAUSTED 20     maximum number of processes exceeded
          RESOURCE_EXHAUSTED 257    archiver error
          RESOURCE_EXHAUSTED 1000   maximum open cursors exceeded
          RESOURCE_EXHAUSTED 1536   space quota exceeded for tablespace
          RESOURCE_EXHAUSTED 1650   unable to extend rollback segment
          RESOURCE_EXHAUSTED 1652   unable to extend temp segment
          RESOURCE_EXHAUSTED 1653   unable to extend table
          RESOURCE_EXHAUSTED 1654   unable to extend index
          RESOURCE_EXHAUSTED 1688   unable to extend table partition
          RESOURCE_EXHAUSTED 2391   exceeded simultaneous SESSIONS_PER_USER limit
          RESOURCE_EXHAUSTED 4030   out of process memory
          RESOURCE_EXHAUSTED 4031   unable to allocate shared memory
          RESOURCE_EXHAUSTED 4036   PGA memory used by the instance exceeds PGA_AGGREGATE_LIMIT
          RESOURCE_EXHAUSTED 12516  TNS:listener could not find available handler
          RESOURCE_EXHAUSTED 12518  TNS:listener could not hand off client connection
          RESOURCE_EXHAUSTED 12519  TNS:no appropriate service handler found
          RESOURCE_EXHAUSTED 12520  TNS:listener could not find available handler for requested type
          RESOURCE_EXHAUSTED 30036  unable to extend segment in undo tablespace
          TIMEOUT            40     active time limit exceeded - call aborted
          TIMEOUT            1013   user requested cancel of current operation
          """);

  /// Javadoc of `oracle.jdbc.OracleConnection`.
  private static final DriverProperties PROPERTIES =
      DriverProperties.read(
          "the Oracle driver",
          DriverProperties.PLAIN,
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

  Oracle() {
    super(
        new JdbcDriver("jdbc:oracle:thin:", "oracle.jdbc.OracleDriver", "ojdbc17", "oracle."),
        SETTINGS,
        PROPERTIES,
        ERRORS);
  }

  @Override
  String encryption() {
    return "tcps:// to the URL";
  }

  @Override
  Pattern address() {
    return ADDRESS;
  }

  @Override
  String example() {
    return "jdbc:oracle:thin:@//HOST:PORT/SERVICE";
  }

  @Override
  Map<Integer, Refusal.Kind> refusals() {
    return Map.of(
        1017, Refusal.Kind.PASSWORD, // invalid username/password
        1005, Refusal.Kind.PASSWORD, // null password given
        28000, Refusal.Kind.PASSWORD, // the account is locked
        28001, Refusal.Kind.PASSWORD, // the password has expired
        12514, Refusal.Kind.DATABASE, // TNS:listener does not know of service
        12505, Refusal.Kind.DATABASE, // TNS:listener does not know of SID
        1045, Refusal.Kind.PRIVILEGE, // user lacks CREATE SESSION
        18, Refusal.Kind.FULL, // maximum number of sessions exceeded
        12516, Refusal.Kind.FULL);
  }

  @Override
  public String wholeNumber() {
    return "number(19)";
  }

  @Override
  public String text(int characters) {
    return "varchar2(" + characters + ")";
  }

  @Override
  public String identity() {
    return "number(10) generated by default as identity";
  }

  @Override
  public List<String> continueIdentity(String table, String column, long next) {
    return List.of(
        "alter table %s modify (%s generated by default as identity (start with %d))"
            .formatted(table, column, next));
  }

  /// Before 23ai there is no table value constructor: ORA-00933.
  @Override
  public int insertsSeveralRowsSince() {
    return 23;
  }

  /// A transaction begins with its first statement, and needs a connection that is not in
  /// auto-commit.
  @Override
  public String begin() {
    return "";
  }

  /// Within the body the two rows are bind variables.
  @Override
  public List<String> trigger(RowTrigger trigger) {
    String body =
        "%s; new.%s := %s;".formatted(trigger.insert(), trigger.column(), trigger.value());
    return List.of(
        "create or replace trigger %s before update on %s for each row when (%s) begin %s end;"
            .formatted(
                trigger.fullName(),
                trigger.table(),
                trigger.when(),
                body.replaceAll("\\b(new|old)\\.", ":$1.")));
  }

  @Override
  public List<String> afterLoad(String table) {
    return List.of("begin dbms_stats.gather_table_stats(user, upper('" + table + "')); end;");
  }

  @Override
  public String selectOne() {
    return "select 1 from dual";
  }

  @Override
  public PlanSource plans() {
    return new OraclePlans();
  }

  @Override
  public String settingsQuery() {
    return """
    select name, value from v$parameter where name in
    ('sga_target', 'pga_aggregate_target', 'processes', 'sessions', 'open_cursors',
     'commit_logging', 'commit_wait', 'cpu_count', 'compatible', 'memory_target',
     'db_cache_size', 'log_buffer', 'optimizer_mode', 'optimizer_features_enable',
     'cursor_sharing', 'session_cached_cursors', 'filesystemio_options')
    order by name\
    """;
  }

  @Override
  public String upSecondsQuery() {
    return "select round((sysdate - startup_time) * 86400) from v$instance";
  }

  @Override
  public String roomForConnectionsQuery() {
    return """
    select to_number(p.value) - (select count(*) from v$session) + 1
    from v$parameter p where p.name = 'sessions'\
    """;
  }

  @Override
  public String countersQuery(List<String> tables) {
    return "select 'commits', value from v$sysstat where name = 'user commits'";
  }

  @Override
  public String countingSinceQuery() {
    return "select round((startup_time - date '1970-01-01') * 86400) from v$instance";
  }

  @Override
  public String counterSlack() {
    return "other sessions count too";
  }

  @Override
  public Optional<AskedStatements> askedStatements() {
    return Optional.of(AskedStatements.ofOracle());
  }

  @Override
  public List<EngineCounter> counters(String version) {
    return OracleCounters.all();
  }

  @Override
  public StatementView.All statementViews(String version) {
    return OracleCounters.statements();
  }

  @Override
  public String heldPrivilegesQuery() {
    return """
    select 'CREATE' from session_privs where privilege in ('CREATE TABLE', 'CREATE ANY TABLE')
    union all select 'SELECT' from dual union all select 'INSERT' from dual
    union all select 'UPDATE' from dual union all select 'DELETE' from dual
    union all select 'DROP' from dual union all select 'INDEX' from dual\
    """;
  }

  /// H2 in its Oracle mode, which stands in for Oracle: its words, without what only Oracle has.
  static final class OnH2 extends Oracle {
    private static final H2 H2 = new H2();

    @Override
    public String name() {
      return "oracle-on-h2";
    }

    @Override
    boolean answers(Connection connection) throws SQLException {
      return H2.answers(connection, true);
    }

    @Override
    public ErrorTable errors() {
      return H2.errors();
    }

    @Override
    public List<String> continueIdentity(String table, String column, long next) {
      return H2.continueIdentity(table, column, next);
    }

    @Override
    public int insertsSeveralRowsSince() {
      return H2.insertsSeveralRowsSince();
    }

    /// A trigger of H2 is a Java class.
    @Override
    public List<String> trigger(RowTrigger trigger) {
      return List.of();
    }

    @Override
    public List<String> afterLoad(String table) {
      return List.of();
    }

    @Override
    public String settingsQuery() {
      return "";
    }

    @Override
    public String upSecondsQuery() {
      return "";
    }

    @Override
    public String roomForConnectionsQuery() {
      return "";
    }

    @Override
    public String countersQuery(List<String> tables) {
      return "";
    }

    @Override
    public String countingSinceQuery() {
      return "";
    }

    @Override
    public String heldPrivilegesQuery() {
      return "";
    }

    @Override
    public Optional<AskedStatements> askedStatements() {
      return Optional.empty();
    }

    @Override
    public List<EngineCounter> counters(String version) {
      return List.of();
    }
  }
}

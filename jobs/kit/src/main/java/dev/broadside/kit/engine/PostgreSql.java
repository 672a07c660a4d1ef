package dev.broadside.kit.engine;

import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.kit.monitor.EngineCounter;
import dev.broadside.kit.monitor.LockQuestion;
import dev.broadside.kit.monitor.PostgreSqlCounters;
import dev.broadside.kit.monitor.StatementView;
import dev.broadside.kit.plan.PlanSource;
import dev.broadside.kit.plan.PostgreSqlPlans;
import dev.broadside.kit.query.Rows;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// PostgreSQL 12 and later, and pgjdbc.
final class PostgreSql extends Engine {
  /// Errors that depend on the types of parameters: cannot_coerce, indeterminate_datatype,
  /// ambiguous_parameter, ambiguous_function, datatype_mismatch, undefined_function.
  private static final Set<String> UNTYPED =
      Set.of("42846", "42P18", "42P08", "42725", "42804", "42883");

  /// Names and meanings: pgjdbc documentation, "Connection parameters".
  private static final String SETTINGS =
      """
      # See the note on time limits in Engine.
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
      [measuring]
      # Without it nobody could close the socket of a connection whose server hangs.
      socketFactory = %s
      [setting up]
      connectTimeout = 10
      loginTimeout = 10
      socketTimeout = 60
      [loading]
      connectTimeout = 10
      socketTimeout = 3600
      reWriteBatchedInserts = true
      """
          .formatted(MeasuringSockets.class.getName());

  private static final String POOLED =
      "if a pooler between keeps no session, such as pgbouncer in transaction pooling, set the"
          + " driver property prepareThreshold=0";

  /// A statement timeout and a cancelled statement share 57014, and only the wording tells them
  /// apart, if the server speaks English (`lc_messages`). A timeout set by the client
  /// (`Statement.setQueryTimeout`) is a cancel request to the server, so it counts as cancelled.
  private static final ErrorTable ERRORS =
      ErrorTable.read(
          "PostgreSQL documentation, appendix A \"PostgreSQL Error Codes\"",
          """
          DEADLOCK           40P01  deadlock_detected
          LOCK_WAIT          55P03  lock_not_available
          SERIALIZATION      40000  transaction_rollback
          SERIALIZATION      40001  serialization_failure
          SNAPSHOT_TOO_OLD   72000  snapshot_too_old
          CONSTRAINT         23000  integrity_constraint_violation
          CONSTRAINT         23001  restrict_violation
          CONSTRAINT         23502  not_null_violation
          CONSTRAINT         23503  foreign_key_violation
          CONSTRAINT         23505  unique_violation
          CONSTRAINT         23514  check_violation
          CONSTRAINT         23P01  exclusion_violation
          CONSTRAINT         40002  transaction_integrity_constraint_violation
          CONNECTION_LOST    08000  connection_exception
          CONNECTION_LOST    08001  sqlclient_unable_to_establish_sqlconnection
          CONNECTION_LOST    08003  connection_does_not_exist
          CONNECTION_LOST    08004  sqlserver_rejected_establishment_of_sqlconnection
          CONNECTION_LOST    08006  connection_failure
          CONNECTION_LOST    08007  transaction_resolution_unknown
          CONNECTION_LOST    40003  statement_completion_unknown
          CONNECTION_LOST    57P01  admin_shutdown
          CONNECTION_LOST    57P02  crash_shutdown
          CONNECTION_LOST    57P03  cannot_connect_now
          CONNECTION_LOST    57P04  database_dropped
          CONNECTION_LOST    57P05  idle_session_timeout
          CONNECTION_LOST    25P03  idle_in_transaction_session_timeout
          CONNECTION_LOST    25P04  transaction_timeout
          READ_ONLY          25006  read_only_sql_transaction
          RESOURCE_EXHAUSTED 53000  insufficient_resources
          RESOURCE_EXHAUSTED 53100  disk_full
          RESOURCE_EXHAUSTED 53200  out_of_memory
          RESOURCE_EXHAUSTED 53300  too_many_connections
          RESOURCE_EXHAUSTED 53400  configuration_limit_exceeded
          TIMEOUT            57014  query_canceled | saying statement timeout
          CANCELLED          57014  query_canceled
          OTHER              26000  invalid_sql_statement_name | mend %1$s
          OTHER              42P05  duplicate_prepared_statement | mend %1$s
          """
              .formatted(POOLED));

  /// pgjdbc documentation, "Connection parameters".
  private static final DriverProperties PROPERTIES =
      DriverProperties.read(
          "pgjdbc",
          DriverProperties.PLAIN,
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

  PostgreSql() {
    super(
        new JdbcDriver(
            "jdbc:postgresql:", "org.postgresql.Driver", "postgresql", "org.postgresql."),
        SETTINGS,
        PROPERTIES,
        ERRORS);
  }

  @Override
  String numberMethod() {
    return "getBackendPID";
  }

  @Override
  public Optional<TextLoad> textLoad() {
    return Optional.of((connection, table, columns, rows) -> {
      Object copies = call(connection.unwrap(Connection.class), "getCopyAPI", List.of());
      String copy = "copy %s (%s) from stdin".formatted(table, columns);
      return (Long) call(copies, "copyIn", List.of(String.class, InputStream.class), copy, rows);
    });
  }

  @Override
  String encryption() {
    return "sslmode=require";
  }

  @Override
  public Map<String, String> encrypting() {
    return Map.of("sslmode", "require");
  }

  @Override
  String trusting() {
    return "put its authority's certificate into ~/.postgresql/root.crt of the agent's user";
  }

  /// Auto-commit is not asked: the server has no such setting, since its driver begins
  /// transactions.
  @Override
  SessionState held(Connection session) throws SQLException {
    String query =
        "select current_setting('transaction_isolation'), current_setting('transaction_read_only')";
    Map.Entry<String, String> held = Rows.pairs(session, query).entrySet().iterator().next();
    String commits = session.getAutoCommit() ? "on" : "off";
    return SessionState.of(commits, held.getKey(), held.getValue());
  }

  @Override
  List<String> words(SessionState wanted) {
    return List.of(
        "set session characteristics as transaction isolation level %s, %s"
            .formatted(wanted.isolationWords(), wanted.readOnly() ? "read only" : "read write"));
  }

  @Override
  Pattern address() {
    return ConnectionUrl.HOST_AND_DATABASE;
  }

  @Override
  Map<Integer, Refusal.Kind> refusals() {
    return Map.of();
  }

  @Override
  public String identity() {
    return "serial";
  }

  @Override
  public List<String> continueIdentity(String table, String column, long next) {
    return List.of(
        "select setval(pg_get_serial_sequence('%s', '%s'), %d, false)"
            .formatted(table, column, next));
  }

  @Override
  public boolean beginTravelsAlong() {
    return true;
  }

  /// Unlike `localtimestamp`, not the start of the transaction.
  @Override
  public String now() {
    return "statement_timestamp()::timestamp";
  }

  @Override
  public boolean castsTexts() {
    return false;
  }

  /// The function has the trigger's name.
  @Override
  public List<String> trigger(RowTrigger trigger) {
    return List.of(
        """
        create or replace function %s() returns trigger language plpgsql as $$
        begin %s; new.%s := %s; return new; end $$\
        """
            .formatted(trigger.fullName(), trigger.insert(), trigger.column(), trigger.value()),
        "drop trigger if exists %s on %s".formatted(trigger.fullName(), trigger.table()),
        "create trigger %1$s before update on %2$s for each row when (%3$s) execute procedure %1$s()"
            .formatted(trigger.fullName(), trigger.table(), trigger.when()));
  }

  @Override
  public List<String> dropTrigger(RowTrigger trigger) {
    return List.of("drop function if exists " + trigger.fullName() + "() cascade");
  }

  @Override
  public List<String> afterLoad(String table) {
    return List.of("vacuum (analyze) " + table);
  }

  @Override
  public PlanSource plans() {
    return new PostgreSqlPlans();
  }

  @Override
  public String settingsQuery() {
    return """
    select name, coalesce(setting || ' ' || unit, setting) from pg_settings where name in
    ('shared_buffers', 'synchronous_commit', 'fsync', 'full_page_writes', 'max_connections',
     'max_wal_size', 'wal_level', 'default_transaction_isolation', 'autovacuum', 'work_mem',
     'effective_cache_size', 'checkpoint_timeout', 'checkpoint_completion_target', 'jit',
     'random_page_cost', 'seq_page_cost', 'effective_io_concurrency', 'wal_compression',
     'wal_buffers', 'max_parallel_workers_per_gather', 'plan_cache_mode', 'huge_pages')
    order by name\
    """;
  }

  @Override
  public String upSecondsQuery() {
    return "select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::bigint";
  }

  @Override
  public String roomForConnectionsQuery() {
    return """
    select current_setting('max_connections')::bigint
      - current_setting('superuser_reserved_connections')::bigint
      - (select count(*) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid())\
    """;
  }

  @Override
  public String countersQuery(List<String> tables) {
    return Stream.of("inserts n_tup_ins", "updates n_tup_upd", "deletes n_tup_del")
        .map(counter -> counter.split(" ", 2))
        .map(counter -> tableCounter(counter[0], counter[1], tables))
        .collect(
            Collectors.joining(
                " union all ",
                "",
                """
                 union all select 'commits', xact_commit from pg_stat_database
                where datname = current_database()\
                """));
  }

  /// Otherwise a session reports at most once per second. The function is there since version 15.
  @Override
  public String flushCounters() {
    return """
    do $$ begin perform pg_stat_force_next_flush();
    exception when undefined_function then null; end $$\
    """;
  }

  /// The catalog has names in lower case, as every name without quotes. What is written to a
  /// partitioned table is counted by its partitions.
  private static String tableCounter(String name, String column, List<String> tables) {
    return """
    select '%s', coalesce(sum(%s), 0)::bigint from pg_stat_user_tables where relid in (
      with recursive part(id) as (
        select relid from pg_stat_user_tables
          where schemaname = current_schema() and relname in ('%3$s')
        union select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'p' and n.nspname = current_schema() and c.relname in ('%3$s')
        union select inhrelid from pg_inherits join part on inhparent = part.id)
      select id from part)\
    """
        .formatted(name, column, String.join("', '", tables).toLowerCase(Locale.ROOT));
  }

  /// After a crash the server goes on with new counters.
  @Override
  public String countingSinceQuery() {
    return """
    select extract(epoch from greatest(pg_postmaster_start_time(), stats_reset))::bigint
    from pg_stat_database where datname = current_database()\
    """;
  }

  /// The driver keeps a statement until it is executed, unless its columns are asked for. An error
  /// about the types of parameters is ignored, since the real values may have other types.
  @Override
  public void compile(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.getMetaData();
    } catch (SQLException e) {
      if (!UNTYPED.contains("" + e.getSQLState())) {
        throw e;
      }
    }
  }

  @Override
  public String counterSlack() {
    return "sessions flush late; other sessions and rolled-back rows count too";
  }

  @Override
  public String schemaQuery() {
    return "select coalesce(current_schema(), ''), current_setting('search_path')";
  }

  /// DROP and INDEX belong to the owner of a table. The others are granted table by table: they
  /// count as held if any table grants them, as with MySQL, or if tables can still be made. So a
  /// user who has them only on the right tables is not refused.
  @Override
  public String heldPrivilegesQuery() {
    return """
    select p from unnest(array['CREATE']) p
    where coalesce(has_schema_privilege(current_schema(), p), true)
    union all
    select p from unnest(array['DROP', 'INDEX']) p
    union all
    select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
    where coalesce(has_schema_privilege(current_schema(), 'CREATE'), true)
      or exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f')
          and n.nspname not in ('pg_catalog', 'information_schema')
          and case p when 'DELETE' then has_table_privilege(c.oid, p)
            else has_any_column_privilege(c.oid, p) end)\
    """;
  }

  @Override
  public List<EngineCounter> counters(String version) {
    return PostgreSqlCounters.of(major(version));
  }

  @Override
  public StatementView.All statementViews(String version) {
    return PostgreSqlCounters.statements(major(version));
  }

  private static int major(String version) {
    return Integer.parseInt(version.replaceFirst("\\D.*", ""));
  }

  @Override
  public Optional<AskedStatements> askedStatements() {
    return Optional.of(AskedStatements.ofPostgreSql());
  }

  @Override
  public Optional<LockQuestion> locks() {
    return Optional.of(PostgreSqlCounters.locks());
  }

  @Override
  public boolean countsQueriesAsCommits() {
    return true;
  }
}

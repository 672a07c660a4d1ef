package dev.broadside.kit.engine;

import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.kit.monitor.LockQuestion;
import dev.broadside.kit.monitor.MySqlCounters;
import dev.broadside.kit.plan.MySqlPlans;
import dev.broadside.kit.plan.PlanSource;
import dev.broadside.kit.query.Quoting;
import dev.broadside.kit.query.Rows;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What MySQL and MariaDB have in common: nearly everything but the driver.
abstract class MySqlFamily extends Engine {
  private static final int PARSE_ERROR = 1064; // ER_PARSE_ERROR

  /// What MySQL and MariaDB have in common. 2xxx are errors of the C client, which some proxies
  /// pass on. 1047 is a Galera node that is not ready, 1180 with this wording a conflict found at
  /// commit.
  static final String ERRORS_OF_BOTH =
      """
      DEADLOCK           1213   ER_LOCK_DEADLOCK
      DEADLOCK           1614   ER_XA_RBDEADLOCK
      DEADLOCK           3058   ER_USER_LOCK_DEADLOCK
      DEADLOCK           1180   ER_ERROR_DURING_COMMIT | saying deadlock
      LOCK_WAIT          1205   ER_LOCK_WAIT_TIMEOUT
      LOCK_WAIT          1689   ER_LOCK_ABORTED
      SERIALIZATION      1020   ER_CHECKREAD
      SERIALIZATION      1402   ER_XA_RBROLLBACK
      SNAPSHOT_TOO_OLD   1412   ER_TABLE_DEF_CHANGED
      CONSTRAINT         1022   ER_DUP_KEY
      CONSTRAINT         1048   ER_BAD_NULL_ERROR
      CONSTRAINT         1062   ER_DUP_ENTRY
      CONSTRAINT         1169   ER_DUP_UNIQUE
      CONSTRAINT         1216   ER_NO_REFERENCED_ROW
      CONSTRAINT         1217   ER_ROW_IS_REFERENCED
      CONSTRAINT         1451   ER_ROW_IS_REFERENCED_2
      CONSTRAINT         1452   ER_NO_REFERENCED_ROW_2
      CONSTRAINT         1586   ER_DUP_ENTRY_WITH_KEY_NAME
      CONSTRAINT         1761   ER_FOREIGN_DUPLICATE_KEY_WITH_CHILD_INFO
      CONSTRAINT         1762   ER_FOREIGN_DUPLICATE_KEY_WITHOUT_CHILD_INFO
      CONSTRAINT         1859   ER_DUP_UNKNOWN_IN_INDEX
      CONNECTION_LOST    1043   ER_HANDSHAKE_ERROR
      CONNECTION_LOST    1047   ER_UNKNOWN_COM_ERROR
      CONNECTION_LOST    1053   ER_SERVER_SHUTDOWN
      CONNECTION_LOST    1079   ER_SHUTDOWN_COMPLETE
      CONNECTION_LOST    1080   ER_FORCING_CLOSE
      CONNECTION_LOST    1129   ER_HOST_IS_BLOCKED
      CONNECTION_LOST    1152   ER_ABORTING_CONNECTION
      CONNECTION_LOST    1153   ER_NET_PACKET_TOO_LARGE
      CONNECTION_LOST    1155   ER_NET_FCNTL_ERROR
      CONNECTION_LOST    1156   ER_NET_PACKETS_OUT_OF_ORDER
      CONNECTION_LOST    1157   ER_NET_UNCOMPRESS_ERROR
      CONNECTION_LOST    1158   ER_NET_READ_ERROR
      CONNECTION_LOST    1159   ER_NET_READ_INTERRUPTED
      CONNECTION_LOST    1160   ER_NET_ERROR_ON_WRITE
      CONNECTION_LOST    1161   ER_NET_WRITE_INTERRUPTED
      CONNECTION_LOST    1184   ER_NEW_ABORTING_CONNECTION
      CONNECTION_LOST    2002   CR_CONNECTION_ERROR
      CONNECTION_LOST    2003   CR_CONN_HOST_ERROR
      CONNECTION_LOST    2006   CR_SERVER_GONE_ERROR
      CONNECTION_LOST    2013   CR_SERVER_LOST
      CONNECTION_LOST    2055   CR_SERVER_LOST_EXTENDED
      READ_ONLY          1036   ER_OPEN_AS_READONLY
      READ_ONLY          1290   ER_OPTION_PREVENTS_STATEMENT | saying read-only
      READ_ONLY          1792   ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
      READ_ONLY          1836   ER_READ_ONLY_MODE
      READ_ONLY          1874   ER_INNODB_READ_ONLY
      RESOURCE_EXHAUSTED 1030   ER_GET_ERRNO | saying no space left
      RESOURCE_EXHAUSTED 1037   ER_OUTOFMEMORY
      RESOURCE_EXHAUSTED 1038   ER_OUT_OF_SORTMEMORY
      RESOURCE_EXHAUSTED 1040   ER_CON_COUNT_ERROR
      RESOURCE_EXHAUSTED 1041   ER_OUT_OF_RESOURCES
      RESOURCE_EXHAUSTED 1114   ER_RECORD_FILE_FULL
      RESOURCE_EXHAUSTED 1135   ER_CANT_CREATE_THREAD
      RESOURCE_EXHAUSTED 1197   ER_TRANS_CACHE_FULL
      RESOURCE_EXHAUSTED 1203   ER_TOO_MANY_USER_CONNECTIONS
      RESOURCE_EXHAUSTED 1206   ER_LOCK_TABLE_FULL
      RESOURCE_EXHAUSTED 1226   ER_USER_LIMIT_REACHED
      RESOURCE_EXHAUSTED 1461   ER_MAX_PREPARED_STMT_COUNT_REACHED
      RESOURCE_EXHAUSTED 1637   ER_TOO_MANY_CONCURRENT_TRXS
      RESOURCE_EXHAUSTED 1705   ER_STMT_CACHE_FULL
      TIMEOUT            1613   ER_XA_RBTIMEOUT
      CANCELLED          1317   ER_QUERY_INTERRUPTED
      """;

  private static final String VARIABLES =
      """
      show global variables where variable_name in
      ('innodb_buffer_pool_size', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method',
       'innodb_log_file_size', 'innodb_redo_log_capacity', 'innodb_doublewrite', 'sync_binlog',
       'innodb_io_capacity', 'innodb_io_capacity_max', 'innodb_adaptive_hash_index',
       'innodb_lock_wait_timeout', 'binlog_format', 'optimizer_switch', 'join_buffer_size',
       'sort_buffer_size', 'tmp_table_size', 'table_open_cache',
       'log_bin', 'max_connections', 'transaction_isolation', 'tx_isolation', 'thread_handling',
       'query_cache_type', 'performance_schema')\
      """;

  /// MariaDB before 11.1 has the old names only, MySQL the new ones. No SELECT, which the server
  /// would count as one of the load's.
  private static final String SESSION =
      """
      show session variables where variable_name in
      ('autocommit', 'tx_isolation', 'transaction_isolation', 'tx_read_only', 'transaction_read_only')\
      """;

  /// Privileges given to this very user, globally, on this database or on tables in it. Privileges
  /// from roles are not in these views, so ROLE is returned instead; the same holds for what was
  /// granted to PUBLIC or to the anonymous user, through which a user without other privileges was
  /// let into this database.
  private static final String HELD_PRIVILEGES =
      """
      select privilege_type from information_schema.user_privileges where grantee = %1$s
      union select privilege_type from information_schema.schema_privileges
        where grantee = %1$s and database() like table_schema
      union select privilege_type from information_schema.table_privileges
        where grantee = %1$s and table_schema = database()
      union select 'ROLE' from dual where coalesce(current_role(), 'NONE') <> 'NONE'
      union select 'ROLE' from dual where database() is not null
        and not exists (select * from information_schema.user_privileges
          where grantee = %1$s and privilege_type <> 'USAGE')
        and not exists (select * from information_schema.schema_privileges
          where grantee = %1$s and database() like table_schema)
        and not exists (select * from information_schema.table_privileges
          where grantee = %1$s and table_schema = database())\
      """
          .formatted(
              "concat('''', left(current_user(), char_length(current_user()) - 1"
                  + " - char_length(substring_index(current_user(), '@', -1))), '''@''',"
                  + " substring_index(current_user(), '@', -1), '''')");

  MySqlFamily(JdbcDriver driver, String settings, DriverProperties allowed, ErrorTable errors) {
    super(driver, settings, allowed, errors);
  }

  /// The table of the server's counters.
  abstract String statusTable();

  /// Connector/J calls both "MySQL", so the version decides. A backslash begins an escape sequence.
  @Override
  public String literal(String text) {
    return super.literal(text.replace("\\", "\\\\"));
  }

  @Override
  boolean answers(Connection connection) throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    String product = meta.getDatabaseProductName().toLowerCase(Locale.ROOT);
    String all = product + " " + meta.getDatabaseProductVersion().toLowerCase(Locale.ROOT);
    return (product.equals("mysql") || product.equals("mariadb"))
        && all.contains("mariadb") == name().equals("mariadb");
  }

  @Override
  SessionState held(Connection session) throws SQLException {
    Map<String, String> held = Rows.pairs(session, SESSION);
    return SessionState.of(
        held.getOrDefault("autocommit", ""),
        held.getOrDefault("transaction_isolation", held.getOrDefault("tx_isolation", "")),
        held.getOrDefault("transaction_read_only", held.getOrDefault("tx_read_only", "")));
  }

  @Override
  List<String> words(SessionState wanted) {
    return List.of(
        "set session transaction isolation level " + wanted.isolationWords(),
        "set session transaction " + (wanted.readOnly() ? "read only" : "read write"),
        "set autocommit = " + (wanted.autoCommit() ? 1 : 0));
  }

  @Override
  Pattern address() {
    return ConnectionUrl.HOST_AND_DATABASE;
  }

  @Override
  Map<Integer, Refusal.Kind> refusals() {
    return Map.of(
        1045, Refusal.Kind.PASSWORD, // ER_ACCESS_DENIED_ERROR
        1698, Refusal.Kind.PASSWORD, // ER_ACCESS_DENIED_NO_PASSWORD_ERROR
        1049, Refusal.Kind.DATABASE, // ER_BAD_DB_ERROR
        1044, Refusal.Kind.PRIVILEGE, // ER_DBACCESS_DENIED_ERROR
        1040, Refusal.Kind.FULL, // ER_CON_COUNT_ERROR
        1203, Refusal.Kind.FULL, // ER_TOO_MANY_USER_CONNECTIONS
        3159, Refusal.Kind.ENCRYPTION); // ER_SECURE_TRANSPORT_REQUIRED
  }

  @Override
  public String timestamp() {
    return "datetime(6)";
  }

  @Override
  public String tableOptions() {
    return " engine=InnoDB";
  }

  @Override
  public String tableOptions(String storageEngine) {
    return " engine=" + storageEngine;
  }

  @Override
  public String identity() {
    return "integer not null auto_increment";
  }

  @Override
  public String nextIdentity() {
    return "0";
  }

  @Override
  public List<String> continueIdentity(String table, String column, long next) {
    return List.of();
  }

  @Override
  public String keyClause(String name, String column) {
    return ", key " + name + " (" + column + ")";
  }

  @Override
  public String first(String query, String rows) {
    return query + " limit " + rows;
  }

  @Override
  public List<String> trigger(RowTrigger trigger) {
    return List.of(
        "drop trigger if exists " + trigger.fullName(),
        "create trigger %s before update on %s for each row if %s then %s; set new.%s = %s; end if"
            .formatted(
                trigger.fullName(),
                trigger.table(),
                trigger.when(),
                trigger.insert(),
                trigger.column(),
                trigger.value()));
  }

  @Override
  public List<String> afterLoad(String table) {
    return List.of("analyze table " + table);
  }

  @Override
  public Quoting quoting() {
    return Quoting.MYSQL;
  }

  @Override
  public PlanSource plans() {
    return new MySqlPlans();
  }

  @Override
  public String settingsQuery() {
    return VARIABLES;
  }

  /// Prepares with SQL, since the drivers say nothing if the server cannot prepare a statement, and
  /// send text when it is executed. Only syntax errors are reported: where the server does not
  /// accept a `?`, it may accept the text that a driver inserts.
  @Override
  public void compile(Connection connection, String sql) throws SQLException {
    String text = connection.nativeSQL(sql);
    Optional<SQLException> unread = unread(connection, text);
    if (unread.isPresent() && unread(connection, text.replace("?", "''")).isPresent()) {
      throw unread.get();
    }
  }

  /// The server's answer if it cannot parse a statement; several statements in one are not tried.
  private static Optional<SQLException> unread(Connection connection, String text) {
    if (text.strip().replaceFirst(";$", "").contains(";")) {
      return Optional.empty();
    }
    String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    try (Statement statement = connection.unwrap(Connection.class).createStatement()) {
      statement.execute("set @broadside_look = convert(0x%s using utf8mb4)".formatted(hex));
      statement.execute("prepare broadside_look from @broadside_look");
      statement.execute("deallocate prepare broadside_look");
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(e).filter(error -> error.getErrorCode() == PARSE_ERROR);
    }
  }

  @Override
  public String deadlockQuery() {
    return "show engine innodb status";
  }

  @Override
  public String upSecondsQuery() {
    return "select variable_value from %s where variable_name = 'Uptime'".formatted(statusTable());
  }

  @Override
  public String roomForConnectionsQuery() {
    return """
    select @@max_connections - variable_value + 1 from %s
    where variable_name = 'Threads_connected'\
    """
        .formatted(statusTable());
  }

  @Override
  public String preparedStatementsQuery() {
    return """
    select @@max_prepared_stmt_count, variable_value from %s
    where variable_name = 'Prepared_stmt_count'\
    """
        .formatted(statusTable());
  }

  @Override
  public String tablesWithoutRollbackQuery() {
    return """
    select t.table_name from information_schema.tables t
    join information_schema.engines e on e.engine = t.engine
    where t.table_schema = database() and coalesce(e.transactions, 'NO') <> 'YES'\
    """;
  }

  /// MySQL has the first and the third, which makes an invisible key; MariaDB has the second.
  @Override
  public String primaryKeySettingsQuery() {
    return """
    show variables where variable_name in
      ('sql_require_primary_key', 'innodb_force_primary_key', 'sql_generate_invisible_primary_key')\
    """;
  }

  @Override
  public String primaryKeyRequiredBy(Map<String, String> settings) {
    return "ON".equals(settings.get("sql_generate_invisible_primary_key"))
        ? ""
        : Stream.of("sql_require_primary_key", "innodb_force_primary_key")
            .filter(name -> "ON".equals(settings.get(name)))
            .findFirst()
            .orElse("");
  }

  /// MySQL's tables of status variables leave out those that count statements. `Handler_commit`
  /// would count statements in auto-commit too, but in units of the storage engine.
  @Override
  public String countersQuery(List<String> tables) {
    return """
    show global status where variable_name in
      ('Com_select', 'Com_insert', 'Com_update', 'Com_delete', 'Com_begin', 'Com_commit')\
    """;
  }

  @Override
  public String counterName(String told) {
    return told.toLowerCase(Locale.ROOT).replace("com_", "") + "s";
  }

  @Override
  public String countingSinceQuery() {
    return "select unix_timestamp() - variable_value from %s where variable_name = 'Uptime'"
        .formatted(statusTable());
  }

  @Override
  public Optional<LockQuestion> locks() {
    return Optional.of(MySqlCounters.locks());
  }

  @Override
  public String counterSlack() {
    return "other sessions, questions for plans and statements rolled back count too";
  }

  @Override
  public Optional<AskedStatements> askedStatements() {
    return Optional.of(AskedStatements.ofMySql());
  }

  @Override
  public String heldPrivilegesQuery() {
    return HELD_PRIVILEGES;
  }
}

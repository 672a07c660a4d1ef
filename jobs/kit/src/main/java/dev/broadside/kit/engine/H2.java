package dev.broadside.kit.engine;

import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// H2 2.x in its regular mode, in the worker's memory or over TCP.
final class H2 extends Engine {

  /// H2 reads a setting's value as a piece of a SET statement, and the text after it as statements.
  private static final String VALUES = "[\\w.,+-]{0,200}";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "mem:%s|(?:tcp|ssl):%s(?:mem:)?[A-Za-z0-9_$./~-]{1,200}"
              .formatted(ConnectionUrl.NAME, ConnectionUrl.SERVER));

  /// As with Oracle, a time-out and a cancelled statement are one code.
  private static final ErrorTable ERRORS =
      ErrorTable.read(
          "H2 Javadoc, class org.h2.api.ErrorCode",
          """
          DEADLOCK           40001  DEADLOCK_1
          LOCK_WAIT          50200  LOCK_TIMEOUT_1
          SERIALIZATION      90131  CONCURRENT_UPDATE_1
          SERIALIZATION      90112  ROW_NOT_FOUND_WHEN_DELETING_1
          CONSTRAINT         23502  NULL_NOT_ALLOWED
          CONSTRAINT         23503  REFERENTIAL_INTEGRITY_VIOLATED_CHILD_EXISTS_1
          CONSTRAINT         23505  DUPLICATE_KEY_1
          CONSTRAINT         23506  REFERENTIAL_INTEGRITY_VIOLATED_PARENT_MISSING_1
          CONSTRAINT         23507  NO_DEFAULT_SET_1
          CONSTRAINT         23513  CHECK_CONSTRAINT_VIOLATED_1
          CONSTRAINT         23514  CHECK_CONSTRAINT_INVALID
          CONNECTION_LOST    90007  OBJECT_CLOSED
          CONNECTION_LOST    90020  DATABASE_ALREADY_OPEN_1
          CONNECTION_LOST    90067  CONNECTION_BROKEN_1
          CONNECTION_LOST    90098  DATABASE_IS_CLOSED
          CONNECTION_LOST    90121  DATABASE_CALLED_AT_SHUTDOWN
          CONNECTION_LOST    90135  DATABASE_IS_IN_EXCLUSIVE_MODE
          READ_ONLY          90097  DATABASE_IS_READ_ONLY
          RESOURCE_EXHAUSTED 90028  IO_EXCEPTION_1 | saying no space left
          RESOURCE_EXHAUSTED 90031  IO_EXCEPTION_2 | saying no space left
          RESOURCE_EXHAUSTED 90108  OUT_OF_MEMORY
          TIMEOUT            57014  STATEMENT_WAS_CANCELED
          """);

  /// H2 documentation, SET commands and `org.h2.engine.DbSettings`.
  private static final DriverProperties PROPERTIES =
      DriverProperties.read(
          "H2",
          VALUES,
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

  H2() {
    super(new JdbcDriver("jdbc:h2:", "org.h2.Driver", "h2", "org.h2."), "", PROPERTIES, ERRORS);
  }

  @Override
  String encryption() {
    return "ssl:// to the URL";
  }

  @Override
  Pattern address() {
    return ADDRESS;
  }

  @Override
  String example() {
    return "jdbc:h2:mem:NAME or jdbc:h2:tcp://HOST:PORT/mem:NAME";
  }

  @Override
  String separators() {
    return ";;";
  }

  /// Without this, a database in memory would be gone with its last connection, between prepare and
  /// run.
  @Override
  public Map<String, String> defaults(String url) {
    return url.contains(":mem:") ? Map.of("DB_CLOSE_DELAY", "-1") : defaults();
  }

  @Override
  Map<Integer, Refusal.Kind> refusals() {
    return Map.of(
        28000, Refusal.Kind.PASSWORD, // WRONG_USER_OR_PASSWORD
        90146, Refusal.Kind.DATABASE, // DATABASE_NOT_FOUND_WITH_IF_EXISTS_1
        90149, Refusal.Kind.DATABASE); // REMOTE_DATABASE_NOT_FOUND_1
  }

  @Override
  boolean answers(Connection connection) throws SQLException {
    return answers(connection, false);
  }

  /// Whether H2 answers here, in its Oracle mode or in another one.
  boolean answers(Connection connection, boolean inOracleMode) throws SQLException {
    String mode =
        "select setting_value from information_schema.settings where setting_name = 'MODE'";
    return super.answers(connection)
        && Rows.text(connection, mode).equalsIgnoreCase("oracle") == inOracleMode;
  }

  @Override
  public List<String> afterLoad(String table) {
    return List.of("analyze table " + table);
  }

  @Override
  public String settingsQuery() {
    return """
    select setting_name, setting_value from information_schema.settings where setting_name in
    ('CACHE_SIZE', 'MODE', 'WRITE_DELAY', 'DEFAULT_LOCK_TIMEOUT') order by setting_name\
    """;
  }

  @Override
  public String counterSlack() {
    return "its counters are not reliable";
  }
}

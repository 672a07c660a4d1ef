package dev.broadside.jobs.sql;

import static dev.broadside.core.work.ErrorClass.CANCELLED;
import static dev.broadside.core.work.ErrorClass.CONNECTION_LOST;
import static dev.broadside.core.work.ErrorClass.CONSTRAINT;
import static dev.broadside.core.work.ErrorClass.DEADLOCK;
import static dev.broadside.core.work.ErrorClass.LOCK_WAIT;
import static dev.broadside.core.work.ErrorClass.READ_ONLY;
import static dev.broadside.core.work.ErrorClass.RESOURCE_EXHAUSTED;
import static dev.broadside.core.work.ErrorClass.SERIALIZATION;
import static dev.broadside.core.work.ErrorClass.SNAPSHOT_TOO_OLD;
import static dev.broadside.core.work.ErrorClass.TIMEOUT;

/// One table per family of databases: its own errors, by class. What a table leaves out falls to
/// the general rules of [ErrorTable].
final class ErrorTables {

  /// MySQL Server Error Message Reference (dev.mysql.com/doc/mysql-errors), MariaDB Error Code
  /// Reference (mariadb.com/kb/en/mariadb-error-code-reference); names as there. 2xxx are
  /// client-side errors.
  static final ErrorTable MYSQL =
      ErrorTable.named("MySQL and MariaDB")
          .code(1213, DEADLOCK, "ER_LOCK_DEADLOCK")
          .code(1614, DEADLOCK, "ER_XA_RBDEADLOCK")
          .code(3058, DEADLOCK, "ER_USER_LOCK_DEADLOCK")
          .code(1205, LOCK_WAIT, "ER_LOCK_WAIT_TIMEOUT")
          .code(3572, LOCK_WAIT, "ER_LOCK_NOWAIT")
          .code(1020, SERIALIZATION, "ER_CHECKREAD")
          .code(3101, SERIALIZATION, "ER_TRANSACTION_ROLLBACK_DURING_COMMIT")
          .code(1412, SNAPSHOT_TOO_OLD, "ER_TABLE_DEF_CHANGED")
          .code(1022, CONSTRAINT, "ER_DUP_KEY")
          .code(1048, CONSTRAINT, "ER_BAD_NULL_ERROR")
          .code(1062, CONSTRAINT, "ER_DUP_ENTRY")
          .code(1169, CONSTRAINT, "ER_DUP_UNIQUE")
          .code(1216, CONSTRAINT, "ER_NO_REFERENCED_ROW")
          .code(1217, CONSTRAINT, "ER_ROW_IS_REFERENCED")
          .code(1451, CONSTRAINT, "ER_ROW_IS_REFERENCED_2")
          .code(1452, CONSTRAINT, "ER_NO_REFERENCED_ROW_2")
          .code(1586, CONSTRAINT, "ER_DUP_ENTRY_WITH_KEY_NAME")
          .code(3819, CONSTRAINT, "ER_CHECK_CONSTRAINT_VIOLATED")
          .code(4025, CONSTRAINT, "ER_CONSTRAINT_FAILED, MariaDB")
          .code(1047, CONNECTION_LOST, "ER_UNKNOWN_COM_ERROR: a Galera node that is not ready")
          .code(1053, CONNECTION_LOST, "ER_SERVER_SHUTDOWN")
          .code(1080, CONNECTION_LOST, "ER_FORCING_CLOSE")
          .code(1152, CONNECTION_LOST, "ER_ABORTING_CONNECTION")
          .code(1158, CONNECTION_LOST, "ER_NET_READ_ERROR")
          .code(1159, CONNECTION_LOST, "ER_NET_READ_INTERRUPTED")
          .code(1160, CONNECTION_LOST, "ER_NET_ERROR_ON_WRITE")
          .code(1161, CONNECTION_LOST, "ER_NET_WRITE_INTERRUPTED")
          .code(1184, CONNECTION_LOST, "ER_NEW_ABORTING_CONNECTION")
          .code(1927, CONNECTION_LOST, "ER_CONNECTION_KILLED, MariaDB")
          .code(2002, CONNECTION_LOST, "CR_CONNECTION_ERROR")
          .code(2003, CONNECTION_LOST, "CR_CONN_HOST_ERROR")
          .code(2006, CONNECTION_LOST, "CR_SERVER_GONE_ERROR")
          .code(2013, CONNECTION_LOST, "CR_SERVER_LOST")
          .code(2055, CONNECTION_LOST, "CR_SERVER_LOST_EXTENDED")
          .code(3169, CONNECTION_LOST, "ER_SESSION_WAS_KILLED")
          .code(4031, CONNECTION_LOST, "ER_CLIENT_INTERACTION_TIMEOUT")
          .code(1290, READ_ONLY, "ER_OPTION_PREVENTS_STATEMENT")
          .code(1792, READ_ONLY, "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION")
          .code(1836, READ_ONLY, "ER_READ_ONLY_MODE")
          .code(1021, RESOURCE_EXHAUSTED, "ER_DISK_FULL")
          .code(1037, RESOURCE_EXHAUSTED, "ER_OUTOFMEMORY")
          .code(1038, RESOURCE_EXHAUSTED, "ER_OUT_OF_SORTMEMORY")
          .code(1040, RESOURCE_EXHAUSTED, "ER_CON_COUNT_ERROR")
          .code(1041, RESOURCE_EXHAUSTED, "ER_OUT_OF_RESOURCES")
          .code(1114, RESOURCE_EXHAUSTED, "ER_RECORD_FILE_FULL")
          .code(1135, RESOURCE_EXHAUSTED, "ER_CANT_CREATE_THREAD")
          .code(1203, RESOURCE_EXHAUSTED, "ER_TOO_MANY_USER_CONNECTIONS")
          .code(1206, RESOURCE_EXHAUSTED, "ER_LOCK_TABLE_FULL")
          .code(1226, RESOURCE_EXHAUSTED, "ER_USER_LIMIT_REACHED")
          .code(1461, RESOURCE_EXHAUSTED, "ER_MAX_PREPARED_STMT_COUNT_REACHED")
          .code(1637, RESOURCE_EXHAUSTED, "ER_TOO_MANY_CONCURRENT_TRXS")
          .code(1969, TIMEOUT, "ER_STATEMENT_TIMEOUT, MariaDB")
          .code(3024, TIMEOUT, "ER_QUERY_TIMEOUT")
          .code(1317, CANCELLED, "ER_QUERY_INTERRUPTED")
          .build();

  /// PostgreSQL documentation, appendix A "PostgreSQL Error Codes"; condition names as there. A
  /// statement timeout and a cancelled statement share 57014, as the server does not tell them
  /// apart by code.
  static final ErrorTable POSTGRESQL =
      ErrorTable.named("PostgreSQL")
          .state("40P01", DEADLOCK, "deadlock_detected")
          .state("55P03", LOCK_WAIT, "lock_not_available")
          .state("40001", SERIALIZATION, "serialization_failure")
          .state("72000", SNAPSHOT_TOO_OLD, "snapshot_too_old")
          .state("57P01", CONNECTION_LOST, "admin_shutdown")
          .state("57P02", CONNECTION_LOST, "crash_shutdown")
          .state("57P03", CONNECTION_LOST, "cannot_connect_now")
          .state("57P04", CONNECTION_LOST, "database_dropped")
          .state("57P05", CONNECTION_LOST, "idle_session_timeout")
          .state("25P03", CONNECTION_LOST, "idle_in_transaction_session_timeout")
          .state("25P04", CONNECTION_LOST, "transaction_timeout")
          .state("25006", READ_ONLY, "read_only_sql_transaction")
          .state("53000", RESOURCE_EXHAUSTED, "insufficient_resources")
          .state("53100", RESOURCE_EXHAUSTED, "disk_full")
          .state("53200", RESOURCE_EXHAUSTED, "out_of_memory")
          .state("53300", RESOURCE_EXHAUSTED, "too_many_connections")
          .state("53400", RESOURCE_EXHAUSTED, "configuration_limit_exceeded")
          .state("57014", CANCELLED, "query_canceled")
          .build();

  /// Oracle Database Error Messages (docs.oracle.com, "Database Error Messages"); ORA- and
  /// TNS-numbers. 17xxx are the JDBC driver's own.
  static final ErrorTable ORACLE =
      ErrorTable.named("Oracle")
          .code(60, DEADLOCK, "deadlock detected while waiting for resource")
          .code(51, LOCK_WAIT, "timeout occurred while waiting for a resource")
          .code(54, LOCK_WAIT, "resource busy and acquire with NOWAIT specified or timeout expired")
          .code(2049, LOCK_WAIT, "timeout: distributed transaction waiting for lock")
          .code(4021, LOCK_WAIT, "timeout occurred while waiting to lock object")
          .code(30006, LOCK_WAIT, "resource busy; acquire with WAIT timeout expired")
          .code(8177, SERIALIZATION, "can't serialize access for this transaction")
          .code(1555, SNAPSHOT_TOO_OLD, "snapshot too old")
          .code(22924, SNAPSHOT_TOO_OLD, "snapshot too old, in LOBs")
          .code(1, CONSTRAINT, "unique constraint violated")
          .code(1400, CONSTRAINT, "cannot insert NULL")
          .code(1407, CONSTRAINT, "cannot update to NULL")
          .code(2290, CONSTRAINT, "check constraint violated")
          .code(2291, CONSTRAINT, "integrity constraint violated - parent key not found")
          .code(2292, CONSTRAINT, "integrity constraint violated - child record found")
          .code(28, CONNECTION_LOST, "your session has been killed")
          .code(1012, CONNECTION_LOST, "not logged on")
          .code(1033, CONNECTION_LOST, "ORACLE initialization or shutdown in progress")
          .code(1034, CONNECTION_LOST, "ORACLE not available")
          .code(1089, CONNECTION_LOST, "immediate shutdown in progress")
          .code(1090, CONNECTION_LOST, "shutdown in progress")
          .code(1092, CONNECTION_LOST, "ORACLE instance terminated")
          .code(2396, CONNECTION_LOST, "exceeded maximum idle time")
          .code(3113, CONNECTION_LOST, "end-of-file on communication channel")
          .code(3114, CONNECTION_LOST, "not connected to ORACLE")
          .code(3135, CONNECTION_LOST, "connection lost contact")
          .code(12170, CONNECTION_LOST, "TNS:connect timeout occurred")
          .code(12528, CONNECTION_LOST, "TNS:listener: all instances are blocking new connections")
          .code(12537, CONNECTION_LOST, "TNS:connection closed")
          .code(12541, CONNECTION_LOST, "TNS:no listener")
          .code(12543, CONNECTION_LOST, "TNS:destination host unreachable")
          .code(
              12545, CONNECTION_LOST, "connect failed because target host or object does not exist")
          .code(12570, CONNECTION_LOST, "TNS:packet reader failure")
          .code(12571, CONNECTION_LOST, "TNS:packet writer failure")
          .code(17002, CONNECTION_LOST, "I/O exception")
          .code(17008, CONNECTION_LOST, "closed connection")
          .code(17410, CONNECTION_LOST, "no more data to read from socket")
          .code(17820, CONNECTION_LOST, "the network adapter could not establish the connection")
          .code(17868, CONNECTION_LOST, "unknown host specified")
          .code(18730, CONNECTION_LOST, "socket read interrupted")
          .code(25408, CONNECTION_LOST, "can not safely replay call")
          .code(1456, READ_ONLY, "may not perform operation inside a READ ONLY transaction")
          .code(16000, READ_ONLY, "database open for read-only access")
          .code(25402, READ_ONLY, "transaction must roll back: failed over")
          .code(18, RESOURCE_EXHAUSTED, "maximum number of sessions exceeded")
          .code(20, RESOURCE_EXHAUSTED, "maximum number of processes exceeded")
          .code(257, RESOURCE_EXHAUSTED, "archiver error")
          .code(1000, RESOURCE_EXHAUSTED, "maximum open cursors exceeded")
          .code(1536, RESOURCE_EXHAUSTED, "space quota exceeded for tablespace")
          .code(1652, RESOURCE_EXHAUSTED, "unable to extend temp segment")
          .code(1653, RESOURCE_EXHAUSTED, "unable to extend table")
          .code(1654, RESOURCE_EXHAUSTED, "unable to extend index")
          .code(2391, RESOURCE_EXHAUSTED, "exceeded simultaneous SESSIONS_PER_USER limit")
          .code(4030, RESOURCE_EXHAUSTED, "out of process memory")
          .code(4031, RESOURCE_EXHAUSTED, "unable to allocate shared memory")
          .code(12516, RESOURCE_EXHAUSTED, "TNS:listener could not find available handler")
          .code(12519, RESOURCE_EXHAUSTED, "TNS:no appropriate service handler found")
          .code(12520, RESOURCE_EXHAUSTED, "TNS:listener could not find available handler for type")
          .code(30036, RESOURCE_EXHAUSTED, "unable to extend segment in undo tablespace")
          .code(1013, CANCELLED, "user requested cancel of current operation")
          .build();

  /// H2, class `org.h2.api.ErrorCode`; names as there.
  static final ErrorTable H2 =
      ErrorTable.named("H2")
          .code(40001, DEADLOCK, "DEADLOCK_1")
          .code(50200, LOCK_WAIT, "LOCK_TIMEOUT_1")
          .code(90131, SERIALIZATION, "CONCURRENT_UPDATE_1")
          .code(90007, CONNECTION_LOST, "OBJECT_CLOSED")
          .code(90067, CONNECTION_LOST, "CONNECTION_BROKEN_1")
          .code(90098, CONNECTION_LOST, "DATABASE_IS_CLOSED")
          .code(90121, CONNECTION_LOST, "DATABASE_CALLED_AT_SHUTDOWN")
          .code(90097, READ_ONLY, "DATABASE_IS_READ_ONLY")
          .code(90100, RESOURCE_EXHAUSTED, "NO_DISK_SPACE_AVAILABLE")
          .code(90108, RESOURCE_EXHAUSTED, "OUT_OF_MEMORY")
          .code(57014, CANCELLED, "STATEMENT_WAS_CANCELED")
          .build();

  private ErrorTables() {}
}

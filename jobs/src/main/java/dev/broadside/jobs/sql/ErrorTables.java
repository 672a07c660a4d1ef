package dev.broadside.jobs.sql;

/// One table per database: its own errors, by class, each with the document that the lines are
/// from. What a table leaves out falls to the general rules of [ErrorTable].
final class ErrorTables {

  /// What MySQL and MariaDB have in common. 2xxx are errors of the C client, which some proxies
  /// pass on. 1047 is a Galera node that is not ready, 1180 with this wording a conflict found at
  /// commit.
  private static final String MYSQL_FAMILY =
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

  /// A code from 1900 on may mean one thing in MySQL and another in MariaDB, as 4025 and 4031 do.
  static final ErrorTable MYSQL =
      ErrorTable.read(
          """
          MySQL Error Message Reference, chapters "Server Error Message Reference" and \
          "Client Error Message Reference"\
          """,
          MYSQL_FAMILY,
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

  static final ErrorTable MARIADB =
      ErrorTable.read(
          "MariaDB documentation, \"MariaDB Error Code Reference\"",
          MYSQL_FAMILY,
          """
          CONSTRAINT         4025   ER_CONSTRAINT_FAILED
          CONNECTION_LOST    1927   ER_CONNECTION_KILLED
          RESOURCE_EXHAUSTED 1021   ER_DISK_FULL
          TIMEOUT            1969   ER_STATEMENT_TIMEOUT
          """);

  /// A statement timeout and a cancelled statement share 57014, and only the wording tells them
  /// apart, where the server speaks English (`lc_messages`). A timeout set by the client
  /// (`Statement.setQueryTimeout`) is a cancel request to the server, so it counts as cancelled.
  static final ErrorTable POSTGRESQL =
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
          """);

  /// 17xxx and 18xxx are the JDBC driver's own. ORA-01013 is how the driver ends an overlong
  /// statement, too, and it does not tell which; a load test sets time-outs more often than
  /// somebody cancels its statements.
  static final ErrorTable ORACLE =
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

  /// As with Oracle, a time-out and a cancelled statement are one code.
  static final ErrorTable H2 =
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

  private ErrorTables() {}
}

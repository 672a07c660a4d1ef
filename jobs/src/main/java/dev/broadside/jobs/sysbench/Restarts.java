package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Failure;

/// Which failures restart an event: those that sysbench ignores by default, with newly drawn keys.
///
/// MySQL and MariaDB: 1213, 1205 and 1020 (`--mysql-ignore-errors`). PostgreSQL: deadlock,
/// serialization failure, and 23505, since a delete and insert of one id in two transactions at
/// once ends so there (drv_pgsql.c).
final class Restarts {
  private static final String UNIQUE_VIOLATION = "23505";

  private Restarts() {}

  static Failure withNewInput(Failure failure) {
    boolean restarts =
        switch (failure.errorClass()) {
          case DEADLOCK, LOCK_WAIT, SERIALIZATION, SNAPSHOT_TOO_OLD -> true;
          case CONSTRAINT -> failure.sqlState().equals(UNIQUE_VIOLATION);
          case CONNECTION_LOST,
              READ_ONLY,
              RESOURCE_EXHAUSTED,
              TIMEOUT,
              CANCELLED,
              JOB_CODE,
              OTHER ->
              false;
        };
    return failure.retrying(restarts ? Failure.Retry.NEW_INPUT : Failure.Retry.NEVER);
  }
}

package dev.broadside.jobs.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorTableTest {

  @Test
  void theVendorsCodeSaysMoreThanTheSqlState() {
    SQLException tooMany = new SQLException("Too many connections", "08004", 1040);
    assertEquals(ErrorClass.RESOURCE_EXHAUSTED, ErrorTables.MYSQL.classOf(tooMany));
  }

  @Test
  void theTypeOfTheExceptionServesWhereCodesAreUnknown() {
    assertEquals(ErrorClass.TIMEOUT, ErrorTables.H2.classOf(new SQLTimeoutException("slow")));
    assertEquals(
        ErrorClass.CONNECTION_LOST,
        ErrorTables.ORACLE.classOf(new SQLRecoverableException("gone")));
    assertEquals(
        ErrorClass.CONSTRAINT,
        ErrorTables.MYSQL.classOf(new SQLIntegrityConstraintViolationException("no")));
  }

  @Test
  void theFirstTwoCharactersOfTheSqlStateAreTheLastResort() {
    assertEquals(
        ErrorClass.CONNECTION_LOST, ErrorTables.POSTGRESQL.classOf(new SQLException("?", "08999")));
    assertEquals(
        ErrorClass.CONSTRAINT, ErrorTables.POSTGRESQL.classOf(new SQLException("?", "23999")));
    assertEquals(ErrorClass.SERIALIZATION, ErrorTables.H2.classOf(new SQLException("?", "40999")));
    assertEquals(ErrorClass.OTHER, ErrorTables.H2.classOf(new SQLException("?")));
  }

  @Test
  void theSqlExceptionIsFoundInsideOthers() {
    Exception wrapped = new IllegalStateException(new SQLException("x", "40001", 1213));
    assertEquals(ErrorClass.DEADLOCK, ErrorTables.MYSQL.classify(wrapped).errorClass());
  }

  @Test
  void whatIsNoSqlExceptionIsTheJobsOwnDefect() {
    assertEquals(
        ErrorClass.JOB_CODE,
        ErrorTables.MYSQL.classify(new IllegalStateException("bug")).errorClass());
  }

  @Test
  void messagesAreOneLine() {
    Failure failure = ErrorTables.MYSQL.classify(new SQLException("a\r\n  b\n\nc", "HY000", 1));
    assertEquals("a b c", failure.message());
  }

  @Test
  void theSqlStateOfAnUnknownCompletionIsALostConnectionAndNoRollback() {
    assertEquals(
        ErrorClass.CONNECTION_LOST, ErrorTables.H2.classOf(new SQLException("ambiguous", "40003")));
    assertEquals(
        ErrorClass.CONSTRAINT, ErrorTables.H2.classOf(new SQLException("deferred", "40002")));
  }

  @Test
  void theWordingDecidesWhereOneCodeStandsForSeveralThings() {
    assertEquals(
        ErrorClass.TIMEOUT,
        ErrorTables.POSTGRESQL.classOf(
            new SQLException("ERROR: canceling statement due to statement timeout", "57014")));
    assertEquals(
        ErrorClass.CANCELLED,
        ErrorTables.POSTGRESQL.classOf(
            new SQLException("ERROR: canceling statement due to user request", "57014")));
    assertEquals(
        ErrorClass.OTHER,
        ErrorTables.MYSQL.classOf(
            new SQLException("running with the --secure-file-priv option", "HY000", 1290)));
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatTheDatabaseUndidBecauseOfOthersIsRepeated(ErrorClass errorClass) {
    boolean undone =
        switch (errorClass) {
          case DEADLOCK, LOCK_WAIT, SERIALIZATION, SNAPSHOT_TOO_OLD -> true;
          case CONSTRAINT,
              CONNECTION_LOST,
              READ_ONLY,
              RESOURCE_EXHAUSTED,
              TIMEOUT,
              CANCELLED,
              JOB_CODE,
              OTHER ->
              false;
        };
    for (Retry chosen : Retry.values()) {
      assertEquals(
          undone ? chosen : Retry.NEVER, new RetryPolicy(chosen).after(errorClass), chosen::name);
    }
  }
}

package dev.broadside.kit.engine;

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
    assertEquals(ErrorClass.RESOURCE_EXHAUSTED, new MySql().errors().classOf(tooMany));
  }

  @Test
  void theTypeOfTheExceptionServesWhereCodesAreUnknown() {
    assertEquals(ErrorClass.TIMEOUT, new H2().errors().classOf(new SQLTimeoutException("slow")));
    assertEquals(
        ErrorClass.CONNECTION_LOST,
        new Oracle().errors().classOf(new SQLRecoverableException("gone")));
    assertEquals(
        ErrorClass.CONSTRAINT,
        new MySql().errors().classOf(new SQLIntegrityConstraintViolationException("no")));
  }

  @Test
  void theFirstTwoCharactersOfTheSqlStateAreTheLastResort() {
    assertEquals(
        ErrorClass.CONNECTION_LOST,
        new PostgreSql().errors().classOf(new SQLException("?", "08999")));
    assertEquals(
        ErrorClass.CONSTRAINT, new PostgreSql().errors().classOf(new SQLException("?", "23999")));
    assertEquals(
        ErrorClass.SERIALIZATION, new H2().errors().classOf(new SQLException("?", "40999")));
    assertEquals(ErrorClass.OTHER, new H2().errors().classOf(new SQLException("?")));
  }

  @Test
  void theSqlExceptionIsFoundInsideOthers() {
    Exception wrapped = new IllegalStateException(new SQLException("x", "40001", 1213));
    assertEquals(ErrorClass.DEADLOCK, new MySql().errors().classify(wrapped).errorClass());
  }

  @Test
  void whatIsNoSqlExceptionIsTheJobsOwnDefect() {
    assertEquals(
        ErrorClass.JOB_CODE,
        new MySql().errors().classify(new IllegalStateException("bug")).errorClass());
  }

  @Test
  void messagesAreOneLine() {
    Failure failure = new MySql().errors().classify(new SQLException("a\r\n  b\n\nc", "HY000", 1));
    assertEquals("a b c", failure.message());
  }

  @Test
  void theSqlStateOfAnUnknownCompletionIsALostConnectionAndNoRollback() {
    assertEquals(
        ErrorClass.CONNECTION_LOST,
        new H2().errors().classOf(new SQLException("ambiguous", "40003")));
    assertEquals(
        ErrorClass.CONSTRAINT, new H2().errors().classOf(new SQLException("deferred", "40002")));
  }

  @Test
  void theWordingDecidesWhereOneCodeStandsForSeveralThings() {
    assertEquals(
        ErrorClass.TIMEOUT,
        new PostgreSql()
            .errors()
            .classOf(
                new SQLException("ERROR: canceling statement due to statement timeout", "57014")));
    assertEquals(
        ErrorClass.CANCELLED,
        new PostgreSql()
            .errors()
            .classOf(new SQLException("ERROR: canceling statement due to user request", "57014")));
    assertEquals(
        ErrorClass.OTHER,
        new MySql()
            .errors()
            .classOf(
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

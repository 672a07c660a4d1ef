package dev.broadside.kit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.List;
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

  private static <T extends Exception> T thrownIn(String type, T thrown) {
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("app", "java.base", "25", "java.util.Objects", "checkIndex", "", 1),
          new StackTraceElement(type, "next", "Rows.java", 41),
          new StackTraceElement("example.Transfer", "iterate", "Transfer.java", 12)
        });
    return thrown;
  }

  @Test
  void whatADriversOwnCodeThrowsUnexpectedlyIsTheDriversFailure() {
    for (String type :
        List.of(
            "com.mysql.cj.protocol.Rows",
            "org.mariadb.jdbc.Rows",
            "org.postgresql.Rows",
            "org.h2.Rows",
            "oracle.sql.Rows")) {
      Exception broken = thrownIn(type, new ArrayIndexOutOfBoundsException("3"));
      assertEquals(
          ErrorClass.DRIVER, new MySql().errors().classify(broken).errorClass(), () -> type);
      SQLException untold = thrownIn(type, new SQLException("?"));
      assertEquals(ErrorClass.DRIVER, new H2().errors().classOf(untold), () -> type);
      SQLException passedOn = new SQLException("unusual", "99999", 50_000, broken);
      assertEquals(ErrorClass.DRIVER, new H2().errors().classOf(passedOn), () -> type);
    }
  }

  @Test
  void whatTheJobsCodeThrowsIsNotTheDrivers() {
    Exception bug = thrownIn("example.Rows", new ArrayIndexOutOfBoundsException("3"));
    assertEquals(ErrorClass.JOB_CODE, new MySql().errors().classify(bug).errorClass());
    SQLException own = thrownIn("example.Rows", new SQLException("no stock left"));
    assertEquals(ErrorClass.OTHER, new MySql().errors().classOf(own));
  }

  @Test
  void whatTheDatabaseAnswersIsNotTheDrivers() {
    SQLException answer =
        thrownIn("com.mysql.cj.Rows", new SQLException("Unknown column", "42S22", 1054));
    assertEquals(ErrorClass.OTHER, new MySql().errors().classOf(answer));
    SQLException lost = thrownIn("com.mysql.cj.Rows", new SQLException("gone", "08S01"));
    assertEquals(ErrorClass.CONNECTION_LOST, new MySql().errors().classOf(lost));
  }

  @Test
  void whatTheDatabasesWordsDoNotTellIsAddedToThem() {
    for (String state : List.of("26000", "42P05")) {
      SQLException error = new SQLException("ERROR: prepared statement \"S_1\" ...", state);
      assertEquals(
          "ERROR: prepared statement \"S_1\" ...; if a pooler between keeps no session, such as"
              + " pgbouncer in transaction pooling, set the driver property prepareThreshold=0",
          new PostgreSql().errors().classify(error).message());
    }
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
              DRIVER,
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

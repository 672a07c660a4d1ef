package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Errors as real databases throw them, in the classes where they belong.
class LiveErrorsTest {
  private Connection one;
  private Connection two;
  private Dialect dialect;

  private void open(LiveTarget live) throws SQLException {
    Target target = Target.of(live.target(JobTester.of(new Igenoltp())).values());
    one = target.connect(Target.Purpose.RUN);
    two = target.connect(Target.Purpose.RUN);
    dialect = Engines.of(one);
    Rows.run(one, "drop table if exists errors");
    Rows.run(one, "create table errors (id int primary key, n int)");
    Rows.run(one, "insert into errors values (1, 0), (2, 0)");
    one.setAutoCommit(false);
    two.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    one.close();
    two.close();
  }

  private ErrorClass classOf(SQLException exception) {
    return dialect.errors().classOf(exception);
  }

  @ParameterizedTest
  @EnumSource
  void aDuplicateKeyIsAConstraint(LiveTarget live) throws SQLException {
    open(live);
    SQLException thrown =
        assertThrows(SQLException.class, () -> Rows.run(one, "insert into errors values (1, 0)"));
    assertEquals(ErrorClass.CONSTRAINT, classOf(thrown), thrown::toString);
  }

  @ParameterizedTest
  @EnumSource
  void aLockThatIsNotGrantedIsALockWait(LiveTarget live) throws SQLException {
    open(live);
    Rows.run(one, "update errors set n = 1 where id = 1");
    SQLException thrown =
        assertThrows(
            SQLException.class, () -> Rows.run(two, "update errors set n = 2 where id = 1"));
    assertEquals(ErrorClass.LOCK_WAIT, classOf(thrown), thrown::toString);
  }

  /// As a pooler gives a client another session of the server, which has prepared nothing.
  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL")
  void aStatementThatTheSessionDoesNotKnowIsSaidToBeAPoolers(LiveTarget live) throws SQLException {
    open(live);
    try (PreparedStatement statement = one.prepareStatement("select n from errors where id = ?")) {
      statement.setInt(1, 1);
      statement.executeQuery().close();
      Rows.run(one, "do $$ begin execute 'deallocate all'; end $$");
      SQLException thrown = assertThrows(SQLException.class, statement::executeQuery);
      String message = dialect.errors().classify(thrown).message();
      assertTrue(message.contains("does not exist"), message);
      assertTrue(message.endsWith("set the driver property prepareThreshold=0"), message);
    }
  }

  /// Whichever of the two becomes the victim: exactly one does.
  @ParameterizedTest
  @EnumSource
  void aCircleOfLocksIsADeadlock(LiveTarget live) throws Exception {
    open(live);
    for (Connection connection : List.of(one, two)) {
      // Else a lock wait may end first if the machine is slow.
      Rows.run(
          connection,
          live == LiveTarget.POSTGRESQL
              ? "set lock_timeout = '60s'"
              : "set innodb_lock_wait_timeout = 60");
    }
    Rows.run(one, "update errors set n = 1 where id = 1");
    Rows.run(two, "update errors set n = 1 where id = 2");
    CompletableFuture<Optional<SQLException>> first =
        CompletableFuture.supplyAsync(() -> failure(one, "update errors set n = 2 where id = 2"));
    Optional<SQLException> second = failure(two, "update errors set n = 2 where id = 1");
    SQLException victim =
        second.or(() -> first.orTimeout(2, TimeUnit.MINUTES).join()).orElseThrow();
    assertEquals(ErrorClass.DEADLOCK, classOf(victim), victim::toString);
    two.rollback();
    first.join();
  }

  private static Optional<SQLException> failure(Connection connection, String sql) {
    try {
      Rows.run(connection, sql);
      return Optional.empty();
    } catch (SQLException thrown) {
      return Optional.of(thrown);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKilledSessionIsALostConnection(LiveTarget live) throws SQLException {
    open(live);
    boolean postgres = live == LiveTarget.POSTGRESQL;
    long session = Rows.whole(two, postgres ? "select pg_backend_pid()" : "select connection_id()");
    Rows.run(one, postgres ? "select pg_terminate_backend(" + session + ")" : "kill " + session);
    SQLException thrown =
        assertThrows(
            SQLException.class, () -> Rows.run(two, "update errors set n = 2 where id = 1"));
    assertEquals(ErrorClass.CONNECTION_LOST, classOf(thrown), thrown::toString);
  }

  @ParameterizedTest
  @EnumSource
  void anOverlongStatementIsATimeout(LiveTarget live) throws SQLException {
    open(live);
    boolean postgres = live == LiveTarget.POSTGRESQL;
    Rows.run(two, postgres ? "set statement_timeout = 50" : "set max_statement_time = 0.05");
    SQLException thrown = assertThrows(SQLException.class, () -> Rows.run(two, lengthy(live)));
    assertEquals(ErrorClass.TIMEOUT, classOf(thrown), thrown::toString);
  }

  @ParameterizedTest
  @EnumSource
  void aStatementThatSomebodyCancelsIsCancelled(LiveTarget live) throws Exception {
    open(live);
    boolean postgres = live == LiveTarget.POSTGRESQL;
    long session = Rows.whole(two, postgres ? "select pg_backend_pid()" : "select connection_id()");
    // A query: MariaDB may answer an UPDATE killed at its start with "0 rows" and no error.
    CompletableFuture<Optional<SQLException>> running =
        CompletableFuture.supplyAsync(() -> failure(two, lengthy(live)));
    while (!running.isDone()) {
      // Again and again, for the first may come before the statement.
      Rows.run(
          one, postgres ? "select pg_cancel_backend(" + session + ")" : "kill query " + session);
    }
    SQLException thrown = running.join().orElseThrow();
    assertEquals(ErrorClass.CANCELLED, classOf(thrown), thrown::toString);
  }

  private static String lengthy(LiveTarget live) {
    return live == LiveTarget.POSTGRESQL
        ? "select pg_sleep(5)"
        : "select sum(a.seq * b.seq) from seq_1_to_100000 a, seq_1_to_100000 b";
  }

  @ParameterizedTest
  @EnumSource
  void oneConnectionTooManyIsAResourceExhausted(LiveTarget live) throws SQLException {
    open(live);
    Target target = Target.of(live.target(JobTester.of(new Igenoltp())).values());
    List<Connection> all = new ArrayList<>();
    try {
      SQLException thrown =
          assertThrows(
              SQLException.class,
              () -> {
                while (all.size() < 1_000) {
                  all.add(target.connect(Target.Purpose.RUN));
                }
              });
      assertEquals(ErrorClass.RESOURCE_EXHAUSTED, classOf(thrown), thrown::toString);
    } finally {
      for (Connection connection : all) {
        connection.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void writingInAReadOnlyTransactionIsReadOnly(LiveTarget live) throws SQLException {
    open(live);
    two.rollback();
    Rows.run(
        two,
        live == LiveTarget.POSTGRESQL
            ? "set transaction read only"
            : "start transaction read only");
    SQLException thrown =
        assertThrows(
            SQLException.class, () -> Rows.run(two, "update errors set n = 2 where id = 1"));
    assertEquals(ErrorClass.READ_ONLY, classOf(thrown), thrown::toString);
  }
}

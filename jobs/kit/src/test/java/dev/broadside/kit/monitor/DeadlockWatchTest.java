package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Observation;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// H2 stands for a database that answers with InnoDB's status.
class DeadlockWatchTest {
  private static final long SECOND = 1_000_000_000;

  private final DeadlockWatch watch = new DeadlockWatch("select text as Status from told");
  private Connection open;

  @BeforeEach
  void open() throws SQLException {
    open = DriverManager.getConnection("jdbc:h2:mem:");
    Rows.run(open, "create table told (text varchar(1000))");
    Rows.run(open, "insert into told values ('')");
    happens("9:00");
    watch.connected(open);
  }

  @AfterEach
  void close() throws SQLException {
    open.close();
  }

  private void happens(String moment) throws SQLException {
    String dashes = "\n--------\n";
    Rows.run(
        open,
        "update told set text = '%sLATEST DETECTED DEADLOCK%s%s\n*** WE ROLL BACK TRANSACTION (1)%s'"
            .formatted(dashes, dashes, moment, dashes));
  }

  private static Optional<Observation> told(String moment) {
    return Optional.of(
        new Observation.Explained(
            ErrorClass.DEADLOCK, moment + "\n*** WE ROLL BACK TRANSACTION (1)"));
  }

  @Test
  void aDeadlockIsToldOnceAndNotIfItWasBeforeTheRun() throws SQLException {
    assertEquals(Optional.empty(), look(watch, true, 0));
    happens("9:01");
    assertEquals(told("9:01"), look(watch, true, 10 * SECOND));
    assertEquals(Optional.empty(), look(watch, true, 20 * SECOND));
  }

  @Test
  void nothingIsAskedWithoutACountedDeadlock() throws SQLException {
    happens("9:01");
    assertEquals(Optional.empty(), look(watch, false, 0));
    assertEquals(told("9:01"), look(watch, true, SECOND));
  }

  /// One that comes too early is looked up later, even if no other follows.
  @Test
  void theDatabaseIsAskedEveryTenSecondsAtMost() throws SQLException {
    happens("9:01");
    assertEquals(told("9:01"), look(watch, true, 0));
    happens("9:02");
    assertEquals(Optional.empty(), look(watch, true, 9 * SECOND));
    assertEquals(told("9:02"), look(watch, false, 10 * SECOND));
  }

  @Test
  void aDatabaseThatDoesNotTellIsNotAsked() throws SQLException {
    DeadlockWatch silent = new DeadlockWatch("");
    silent.connected(open);
    assertEquals(Optional.empty(), look(silent, true, 0));
  }

  private Optional<Observation> look(DeadlockWatch one, boolean counted, long nanos)
      throws SQLException {
    return one.look(open, new Watch.Look(_ -> counted ? 1 : 0, nanos, false)).stream().findFirst();
  }
}

package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Observation.StatementTable;
import dev.broadside.core.work.Observation.StatementWork;
import dev.broadside.core.work.Observation.TimeBucket;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Counts that a test moves, in tables of a database that counts nothing itself.
class StatementBookTest {
  private static final StatementView VIEW =
      new StatementView("digests", "select * from digests", 1e-3, false, "");

  private static final StatementView.All ALL =
      new StatementView.All(
          List.of(VIEW),
          "select name, state from settings",
          "counting is off",
          "select bound, number from times");

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
  private Connection database;
  private long nanos;
  private StatementBook book;

  @BeforeEach
  void makeCounts() throws SQLException {
    database = DriverManager.getConnection(url);
    Rows.run(
        database,
        "create table digests (id varchar(9) primary key, text varchar(99), since varchar(9),"
            + " calls bigint, took bigint, longest bigint, found bigint, examined bigint,"
            + " temporary bigint, blocks bigint)");
    Rows.run(
        database,
        "insert into digests values ('a', 'select b from t where id = $1', 's', 100, 5000, 900,"
            + " 100, 300, null, 7)");
    Rows.run(database, "create table settings (name varchar(9), state varchar(9))");
    Rows.run(database, "insert into settings values ('counting', 'ON')");
    Rows.run(database, "create table times (bound bigint primary key, number bigint)");
    Rows.run(database, "insert into times values (128, 10), (256, 3)");
    book =
        new StatementBook(
            ALL,
            List.of(new LoadStatement("read", "SELECT b FROM t WHERE id = ?", List.of())),
            List.of("select 7"),
            () -> nanos);
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private StatementTable last() throws SQLException {
    return look(database, true).orElseThrow();
  }

  private void count(String change) throws SQLException {
    Rows.run(database, "update digests set " + change + " where id = 'a'");
  }

  @Test
  void aTableTellsWhatWasCountedSinceTheFirstLook() throws SQLException {
    assertEquals(Optional.empty(), look(database, false));
    count("calls = 110, took = 7000, found = 130, examined = 400, blocks = 9");
    Rows.run(
        database,
        "insert into digests values ('b', 'commit', 's', 4, 9000, 5000, 0, 0, 2, null),"
            + " ('own', 'select 8', 's', 90, 90000, 1, 1, 1, 1, 1)");
    Rows.run(database, "update times set number = 15 where bound = 128");
    nanos += 90_000_000_000L;
    StatementTable table = look(database, false).orElseThrow();
    assertEquals(90_000, table.watchedMillis());
    assertEquals(11, table.totalMillis(), 1e-9);
    assertEquals(List.of("", "read"), table.rows().stream().map(StatementWork::operation).toList());
    StatementWork read = table.rows().getLast();
    assertEquals("select b from t where id = $1", read.text());
    assertEquals(10, read.calls());
    assertEquals(2, read.totalMillis(), 1e-9);
    assertEquals(-1, read.maxMillis(), "the longest may have been before the first look");
    assertEquals(30, read.effort().rows());
    assertEquals(100, read.effort().rowsExamined());
    assertEquals(-1, read.effort().temporaryTables());
    assertEquals(2, read.effort().blocksRead());
    assertEquals(5, table.rows().getFirst().maxMillis(), 1e-9);
    assertEquals(List.of(new TimeBucket(128, 5)), table.times());
    assertEquals("", table.note());
  }

  @Test
  void itIsReadOnceAMinuteAndAtTheEnd() throws SQLException {
    look(database, false);
    nanos += 59_000_000_000L;
    assertEquals(Optional.empty(), look(database, false));
    nanos += 1_000_000_000L;
    assertTrue(look(database, false).isPresent());
    nanos += 1_000_000_000L;
    assertEquals(Optional.empty(), look(database, false));
    count("calls = 101");
    assertEquals(1, last().rows().getFirst().calls());
  }

  @Test
  void countsThatWereSetBackAreNeverNegativeOrHuge() throws SQLException {
    look(database, false);
    count("calls = 120");
    last();
    count("calls = 3, took = 30, longest = 20");
    StatementTable fell = last();
    assertEquals(23, fell.rows().getFirst().calls());
    assertEquals(
        "digests was set back: what it had counted since it was last read is missing", fell.note());
    count("calls = 1000, took = 1000, since = 't'");
    assertEquals(1_023, last().rows().getFirst().calls());
  }

  @Test
  void whatAnotherConnectionTellsMayBeAnotherServers() throws SQLException {
    look(database, false);
    count("calls = 101");
    last();
    count("calls = 5000000");
    try (Connection other = DriverManager.getConnection(url)) {
      assertEquals(1, look(other, true).orElseThrow().rows().getFirst().calls());
      count("calls = 5000002");
      StatementTable table = look(other, true).orElseThrow();
      assertEquals(3, table.rows().getFirst().calls());
      assertTrue(table.note().contains("had no connection"), table::note);
    }
  }

  @Test
  void whereNothingIsCountedThatIsSaidInTheTablesPlace() throws SQLException {
    Rows.run(database, "update settings set state = 'OFF'");
    look(database, false);
    StatementTable table = last();
    assertEquals(List.of(), table.rows());
    assertEquals("no statement table: counting is off", table.note());
  }

  @Test
  void whatIsRefusedIsSaidInTheTablesPlace() throws SQLException {
    Rows.run(database, "drop table digests");
    look(database, false);
    StatementTable table = last();
    assertEquals(List.of(), table.rows());
    assertTrue(table.note().startsWith("digests is left out: Table \"DIGESTS\""), table::note);
  }

  private Optional<StatementTable> look(Connection connection, boolean last) throws SQLException {
    return book.look(connection, new Watch.Look(_ -> Double.NaN, 0, last)).stream()
        .map(StatementTable.class::cast)
        .findFirst();
  }
}

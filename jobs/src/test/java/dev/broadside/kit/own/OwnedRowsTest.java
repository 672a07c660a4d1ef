package dev.broadside.kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// On a table of a thousand rows whose kind is a customer's number.
class OwnedRowsTest {
  private static final String URL = JobTester.h2(";DB_CLOSE_DELAY=-1");
  private static final long ROWS = 1_000;
  private static final long OTHERWISE = 4_711;

  private final SplittableRandom random = new SplittableRandom(5);
  private Connection connection;

  @BeforeEach
  void load() throws Exception {
    connection = DriverManager.getConnection(URL);
    Rows.run(connection, "drop all objects");
    Rows.run(connection, "create table orders (id bigint primary key, customer bigint not null)");
    for (long number = 0; number < ROWS; number++) {
      insert(OwnedIds.loaded(number, ROWS), number % 100);
    }
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
  }

  private OwnedRows book(int thread, int threads) throws Exception {
    OwnedRows book =
        new OwnedRows(
            OwnedIds.of(thread, threads), Engines.named("h2"), "orders", "id", "customer");
    book.read(connection);
    return book;
  }

  private void insert(OwnedRows book) throws Exception {
    insert(book.newId(), book.newKind());
  }

  private void insert(long id, long customer) throws Exception {
    Rows.run(connection, "insert into orders values (%d, %d)".formatted(id, customer));
  }

  @Test
  void allBooksTogetherHoldAllOrders() throws Exception {
    long sum = 0;
    for (int thread = 0; thread < 7; thread++) {
      sum += book(thread, 7).size();
    }
    assertEquals(ROWS, sum);
  }

  @Test
  void aNewOrderTakesThePlaceOfTheOldest() throws Exception {
    OwnedRows book = book(0, 4);
    book.draftDelete();
    long oldest = book.victim();
    book.forget();
    book.draftInsert(random, OTHERWISE);
    assertEquals(OwnedIds.partition(oldest), OwnedIds.partition(book.newId()));
    assertEquals(
        Rows.whole(connection, "select customer from orders where id = " + oldest), book.newKind());
  }

  @Test
  void draftsThatFailedChangeNothingButTheNextId() throws Exception {
    OwnedRows book = book(0, 4);
    book.draftInsert(random, OTHERWISE);
    long id = book.newId();
    long customer = book.newKind();
    book.draftDelete();
    long victim = book.victim();
    book.forget();
    book.draftInsert(random, OTHERWISE);
    book.draftDelete();
    assertNotEquals(id, book.newId());
    assertEquals(customer, book.newKind());
    assertEquals(victim, book.victim());
    assertEquals(250, book.size());
  }

  @Test
  void aBookGoesRoundForEverAndKeepsItsSize() throws Exception {
    OwnedRows book = book(0, 4);
    for (int i = 0; i < 10_000; i++) {
      book.draftInsert(random, OTHERWISE);
      book.draftDelete();
      book.enter();
    }
    assertEquals(250, book.size());
    assertEquals(0, book.ahead());
  }

  @Test
  void aThreadThatOwnsNothingDeletesWhatItInserted() throws Exception {
    Rows.run(connection, "delete from orders");
    OwnedRows book = book(9, 10);
    book.draftInsert(random, OTHERWISE);
    book.draftDelete();
    assertEquals(book.newId(), book.victim());
    assertEquals(9_000, OwnedIds.partition(book.newId()) / 1_000 * 1_000);
    book.enter();
    assertEquals(0, book.size());
    assertEquals(0, book.ahead());
  }

  @Test
  void anInsertThatTookEffectUnseenIsFoundByReadingAgain() throws Exception {
    OwnedRows book = book(0, 4);
    book.draftInsert(random, OTHERWISE);
    insert(book);
    book.read(connection);
    assertEquals(1, book.ahead());
    assertEquals(251, book.size());
  }

  @Test
  void anInsertThatTookEffectUnseenIsFoundThoughTheFirstReadingFailed() throws Exception {
    OwnedRows book = book(0, 4);
    book.draftInsert(random, OTHERWISE);
    insert(book);
    Connection lost = DriverManager.getConnection(URL);
    lost.close();
    assertThrows(SQLException.class, () -> book.read(lost));
    book.read(connection);
    assertEquals(1, book.ahead());
    assertEquals(251, book.size());
  }

  @Test
  void aDeleteThatTookEffectUnseenIsFoundByReadingAgain() throws Exception {
    OwnedRows book = book(0, 4);
    book.draftInsert(random, OTHERWISE);
    insert(book);
    book.enter();
    book.draftDelete();
    Rows.run(connection, "delete from orders where id = " + book.victim());
    book.read(connection);
    assertEquals(0, book.ahead());
    assertEquals(250, book.size());
  }

  @Test
  void aDeleteThatDidNotTakeEffectIsFoundByReadingAgain() throws Exception {
    OwnedRows book = book(0, 4);
    book.draftInsert(random, OTHERWISE);
    insert(book);
    book.enter();
    book.draftDelete();
    long victim = book.victim();
    book.read(connection);
    assertEquals(1, book.ahead());
    book.draftDelete();
    assertEquals(victim, book.victim());
  }

  @Test
  void readingAgainKeepsTheOrderOfAge() throws Exception {
    OwnedRows book = book(0, 4);
    for (int i = 0; i < 100; i++) {
      book.draftInsert(random, OTHERWISE);
      insert(book);
      book.draftDelete();
      Rows.run(connection, "delete from orders where id = " + book.victim());
      book.enter();
    }
    book.draftDelete();
    long next = book.victim();
    book.forget();
    book.read(connection);
    book.draftDelete();
    assertEquals(next, book.victim());
  }
}

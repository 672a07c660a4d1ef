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
import java.util.function.UnaryOperator;
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
    OwnedRows book = new OwnedRows("orders", "id", "customer");
    book.open(OwnedIds.of(thread, threads), Engines.named("h2"), UnaryOperator.identity());
    book.read(connection);
    return book;
  }

  private void insert(OwnedRows book) throws Exception {
    insert(book.draftInsert(random, OTHERWISE), book.newKind());
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
    long oldest = book.draftDelete();
    book.forget();
    long id = book.draftInsert(random, OTHERWISE);
    assertEquals(OwnedIds.partition(oldest), OwnedIds.partition(id));
    assertEquals(
        Rows.whole(connection, "select customer from orders where id = " + oldest), book.newKind());
  }

  @Test
  void draftsThatFailedChangeNothingButTheNextId() throws Exception {
    OwnedRows book = book(0, 4);
    long id = book.draftInsert(random, OTHERWISE);
    long customer = book.newKind();
    long victim = book.draftDelete();
    book.forget();
    assertNotEquals(id, book.draftInsert(random, OTHERWISE));
    assertEquals(customer, book.newKind());
    assertEquals(victim, book.draftDelete());
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
    long id = book.draftInsert(random, OTHERWISE);
    assertEquals(id, book.draftDelete());
    assertEquals(9_000, OwnedIds.partition(id) / 1_000 * 1_000);
    book.enter();
    assertEquals(0, book.size());
    assertEquals(0, book.ahead());
  }

  @Test
  void anInsertThatTookEffectUnseenIsFoundByReadingAgain() throws Exception {
    OwnedRows book = book(0, 4);
    insert(book);
    book.read(connection);
    assertEquals(1, book.ahead());
    assertEquals(251, book.size());
  }

  @Test
  void anInsertThatTookEffectUnseenIsFoundThoughTheFirstReadingFailed() throws Exception {
    OwnedRows book = book(0, 4);
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
    insert(book);
    book.enter();
    Rows.run(connection, "delete from orders where id = " + book.draftDelete());
    book.read(connection);
    assertEquals(0, book.ahead());
    assertEquals(250, book.size());
  }

  @Test
  void aDeleteThatDidNotTakeEffectIsFoundByReadingAgain() throws Exception {
    OwnedRows book = book(0, 4);
    insert(book);
    book.enter();
    long victim = book.draftDelete();
    book.read(connection);
    assertEquals(1, book.ahead());
    assertEquals(victim, book.draftDelete());
  }

  @Test
  void readingAgainKeepsTheOrderOfAge() throws Exception {
    OwnedRows book = book(0, 4);
    for (int i = 0; i < 100; i++) {
      insert(book);
      Rows.run(connection, "delete from orders where id = " + book.draftDelete());
      book.enter();
    }
    long next = book.draftDelete();
    book.forget();
    book.read(connection);
    assertEquals(next, book.draftDelete());
  }
}

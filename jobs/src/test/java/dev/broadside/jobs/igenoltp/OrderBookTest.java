package dev.broadside.jobs.igenoltp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderBookTest {
  private static final Scale SCALE = Scale.of(0.01);

  private final SplittableRandom random = new SplittableRandom(5);
  private final JobTester job = JobTester.onH2(new Igenoltp()).with("scale", "0.01");
  private Connection connection;

  @BeforeEach
  void load() throws Exception {
    job.prepare();
    connection = Target.of(job.values()).connect(Target.Purpose.RUN);
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
  }

  private OrderBook book(int thread, int threads) throws Exception {
    OrderStatements sql = new OrderStatements(new Tables(""), Engines.named("h2"));
    OrderBook book = new OrderBook(sql, SCALE, thread, threads);
    book.read(connection);
    return book;
  }

  private void insert(OrderBook book) throws Exception {
    Rows.run(
        connection,
        "insert into orders values (%d, %d, 1, 1, 1, 1, '%s', localtimestamp)"
            .formatted(book.newId(), book.newCustomer(), book.newStatus()));
  }

  @Test
  void allBooksTogetherHoldAllOrders() throws Exception {
    long sum = 0;
    for (int thread = 0; thread < 7; thread++) {
      sum += book(thread, 7).size();
    }
    assertEquals(SCALE.orders(), sum);
  }

  @Test
  void aNewOrderTakesThePlaceOfTheOldest() throws Exception {
    OrderBook book = book(0, 4);
    book.draftDelete();
    long oldest = book.victim();
    book.forgetDrafts();
    book.draftInsert(random);
    assertEquals(OrderIds.partition(oldest), OrderIds.partition(book.newId()));
    assertEquals(
        Rows.whole(connection, "select customer_id from orders where id = " + oldest),
        book.newCustomer());
    assertEquals(
        Rows.text(connection, "select status from orders where id = " + oldest), book.newStatus());
  }

  @Test
  void draftsThatFailedChangeNothingButTheNextId() throws Exception {
    OrderBook book = book(0, 4);
    book.draftInsert(random);
    long id = book.newId();
    long customer = book.newCustomer();
    book.draftDelete();
    long victim = book.victim();
    book.forgetDrafts();
    book.draftInsert(random);
    book.draftDelete();
    assertNotEquals(id, book.newId());
    assertEquals(customer, book.newCustomer());
    assertEquals(victim, book.victim());
    assertEquals(250, book.size());
  }

  @Test
  void aBookGoesRoundForEverAndKeepsItsSize() throws Exception {
    OrderBook book = book(0, 4);
    for (int i = 0; i < 10_000; i++) {
      book.draftInsert(random);
      book.draftDelete();
      book.enter();
    }
    assertEquals(250, book.size());
    assertEquals(0, book.ahead());
  }

  @Test
  void aThreadThatOwnsNothingDeletesWhatItInserted() throws Exception {
    Rows.run(connection, "delete from orders");
    OrderBook book = book(9, 10);
    book.draftInsert(random);
    book.draftDelete();
    assertEquals(book.newId(), book.victim());
    assertEquals(9_000, OrderIds.partition(book.newId()) / 1_000 * 1_000);
    book.enter();
    assertEquals(0, book.size());
    assertEquals(0, book.ahead());
  }

  @Test
  void anInsertThatTookEffectUnseenIsFoundByReadingAgain() throws Exception {
    OrderBook book = book(0, 4);
    book.draftInsert(random);
    insert(book);
    book.read(connection);
    assertEquals(1, book.ahead());
    assertEquals(251, book.size());
  }

  @Test
  void anInsertThatTookEffectUnseenIsFoundThoughTheFirstReadingFailed() throws Exception {
    OrderBook book = book(0, 4);
    book.draftInsert(random);
    insert(book);
    Connection lost = Target.of(job.values()).connect(Target.Purpose.RUN);
    lost.close();
    assertThrows(SQLException.class, () -> book.read(lost));
    book.read(connection);
    assertEquals(1, book.ahead());
    assertEquals(251, book.size());
  }

  @Test
  void aDeleteThatTookEffectUnseenIsFoundByReadingAgain() throws Exception {
    OrderBook book = book(0, 4);
    book.draftInsert(random);
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
    OrderBook book = book(0, 4);
    book.draftInsert(random);
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
    OrderBook book = book(0, 4);
    for (int i = 0; i < 100; i++) {
      book.draftInsert(random);
      insert(book);
      book.draftDelete();
      Rows.run(connection, "delete from orders where id = " + book.victim());
      book.enter();
    }
    book.draftDelete();
    long next = book.victim();
    book.forgetDrafts();
    book.read(connection);
    book.draftDelete();
    assertEquals(next, book.victim());
  }
}

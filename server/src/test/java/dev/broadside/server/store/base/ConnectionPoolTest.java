package dev.broadside.server.store.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

final class ConnectionPoolTest {
  @TempDir private Path folder;

  private SQLiteDataSource source() {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + folder.resolve("some.db"));
    return source;
  }

  @Test
  void neverMoreConnectionsThanGiven() throws Exception {
    List<Connection> made = new ArrayList<>();
    try (Database.ConnectionPool pool = new Database.ConnectionPool(source(), made::add, 2)) {
      Connection first = pool.openConnection();
      pool.openConnection();
      Thread third =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  pool.closeConnection(pool.openConnection());
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              });
      while (third.getState() != Thread.State.TIMED_WAITING && third.isAlive()) {
        Thread.onSpinWait();
      }
      assertEquals(2, made.size());
      pool.closeConnection(first);
      third.join();
      assertEquals(2, made.size());
    }
  }

  @Test
  void connectionThatFailsItsClaimIsClosedAndLeavesItsPlace() throws Exception {
    List<Connection> refused = new ArrayList<>();
    WriterLock never =
        connection -> {
          refused.add(connection);
          throw new SQLException("for a test");
        };
    try (Database.ConnectionPool pool = new Database.ConnectionPool(source(), never, 1)) {
      assertThrows(SQLException.class, pool::openConnection);
      assertThrows(SQLException.class, pool::openConnection);
    }
    assertEquals(2, refused.size());
    assertFalse(refused.getFirst().isValid(1));
  }
}

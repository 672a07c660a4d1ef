package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// When the database was started again, by its own uptime and the clock of who asks.
final class RestartsTest {
  private long seconds = 1_000;
  private long up = 5_000;
  private int asked;
  private boolean down;
  private final Restarts restarts =
      new Restarts(
          () -> {
            asked++;
            if (down) {
              throw new SQLException("nothing listens there");
            }
            return up;
          },
          () -> TimeUnit.SECONDS.toNanos(seconds));

  private double after(long more) throws SQLException {
    seconds += more;
    up += more;
    return restarts.upSeconds();
  }

  @Test
  void aDatabaseThatFaresWellIsAskedNothing() throws SQLException {
    assertEquals(Double.NaN, after(600));
    assertEquals(0, asked);
  }

  @Test
  void aConnectionThatBrokeIsNoRestart() throws SQLException {
    restarts.renewed();
    assertEquals(Double.NaN, after(60));
    assertEquals(Double.NaN, after(60));
    assertEquals(1, asked);
  }

  @Test
  void aRestartIsToldFromThenOnAndAskedForOnceASecondAtMost() throws SQLException {
    after(60);
    up = 3;
    restarts.renewed();
    assertEquals(3, restarts.upSeconds());
    restarts.renewed();
    assertEquals(3, restarts.upSeconds());
    assertEquals(1, asked);
    assertEquals(7, after(4));
    assertEquals(2, asked);
    assertEquals(17, after(10));
    assertEquals(2, asked);
  }

  @Test
  void aDatabaseThatDoesNotAnswerYetIsAskedAgain() throws SQLException {
    down = true;
    restarts.renewed();
    assertThrows(SQLException.class, () -> after(60));
    down = false;
    up = 0;
    assertEquals(5, after(5));
  }
}

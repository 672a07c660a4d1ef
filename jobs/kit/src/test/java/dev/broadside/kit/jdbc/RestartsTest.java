package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// When the database was started again, by its own uptime and the clock of who asks.
final class RestartsTest {
  private static final Connection NONE =
      (Connection)
          Proxy.newProxyInstance(
              RestartsTest.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (_, _, _) -> null);

  private long millis = 1_000_000;
  private long up = 5_000;
  private int asked;
  private boolean down;
  private final Restarts restarts =
      new Restarts(
          _ -> {
            asked++;
            if (down) {
              throw new SQLException("nothing listens there");
            }
            return OptionalLong.of(up);
          },
          () -> TimeUnit.MILLISECONDS.toNanos(millis));

  private double after(long seconds) {
    millis += 1_000 * seconds;
    up += seconds;
    return restarts.upSeconds();
  }

  @Test
  void aDatabaseThatFaresWellIsAskedNothing() {
    assertEquals(Double.NaN, after(600));
    assertEquals(0, asked);
  }

  @Test
  void aConnectionThatBrokeIsNoRestart() {
    restarts.renewed(NONE);
    assertEquals(Double.NaN, after(60));
    restarts.renewed(NONE);
    assertEquals(Double.NaN, after(60));
    assertEquals(2, asked);
  }

  @Test
  void aRestartIsToldFromThenOn() {
    after(60);
    up = 3;
    restarts.renewed(NONE);
    assertEquals(3, restarts.upSeconds());
    assertEquals(7, after(4));
    assertEquals(17, after(10));
    assertEquals(1, asked);
  }

  @Test
  void ofManyConnectionsThatBreakTogetherFewAsk() {
    after(60);
    for (int i = 0; i < 1_000; i++) {
      restarts.renewed(NONE);
    }
    assertEquals(1, asked);
    millis += 100;
    restarts.renewed(NONE);
    assertEquals(2, asked);
  }

  @Test
  void afterAConnectionThatIsLostAgainTheNextOneAsks() {
    after(60);
    down = true;
    restarts.renewed(NONE);
    down = false;
    up = 0;
    restarts.renewed(NONE);
    assertEquals(5, after(5));
  }
}

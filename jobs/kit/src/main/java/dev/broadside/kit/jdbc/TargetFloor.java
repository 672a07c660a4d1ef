package dev.broadside.kit.jdbc;

import dev.broadside.core.work.Facts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/// The floor under the latencies of a run: what the network, the driver and the database need for
/// the cheapest answers, measured on one connection like those of the load threads before there is
/// any load. A statement of the load cannot be faster on this target.
///
/// - [Facts#FLOOR_ROUND_TRIP]: the driver's own question whether the connection is alive, which the
///   database answers without parsing anything (JDBC's `Connection.isValid`)
/// - [Facts#FLOOR_SELECT]: a prepared statement that selects the number 1
///
/// Each is a median, in milliseconds. A round trip is at most what `select 1` takes, which needs
/// one: some drivers do more to see whether a connection is alive.
final class TargetFloor {
  private static final Duration WARM_UP = Duration.ofMillis(100);
  private static final Duration SPAN = Duration.ofMillis(100);

  /// However far away the target is, so many answers are waited for.
  private static final int LEAST = 9;

  private static final int MOST = 20_000;
  private static final int ALIVE_WITHIN_SECONDS = 10;

  private TargetFloor() {}

  private interface Question {
    void ask() throws SQLException;
  }

  /// Adds the floor of a target to the facts about it. Everything is asked in one transaction that
  /// is rolled back, so that the database counts no commit that the load did not make.
  static Facts with(Facts facts, Target target, String selectOne) throws SQLException {
    try (Connection connection = target.connect(Target.Purpose.RUN);
        PreparedStatement select = connection.prepareStatement(selectOne)) {
      connection.setAutoCommit(false);
      Question alive = () -> connection.isValid(ALIVE_WITHIN_SECONDS);
      Question one = () -> select.executeQuery().close();
      // The first question is asked by code that is not compiled yet.
      warmUp(one);
      warmUp(alive);
      double answer = median(one);
      double roundTrip = Math.min(answer, median(alive));
      connection.rollback();
      return facts
          .with(Facts.FLOOR_ROUND_TRIP, millis(roundTrip))
          .with(Facts.FLOOR_SELECT, millis(answer));
    }
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }

  private static void warmUp(Question question) throws SQLException {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < WARM_UP.toNanos()) {
      question.ask();
    }
  }

  private static double median(Question question) throws SQLException {
    long[] nanos = new long[MOST];
    int count = 0;
    long first = System.nanoTime();
    long before = first;
    while (count < LEAST || (count < MOST && before - first < SPAN.toNanos())) {
      question.ask();
      long now = System.nanoTime();
      nanos[count++] = now - before;
      before = now;
    }
    Arrays.sort(nanos, 0, count);
    return (nanos[(count - 1) / 2] + nanos[count / 2]) / 2.0;
  }
}

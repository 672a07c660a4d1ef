package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Facts;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.testkit.JobTester;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetFloorTest {

  @ParameterizedTest
  @EnumSource
  void eachAnswerIsAsFarAwayAsTheDatabase(LiveTarget live) throws Exception {
    try (Proxy line = new Proxy(live.port())) {
      Target target =
          Target.of(live.target(JobTester.of(new Igenoltp())).with("url", live.url(line)).values());
      line.delay(Duration.ofMillis(2));
      Facts near = floor(target);
      line.delay(Duration.ofMillis(10));
      Facts far = floor(target);

      assertTrue(millis(near, Facts.FLOOR_ROUND_TRIP) >= 2, near::toString);
      assertTrue(millis(near, Facts.FLOOR_SELECT) >= 2, near::toString);
      assertTrue(millis(far, Facts.FLOOR_ROUND_TRIP) >= 10, far::toString);
      assertTrue(millis(far, Facts.FLOOR_SELECT) >= 10, far::toString);
    }
  }

  /// The database answers each of them in one trip, so that nothing else is timed.
  @ParameterizedTest
  @EnumSource
  void aFloorIsOneTripToTheDatabase(LiveTarget live) throws Exception {
    try (Proxy line = new Proxy(live.port())) {
      Target target =
          Target.of(live.target(JobTester.of(new Igenoltp())).with("url", live.url(line)).values());
      try (var connection = target.connect(Target.Purpose.RUN);
          var select = connection.prepareStatement("select 1")) {
        for (int i = 0; i < 10; i++) {
          select.executeQuery().close();
        }
        long before = line.trips();
        connection.isValid(10);
        assertEquals(1, line.trips() - before);
        select.executeQuery().close();
        assertEquals(2, line.trips() - before);
      }
    }
  }

  private static Facts floor(Target target) throws SQLException {
    return TargetFloor.with(Facts.NONE, target, target.engine().selectOne());
  }

  private static double millis(Facts floor, String name) {
    return Double.parseDouble(floor.text(name).orElseThrow());
  }
}

package dev.broadside.client.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerClockTest {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private final ManualTime host = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
  private final ClockOffset offset = new ClockOffset();
  private final ServerClock clock = new ServerClock(host, offset);

  /// The worker reads the start by the host's wall clock as it is then.
  @Test
  void aHostsClockThatIsSetBetweenAPingAndTheStartMovesNoStart() {
    offset.answered(host.nanos(), 0, host.epochNanos() + HOUR);
    long start = host.epochNanos() + HOUR + Duration.ofSeconds(3).toNanos();

    host.stepClock(Duration.ofHours(-7));
    host.advance(Duration.ofSeconds(1));

    ShareGoal.Run run =
        assertInstanceOf(ShareGoal.Run.class, clock.onHost(new ShareGoal.Run(start, List.of())));
    assertEquals(Duration.ofSeconds(2).toNanos(), run.startEpochNanos() - host.epochNanos());
    assertEquals(
        new ShareStatus.Running(start),
        clock.onServer(new ShareStatus.Running(run.startEpochNanos())));
    ShareStatus.Ready ready =
        assertInstanceOf(ShareStatus.Ready.class, clock.onServer(new ShareStatus.Ready(0, 0)));
    assertEquals(8 * HOUR, ready.clockOffsetNanos());
  }
}

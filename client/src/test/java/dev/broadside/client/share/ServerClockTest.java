package dev.broadside.client.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerClockTest {
  private static final long MILLI = 1_000_000;
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

  /// One host whose clock drifts, and a clock on it that is to follow the server's.
  private final class Follower {
    private final SplittableRandom random = new SplittableRandom(17);
    private final ManualTime server = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
    private final SlewedTime drifting = new SlewedTime(server);
    private final SlewedTime run = new SlewedTime(drifting);
    private final ClockOffset measured = new ClockOffset();
    private final ServerClock clock = new ServerClock(drifting, measured);
    private long slewed;

    /// A ping each second, answered within a millisecond.
    ///
    /// @param drift of the host in each second, in nanoseconds
    /// @return by how much it was wrong at the most, in nanoseconds
    long live(Duration howLong, long drift) {
      long wrongest = 0;
      for (long second = 0; second < howLong.toSeconds(); second++) {
        drifting.slewBy(drift);
        long sent = drifting.nanos();
        server.advance(Duration.ofNanos(random.nextLong(MILLI / 2)));
        long stamp = server.epochNanos();
        server.advance(Duration.ofNanos(random.nextLong(MILLI / 2)));
        measured.answered(sent, drifting.nanos() - sent, stamp);
        slewed += clock.follow(run).orElse(0);
        server.advance(Duration.ofSeconds(1));
        wrongest = Math.max(wrongest, Math.abs(run.nanos() - server.nanos()));
      }
      return wrongest;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-400, -20, 20, 400})
  void intervalsOfAWeekEndWithTheServersHoweverTheHostsClockDrifts(long partsPerMillion) {
    Duration half = Duration.ofHours(84);
    Follower host = new Follower();

    long wrong = host.live(half, 1_000 * partsPerMillion);
    // Which moves no interval.
    host.server.stepClock(Duration.ofHours(-2));
    wrong = Math.max(wrong, host.live(half, 1_000 * partsPerMillion));

    assertTrue(wrong < 10 * MILLI, wrong + " ns");
    long drifted = -1_000 * partsPerMillion * 2 * half.toSeconds();
    assertEquals(drifted, host.slewed, 10.0 * MILLI);
  }

  @Test
  void whatTheClockDriftedWhileTheServerWasAwayIsMadeUpFor() {
    Follower host = new Follower();
    assertTrue(host.live(Duration.ofMinutes(1), 0) < 3 * MILLI);
    // 50 parts in a million.
    Duration away = Duration.ofHours(2);
    host.drifting.slewBy(away.toNanos() / 20_000);
    host.server.advance(away);

    host.live(Duration.ofMinutes(15), 0);

    long wrong = host.live(Duration.ofMinutes(1), 0);
    assertTrue(wrong < 3 * MILLI, wrong + " ns");
  }

  @Test
  void aClockThatDoesNotDriftIsLeftAlone() {
    Follower host = new Follower();
    host.live(Duration.ofHours(1), 0);
    assertEquals(0, host.slewed);
  }
}

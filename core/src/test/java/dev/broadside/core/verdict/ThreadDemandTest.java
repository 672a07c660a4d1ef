package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.RandomTallies;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Whether a rate is out of reach of so few threads, by arithmetic.
class ThreadDemandTest {
  private static ThreadDemand of(double asked, double ended, double threads, double busy) {
    return new ThreadDemand(asked, ended, threads, 10, busy, 100);
  }

  @Test
  void figuresAreThoseOfTheMeasuredTime() {
    Distribution service =
        RandomTallies.distribution(LongStream.range(0, 50).map(_ -> 48_000_000).toArray());
    ThreadDemand demand = ThreadDemand.of(400, 60, 4, 8, service);
    assertEquals(100, demand.askedPerSecond());
    assertEquals(15, demand.endedPerSecond());
    assertEquals(2, demand.threads());
    assertEquals(48, demand.serviceMillis());
    assertEquals(50 * 0.048 / 8, demand.busy(), 1e-12);
    assertEquals(2_000 / 48.0, demand.servesPerSecond(), 1e-9);
    assertEquals(5, demand.threadsNeeded());
  }

  @Test
  void whereNothingEndedWellNothingIsWorkedOut() {
    ThreadDemand demand = ThreadDemand.of(400, 0, 4, 0, Distribution.EMPTY);
    assertEquals(0, demand.busy());
    assertEquals(0, demand.servesPerSecond());
    assertEquals(0, demand.threadsNeeded());
  }

  /// Of 10,000 asked for: 100, what 5 threads have under way, and 3 roots of 10,000.
  @Test
  void aHundredthWhatIsUnderWayAndWhatIsChanceMayBeMissing() {
    assertTrue(of(100, 95.95, 5, 1).reached());
    assertFalse(of(100, 95.94, 5, 1).reached());
  }

  @Test
  void threadsThatWereNotAlwaysBusyHadRoomForMore() {
    assertTrue(of(1_000, 490, 5, 0.95).tooFewThreads());
    assertFalse(of(1_000, 490, 5, 0.949).tooFewThreads());
  }

  @Test
  void threadsThatCouldServeWhatIsAskedForAreNotTooFew() {
    assertFalse(of(500, 400, 5, 1).tooFewThreads(), "5 threads at 10 ms serve 500/s");
    assertTrue(of(501, 400, 5, 1).tooFewThreads());
    assertFalse(of(501, 501, 5, 1).tooFewThreads(), "it was reached");
  }

  @Test
  void whatWouldBeNeededIsToldInTheSingularAndThePlural() {
    assertEquals(
        "1 thread at 10 ms a transaction serves at most 100/s of the 1,234.5/s asked for; 13"
            + " threads or more would be needed if transactions take no longer then",
        of(1_234.5, 90, 1, 1).sentence());
    assertEquals(
        "4 threads at 10 ms a transaction serve at most 400/s of the 400/s asked for; 5 threads or"
            + " more would be needed if transactions take no longer then",
        of(400, 300, 4, 1).sentence());
    assertEquals("9.99/s of the 10/s asked for", of(10, 9.99, 1, 1).shortfall());
    assertEquals("0.5/s of the 20.1/s asked for", of(20.06, 0.5, 1, 1).shortfall());
  }
}

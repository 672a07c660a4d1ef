package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whoever is lost, the others begin exactly the threads that all would, each at its time.
final class StaffingTest {
  private static final int MOST = 100;

  private static Stream<Long> starts(Staffing staffing, int share, int shares) {
    Share own = new Share(share, shares);
    return IntStream.range(0, MOST)
        .mapToObj(thread -> staffing.startNanos(thread, own))
        .filter(start -> start != Curve.NEVER);
  }

  private static List<Long> together(Staffing staffing, int shares) {
    return IntStream.range(0, shares)
        .boxed()
        .flatMap(share -> starts(staffing, share, shares))
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 2", "0, 7, 3", "3, 8, 3", "5, 5, 4", "1, 9, 5", "4, 2, 3"})
  void whoeverIsLostTheThreadsAreThoseOfAll(int before, int after, int shares) {
    ThreadRamp ramp = new ThreadRamp(before, after, 1_000);
    List<Long> planned = together(new Staffing(ramp, Sharing.all(shares)), shares);
    assertEquals(after * shares, planned.size());

    for (int there = 1; there < 1 << shares; there++) {
      int bits = there;
      List<Integer> present =
          IntStream.range(0, shares).filter(i -> (bits >> i & 1) == 1).boxed().toList();
      Staffing lent = new Staffing(ramp, new Sharing(present, true));
      Staffing kept = new Staffing(ramp, new Sharing(present, false));

      assertEquals(planned, together(lent, shares), present::toString);
      assertEquals(after * present.size(), together(kept, shares).size());
      int reserve = Math.ceilDiv(after * (shares - present.size()), present.size());
      for (int share = 0; share < shares; share++) {
        long has = starts(lent, share, shares).count();
        assertEquals(has, lent.threads(new Share(share, shares)));
        assertEquals(starts(kept, share, shares).count(), kept.threads(new Share(share, shares)));
        assertTrue(has <= after + reserve, "whoever has that many more can take them over");
        assertTrue(present.contains(share) ? has >= after : has == 0);
      }
    }
  }

  @Test
  void ofTwoThatAreLostAReserveForOneTakesHalf() {
    Staffing two = new Staffing(new ThreadRamp(4, 4, 1_000), new Sharing(List.of(1), true));

    assertEquals(12, two.threads(new Share(1, 3)));
    assertEquals(
        6, IntStream.range(0, 6).filter(i -> two.startNanos(i, new Share(1, 3)) == 0).count());
  }
}

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

  private static Stream<Long> starts(Staffing staffing) {
    return IntStream.range(0, MOST)
        .mapToObj(staffing::startNanos)
        .filter(start -> start != Curve.NEVER);
  }

  private static List<Long> together(ThreadRamp ramp, Sharing sharing, int shares) {
    return IntStream.range(0, shares)
        .mapToObj(share -> Staffing.of(ramp, sharing, new Portion(share, shares)))
        .flatMap(StaffingTest::starts)
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 2", "0, 7, 3", "3, 8, 3", "5, 5, 4", "1, 9, 5", "4, 2, 3"})
  void whoeverIsLostTheThreadsAreThoseOfAll(int before, int after, int shares) {
    ThreadRamp ramp = new ThreadRamp(before, after, 1_000);
    List<Long> planned = together(ramp, Sharing.all(shares), shares);
    assertEquals(after * shares, planned.size());

    for (int there = 1; there < 1 << shares; there++) {
      int bits = there;
      List<Integer> present =
          IntStream.range(0, shares).filter(i -> (bits >> i & 1) == 1).boxed().toList();
      Sharing lent = new Sharing(present, true);

      assertEquals(planned, together(ramp, lent, shares), present::toString);
      assertEquals(
          after * present.size(), together(ramp, new Sharing(present, false), shares).size());
      int reserve = Math.ceilDiv(after * (shares - present.size()), present.size());
      for (int share = 0; share < shares; share++) {
        Staffing own = Staffing.of(ramp, lent, new Portion(share, shares));
        assertEquals(starts(own).count(), own.threads());
        assertTrue(own.threads() <= after + reserve, "so many more can take all of them over");
        assertTrue(present.contains(share) ? own.threads() >= after : own.threads() == 0);
      }
    }
  }

  @Test
  void ofTwoThatAreLostAReserveForOneTakesHalf() {
    ThreadRamp ramp = new ThreadRamp(4, 4, 1_000);
    Staffing two = Staffing.of(ramp, new Sharing(List.of(1), true), new Portion(1, 3));

    assertEquals(12, two.threads());
    assertEquals(6, IntStream.range(0, 6).filter(i -> two.startNanos(i) == 0).count());
  }
}

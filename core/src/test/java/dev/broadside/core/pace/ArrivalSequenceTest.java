package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalSequenceTest {
  private static final long SECOND = 1_000_000_000;
  private static final Rate SWINGING = new Rate.Sine(400, 300, Duration.ofSeconds(7));

  private static List<ArrivalSequence> constant(Rate rate, long seconds, long before, int agents) {
    return IntStream.range(0, agents)
        .mapToObj(agent ->
            ArrivalSequence.constant(
                rate.curve(), seconds * SECOND, before, new Portion(agent, agents)))
        .toList();
  }

  private static List<ArrivalSequence> poisson(Rate rate, long seconds, int agents) {
    return IntStream.range(0, agents)
        .mapToObj(agent ->
            ArrivalSequence.poisson(
                rate.curve(), seconds * SECOND, 1_000 + agent, new Portion(agent, agents)))
        .toList();
  }

  private static long[] merged(List<ArrivalSequence> sequences) {
    return sequences.stream()
        .flatMapToLong(one -> LongStream.range(0, one.count()).map(one::startNanos))
        .sorted()
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void sharesOfAConstantRateAddUpToTheWholeAndNeverTickTogether(int agents) {
    long[] all = merged(constant(new Rate.Constant(1_000.0 / 3), 30, 0, agents));

    assertEquals(10_000, all.length);
    for (int k = 0; k < all.length; k++) {
      assertEquals(k * 3e6, all[k], 1, "arrival " + k);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void sharesOfAnyShapeAreTheWholeCutInTurn(int agents) {
    long[] whole = merged(constant(SWINGING, 30, 0, 1));
    long[] all = merged(constant(SWINGING, 30, 0, agents));

    assertTrue(Arrays.equals(whole, all));
    assertEquals(all.length, Arrays.stream(all).distinct().count());
    assertTrue(
        constant(SWINGING, 30, 0, agents).stream()
            .allMatch(one -> Math.abs(one.count() - whole.length / agents) <= 1));
  }

  @Test
  void agentsGoOnTakingTurnsInTheNextPhase() {
    List<ArrivalSequence> next = constant(new Rate.Constant(10), 1, 5, 3);

    assertEquals(
        List.of(4L, 3L, 3L),
        List.of(next.get(0).count(), next.get(1).count(), next.get(2).count()).stream()
            .sorted(java.util.Comparator.reverseOrder())
            .toList());
    assertEquals(0, next.get(2).startNanos(0));
    assertEquals(SECOND / 10, next.get(0).startNanos(0));
    assertEquals(2 * SECOND / 10, next.get(1).startNanos(0));
  }

  @Test
  void independentAgentsTogetherAreAPoissonProcessOfTheWholeRate() {
    double rate = 500;
    long[] all = merged(poisson(new Rate.Constant(rate), 60, 3));
    double[] gaps =
        IntStream.range(1, all.length)
            .mapToDouble(i -> (all[i] - all[i - 1]) * rate / SECOND)
            .toArray();

    assertEquals(60 * rate, all.length, 3 * Math.sqrt(60 * rate));
    assertTrue(PoissonPathTest.distanceFromExponential(gaps) < 1.63);
  }

  @Test
  void poissonArrivalsFollowTheShape() {
    Curve curve = SWINGING.curve();
    long[] all = merged(poisson(SWINGING, 700, 2));
    double[] gaps =
        IntStream.range(1, all.length)
            .mapToDouble(i -> curve.arrivalsUntil(all[i]) - curve.arrivalsUntil(all[i - 1]))
            .toArray();

    assertTrue(PoissonPathTest.distanceFromExponential(gaps) < 1.63);
  }

  @Test
  void whatIsDueAtAMomentIsWhatBeganUntilThen() {
    for (ArrivalSequence sequence :
        List.of(constant(SWINGING, 10, 0, 2).getLast(), poisson(SWINGING, 10, 2).getLast())) {
      for (long n = 0; n < sequence.count(); n += 13) {
        assertEquals(n + 1, sequence.dueAt(sequence.startNanos(n)));
        assertEquals(n, sequence.dueAt(sequence.startNanos(n) - 1));
      }
      assertEquals(sequence.count(), sequence.dueAt(99 * SECOND));
      assertEquals(0, sequence.dueAt(-1));
    }
  }

  @Test
  void aRateOfNothingHasNoArrivals() {
    assertEquals(0, constant(new Rate.Constant(0), 10, 0, 1).getFirst().count());
    assertEquals(0, poisson(new Rate.Constant(0), 10, 1).getFirst().count());
  }
}

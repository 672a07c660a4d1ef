package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRampTest {

  @ParameterizedTest
  @CsvSource({
    "0, 4, 1, 0 1000 2000 3000",
    "1, 3, 2, 0 0 0 1000 2000 3000",
    "2, 2, 3, 0 0 0 0 0 0",
    "0, 1, 4, 0 1000 2000 3000",
    "0, 3, 2, 0 667 1333 2000 2667 3333"
  })
  void threadsJoinEvenlyAndInTurnOverAllAgents(int before, int after, int agents, String starts) {
    ThreadRamp ramp = new ThreadRamp(before, after, 4_000);
    String all =
        IntStream.range(0, after * agents)
            .mapToLong(i -> ramp.startNanos(i / agents, new Portion(i % agents, agents)))
            .sorted()
            .mapToObj(Long::toString)
            .collect(java.util.stream.Collectors.joining(" "));

    assertEquals(starts, all);
  }

  @Test
  void aThreadThatThePhaseHasNotNeverStarts() {
    assertEquals(Curve.NEVER, new ThreadRamp(5, 2, 1_000).startNanos(2, new Portion(0, 1)));
    assertEquals(0, new ThreadRamp(5, 2, 1_000).startNanos(1, new Portion(0, 1)));
  }
}

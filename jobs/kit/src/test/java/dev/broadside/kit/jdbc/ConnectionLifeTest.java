package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionLifeTest {
  private long nanos;

  private static ParameterValues values(String reconnect) {
    Parameters declared = Parameters.of(TargetParameters.RECONNECT);
    return switch (declared.read(Map.of("reconnect", reconnect))) {
      case Parameters.Reading.Good(ParameterValues values) -> values;
      case Parameters.Reading.Bad(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private static List<Integer> endsOf(String reconnect, int thread, int iterations) {
    var life = SessionThread.ConnectionLife.of(values(reconnect), thread, 0);
    return IntStream.rangeClosed(1, iterations)
        .filter(_ -> {
          boolean over = life.over();
          if (over) {
            life.goOn();
          }
          return over;
        })
        .boxed()
        .toList();
  }

  @Test
  void neverIsNever() {
    assertEquals(List.of(), endsOf("never", 0, 100_000));
  }

  @Test
  void eachTransactionHasAConnectionOfItsOwn() {
    assertEquals(List.of(1, 2, 3), endsOf("transaction", 5, 3));
    assertEquals(List.of(1, 2, 3), endsOf("1", 5, 3));
  }

  /// Over one life, each tenth of the threads reconnects in another tenth of it.
  @Test
  void threadsReconnectOneAfterTheOtherAndEachAsOftenAsItShould() {
    int[] inTenth = new int[10];
    for (int thread = 0; thread < 100; thread++) {
      List<Integer> ends = endsOf("100", thread, 1_000);
      assertEquals(10, ends.size());
      assertEquals(100, ends.get(1) - ends.get(0));
      inTenth[(ends.getFirst() - 1) / 10]++;
    }
    assertTrue(IntStream.of(inTenth).allMatch(count -> count >= 9 && count <= 11));
  }

  @Test
  void aTimeEndsWithTheIterationThatIsUnderWay() {
    var life =
        new SessionThread.ConnectionLife(
            Long.MAX_VALUE, Duration.ofSeconds(10), 0.5, 0, () -> nanos);
    nanos = Duration.ofSeconds(5).toNanos() - 1;
    assertFalse(life.over());
    nanos++;
    assertTrue(life.over());
    life.goOn();
    nanos += Duration.ofSeconds(10).toNanos() - 1;
    assertFalse(life.over());
    // It breaks, as those of the other threads do, and is replaced.
    life.begin();
    nanos += Duration.ofSeconds(5).toNanos() - 1;
    assertFalse(life.over());
    nanos++;
    assertTrue(life.over());
  }

  @ParameterizedTest
  @ValueSource(strings = {"always", "0", "-1", "0s", "1.5s", "30 s", "transactions", "1234567890"})
  void whatItIsNotIsRefused(String word) {
    assertTrue(
        Parameters.of(TargetParameters.RECONNECT).read(Map.of("reconnect", word))
            instanceof Parameters.Reading.Bad);
  }
}

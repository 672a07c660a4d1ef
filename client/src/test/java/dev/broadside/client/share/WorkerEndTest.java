package dev.broadside.client.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerEndTest {
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final WorkerRun.WorkerEnd end = new WorkerRun.WorkerEnd(time);
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private final List<Integer> told = new ArrayList<>();

  @BeforeEach
  void await() {
    end.await(exit, told::add);
  }

  @Test
  void whatIsStillInThePipeIsHeardFirst() {
    exit.complete(9);
    assertEquals(List.of(), told);
    end.outputEnded();
    assertEquals(List.of(9), told);
    time.advance(Duration.ofMinutes(1));
    assertEquals(List.of(9), told);
  }

  @Test
  void theOutputAloneIsNoEnd() {
    end.outputEnded();
    time.advance(Duration.ofMinutes(1));
    assertEquals(List.of(), told);
    exit.complete(0);
    assertEquals(List.of(0), told);
  }

  @Test
  void anOutputThatSomebodyHoldsOpenIsNotWaitedForLongerThanTwoSeconds() {
    exit.complete(9);
    time.advance(Duration.ofMillis(1_999));
    assertEquals(List.of(), told);
    time.advance(Duration.ofMillis(1));
    assertEquals(List.of(9), told);
  }
}

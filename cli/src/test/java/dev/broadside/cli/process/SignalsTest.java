package dev.broadside.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// What each signal leads to, without any: the process that would be halted is only told of.
class SignalsTest {
  private static final int INTERRUPT = 2;
  private static final int TERMINATE = 15;

  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  private final Signals signals = signals(Duration.ofHours(1));

  private Signals signals(Duration lastWords) {
    return new Signals(status -> done.add("halted " + status), lastWords);
  }

  private List<String> done() {
    return List.copyOf(done);
  }

  @Test
  void theFirstSignalEndsGracefullyAndNamesTheStatus() {
    signals.onFirst(() -> done.add("first"));
    assertTrue(signals.exitStatus().isEmpty());
    signals.received(INTERRUPT, false);
    assertEquals(List.of("first"), done());
    assertEquals(OptionalInt.of(130), signals.exitStatus());
    signals.onFirst(() -> done.add("late"));
    assertEquals(List.of("first", "late"), done());
  }

  @Test
  void theSecondSignalHaltsWhereThereIsNothingToDo() {
    signals.onFirst(() -> done.add("first"));
    signals.received(INTERRUPT, false);
    signals.received(TERMINATE, true);
    assertEquals(List.of("first", "halted 130"), done());
  }

  @Test
  void theSecondSignalEndsQuicklyAndTheThirdHalts() {
    signals.onFirst(() -> done.add("first"));
    signals.onSecond(Duration.ofHours(1), () -> done.add("second"));
    signals.received(INTERRUPT, false);
    signals.received(INTERRUPT, false);
    assertEquals(List.of("first", "second"), done());
    signals.received(INTERRUPT, false);
    assertEquals(List.of("first", "second", "halted 130"), done());
  }

  @Test
  void theQuickEndComesByItselfAtTheDeadlineAndOnce() throws InterruptedException {
    signals.onSecond(Duration.ZERO, () -> done.add("second"));
    signals.received(TERMINATE, true);
    assertEquals("second", done.take());
    signals.received(TERMINATE, true);
    assertEquals("halted 143", done.take());
  }

  @Test
  void aQuickEndThatTakesTooLongIsHalted() throws InterruptedException {
    Signals impatient = signals(Duration.ZERO);
    impatient.onSecond(Duration.ofHours(1), () -> done.add("second"));
    impatient.received(INTERRUPT, false);
    impatient.received(INTERRUPT, false);
    Set<String> both = Set.of(done.take(), done.take());
    assertEquals(Set.of("second", "halted 130"), both);
  }
}

package dev.broadside.server.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.broadside.core.fixture.Loop;
import dev.broadside.core.time.ManualTime;
import dev.broadside.server.jobs.ScriptedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Nothing that a step throws stops what comes after it.
final class SerialTest {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(ScriptedCluster.NOON);
  private final Loop loop = new Loop();
  private final Serial serial = new Serial(loop, time);
  private final List<String> done = new ArrayList<>();

  @Test
  void repeatedStepGoesOnAfterExceptionsAndErrors() {
    serial.repeat(
        "the step",
        PAUSE,
        () -> {
          done.add("tried");
          if (done.size() == 1) {
            throw new IllegalStateException("for a test");
          }
          if (done.size() == 2) {
            throw new OutOfMemoryError("for a test");
          }
        });
    loop.run();
    pass(3);

    assertEquals(4, done.size());
  }

  @Test
  void stepThatThrowsLeavesTheOthersAlone() {
    serial.execute(() -> {
      throw new StackOverflowError("for a test");
    });
    serial.execute(() -> done.add("the next"));
    loop.run();

    assertEquals(List.of("the next"), done);
  }

  @Test
  void whatIsToBeDoneSoonIsDoneOnceBehindWhatIsThere() {
    serial.soon("look", () -> done.add("look"));
    serial.execute(() -> serial.soon("look", () -> done.add("look again")));
    serial.soon("look", () -> done.add("never"));
    serial.soon("count", () -> done.add("count"));
    loop.run();

    assertEquals(List.of("look", "count", "look again"), done);
  }

  @Test
  void questionThatThrowsIsAnsweredWithThat() {
    CompletableFuture<String> answer =
        serial.ask(() -> {
          throw new OutOfMemoryError("for a test");
        });
    loop.run();

    assertInstanceOf(OutOfMemoryError.class, answer.exceptionNow());
  }

  @Test
  void closedTakesNothingMore() {
    serial.repeat("the step", PAUSE, () -> done.add("done"));
    loop.run();
    serial.close();
    serial.execute(() -> done.add("late"));
    pass(3);

    assertEquals(List.of("done"), done);
  }

  private void pass(int pauses) {
    for (int i = 0; i < pauses; i++) {
      time.advance(PAUSE);
      loop.run();
    }
  }
}

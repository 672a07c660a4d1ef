package dev.broadside.server.push;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.time.ManualTime;
import dev.broadside.server.push.PushQueue.Answer;
import dev.broadside.server.push.PushQueue.Outcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A queue in manual time before receivers that a test makes up.
final class PushQueueTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final List<Integer> taken = new ArrayList<>();

  private PushQueue queue(PushQueue.Line line, Executor callers) {
    return new PushQueue("r", "otlp", SECOND, line, time, new Random(1), callers);
  }

  private static byte[] body(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private Answer take(byte[] body) {
    taken.add(ByteBuffer.wrap(body).getInt());
    return Answer.taken();
  }

  @Test
  void aReceiverThatHangsIsCalledOnceAndCostsTheOldestOnly() {
    List<Runnable> calls = new ArrayList<>();
    PushQueue queue = queue(this::take, calls::add);
    for (int i = 0; i < 2 * PushQueue.MOST; i++) {
      queue.offer(body(i));
      queue.tick();
      time.advance(SECOND);
    }
    assertEquals(1, calls.size());
    assertEquals(PushQueue.MOST, queue.status().waiting());
    assertEquals(PushQueue.MOST, queue.status().dropped());

    calls.getFirst().run();

    assertEquals(PushQueue.MOST, taken.getFirst());
    assertEquals(PushQueue.MOST, taken.size());
  }

  @Test
  void aLineThatThrowsIsCountedAndHoldsUpNothing() {
    PushQueue queue =
        queue(
            body -> {
              if (ByteBuffer.wrap(body).getInt() == 1) {
                throw new IllegalStateException("secret");
              }
              return take(body);
            },
            Runnable::run);
    queue.offer(body(1));
    queue.tick();
    assertEquals(
        "it cannot be called (IllegalStateException), which is not sent again",
        queue.status().trouble());
    queue.offer(body(2));
    time.advance(SECOND);
    queue.tick();
    assertEquals(List.of(2), taken);
    assertEquals(1, queue.status().refused());
  }

  @Test
  void itHoldsNoMoreBytesThanItMay() {
    PushQueue queue = queue(this::take, _ -> {});
    for (int i = 0; i < 5; i++) {
      queue.offer(new byte[(int) (PushQueue.MOST_BYTES / 3)]);
    }
    assertEquals(3, queue.status().waiting());
    assertEquals(2, queue.status().dropped());
    queue.offer(new byte[(int) PushQueue.MOST_BYTES + 1]);
    assertEquals(0, queue.status().waiting());
  }

  @Test
  void pausesDoubleUpToAMinuteAndARefusalIsNeverSentAgain() {
    Deque<Answer> answers = new ArrayDeque<>();
    List<Long> calls = new ArrayList<>();
    PushQueue queue =
        queue(
            body -> {
              calls.add(Duration.ofNanos(time.nanos()).toSeconds());
              Answer answer = answers.isEmpty() ? Answer.again("away") : answers.remove();
              return answer.outcome() == Outcome.TAKEN ? take(body) : answer;
            },
            Runnable::run);
    queue.offer(body(1));
    queue.offer(body(2));
    for (int i = 0; i < 300; i++) {
      queue.tick();
      time.advance(SECOND);
    }
    for (int i = 1; i < calls.size(); i++) {
      long pause = calls.get(i) - calls.get(i - 1);
      long least = Math.min(60, 1L << (i - 1));
      assertTrue(pause >= least && pause <= least * 5 / 4 + 1, () -> "" + calls);
    }
    assertEquals("away; it is tried again", queue.status().trouble());

    answers.add(Answer.refused("it answers with status 401"));
    answers.add(Answer.taken());
    for (int i = 0; i < 80; i++) {
      queue.tick();
      time.advance(SECOND);
    }
    assertEquals(List.of(2), taken);
    assertEquals(new PushStatus("r", "otlp", 0, 1, 0, 1, ""), queue.status());
  }

  @Test
  void thePauseThatAReceiverAsksForIsKeptUnlessItIsAbsurd() {
    List<Long> calls = new ArrayList<>();
    Deque<Long> wanted = new ArrayDeque<>(List.of(30L, 999_999L));
    PushQueue queue =
        queue(
            body -> {
              calls.add(Duration.ofNanos(time.nanos()).toSeconds());
              return wanted.isEmpty()
                  ? take(body)
                  : new Answer(
                      Outcome.AGAIN, "busy", Optional.of(Duration.ofSeconds(wanted.remove())));
            },
            Runnable::run);
    queue.offer(body(1));
    for (int i = 0; i < 1_000; i++) {
      queue.tick();
      time.advance(SECOND);
    }
    assertEquals(3, calls.size());
    assertTrue(calls.get(1) >= 30 && calls.get(1) <= 38, calls::toString);
    long second = calls.get(2) - calls.get(1);
    assertTrue(second >= 600 && second <= 750, calls::toString);
  }

  /// Whatever a receiver does: each body is sent, refused, dropped, or waits; they come in order,
  /// and none that was taken or refused comes again.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void nothingIsLostUncountedOrSentTwice(long seed) {
    Random random = new Random(seed);
    List<Integer> settled = new ArrayList<>();
    Deque<Runnable> calls = new ArrayDeque<>();
    int[] bad = {0};
    PushQueue queue =
        queue(
            body -> {
              int number = ByteBuffer.wrap(body).getInt();
              assertTrue(settled.isEmpty() || settled.getLast() < number, "again: " + number);
              int luck = random.nextInt(100);
              if (luck < bad[0]) {
                return Answer.again("away");
              }
              settled.add(number);
              return luck > 97 ? Answer.refused("bad") : take(body);
            },
            calls::add);
    int offered = 0;
    for (int step = 0; step < 5_000; step++) {
      if (random.nextInt(500) == 0) {
        bad[0] = random.nextInt(3) * 50;
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        queue.offer(body(offered++));
      }
      queue.tick();
      assertTrue(calls.size() <= 1, "two calls at once");
      if (random.nextInt(4) > 0 && !calls.isEmpty()) {
        calls.remove().run();
      }
      time.advance(Duration.ofMillis(random.nextInt(2_000)));
      PushStatus now = queue.status();
      assertTrue(now.waiting() <= PushQueue.MOST);
      assertEquals(offered, now.sent() + now.refused() + now.dropped() + now.waiting());
    }
    assertEquals(taken.size(), queue.status().sent());
    assertFalse(taken.isEmpty());
  }
}

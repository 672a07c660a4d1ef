package dev.broadside.server.push;

import dev.broadside.core.load.Counted;
import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What waits for a receiver, in order. It is bounded: when it is full, the oldest goes and is
/// counted. So a receiver that is slow, away or hangs costs its own metrics only. Safe for use by
/// several threads; only a caller's thread waits for the receiver.
final class PushQueue {
  /// Ten minutes of a job with intervals of a second.
  static final int MOST = 600;

  static final long MOST_BYTES = 16L << 20;

  /// The pause after the first failure. It doubles with each further one in a row, up to a minute.
  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /// No receiver can ask for a longer one.
  static final Duration LONGEST_WANTED = Duration.ofMinutes(10);

  private static final Duration BETWEEN_TROUBLES = Duration.ofMinutes(1);
  private static final Duration REMINDER = Duration.ofHours(1);
  private static final Logger LOG = LoggerFactory.getLogger(PushQueue.class);

  private final String name;
  private final String protocol;
  private final Duration interval;
  private final Line line;
  private final Time time;
  private final RandomGenerator random;
  private final Executor callers;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean busy;
  private long dueNanos;
  private int failures;
  private long sent;
  private long refused;
  private long dropped;
  private String trouble = "";
  private Optional<Long> warnedNanos = Optional.empty();
  private boolean told;

  /// How a receiver is reached.
  @FunctionalInterface
  interface Line {
    /// Sends once, and waits for the answer, for seconds at most.
    Answer send(byte[] body) throws InterruptedException;
  }

  enum Outcome {
    TAKEN,
    REFUSED,
    AGAIN
  }

  /// @param why in a few words, without secrets; empty if it was taken
  /// @param pause that the receiver asks for
  record Answer(Outcome outcome, String why, Optional<Duration> pause) {
    static Answer taken() {
      return new Answer(Outcome.TAKEN, "", Optional.empty());
    }

    static Answer refused(String why) {
      return new Answer(Outcome.REFUSED, why, Optional.empty());
    }

    static Answer again(String why) {
      return new Answer(Outcome.AGAIN, why, Optional.empty());
    }
  }

  /// @param protocol in the words of [PushForm#field()]
  /// @param interval how often the receiver is called, at the most
  /// @param random spreads the pauses, so that servers do not come back all at once
  /// @param callers any number, which wait for receivers
  PushQueue(
      String name,
      String protocol,
      Duration interval,
      Line line,
      Time time,
      RandomGenerator random,
      Executor callers) {
    this.name = name;
    this.protocol = protocol;
    this.interval = interval;
    this.line = line;
    this.time = time;
    this.random = random;
    this.callers = callers;
    dueNanos = time.nanos();
  }

  /// Adds what is to be sent; never waits.
  synchronized void offer(byte[] body) {
    waiting.addLast(body);
    bytes += body.length;
    while (waiting.size() > MOST || bytes > MOST_BYTES) {
      bytes -= waiting.removeFirst().length;
      dropped++;
    }
  }

  /// Calls the receiver if it is time and something waits.
  void tick() {
    synchronized (this) {
      if (busy || waiting.isEmpty() || time.nanos() - dueNanos < 0) {
        return;
      }
      busy = true;
    }
    callers.execute(this::send);
  }

  private void send() {
    try {
      for (Optional<byte[]> next = next(); next.isPresent(); next = next()) {
        if (!settled(next.get(), answer(next.get()))) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (this) {
        busy = false;
      }
    }
  }

  /// A line that throws has not taken it, and would throw again.
  private Answer answer(byte[] body) throws InterruptedException {
    try {
      return line.send(body);
    } catch (RuntimeException e) {
      LOG.debug("receiver {} cannot be called", name, e);
      return Answer.refused("it cannot be called (" + e.getClass().getSimpleName() + ")");
    }
  }

  private synchronized Optional<byte[]> next() {
    Optional<byte[]> next = Optional.ofNullable(waiting.pollFirst());
    next.ifPresentOrElse(
        body -> bytes -= body.length, () -> dueNanos = time.nanos() + interval.toNanos());
    return next;
  }

  /// Whether the next one can be sent.
  private synchronized boolean settled(byte[] body, Answer answer) {
    switch (answer.outcome) {
      case TAKEN -> {
        sent++;
        failures = 0;
        trouble = "";
        if (told) {
          told = false;
          LOG.info("metrics reach receiver {} again ({})", name, losses());
        }
      }
      case REFUSED -> {
        refused++;
        failures = 0;
        troubled(answer.why + ", which is not sent again");
      }
      case AGAIN -> {
        back(body);
        dueNanos = time.nanos() + pause(answer).toNanos();
        troubled(answer.why + "; it is tried again");
      }
    }
    return answer.outcome != Outcome.AGAIN;
  }

  /// The oldest again, if there is still room for it.
  private void back(byte[] body) {
    if (waiting.size() < MOST && bytes + body.length <= MOST_BYTES) {
      waiting.addFirst(body);
      bytes += body.length;
    } else {
      dropped++;
    }
  }

  private Duration pause(Answer answer) {
    long own = FIRST_PAUSE.toMillis() << Math.min(failures++, 20);
    long bounded = Math.min(own, LONGEST_PAUSE.toMillis());
    long millis =
        answer
            .pause
            .map(wanted -> Math.clamp(wanted.toMillis(), bounded, LONGEST_WANTED.toMillis()))
            .orElse(bounded);
    return Duration.ofMillis(millis + random.nextLong(millis / 4 + 1));
  }

  /// Logged when it begins, and then once an hour; a receiver that fails now and then is not named
  /// more often than once a minute.
  private void troubled(String why) {
    long quiet = (trouble.isEmpty() ? BETWEEN_TROUBLES : REMINDER).toNanos();
    trouble = why;
    if (warnedNanos.filter(at -> time.nanos() - at < quiet).isEmpty()) {
      warnedNanos = Optional.of(time.nanos());
      told = true;
      LOG.warn(
          "metrics do not reach receiver {}: {} ({}; no job waits for it)", name, why, losses());
    }
  }

  private String losses() {
    return Counted.of(dropped, "request") + " dropped, " + refused + " refused so far";
  }

  synchronized PushStatus status() {
    return new PushStatus(name, protocol, waiting.size(), sent, dropped, refused, trouble);
  }
}

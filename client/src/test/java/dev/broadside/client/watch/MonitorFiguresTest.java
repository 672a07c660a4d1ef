package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.TargetMonitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Readings of a monitor that a test answers by hand, in time that it moves by hand.
@Timeout(30)
class MonitorFiguresTest {
  private static final List<Figure> FIGURES =
      List.of(Figure.sum("commits", "", "commits"), Figure.mean("running", "", "running"));

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Scripted monitor = new Scripted();
  private MonitorFigures figures = begin();

  /// What a monitor is told to answer; a reading waits for it.
  private sealed interface Answer {
    record Values(double commits, double running) implements Answer {}

    record Failing(String why) implements Answer {}
  }

  private static final class Scripted implements TargetMonitor {
    private final SynchronousQueue<Answer> answers = new SynchronousQueue<>();
    private final BlockingQueue<Boolean> asked = new LinkedBlockingQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile List<Failure> omissions = List.of();
    private volatile List<Observation> observations = List.of();

    @Override
    public List<Figure> figures() {
      return FIGURES;
    }

    @Override
    public Duration interval() {
      return Duration.ofSeconds(1);
    }

    @Override
    public double[] read() throws Exception {
      asked.add(true);
      return switch (answers.take()) {
        case Answer.Values(double commits, double running) -> new double[] {commits, running};
        case Answer.Failing(String why) -> throw new IllegalStateException(why);
      };
    }

    @Override
    public List<Failure> omissions() {
      List<Failure> news = omissions;
      omissions = List.of();
      return news;
    }

    @Override
    public List<Observation> observations() {
      List<Observation> news = observations;
      observations = List.of();
      return news;
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  /// The load begins two seconds from now.
  private MonitorFigures begin() {
    RunAxis axis =
        RunAxis.of(
            List.of(SpecBuilder.measure(Duration.ofMinutes(1), SpecBuilder.closed(1))),
            Duration.ofSeconds(1));
    return new MonitorFigures(
            "monitor",
            monitor,
            FIGURES,
            thrown -> Failure.other((Exception) thrown),
            axis,
            time.nanos() + Duration.ofSeconds(2).toNanos(),
            time)
        .start();
  }

  @AfterEach
  void close() {
    figures.close();
  }

  private void pass(double seconds) throws InterruptedException {
    while (time.sleepers() == 0) {
      Thread.onSpinWait();
    }
    time.advance(Duration.ofNanos(Math.round(seconds * 1e9)));
  }

  /// Waits for the question, answers, and waits until the monitor waits for its next time.
  private void answer(Answer answer) throws InterruptedException {
    monitor.asked.take();
    monitor.answers.put(answer);
    while (time.sleepers() == 0) {
      Thread.onSpinWait();
    }
  }

  private void untilTheFirstIntervalEnds() throws InterruptedException {
    answer(new Answer.Values(Double.NaN, 1)); // connects
    pass(1.9);
    answer(new Answer.Values(500, 1)); // before the load
    pass(0.1);
    figures.read();
    pass(0.9);
  }

  private static List<FigureValue> known(long commits, double running) {
    return List.of(new FigureValue.Amount(commits), FigureValue.reading(running));
  }

  private static final List<FigureValue> UNKNOWN =
      List.of(FigureValue.UNKNOWN, FigureValue.UNKNOWN);

  @Test
  void aReadingBelongsToTheIntervalInWhichItEndedAndWhatWasBeforeTheLoadToNone()
      throws InterruptedException {
    untilTheFirstIntervalEnds();
    answer(new Answer.Values(10, 3));
    pass(0.1);
    assertEquals(known(10, 3), figures.read());
    pass(0.9);
    monitor.asked.take();
    time.advance(Duration.ofMillis(100));
    assertEquals(UNKNOWN, figures.read());
    monitor.answers.put(new Answer.Values(0, 0));
    pass(1);
    assertEquals(known(0, 0), figures.read());
  }

  @Test
  void aMonitorThatHangsIsReportedOnceAndWaitedForByNobody() throws InterruptedException {
    untilTheFirstIntervalEnds();
    monitor.asked.take();
    List<Failure> told = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      time.advance(Duration.ofSeconds(1));
      assertEquals(UNKNOWN, figures.read());
      told.addAll(figures.failures());
    }
    assertEquals(1, told.size());
    assertEquals(
        "what the monitor tells is unknown until it answers: it has not answered for 5 s",
        told.getFirst().message());
    assertEquals(UNKNOWN, figures.readLast());
  }

  @Test
  void aMonitorThatFailsIsReportedOnceAndAskedAgainAfterALongerAndLongerPause()
      throws InterruptedException {
    untilTheFirstIntervalEnds();
    List<Failure> told = new ArrayList<>();
    List<Long> asked = new ArrayList<>();
    for (int second = 0; second < 40; second++) {
      if (second == 0 || monitor.asked.peek() != null) {
        asked.add((long) second);
        answer(new Answer.Failing("gone"));
      }
      pass(1);
      settle();
      told.addAll(figures.failures());
      assertEquals(UNKNOWN, figures.read());
    }
    assertEquals(List.of(0L, 1L, 3L, 7L, 15L, 31L), asked);
    assertEquals(1, told.size());
    assertEquals("gone", told.getFirst().message());
    assertEquals("monitor", told.getFirst().operation());
  }

  /// Waits until the monitor has asked, or waits for a later time.
  private void settle() {
    while (time.sleepers() == 0 && monitor.asked.peek() == null) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theEndOfTheRunIsReadBeforeTheMonitorIsClosed() throws InterruptedException {
    untilTheFirstIntervalEnds();
    answer(new Answer.Values(10, 3));
    Thread.ofPlatform()
        .start(() -> {
          try {
            monitor.asked.take();
            monitor.answers.put(new Answer.Values(5, 1));
          } catch (InterruptedException _) {
            // The test has failed.
          }
        });
    assertEquals(known(15, 3), figures.readLast());
    assertTrue(monitor.closed.get());
  }

  @Test
  void whatIsLeftOutIsReported() throws InterruptedException {
    monitor.omissions = List.of(Failure.other(new IllegalStateException("left out")));
    untilTheFirstIntervalEnds();
    assertEquals(List.of("left out"), figures.failures().stream().map(Failure::message).toList());
    assertEquals(List.of(), figures.failures());
  }

  @Test
  void whatIsFoundOutIsToldOnceWithItsTime() throws InterruptedException {
    Observation plan = new Observation.Changed(Subject.PLAN, "read", "index", "scan");
    monitor.observations = List.of(plan);
    untilTheFirstIntervalEnds();
    assertEquals(List.of(plan), figures.observed().stream().map(Observed::what).toList());
    assertEquals(List.of(), figures.observed());
  }
}

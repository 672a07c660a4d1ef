package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.SampleRuns;
import dev.broadside.core.figures.ConnectionFigure;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.stat.GeneratorFigure;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntervalLineTest {
  @Test
  void anIntervalIsALineInTheMannerOfSysbench() {
    assertEquals(
        "[ 12s ] thds: 8 tps: 1234.56 qps: 8641.92 (rows r/w: 22212.00/2468.00)"
            + " lat (ms,95%): 12.35 err/s: 2.00 reconn/s: 0.00",
        IntervalLine.of(SampleRuns.interval(11)));
  }

  @Test
  void whereNothingEndedWellThereIsNoPercentile() {
    String line = IntervalLine.of(SampleRuns.failing(1));
    assertTrue(line.contains(" lat (ms,95%): - err/s: 2.00"), line);
  }

  @Test
  void threadsThatReconnectInVainAreNotAmongThoseWithAConnection() {
    IntervalDocument usual = SampleRuns.interval(11);
    IntervalFigures figures =
        new IntervalFigures(
            ConnectionFigure.ALL,
            Map.of(ConnectionFigure.LOST.id(), 4_980.0, ConnectionFigure.ATTEMPTS.id(), 12.0),
            Map.of());
    IntervalDocument broken =
        new IntervalDocument(
            usual.index(),
            usual.startMillis(),
            usual.lengthMillis(),
            usual.phase(),
            usual.measured(),
            usual.threads(),
            usual.missing(),
            usual.stats(),
            usual.operations(),
            usual.generator(),
            usual.limited(),
            Optional.of(figures),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0);

    String line = IntervalLine.of(broken);

    assertTrue(line.startsWith("[ 12s ] thds: 3 "), line);
    assertTrue(line.endsWith(" reconn/s: 12.00"), line);
  }

  @Test
  void whatIsUnusualStandsBehind() {
    String line = IntervalLine.of(SampleRuns.interval(0, "agent-2"));
    assertEquals(
        " [warm-up] [limited: cpu wait] [missing agent-2]", line.substring(line.indexOf(" [w")));
  }

  @Test
  void theQueueIsToldWithTheAgeOfItsOldestArrival() {
    assertTrue(IntervalLine.of(waiting(94, 4_700)).endsWith(" [waiting 94, the oldest for 4.70s]"));
    assertTrue(IntervalLine.of(waiting(1, 2)).endsWith(" reconn/s: 0.00"), "it is about to begin");
  }

  private static IntervalDocument waiting(long arrivals, double millis) {
    IntervalDocument usual = SampleRuns.interval(11);
    return new IntervalDocument(
        usual.index(),
        usual.startMillis(),
        usual.lengthMillis(),
        usual.phase(),
        usual.measured(),
        usual.threads(),
        usual.missing(),
        usual.stats(),
        usual.operations(),
        usual.generator().with(GeneratorFigure.OLDEST_WAITING, millis * 1e6),
        usual.limited(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        arrivals);
  }
}

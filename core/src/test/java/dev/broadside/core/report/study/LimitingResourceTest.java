package dev.broadside.core.report.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument.Trust;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the numbers of a ladder say of the limit: each resource by a ladder that it bends, and
/// nothing of others.
class LimitingResourceTest {
  /// Follows the threads up to 4, and no further.
  private static final double[] BENT = {100, 200, 390, 410, 415};

  private static final double[] STRAIGHT = {100, 195, 380, 740, 1_400};

  /// A closed load at 1, 2, 4, 8 and 16 threads: by Little's law a transaction takes the threads
  /// divided by the throughput.
  private static final class Ladder {
    private final List<Map<String, Double>> numbers = new ArrayList<>();
    private final Set<Integer> limited = new HashSet<>();

    Ladder(double... throughput) {
      for (int i = 0; i < throughput.length; i++) {
        numbers.add(
            new HashMap<>(
                Map.of("throughput", throughput[i], "mean", 1e3 * (1 << i) / throughput[i])));
      }
    }

    Ladder with(String column, double... values) {
      for (int i = 0; i < values.length; i++) {
        numbers.get(i).put(column, values[i]);
      }
      return this;
    }

    Ladder limitedAt(int step) {
      limited.add(step);
      return this;
    }

    List<StudyTable.Row> rows() {
      List<StudyTable.Row> rows = new ArrayList<>();
      for (int i = 0; i < numbers.size(); i++) {
        rows.add(row("threads", "" + (1 << i), Optional.empty(), limited.contains(i), i));
      }
      return rows;
    }

    private StudyTable.Row row(
        String axis, String at, Optional<TrialDocument> trial, boolean bad, int step) {
      return new StudyTable.Row(
          new StudyTable.Row.Threads(1 << step, 1 << step),
          "run-" + step,
          "completed",
          new Trust(
              bad ? GeneratorVerdict.Verdict.LIMITED : GeneratorVerdict.Verdict.OK,
              AuditDocument.Verdict.BALANCED),
          new StudyPoint(Map.of(axis, at), 1),
          trial,
          numbers.get(step),
          bad ? "generator limited" : "");
    }

    Optional<LimitingResource> limit() {
      return LimitingResource.ofLadder(rows());
    }
  }

  /// What transactions take longer with each step, less a fixed time of work.
  private static double[] queues(double[] throughput, double part) {
    double[] waits = new double[throughput.length];
    for (int i = 0; i < waits.length; i++) {
      waits[i] = part * Math.max(0, 1e3 * (1 << i) / throughput[i] - 10);
    }
    return waits;
  }

  static Stream<Arguments> bends() {
    return Stream.of(
        Arguments.of("locks", Map.of("db_lock_ms_per_tx", queues(BENT, 0.9))),
        Arguments.of("log", Map.of("db_log_ms_per_tx", queues(BENT, 0.8))),
        Arguments.of("files", Map.of("db_file_ms_per_tx", queues(BENT, 0.7))),
        Arguments.of("latches", Map.of("db_latch_ms_per_tx", queues(BENT, 0.6))),
        Arguments.of("cpu", Map.of("watched_idle", new double[] {76, 51, 10, 2, 1})),
        Arguments.of("shared_cpu", Map.of("db_cpu", new double[] {24, 49, 90, 98, 99})),
        Arguments.of("load_cpu", Map.of("idle", new double[] {76, 51, 10, 2, 1})),
        Arguments.of("disk", Map.of("db_disk", new double[] {25, 50, 92, 99, 99})),
        Arguments.of("connections", Map.of("db_connections", new double[] {25, 50, 75, 100, 100})),
        Arguments.of("buffer", Map.of("db.buffer_misses.per_tx", new double[] {1, 1, 1, 4, 8})));
  }

  private static Ladder with(Ladder ladder, Map<String, double[]> columns) {
    columns.forEach(ladder::with);
    return ladder;
  }

  @ParameterizedTest
  @MethodSource("bends")
  void whatBendsALadderIsTold(String resource, Map<String, double[]> columns) {
    LimitingResource limit = with(new Ladder(BENT), columns).limit().orElseThrow();

    assertEquals(resource, limit.resource());
    assertEquals("4", limit.from());
    assertEquals("8", limit.to());
    assertTrue(limit.sentence().startsWith("From 4 to 8 threads throughput rose by 5 % while "));
    assertFalse(limit.sentence().contains("NaN"), limit.sentence());
  }

  @ParameterizedTest
  @MethodSource("bends")
  void nothingIsSaidOfALadderThatIsStraight(String resource, Map<String, double[]> columns) {
    assertEquals(Optional.empty(), with(new Ladder(STRAIGHT), columns).limit(), resource);
  }

  @Test
  void eachRuleHasALadderThatItExplains() {
    assertEquals(
        LimitRule.ALL.stream().map(LimitRule::id).toList(),
        bends().map(one -> (String) one.get()[0]).toList());
  }

  @Test
  void theSentenceHasTheNumbersOfBothSteps() {
    assertEquals(
        "From 4 to 8 threads throughput rose by 5 % while waits for row locks per transaction rose"
            + " 4.1-fold, from 2.200 ms to 9.000 ms, 73 % of the time by which transactions became longer:"
            + " row locks are the limit",
        new Ladder(BENT)
            .with("db_lock_ms_per_tx", 0, 0.5, 2.2, 9, 18)
            .limit()
            .orElseThrow()
            .sentence());
    assertEquals(
        "From 4 to 8 threads throughput rose by 5 % while the processors of the database's host"
            + " went from 88 % to 98 % in use: they are the limit",
        new Ladder(BENT).with("watched_idle", 76, 51, 12, 2, 1).limit().orElseThrow().sentence());
  }

  @Test
  void nothingIsSaidWhereNothingIsKnown() {
    assertEquals(Optional.empty(), new Ladder(BENT).limit());
    assertEquals(Optional.empty(), new Ladder(100).limit());
    assertEquals(Optional.empty(), new Ladder().limit());
    assertEquals(Optional.empty(), new Ladder(0, 0, 0).limit());
  }

  @Test
  void nothingIsSaidWhereTwoResourcesWouldExplainIt() {
    Ladder twoFull =
        new Ladder(BENT).with("watched_idle", 76, 51, 10, 2, 1).with("db_disk", 25, 50, 90, 98, 99);
    Ladder twoWaits =
        new Ladder(BENT)
            .with("db_lock_ms_per_tx", queues(BENT, 0.9))
            .with("db_log_ms_per_tx", queues(BENT, 0.8));

    assertEquals(Optional.empty(), twoFull.limit());
    assertEquals(Optional.empty(), twoWaits.limit());
  }

  /// Most of the time is known to be spent with locks, so no processor would give it back.
  @Test
  void aWaitThatExplainsItComesBeforeAResourceThatIsFull() {
    Ladder both =
        new Ladder(BENT)
            .with("watched_idle", 76, 51, 10, 2, 1)
            .with("db_lock_ms_per_tx", queues(BENT, 0.9));

    assertEquals("locks", both.limit().orElseThrow().resource());
  }

  @Test
  void waitsOfOthersAreNotThoseOfTheLoad() {
    assertEquals(
        Optional.empty(), new Ladder(BENT).with("db_lock_ms_per_tx", queues(BENT, 2)).limit());
    assertEquals(
        Optional.empty(), new Ladder(BENT).with("db_lock_ms_per_tx", 50, 50, 50, 50, 50).limit());
  }

  /// A step that is a little slow is no knee, if throughput goes on to rise after it.
  @Test
  void aStepOutOfLineIsNoKnee() {
    Ladder ladder = new Ladder(100, 120, 380, 700, 710).with("watched_idle", 76, 8, 10, 2, 1);

    assertEquals("8", ladder.limit().orElseThrow().from());
  }

  @Test
  void whatShowsOnlyLaterIsToldOverAllStepsFromTheKnee() {
    LimitingResource limit =
        new Ladder(BENT).with("watched_idle", 76, 51, 22, 14, 4).limit().orElseThrow();

    assertEquals("4", limit.from());
    assertEquals("16", limit.to());
  }

  @Test
  void aLimitedLoadGeneratorIsTheLimitWhateverElseIsThere() {
    LimitingResource limit =
        new Ladder(BENT)
            .with("db_lock_ms_per_tx", queues(BENT, 0.9))
            .with("idle", 50, 40, 30, 5, 1)
            .limitedAt(3)
            .limitedAt(4)
            .limit()
            .orElseThrow();

    assertEquals("generator", limit.resource());
    assertTrue(limit.sentence().contains("its hosts were 95 % busy"));
  }

  @Test
  void ofAnOpenLoadTheServiceTimeIsExplainedAndNotTheQueueBeforeIt() {
    Ladder steps = new Ladder(100, 104);
    steps.with("service", 5, 15).with("db_lock_ms_per_tx", 1, 9);
    LimitingResource limit =
        LimitingResource.between(trial(steps, 0, true), trial(steps, 1, false)).orElseThrow();

    assertEquals(
        "From 100/s to 110/s throughput rose by 4 % while waits for row locks per transaction rose"
            + " 9.0-fold, from 1.000 ms to 9.000 ms, 80 % of the time by which transactions became longer:"
            + " row locks are the limit",
        limit.sentence());
  }

  private static StudyTable.Row trial(Ladder steps, int step, boolean met) {
    double rate = 100 + 10 * step;
    Trial.Verdict verdict = met ? Trial.Verdict.MET : Trial.Verdict.MISSED;
    return steps.row(
        "rate",
        String.valueOf((int) rate),
        Optional.of(new TrialDocument(rate, verdict, List.of())),
        false,
        step);
  }
}

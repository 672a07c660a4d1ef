package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Criteria;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/// Each phase has figures of its own, and what one leaves to the next is told apart.
class PhaseFiguresTest {
  private static final JobSpec FOUR =
      SpecBuilder.of("noop")
          .phases(
              phase(PhaseKind.WARM_UP, 50),
              phase(PhaseKind.MEASURE, 1),
              phase(PhaseKind.MEASURE, 100),
              phase(PhaseKind.COOL_DOWN, 10))
          .build();

  private final RunAggregate sums = aggregate();
  private final List<IntervalRecord> records = new ArrayList<>();
  private OutcomeCounts cumulative = OutcomeCounts.NONE;

  private static Phase phase(PhaseKind kind, double perSecond) {
    return new Phase(kind, Duration.ofSeconds(3), SpecBuilder.open(8, perSecond));
  }

  private static RunAggregate aggregate() {
    return new RunAggregate(FOUR.axis(), List.of(), Set.of("a"), Set.of(), Criteria.NONE, _ -> {});
  }

  private static Distribution millis(long count, long millis) {
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(
            new int[] {LatencyLayout.slot(millis * 1_000)},
            new long[] {count},
            count * millis * 1_000_000,
            millis * 1_000_000,
            0);
  }

  /// An interval of a second in which so many were due, and so many ended within so long.
  private void second(long due, long ok, long carried, long took, Map<DropReason, Long> dropped) {
    OutcomeCounts counts =
        new OutcomeCounts(ok, ok, Map.of(), 0, 0, 0, dropped, 0, 0, Map.of(), due, carried, 0);
    cumulative = cumulative.plus(counts);
    Distribution none = Distribution.EMPTY;
    Distribution all = millis(ok, took);
    int index = records.size();
    long waited = cumulative.waiting() > 0 ? 900_000_000 : 0;
    records.add(
        RecordBuilder.of(new RecordKey("run", "a", 1, RecordKey.LOAD, index), FOUR.axis(), index)
            .threads(8)
            .tally(
                new Tally(
                    new TransactionStats(counts, all, all, all, all, none, millis(carried, took)),
                    List.of()))
            .cumulative(cumulative)
            .generator(GeneratorSample.UNKNOWN.with(GeneratorFigure.OLDEST_WAITING, waited))
            .last(index == 12)
            .build());
    assertTrue(sums.add(records.getLast()));
  }

  /// The warm-up leaves 30 to the first measured phase; the last phase leaves 5 of its own.
  private void run() {
    Map<DropReason, Long> none = Map.of();
    second(50, 50, 0, 2, none);
    second(50, 50, 0, 2, none);
    second(50, 20, 0, 2, none);
    second(1, 31, 30, 900, none);
    second(1, 1, 0, 4, none);
    second(1, 1, 0, 4, none);
    for (int i = 0; i < 3; i++) {
      second(100, 100, 0, 8, none);
    }
    second(10, 10, 0, 2, none);
    second(10, 10, 0, 2, none);
    second(10, 5, 0, 2, none);
    second(0, 0, 0, 2, Map.of(DropReason.NO_FREE_THREAD, 5L));
    sums.closeAll();
  }

  private List<PhaseDocument> phases() {
    return sums.phases(PhaseDocument.of(FOUR));
  }

  private List<Long> each(ToLongFunction<StatsDocument> of) {
    return phases().stream().map(phase -> of.applyAsLong(phase.stats())).toList();
  }

  @Test
  void eachPhaseHasFiguresOfItsOwnBesideTheOneSummaryOfTheMeasuredOnes() {
    run();

    assertEquals(List.of(150L, 3L, 300L, 30L), each(StatsDocument::due));
    assertEquals(List.of(120L, 33L, 300L, 25L), each(StatsDocument::begun));
    assertEquals(List.of(120L, 33L, 300L, 25L), each(StatsDocument::transactions));
    assertEquals(List.of(0L, 0L, 0L, 5L), each(StatsDocument::dropped));
    assertEquals(
        List.of(40.0, 11.0, 100.0, 8.333),
        phases().stream().map(phase -> phase.stats().throughput()).toList());
    assertEquals(8.007, phases().get(2).stats().latencyMillis().orElseThrow().p99(), 0.01);
    assertEquals(333, sums.summary().transactions());
    assertEquals(0, sums.summary().dropped(), "what was dropped was due in the cool-down");
  }

  @Test
  void whatOnePhaseLeavesToTheNextIsToldApart() {
    run();

    assertEquals(List.of(0L, 30L, 0L, 0L), each(StatsDocument::carriedOver));
    assertEquals(30, sums.summary().carriedOver());
    assertEquals(30, sums.summary().carriedLatencyMillis().orElseThrow().count());
    assertEquals(
        List.of(0L, 30L, 0L, 0L),
        phases().stream().map(one -> one.waiting().waitingBefore()).toList());
    assertEquals(
        "30 arrivals waited when it began, the oldest for 0.9 s; 30 of the 33 transactions that"
            + " ended in it were due before it",
        phases().get(1).backlog().orElseThrow());
    assertTrue(
        sums.marks(phases()).stream().anyMatch(mark -> mark.text().contains("30 arrivals waited")),
        sums.marks(phases()).toString());
  }

  @Test
  void aPhaseThatHasNotComeIsZeros() {
    second(50, 50, 0, 2, Map.of());

    assertEquals(List.of(50L, 0L, 0L, 0L), each(StatsDocument::transactions));
    assertEquals(Optional.empty(), phases().getLast().stats().latencyMillis());
  }
}

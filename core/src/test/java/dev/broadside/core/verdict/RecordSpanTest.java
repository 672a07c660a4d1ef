package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.Runs;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is rolled up is what its records come to, to the bit, and nothing is rolled up over a gap.
final class RecordSpanTest {
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(
              Specs.phase(PhaseKind.WARM_UP, Duration.ofSeconds(15)),
              Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(400))),
          Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void runOfSpansIsTheRunOfItsRecords(long seed) {
    Random random = new Random(seed);
    List<RecordSpan> single = new ArrayList<>();
    List<RecordSpan> rolled = new ArrayList<>();
    for (String agent : List.of("a", "b")) {
      List<RecordSpan> spans = worker(agent, random);
      single.addAll(spans);
      // Some as they came, some rolled up once and some of these again: in any mixture.
      rolled.addAll(cut(cut(spans, 10, random), 6, random));
    }
    assertTrue(rolled.size() < single.size() / 3);

    List<IntervalDocument> closed = new ArrayList<>();
    RunAggregate one = sum(single, closed::add);
    closed.clear();
    RunAggregate other = sum(rolled, closed::add);

    assertEquals(one.measured(), other.measured());
    assertEquals(one.summaryOf("a"), other.summaryOf("a"));
    assertEquals(one.audit(Verification.NONE), other.audit(Verification.NONE));
    assertEquals(one.figures().toString(), other.figures().toString());
    assertEquals(one.totals().errors(), other.totals().errors());
    assertEquals(one.generator(true), other.generator(true));
    assertEquals(one.host(Set.of("a", "b")), other.host(Set.of("a", "b")));
    assertEquals(one.delivery(), other.delivery());
    assertEquals(
        AXIS.intervals(), closed.stream().mapToInt(doc -> doc.intervals().orElse(1)).sum());
  }

  private static RunAggregate sum(List<RecordSpan> spans, Consumer<IntervalDocument> closed) {
    RunAggregate sum =
        new RunAggregate(AXIS, List.of("op"), Set.of("a", "b"), Set.of(), Criteria.NONE, closed);
    spans.stream().sorted(Comparator.comparingInt(RecordSpan::endIndex)).forEach(sum::add);
    sum.closeAll();
    return sum;
  }

  /// Rolls up stretches of at most so many, as they follow one another.
  private static List<RecordSpan> cut(List<RecordSpan> spans, int most, Random random) {
    List<RecordSpan> cut = new ArrayList<>();
    for (int at = 0; at < spans.size(); ) {
      List<RecordSpan> some =
          spans.subList(at, Math.min(spans.size(), at + 1 + random.nextInt(most)));
      Optional<RecordSpan> one = RecordSpan.together(some);
      if (one.isPresent()) {
        cut.add(one.get());
      } else {
        cut.addAll(some);
      }
      at += some.size();
    }
    return cut;
  }

  private static List<RecordSpan> worker(String agent, Random random) {
    return Runs.rich(AXIS, agent, 1, 0, AXIS.intervals(), random).stream()
        .map(RecordSpan::of)
        .toList();
  }

  @Test
  void spanComesBackFromItsBytes() throws Exception {
    RecordSpan span = RecordSpan.together(worker("a", new Random(9)).subList(20, 80)).orElseThrow();
    Codec codec = new Codec();

    assertEquals(span.record(), codec.open(codec.seal(span.record())));
    assertEquals(60, span.intervals());
    assertEquals(60_000_000_000L, span.record().lengthNanos());
    assertTrue(span.limited().size() > 1);
  }

  @Test
  void mergedDistributionsAreThoseOfTheRecordsToTheByte() {
    List<RecordSpan> records = worker("a", new Random(10)).subList(20, 30);
    Tally sum = records.stream().map(one -> one.record().tally()).reduce(Tally.NONE, Tally::plus);

    assertEquals(sum, RecordSpan.together(records).orElseThrow().record().tally());
  }

  @Test
  void gapsAndPhasesAndTheEndOfAWorkerStayAsTheyAre() {
    List<RecordSpan> records = worker("a", new Random(11));
    List<RecordSpan> gap = new ArrayList<>(records.subList(20, 30));
    gap.remove(4);

    assertEquals(Optional.empty(), RecordSpan.together(gap));
    assertEquals(Optional.empty(), RecordSpan.together(records.subList(10, 20)));
    assertEquals(Optional.empty(), RecordSpan.together(records.subList(405, records.size())));
    assertEquals(
        Optional.empty(),
        RecordSpan.together(List.of(records.get(20), worker("b", new Random(1)).get(21))));
  }

  private static RecordSpan failed(int seq, int firstCode, int kinds) {
    List<ErrorSample> errors =
        IntStream.range(firstCode, firstCode + kinds)
            .mapToObj(code -> new ErrorSample(ErrorClass.OTHER, code, "", "", "x", 2, seq, seq))
            .toList();
    RecordKey key = new RecordKey("run", "a", 1, RecordKey.LOAD, seq);
    return RecordSpan.of(RecordBuilder.of(key, seq).errors(errors).build());
  }

  @Test
  void failuresOfOneKindAreOneAndMoreKindsThanOneRecordHoldsStayAsTheyAre() {
    List<ErrorSample> errors =
        RecordSpan.together(List.of(failed(0, 0, 10), failed(1, 5, 15)))
            .orElseThrow()
            .record()
            .errors();
    assertEquals(20, errors.size());
    assertEquals(new ErrorSample(ErrorClass.OTHER, 7, "", "", "x", 4, 0, 1), errors.get(7));
    assertEquals(
        Optional.empty(), RecordSpan.together(List.of(failed(0, 0, 10), failed(1, 5, 16))));
  }

  @Test
  void countsThatTogetherAreNoNumberStayAsTheyAre() {
    OutcomeCounts many =
        TestCounts.of(Long.MAX_VALUE / 2 + 1, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
    List<RecordSpan> both =
        IntStream.range(0, 2)
            .mapToObj(seq -> new RecordKey("run", "a", 1, RecordKey.LOAD, seq))
            .map(key ->
                RecordBuilder.of(key, (int) key.seq())
                    .tally(new Tally(TransactionStats.counted(many), List.of()))
                    .build())
            .map(RecordSpan::of)
            .toList();
    assertEquals(Optional.empty(), RecordSpan.together(both));
  }

  @Test
  void aSpanOfNoRecordIsNone() {
    RecordSpan one = failed(0, 0, 1);
    assertThrows(
        IllegalArgumentException.class, () -> new RecordSpan(one.record(), 0, one.generator()));
    assertEquals(List.of(), one.limited());
  }
}

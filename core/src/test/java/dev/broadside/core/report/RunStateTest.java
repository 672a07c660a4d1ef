package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.drift.DriftPlan;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.threshold.Threshold;
import dev.broadside.core.threshold.ThresholdText;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.StateCode;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What was added up, kept, taken up again and gone on with is what would have been added up
/// without a break, to the byte, wherever the break was.
final class RunStateTest {
  private static final int BREAKS = 8;
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(
              Specs.phase(PhaseKind.WARM_UP, Duration.ofSeconds(15)),
              Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(600))),
          Duration.ofSeconds(1));
  private static final Set<String> AGENTS = Set.of("a", "b", "c");
  private static final Criteria CRITERIA =
      new Criteria(
          new DriftPlan(15, 1_000_000_000L, 1, true, List.of(), List.of()), thresholds(), false);

  private final StateCode code = new StateCode();

  private static List<Threshold> thresholds() {
    return switch (ThresholdText.readAll(
        "p99 < 20ms, errors < 1% for 30s abort after 10s, depth < 49 for 5s")) {
      case Parsed.Value<List<Threshold>>(List<Threshold> all) -> all;
      case Parsed.Wrong<List<Threshold>> refused -> throw new AssertionError(refused.toString());
    };
  }

  /// A run under way, and what it has closed.
  private static final class Going {
    private final List<IntervalDocument> closed = new ArrayList<>();
    private final RunAggregate sums =
        new RunAggregate(AXIS, List.of("op"), AGENTS, Set.of(), CRITERIA, closed::add);

    String documents() {
      return Json.mapper()
          .writeValueAsString(
              List.of(
                  sums.summary(),
                  sums.operationSummaries(),
                  sums.distribution(),
                  sums.figures(),
                  sums.drift(List.of()),
                  sums.thresholds(),
                  sums.marks(List.of()),
                  AGENTS.stream().sorted().map(sums::summaryOf).toList(),
                  AGENTS.stream().sorted().map(sums::hostOf).toList(),
                  AGENTS.stream().sorted().map(sums::complete).toList(),
                  AGENTS.stream().sorted().map(sums::arrivals).toList(),
                  sums.host(AGENTS),
                  sums.delivery(),
                  sums.transactionTotals(),
                  sums.operationTotals(),
                  sums.errors(),
                  sums.generator(true),
                  sums.audit(Verification.NONE),
                  sums.complete()));
    }
  }

  /// Records as they may come: late, behind gaps, and some never.
  private static List<IntervalRecord> coming(Random random) {
    List<IntervalRecord> records = new ArrayList<>();
    records.addAll(Runs.rich(AXIS, "a", 1, 0, 200, random));
    records.addAll(Runs.rich(AXIS, "a", 2, 206, AXIS.intervals(), random));
    records.addAll(Runs.rich(AXIS, "b", 1, 0, AXIS.intervals(), random));
    records.addAll(Runs.rich(AXIS, "c", 1, 0, AXIS.intervals(), random));
    for (int lost = random.nextInt(3); lost > 0; lost--) {
      records.remove(random.nextInt(records.size()));
    }
    Map<IntervalRecord, Double> when = new HashMap<>();
    records.forEach(record ->
        when.put(
            record,
            record.index()
                + random.nextDouble(1.5)
                + (random.nextInt(20) == 0 ? random.nextDouble(150) : 0)));
    records.sort(Comparator.comparingDouble(when::get));
    return records;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void breakChangesNothing(long seed) throws ProtocolException {
    Random random = new Random(seed);
    List<IntervalRecord> records = coming(random);
    Going whole = new Going();
    records.forEach(whole.sums::add);
    String documents = whole.documents();
    assertTrue(documents.length() > 5_000, documents);

    Going going = new Going();
    List<IntervalDocument> closed = new ArrayList<>();
    Set<Integer> breaks = Set.copyOf(random.ints(BREAKS, 0, records.size()).boxed().toList());
    for (int i = 0; i < records.size(); i++) {
      if (breaks.contains(i)) {
        closed.addAll(going.closed);
        going = again(going);
      }
      going.sums.add(records.get(i));
    }
    closed.addAll(going.closed);

    assertEquals(documents, going.documents());
    assertEquals(whole.closed.toString(), closed.toString());
    going.sums.closeAll();
    whole.sums.closeAll();
    assertEquals(whole.documents(), going.documents());
  }

  /// Intervals wait for the slowest agent. A server that held the records of all others meanwhile
  /// had no memory left within seconds where they were a thousand.
  @Test
  void whatWaitsForASlowAgentHasNoRecordsOfTheOthers() {
    int few = sizeWhileOneIsSlow(5);
    int many = sizeWhileOneIsSlow(50);
    int each = (many - few) / (45 * OpenIntervals.PATIENCE);
    assertTrue(each < 50, each + " bytes of each agent and interval, where a record has 200");
  }

  private int sizeWhileOneIsSlow(int agents) {
    Set<String> names = new HashSet<>(Set.of("slow"));
    RunAggregate sums = new RunAggregate(AXIS, List.of("op"), names, Set.of(), CRITERIA, _ -> {});
    for (int i = 0; i < agents; i++) {
      Runs.rich(AXIS, "agent" + i, 1, 0, OpenIntervals.PATIENCE, new Random(i)).forEach(sums::add);
    }
    return code.encode(sums.state()).length;
  }

  private Going again(Going before) throws ProtocolException {
    Going again = restored(code.encode(before.sums.state()));
    assertEquals(before.documents(), again.documents());
    return again;
  }

  private Going restored(byte[] kept) throws ProtocolException {
    Going again = new Going();
    again.sums.restore(code.decode(kept, RunAggregate.State.class));
    return again;
  }

  /// A bit may be one that means nothing, as behind the last code of the compressed bytes.
  @Test
  void damagedBytesAreNoOtherState() {
    Going going = new Going();
    coming(new Random(7)).stream().limit(50).forEach(going.sums::add);
    byte[] kept = code.encode(going.sums.state());
    Random random = new Random(8);
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      byte[] other = kept.clone();
      // Behind the header, whose time and system tell nothing.
      other[10 + random.nextInt(other.length - 10)] ^= (byte) (1 << random.nextInt(8));
      try {
        assertEquals(going.documents(), restored(other).documents(), "" + i);
      } catch (ProtocolException e) {
        refused++;
      }
    }
    assertTrue(refused > 90, refused + " of 100 are refused");
  }
}

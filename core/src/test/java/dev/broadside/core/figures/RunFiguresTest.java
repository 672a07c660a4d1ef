package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.Runs;
import dev.broadside.core.report.Studies;
import dev.broadside.core.report.form.IntervalCsv;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.FigureValue.Amount;
import dev.broadside.core.stat.FigureValue.Reading;
import dev.broadside.core.stat.FigureValue.Values;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Figures merge by their kind, whatever order their records come in, and what does not fit is
/// said.
final class RunFiguresTest {
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(4))), Duration.ofSeconds(1));
  private static final List<Figure> FIGURES =
      List.of(
          Figure.count("sold", "tickets", "Sold").alsoPerTransaction(),
          Figure.sum("used", "ns", "Used").asShareOf("all"),
          Figure.sum("all", "ns", "All"),
          Figure.worst("queue", "", "Queue"),
          Figure.mean("heat", "", "Heat"),
          Figure.last("open", "", "Open"),
          Figure.distribution("seats", "seats", "Seats"),
          Figure.duration("search", "Search"));

  private final List<IntervalDocument> closed = new ArrayList<>();
  private final RunAggregate sums =
      new RunAggregate(AXIS, List.of("op"), Set.of("a", "b"), Set.of(), Criteria.NONE, closed::add);

  private static Distribution one(int slot) {
    return new Distribution(new int[] {slot}, new long[] {1}, slot * 1_000L, slot * 1_000L, 0);
  }

  /// The records of two agents; agent b declares its figures in another order.
  private static List<IntervalRecord> records() {
    List<IntervalRecord> records = new ArrayList<>();
    for (String agent : List.of("a", "b")) {
      long sold = 0;
      for (IntervalRecord record : Runs.worker(AXIS, agent, 1, 0, 4, new Random(1))) {
        int i = record.index() + (agent.equals("a") ? 0 : 10);
        sold += i;
        List<FigureValue> values =
            List.of(
                new Amount(i),
                new Amount(250),
                new Amount(1_000),
                new Reading(i),
                new Reading(i),
                new Reading(i),
                new Values(one(i)),
                new Values(one(2 * i)));
        boolean first = record.index() == 0;
        records.add(
            record.withFigures(
                agent.equals("a")
                    ? new FigureRow(first ? FIGURES : List.of(), values, List.of(sold))
                    : new FigureRow(
                        first ? FIGURES.reversed() : List.of(), values.reversed(), List.of())));
      }
    }
    return records;
  }

  private Map<String, FigureDocument> byId() {
    return sums.figures().stream()
        .collect(Collectors.toMap(one -> one.figure().id(), Function.identity()));
  }

  @Test
  void eachKindMergesByItsRuleInAnyOrder() {
    List<IntervalRecord> records = records();
    Collections.shuffle(records.subList(1, 4), new Random(7));
    Collections.shuffle(records.subList(5, 8), new Random(8));
    records.forEach(sums::add);
    sums.closeAll();

    Map<String, FigureDocument> figures = byId();
    assertEquals(52, figures.get("sold").total().orElseThrow());
    assertEquals(13, figures.get("sold").perSecond().orElseThrow());
    assertTrue(figures.get("sold").perTransaction().isPresent());
    assertEquals(0.25, figures.get("used").share().orElseThrow());
    assertEquals(13, figures.get("queue").value().orElseThrow());
    assertEquals(6.5, figures.get("heat").value().orElseThrow());
    assertEquals(13, figures.get("open").value().orElseThrow());
    assertEquals(8, figures.get("seats").distribution().orElseThrow().count());
    assertEquals(13, figures.get("seats").distribution().orElseThrow().max());
    assertEquals(0.026, figures.get("search").distribution().orElseThrow().max());

    assertEquals(List.of(0, 1, 2, 3), closed.stream().map(IntervalDocument::index).toList());
    IntervalFigures second = closed.get(1).figures().orElseThrow();
    assertEquals(FIGURES.size(), closed.getFirst().figures().orElseThrow().declared().size());
    assertEquals(List.of(), second.declared());
    assertEquals(12, second.values().get("sold"));
    assertEquals(11, second.values().get("queue"));
    assertEquals(6, second.values().get("heat"));
    assertEquals(2, second.distributions().get("seats").count());
    assertEquals(List.of(), sums.audit(Verification.NONE).findings());
  }

  @Test
  void whatIsToldOfTheMeasuredTimeIsExactAndLeavesNoIntervalOut() {
    Figure orders = Figure.count("orders", "orders", "NOPM").asShareOf(Figure.TIME);
    Figure busy = Figure.sum("busy", "ns", "Busy").asShareOf(Figure.TIME);

    FigureDocument byMinute = FigureDocument.of(sum(orders, 9_276), null, 20, 0);
    assertEquals(OptionalDouble.of(9_276), byMinute.total());
    assertEquals(OptionalDouble.of(27_828), byMinute.number());
    assertEquals("orders/min", byMinute.numberUnit());
    assertEquals(
        OptionalDouble.of(0.95),
        FigureDocument.of(sum(busy, 19_000_000_000L), null, 20, 0).share());
    assertFalse(FigureDocument.of(sum(busy, 0), null, 20, 0).known());

    FigureBin bin = new FigureBin();
    bin.add("orders", Map.of("orders", sum(orders, 100)), 1);
    bin.add("orders", Map.of("orders", sum(orders, 20)), 0.2);
    bin.add("busy", Map.of("busy", sum(busy, 300_000_000)), 1.2);
    assertEquals(6_000, bin.value("orders"), 1e-9);
    assertEquals(25, bin.value("busy"), 1e-9);
    assertEquals("orders/min", FigureBin.unit(orders, Optional.empty()));
    assertEquals("%", FigureBin.unit(busy, Optional.empty()));
  }

  /// A source that is read in one of four intervals tells of the time between its readings.
  @Test
  void whatIsReadNowAndThenIsToldPerSecondOfTheTimeBetweenReadings() {
    Figure watched = Figure.sum("db.watched", "ms", "watched");
    Figure commits =
        Figure.sum("commits", "", "Commits").asShareOf("db.watched").alsoPerTransaction();
    Figure waits = Figure.sum("waits", "ms", "Wait").asShareOf("commits");
    List<Figure> declared = List.of(watched, commits, waits);
    long transactions = 0;
    for (IntervalRecord record : Runs.worker(AXIS, "a", 1, 0, 4, new Random(1))) {
      boolean read = record.index() == 3;
      transactions = record.tally().transactions().counts().ok();
      List<FigureValue> values =
          read
              ? List.of(new Amount(4_000), new Amount(800), new Amount(1_600))
              : List.of(FigureValue.UNKNOWN, FigureValue.UNKNOWN, FigureValue.UNKNOWN);
      boolean first = record.index() == 0;
      sums.add(record.withFigures(new FigureRow(first ? declared : List.of(), values, List.of())));
    }
    sums.closeAll();

    FigureDocument told = byId().get("commits");
    assertEquals(OptionalDouble.of(200), told.perSecond());
    assertEquals(OptionalDouble.of(200), told.number());
    assertEquals("/s", told.numberUnit());
    assertEquals(OptionalDouble.empty(), told.share());
    assertEquals(200.0 / transactions, told.perTransaction().orElseThrow(), 1e-3);
    assertEquals(OptionalDouble.of(2), byId().get("waits").value());
    assertEquals(OptionalDouble.of(400), byId().get("waits").perSecond());
    assertEquals(
        List.of("commits", "waits"),
        FigureDocument.told(sums.figures()).stream()
            .map(one -> one.figure().id())
            .filter(one -> !one.startsWith("generator."))
            .toList());

    FigureBin bin = new FigureBin();
    bin.add("commits", Map.of("commits", sum(commits, 800), "db.watched", sum(watched, 4_000)), 1);
    assertEquals(200, bin.value("commits"), 1e-9);
    assertEquals("/s", FigureBin.unit(commits, Optional.of(watched)));
  }

  private static FigureSum sum(Figure figure, long amount) {
    FigureSum sum = new FigureSum(figure);
    sum.add(0, new Amount(amount));
    return sum;
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    records().forEach(sums::add);
    sums.closeAll();
    JsonMapper json = Json.mapper();

    for (FigureDocument figure : sums.figures()) {
      String text = json.writeValueAsString(figure);
      assertEquals(figure, json.readValue(text, FigureDocument.class), text);
    }
    IntervalDocument first = closed.getFirst();
    assertEquals(first, json.readValue(json.writeValueAsString(first), IntervalDocument.class));
    List<String> lines =
        IntervalCsv.of(Studies.run("s", 1, 1).job(), FIGURES, List.of()).lines(first);
    assertTrue(lines.getFirst().endsWith(",10,500,2000,10,5,10,5,0.01,"), lines::toString);
    assertTrue(lines.getLast().endsWith(",,,,,,,,"), lines::toString);
  }

  @Test
  void totalsThatDoNotAddUpValuesOfOtherKindsAndUndeclaredOnesAreSaid() {
    List<IntervalRecord> records = records();
    FigureRow wrong = records.get(1).figures();
    records.set(
        1, records.get(1).withFigures(new FigureRow(List.of(), wrong.values(), List.of(99L))));
    List<Figure> other = new ArrayList<>(FIGURES.reversed());
    other.set(0, Figure.sum("search", "", "Search"));
    records.set(
        4,
        records
            .get(4)
            .withFigures(new FigureRow(other, records.get(4).figures().values(), List.of())));
    records.forEach(sums::add);
    IntervalRecord stranger = Runs.worker(AXIS, "a", 2, 0, 4, new Random(1)).get(1);
    sums.add(stranger.withFigures(wrong));

    AuditDocument audit = sums.audit(Verification.NONE);
    assertTrue(audit.findings().toString().contains("do not add up"), audit.toString());
    assertTrue(audit.findings().toString().contains("figure search"), audit.toString());
    assertTrue(
        audit.findings().toString().contains("a, worker 2: figures are missing"), audit.toString());
  }

  @Test
  void hostileTextIsNoDeclaration() {
    Figure fine = Figure.count("sold", "tickets", "Sold");
    assertThrows(IllegalArgumentException.class, () -> fine.help("x".repeat(401)));
    assertThrows(IllegalArgumentException.class, () -> fine.in("\u001b[2J"));
    assertThrows(IllegalArgumentException.class, () -> fine.in("\u202e"));
    assertThrows(IllegalArgumentException.class, () -> Figure.count("<b>", "", "Sold"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new FigureRow(Collections.nCopies(501, fine), List.of(), List.of()));
  }

  /// A figure's fields stand beside what it came to, and none has another's name.
  @Test
  void aFigureOfAResultIsReadBackAsItWasWritten() {
    FigureDocument document =
        new FigureDocument(
            Figure.sum("sold", "EUR", "Sold").alsoPerTransaction(),
            OptionalDouble.of(12),
            OptionalDouble.of(4),
            OptionalDouble.of(0.5),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty());
    JsonMapper json = Json.mapper();

    assertEquals(document, json.readValue(json.writeValueAsString(document), FigureDocument.class));
  }

  /// They lie in the sample that each record has, and are declared like all others.
  @Test
  void theLoadGeneratorsFiguresStandBesideTheDeclaredOnes() {
    for (String agent : List.of("a", "b")) {
      for (IntervalRecord record : Runs.worker(AXIS, agent, 1, 0, 4, new Random(1))) {
        GeneratorSample sample =
            GeneratorSample.UNKNOWN
                .with(GeneratorFigure.PROCESS_CPU, agent.equals("a") ? 0.25 : 0.125)
                .with(GeneratorFigure.MAX_HICCUP, 1_000_000 * record.index());
        sums.add(RecordBuilder.like(record).generator(sample).build());
      }
    }
    sums.closeAll();

    assertEquals(25, byId().get("generator.processCpu").value().orElseThrow());
    assertEquals(3, byId().get("generator.maxHiccup").value().orElseThrow());
    assertFalse(byId().containsKey("generator.steal"));
    List<Figure> declared = closed.getFirst().figures().orElseThrow().declared();
    assertEquals(List.of(), closed.getLast().figures().orElseThrow().declared());
    assertEquals(Map.of(), closed.getLast().figures().orElseThrow().values());
    Map<String, String> cells = new HashMap<>();
    IntervalCsv csv = IntervalCsv.of(Studies.run("s", 1, 1).job(), declared, List.of());
    String[] names = csv.header().split(",", -1);
    String[] values = csv.lines(closed.getLast()).getFirst().split(",", -1);
    for (int i = 0; i < names.length; i++) {
      cells.put(names[i], values[i]);
    }
    assertEquals("25", cells.get("generator.processCpu"));
    assertEquals("3", cells.get("generator.maxHiccup"));
  }

  /// Such as for how long a database is up that was never started again.
  @Test
  void whatNobodyEverKnewHasNoColumnOnceTheRunHasEnded() {
    List<FigureDocument> known =
        List.of(
            gauge(Figure.UP, OptionalDouble.empty()), gauge(FIGURES.get(3), OptionalDouble.of(0)));
    JobSummary over = Studies.run("s", 1, 1).job();
    JobSummary going = goingOn(over);

    assertEquals(
        IntervalCsv.HEADER + ",queue,marks", IntervalCsv.ofResult(over, known, List.of()).header());
    assertEquals(
        IntervalCsv.HEADER + ",target.up,queue,marks",
        IntervalCsv.ofResult(going, known, List.of()).header());
  }

  private static JobSummary goingOn(JobSummary job) {
    return job.with(new Status("running", "", job.startedAt(), ""));
  }

  private static FigureDocument gauge(Figure figure, OptionalDouble value) {
    OptionalDouble none = OptionalDouble.empty();
    return new FigureDocument(figure, none, none, none, none, value, Optional.empty());
  }

  /// A peer may know fewer of the load generator's figures, or more.
  @Test
  void aSampleWithOtherFiguresIsReadAsFarAsItIsKnown() {
    String text = "{\"steal\": 0.5, \"somethingNew\": {\"a\": 1}, \"maxHiccupNanos\": 7}";

    assertEquals(
        GeneratorSample.UNKNOWN
            .with(GeneratorFigure.STEAL, 0.5)
            .with(GeneratorFigure.MAX_HICCUP, 7),
        Json.mapper().readValue(text, GeneratorSample.class));
  }

  /// The host's second record never comes, nor does its last: its agent was lost.
  @Test
  void aHostThatIsOnlyWatchedAddsFiguresAndCountsNothing() {
    RunAggregate watched =
        new RunAggregate(
            AXIS, List.of("op"), Set.of("a"), Set.of("db"), Criteria.NONE, closed::add);
    List<IntervalRecord> load = Runs.worker(AXIS, "a", 1, 0, 4, new Random(1));
    load.forEach(watched::add);
    // Of a second worker there is no record that declares what it tells.
    watched.add(ofHost(2, 2));
    watched.add(ofHost(1, 0));
    watched.add(ofHost(1, 2));
    watched.closeAll();

    assertEquals(AuditDocument.Verdict.BALANCED, watched.audit(Verification.NONE).verdict());
    assertTrue(watched.complete());
    assertEquals(1, watched.delivery().share());
    assertEquals(
        List.of(true, false, true, false),
        closed.stream().map(interval -> interval.figures().isPresent()).toList());
    assertEquals(
        load.stream().mapToLong(record -> record.tally().transactions().counts().ok()).sum(),
        watched.summary().transactions());
    assertEquals(200, watched.figures().getFirst().total().orElseThrow());
    assertEquals(0.25, watched.hostOf("db").user());
    assertEquals(HostDocument.UNKNOWN, watched.host(Set.of("a")));
  }

  private static IntervalRecord ofHost(long incarnation, int index) {
    return new IntervalRecord(
        new RecordKey("run", "db", incarnation, RecordKey.WATCH, index),
        new IntervalRecord.Interval(index, AXIS.startNanos(index), 1_000_000_000, 0, 0),
        Tally.NONE,
        IntervalRecord.Total.NONE,
        Told.NOTHING,
        GeneratorSample.UNKNOWN.with(new HostUse(1, 1, 2, 4, 0, 0, 0)),
        false,
        new FigureRow(
            index == 0 ? List.of(Figure.sum("host.cpu.user@db", "ms", "user")) : List.of(),
            List.of(new Amount(100)),
            List.of()));
  }
}

package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.Study;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.form.StudyCsv;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.KneeDocument;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a ladder of runs says: scale-up, peak, and the difference from another one.
final class StudyTest {
  private static String html(StudyDocument study, String definition) {
    return HtmlReport.of(StudyReport.of(study, definition), new Buckets());
  }

  private final JsonMapper json = Json.mapper();

  @Test
  void scaleUpIsAgainstTheFewestThreadsWhateverTheOrderOfTheSteps() {
    StudyDocument study = Studies.study("a", 100, 190, 300, 250);
    StudyTable table = StudyTable.of(new StudyDocument(study.study(), study.steps().reversed()));
    assertEquals(List.of(1, 2, 4, 8), table.rows().stream().map(StudyTable.Row::threads).toList());
    assertEquals(
        List.of(1.0, 1.9, 3.0, 2.5), table.rows().stream().map(StudyTable.Row::scaleUp).toList());
    assertEquals(4, table.peakThreads());
    assertEquals(8, table.peak().orElseThrow().totalThreads());
  }

  /// The same study, whose step at a place was limited by its generator, or was otherwise no valid
  /// measurement.
  private StudyDocument doubted(StudyDocument study, int step, String where, String word) {
    ObjectNode tree = json.valueToTree(study);
    ObjectNode parent = (ObjectNode) tree.at("/steps/" + step + where.replaceFirst("/[^/]*$", ""));
    parent.put(where.replaceFirst(".*/", ""), word);
    return json.treeToValue(tree, StudyDocument.class);
  }

  @ParameterizedTest
  @CsvSource({
    "/generator/verdict, LIMITED, generator limited",
    "/audit/verdict, INCOMPLETE, audit INCOMPLETE",
    "/job/state, cancelled, cancelled",
    "/generator/verdict, TOO_FEW_THREADS, ''", // what was asked is known, and so is what it gave
  })
  void aStepThatIsNoValidMeasurementIsMarkedAndIsNoPeak(String where, String word, String doubt) {
    StudyDocument study = doubted(Studies.study("a", 100, 190, 300, 250), 2, where, word);
    StudyTable table = StudyTable.of(study);
    boolean counts = doubt.isEmpty();

    assertEquals(
        List.of("", "", doubt, ""), table.rows().stream().map(StudyTable.Row::doubt).toList());
    assertEquals(counts ? 4 : 8, table.peakThreads());
    assertEquals(counts ? 300 : 250, table.peak().orElseThrow().throughput());
    String csv = StudyCsv.lines(table).get(3);
    assertEquals(!counts, csv.contains("," + doubt) && !doubt.isEmpty(), csv);
    String html = html(study, "");
    assertEquals(!counts, html.contains("no: " + doubt), html);
    assertEquals(!counts, html.contains("not a valid measurement"), html);
  }

  @Test
  void scaleUpIsNotAgainstAStepThatIsNoValidMeasurement() {
    StudyDocument study =
        doubted(Studies.study("a", 10, 190, 300), 0, "/generator/verdict", "LIMITED");
    StudyTable table = StudyTable.of(study);

    assertEquals(2, table.baseThreads());
    assertEquals(1, table.rows().get(1).scaleUp());
  }

  @Test
  void whereNoStepIsAValidMeasurementThereIsNoPeak() {
    StudyDocument one = Studies.study("a", 10, 190);
    StudyDocument both =
        doubted(
            doubted(one, 0, "/generator/verdict", "LIMITED"), 1, "/generator/verdict", "LIMITED");

    assertEquals(Optional.empty(), StudyTable.of(both).peak());
    assertEquals(0, StudyTable.of(both).peakThreads());
    assertTrue(html(both, "").contains("no step is a valid measurement"));
  }

  @Test
  void ofAStepThatDidNothingNobodyKnowsALatencyNorOfOthersAScaleUpAgainstIt() {
    List<StudyTable.Row> rows = StudyTable.of(Studies.study("a", 0, 190)).rows();
    Set<String> unknown = Set.of("scale_up", "mean", "p50", "p90", "p95", "p99", "p99.9", "max");
    assertTrue(Collections.disjoint(rows.getFirst().numbers().keySet(), unknown));
    assertEquals(0, rows.getFirst().numbers().get("throughput"));
    assertFalse(rows.getLast().numbers().containsKey("scale_up"));
    assertTrue(rows.getLast().numbers().containsKey("p95"));
  }

  @Test
  void aStudyWithoutAResultHasAnEmptyTable() {
    StudyTable table = StudyTable.of(Studies.study("a"));
    assertEquals(List.of(), table.rows());
    assertEquals(Optional.empty(), table.peak());
    assertEquals(1, StudyCsv.lines(table).size());
  }

  @Test
  void theFieldsOfARunStandBesideItsThreads() {
    StudyDocument study = Studies.study("a", 100, 190);
    var tree = json.valueToTree(study);
    assertEquals(2, tree.path("steps").path(1).path("threads").asInt());
    assertEquals("a-t2", tree.path("steps").path(1).path("job").path("id").asString());
    assertEquals("threads", tree.path("study").path("axis").asString());
    assertEquals(study, json.treeToValue(tree, StudyDocument.class));
  }

  @Test
  void csvHasALineForEachStep() {
    List<String> lines = StudyCsv.lines(StudyTable.of(Studies.study("a", 100, 190.5)));
    List<String> names = List.of(lines.getFirst().split(","));
    List<String> cells = List.of(lines.get(2).split(",", -1));
    assertEquals(names.size(), cells.size());
    Map.ofEntries(
            Map.entry("study_id", "a"),
            Map.entry("total_threads", "4"),
            Map.entry("run_id", "a-t2"),
            Map.entry("audit", "BALANCED"),
            Map.entry("point", "threads=2"),
            Map.entry("throughput_per_s", "190.5"),
            Map.entry("scale_up", "1.905"),
            Map.entry("statements_per_s", "381"),
            Map.entry("p95_ms", "4"),
            Map.entry("ok", "1905"),
            Map.entry("not_ok", "0"),
            Map.entry("asked_rate_per_s", ""),
            Map.entry("user_pct", "50"),
            Map.entry("context_switches_per_tx", "3.5"),
            Map.entry("watched_user_pct", ""))
        .forEach((name, value) -> assertEquals(value, cells.get(names.indexOf(name)), name));
  }

  @Test
  void whatRunsDeclareIsAColumnWhereverTheTableIsShown() {
    FigureDocument late =
        new FigureDocument(
            Figure.count("orders.late", "orders", "Late orders").alsoPerTransaction(),
            OptionalDouble.of(40),
            OptionalDouble.of(4),
            OptionalDouble.of(0.5),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty());
    FigureDocument heap =
        new FigureDocument(
            Figure.last("jvm.heap", "MiB", "heap used").in("Worker, agents"),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.of(64),
            Optional.empty());
    ObjectNode tree = json.valueToTree(Studies.study("a", 100, 190));
    ((ObjectNode) tree.path("steps").path(1)).set("figures", json.valueToTree(List.of(heap, late)));
    StudyDocument study = json.treeToValue(tree, StudyDocument.class);
    StudyTable table = StudyTable.of(study);

    List<StudyColumn> open = table.columns(StudyColumn.OPEN);
    assertEquals(
        List.of("Late orders orders/s", "Late orders/tx orders"),
        open.subList(open.size() - 2, open.size()).stream().map(StudyColumn::heading).toList());
    assertEquals(
        List.of("jvm.heap"), table.columns("Worker").stream().map(StudyColumn::id).toList());
    List<String> csv = StudyCsv.lines(table);
    assertTrue(
        csv.getFirst().endsWith(",watched_idle_pct,orders.late,orders.late.per_tx,jvm.heap"));
    assertTrue(csv.get(1).endsWith(",,,,,"), csv.get(1));
    assertTrue(csv.get(2).endsWith(",,,,4,0.5,64"), csv.get(2));
    assertFalse(table.columns().stream().anyMatch(column -> column.id().startsWith("watched")));
    String html = html(study, "");
    assertTrue(html.contains("Late orders orders/s") && html.contains("agents: heap used"));
  }

  /// A system that does 150 a second and no more.
  @Test
  void searchSaysWhatEachStepMetWhereTheKneeLiesAndThatNobodyKnowsWhatLimitsIt() {
    StudyTable table = StudyTable.of(searched(100, 150, 99));
    List<Double> rates = table.rows().stream().map(StudyTable.Row::throughput).toList();
    assertEquals(rates.stream().sorted().toList(), rates);
    TrialDocument last = table.rows().getLast().trial().orElseThrow();
    assertEquals(Trial.Verdict.MISSED, last.verdict());
    assertEquals(
        "it served 75.0 % of the offered rate; at least 95.6 % is required",
        last.reasons().getFirst());
    KneeDocument knee = table.knees().getFirst();
    assertEquals(Knee.Verdict.FOUND, knee.knee().verdict());
    assertEquals(155, knee.knee().rate(), 10);
    assertTrue(knee.sentence().startsWith("the knee lies at 15"), knee.sentence());
    assertTrue(knee.sentence().endsWith("let an agent watch its host"), knee.sentence());
  }

  /// What an agent that was away did not do says nothing of the system.
  @Test
  void stepOfWhichALoadWasMissingIsMadeAgain() {
    ObjectNode run = json.valueToTree(Studies.run("knee", 1, 90));
    assertEquals(Trial.Verdict.MISSED, trial(run).verdict());
    run.set("delivery", json.valueToTree(new Delivery(0.95, List.of())));
    TrialDocument away = trial(run);
    assertEquals(Trial.Verdict.VOID, away.verdict());
    assertEquals(List.of("only 95 % of the planned agent time was delivered"), away.reasons());
    run.set("delivery", json.valueToTree(new Delivery(0.995, List.of())));
    assertEquals(Trial.Verdict.MISSED, trial(run).verdict());
  }

  private TrialDocument trial(ObjectNode run) {
    return TrialDocument.of(100, json.treeToValue(run, RunDocument.class)).orElseThrow();
  }

  /// A search up to ten times a rate, of a system that does at most so much per second.
  private static StudyDocument searched(double from, double ceiling, int mostSteps) {
    StudyPlan plan =
        new StudyPlan(
            List.of(), StudyOrder.GIVEN, 1, 0, Optional.of(new KneePlan(from, 10 * from, 10)));
    StudyDocument study = Studies.study("knee");
    Optional<StudyPoint> next = plan.next(List.of());
    while (next.isPresent() && study.steps().size() < mostSteps) {
      double rate = Double.parseDouble(next.get().at().get("rate"));
      study = Studies.with(study, plan, next.get(), Math.min(ceiling, rate));
      next = plan.next(StudyTable.measured(study));
    }
    return study;
  }

  /// Arrivals that fall short of their rate by chance must not do so at each rate of a search: 100
  /// searches of a system of 16 servers, 50 ms each, by steps of as many arrivals as 2 s have at a
  /// ceiling of 1,600/s.
  @Test
  void kneeLiesWithinFivePercentWhateverTheSeedOfItsArrivals() {
    StudyPlan plan =
        new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.of(new KneePlan(200, 800, 5)));
    JobSpec open =
        SpecBuilder.of("noop")
            .phases(SpecBuilder.measure(Duration.ofSeconds(10), SpecBuilder.open(16, 200)))
            .build();
    List<Double> knees = new ArrayList<>();
    for (int seed = 1; seed <= 100; seed++) {
      Study study = Study.submitted("knee", "", open.withSeed(seed), plan, Instant.EPOCH);
      StudyDocument document = Studies.study("knee");
      Optional<StudyPoint> next = plan.next(List.of());
      while (next.isPresent()) {
        study = study.and(next.get());
        JobSpec step = study.stepSpec(study.points().size() - 1);
        double did = sixteenServers(step.highestRate().orElseThrow(), new Random(step.seed()));
        document = Studies.with(document, plan, next.get(), did);
        next = plan.next(StudyTable.measured(document));
      }
      knees.add(StudyTable.of(document).knees().getFirst().knee().rate());
    }
    long near = knees.stream().filter(knee -> Math.abs(knee / 320 - 1) <= 0.05).count();
    assertTrue(near >= 99, near + " of " + knees);
  }

  /// How many iterations end per second from the fifth second to the fifteenth.
  private static double sixteenServers(double rate, Random random) {
    PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(16, 0.0));
    double now = 0;
    int ended = 0;
    while (now < 15) {
      now -= Math.log(1 - random.nextDouble()) / rate;
      double end = Math.max(now, free.remove()) + 0.050;
      free.add(end);
      ended += end >= 5 && end < 15 ? 1 : 0;
    }
    return ended / 10.0;
  }

  @ParameterizedTest
  @CsvSource({
    "100, 150, 99, FOUND, OK",
    "100, 5000, 99, ABOVE, OK",
    "10000, 0, 99, BELOW, THRESHOLD_BROKEN",
    "100, 150, 2, SEARCHING, INVALID",
  })
  void searchIsAsGoodAsItsAnswerWhateverItsStepsMissed(
      double from, double ceiling, int mostSteps, Knee.Verdict answer, Judgement judgement) {
    StudyDocument study = searched(from, ceiling, mostSteps);

    KneeDocument knee = StudyTable.of(study).knees().getFirst();
    assertEquals(answer, knee.knee().verdict());
    assertEquals(
        answer == Knee.Verdict.SEARCHING,
        knee.sentence().startsWith("the search did not come to its end; until then "),
        knee.sentence());
    assertEquals(judgement, StudyJudgement.of(study).judgement());
  }

  @Test
  void lawOfALadderIsFittedWhereItHasStepsEnough() {
    StudyTable table = StudyTable.of(Studies.study("a", 100, 180, 300, 400, 420));
    assertTrue(table.scaling().law().orElseThrow().determination() > 0.99);
    assertEquals("", table.scaling().lawNote());
    assertTrue(
        StudyTable.of(Studies.study("a", 100, 180, 300))
            .scaling()
            .lawNote()
            .contains("4 different numbers of threads"));
  }

  @Test
  void aComparisonHoldsEachStepAgainstTheOtherAndThePeaksAgainstEachOther() {
    StudyComparison comparison =
        StudyComparison.of(Studies.study("a", 100, 200, 190), Studies.study("b", 171, 218));
    assertEquals(
        List.of(Optional.of(71.0), Optional.of(9.0), Optional.empty()),
        comparison.points().stream().map(one -> one.percent(Measure.THROUGHPUT)).toList());
    assertTrue(comparison.points().getLast().a().isPresent());
    assertEquals(Optional.empty(), comparison.points().getLast().b());
    assertEquals(Optional.of(0.0), comparison.peaks().percent(Measure.P95));
    assertEquals(Optional.of(9.0), comparison.peaks().percent(Measure.THROUGHPUT));
  }

  /// Such sides are not independent, as intervals take them to be.
  @Test
  void aRunThatIsOnBothSidesIsTold() {
    StudyDocument a = Studies.study("a", 100, 200);
    List<String> told = StudyComparison.of(a, a).warnings();
    assertTrue(told.getFirst().startsWith("Both sides have runs a-t1, a-t2:"), told::toString);
    List<String> others = StudyComparison.of(a, Studies.study("b", 100, 200)).warnings();
    assertTrue(others.stream().noneMatch(one -> one.startsWith("Both")), others::toString);
  }

  @Test
  void whatWasSetUpDifferentlyIsNamedAndTheRestIsNot() {
    Map<String, String> differences =
        StudyComparison.of(Studies.study("a", 100), Studies.study("b", 100)).differences().stream()
            .collect(Collectors.toMap(Setup.Difference::what, Setup.Difference::b));
    assertEquals(Map.of("database.version", "of b"), differences);
  }

  /// Whoever runs the job again does not know of them.
  @Test
  void aLoadThatWasChangedWhileItRanIsADifference() {
    ObjectNode document = Json.mapper().valueToTree(Studies.run("a", 1, 100));
    document.set(
        "marks",
        Json.mapper()
            .valueToTree(
                List.of(
                    Mark.at(Mark.Kind.CONTROL, 2_000, "me", "paused"),
                    Mark.at(Mark.Kind.NOTE, 2_500, "me", "a note"),
                    Mark.at(Mark.Kind.CONTROL, 3_250, "me", "resumed, 4 threads per agent"))));
    RunDocument changed = Json.mapper().treeToValue(document, RunDocument.class);
    assertEquals(
        List.of(
            new Setup.Difference(
                "changes of the load while it ran",
                "paused at 2 s; resumed, 4 threads per agent at 3.25 s",
                "none")),
        Setup.differences(changed, Studies.run("a", 1, 100), true));
  }

  @Test
  void aPasswordThatOnlyOneHasIsNoDifferenceOfTheSetup() {
    ObjectNode document = Json.mapper().valueToTree(Studies.run("a", 1, 100));
    ((ObjectNode) document.get("parameters")).put("password", Secret.REDACTED);
    RunDocument withPassword = Json.mapper().treeToValue(document, RunDocument.class);
    assertEquals(List.of(), Setup.differences(withPassword, Studies.run("a", 1, 100), true));
  }

  @Test
  void lengthsOfTimeThatDifferAreShownAsPeopleReadThem() {
    RunDocument run = Studies.run("a", 1, 100);
    assertEquals(
        List.of(new Setup.Difference("interval", "1 s", "2.6 ms")),
        Setup.differences(
            Studies.with(run, run.job(), Map.of("interval", "1s")),
            Studies.with(run, run.job(), Map.of("interval", "2ms600us")),
            true));
  }

  @Test
  void settingsOfAnotherEngineAreCountedAndNotListed() {
    RunDocument run = Studies.run("a", 1, 100);
    Map<String, String> maria =
        Map.of(
            "database.dialect",
            "mariadb",
            "database.setting.port",
            "1",
            "database.setting.sync_binlog",
            "0");
    Map<String, String> postgres =
        Map.of("database.dialect", "postgresql", "database.setting.port", "2");
    assertEquals(
        List.of(
            new Setup.Difference("database.dialect", "mariadb", "postgresql"),
            new Setup.Difference(
                "database.settings, which were not compared", "2 of mariadb", "1 of postgresql")),
        Setup.differences(
            Studies.with(run, run.job(), maria), Studies.with(run, run.job(), postgres), true));
  }

  @Test
  void twoSingleRunsAreComparedWhateverTheirThreads() {
    StudyComparison comparison =
        StudyComparison.of(
            StudyDocument.ofRun(Studies.run("a", 1, 100)),
            StudyDocument.ofRun(Studies.run("b", 8, 400)));
    assertEquals(1, comparison.points().size());
    assertEquals(Optional.of(300.0), comparison.points().getFirst().percent(Measure.THROUGHPUT));
    assertEquals(8, comparison.points().getFirst().b().orElseThrow().threads());
  }
}

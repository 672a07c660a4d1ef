package dev.broadside.client.run;

import static dev.broadside.core.fixture.SpecBuilder.closed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.pack.PackException;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole runs, with a job class that counts for itself: what it does to its process, or says on its
/// streams, in real workers, and the rest in this JVM.
class LocalRunTest {
  private static final Set<String> NEEDS_A_PROCESS =
      Set.of(
          "mixed",
          "halt",
          "halts-closing",
          "halts-verifying",
          "exit",
          "exit-3",
          "fills",
          "noise",
          "stuck",
          "never-closes",
          "hostile-trial");

  @TempDir static Path folder;
  private static ScriptedPack pack;

  private final List<IntervalDocument> intervals = new ArrayList<>();
  private final List<RunHead> heads = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final List<String> progress = new ArrayList<>();

  @BeforeAll
  static void buildPack() throws IOException, PackException {
    pack = ScriptedPack.in(folder);
  }

  @Test
  void everyOutcomeIsCountedExactlyAndTheJobClassAgrees() throws Exception {
    RunDocument run = ran(execute("mixed", closed(3), Duration.ofSeconds(2)));

    assertEquals("completed", run.job().state(), run.job().reason());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertEquals(7, run.audit().checks().size());
    assertTrue(run.audit().uncertain() > 0);
    assertEquals(
        run.audit().begun(), run.audit().ok() + run.audit().failed() + run.audit().uncertain());
    assertEquals(
        List.of(ErrorClass.CONSTRAINT, ErrorClass.DEADLOCK, ErrorClass.OTHER, ErrorClass.TIMEOUT),
        run.errors().stream()
            .filter(error -> !error.operation().startsWith("figure "))
            .map(error -> error.errorClass())
            // Repetitions that the end cut short, if any.
            .filter(errorClass -> errorClass != ErrorClass.CANCELLED)
            .sorted(java.util.Comparator.comparing(Enum::name))
            .toList());
    assertEquals(
        run.summary().failed() + run.summary().uncertain(),
        run.summary().failedLatencyMillis().orElseThrow().count());
    assertEquals(
        List.of(
            "trying the target",
            "preparing the target",
            "preparing the target: load",
            "rehearsing",
            "opening connections",
            "verifying the target",
            "cleaning up"),
        // On a busy machine the start is told, too.
        progress.stream().distinct().filter(step -> !step.equals("starting the worker")).toList());
  }

  @Test
  void aRunOfSoManyIterationsEndsWhenTheyAreDoneAndIsWhole() throws Exception {
    Settings settings = new Settings(Map.of("iterations", "1000"));
    RunDocument run =
        ran(
            execute(
                spec("nothing", closed(3), Duration.ofMinutes(5))
                    .interval(Duration.ofSeconds(1))
                    .settings(settings)));

    assertEquals("completed", run.job().state(), run.job().reason());
    assertEquals(1_000, run.audit().begun());
    assertEquals(1_000, run.summary().transactions());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertTrue(run.delivery().orElseThrow().whole(), run.delivery().toString());
    assertTrue(
        run.marks().stream().anyMatch(mark -> mark.text().equals("all work was done")),
        run.marks().toString());
  }

  @Test
  void figuresOfTheJobClassCountAsItsIterationsDo() throws Exception {
    RunDocument run = ran(execute("mixed", closed(3), Duration.ofMillis(700)));

    Map<String, FigureDocument> figures = figures(run);
    StatsDocument stats = run.summary();
    long attempts = stats.transactions() + stats.failed() + stats.uncertain() + stats.retried();
    assertEquals(stats.transactions(), figures.get("done").total().orElseThrow());
    assertEquals(attempts, figures.get("tries").total().orElseThrow());
    assertEquals(
        stats.transactions(),
        figures.get("took").distribution().map(LatencyMillis::count).orElse(0L));
    // A gauge that hangs takes those behind it along, and nothing else.
    assertEquals(OptionalDouble.empty(), figures.get("open").value());
    assertEquals(
        List.of("done", "tries", "took", "open", "stuck"),
        intervals.getFirst().figures().orElseThrow().declared().stream()
            .map(Figure::id)
            .limit(5)
            .toList());
    assertEquals(
        stats.transactions(),
        intervals.stream()
            .filter(IntervalDocument::measured)
            .mapToDouble(interval -> interval.figures().orElseThrow().values().get("done"))
            .sum());
  }

  @Test
  void gaugesAreReadWhileTheLoadGoesOn() throws Exception {
    RunDocument run = ran(execute("calm", closed(3), Duration.ofMillis(400)));

    assertEquals(3, figures(run).get("open").value().orElseThrow());
    assertEquals(OptionalDouble.empty(), figures(run).get("stuck").value());
  }

  @Test
  void aGaugeThatFailsOrHangsIsCountedAndToldWithItsFirstMessage() throws Exception {
    RunDocument sick = ran(execute("sick-gauge", closed(1), Duration.ofMillis(400)));
    ErrorSample failed = sick.errors().getFirst();
    assertEquals(Verdict.BALANCED, sick.audit().verdict(), sick.audit().findings().toString());
    assertEquals("figure stuck", failed.operation());
    assertEquals(1146, failed.vendorCode());
    assertEquals("no such table, at shop.yaml line 3", failed.message());
    assertTrue(failed.count() >= 2, failed.toString());
    assertEquals(0, sick.summary().failed());

    RunDocument stuck = ran(execute("mixed", closed(1), Duration.ofMillis(700)));
    ErrorSample late =
        stuck.errors().stream()
            .filter(one -> one.operation().equals("figure stuck"))
            .findFirst()
            .orElseThrow();
    assertEquals(ErrorClass.TIMEOUT, late.errorClass());
  }

  private static Map<String, FigureDocument> figures(RunDocument run) {
    return run.figures().stream()
        .collect(Collectors.toMap(one -> one.figure().id(), Function.identity()));
  }

  @Test
  void aPackSeesThePlatformAndTheSpiButNothingOfOurs() throws Exception {
    RunDocument run = ran(execute("calm", closed(1), Duration.ofMillis(50)));

    assertEquals("false", run.provenance().get("sees-jackson"));
    assertEquals("false", run.provenance().get("sees-engine"));
    assertEquals("true", run.provenance().get("sees-sql"));
    assertTrue(run.provenance().containsKey("interval"), "as a server's run says it");
  }

  /// That they are bound is for `ProcessorsTest` to show.
  @Test
  @EnabledOnOs(OS.LINUX)
  void pinnedThreadsDoTheSameWork() throws Exception {
    SpecBuilder pinned = spec("calm", closed(3), Duration.ofMillis(300));
    RunDocument run = ran(execute(pinned.threadKind(ThreadKind.PINNED)));

    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertTrue(run.audit().ok() > 0);
    assertEquals("pinned", run.job().asked().threadKind());
  }

  @Test
  void anOpenLoadStartsWhatWasAskedAndMeasuresFromTheIntendedStart() throws Exception {
    LoadModel rate = SpecBuilder.open(4, 500);

    RunDocument run = ran(execute("calm", rate, Duration.ofSeconds(1)));

    assertEquals(500, run.audit().begun() + run.summary().dropped());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertEquals("response time from the intended start", run.job().asked().latencyMeaning());
    assertEquals(Optional.empty(), run.summary().failedLatencyMillis());
  }

  /// One thread, each of whose iterations lasts a tenth of a millisecond at least, has not half the
  /// time that it needs.
  @Test
  void whatAnOverloadedTargetNeverBeganIsInTheSummary() throws Exception {
    LoadModel rate = SpecBuilder.open(1, 20_000);

    RunDocument run = ran(execute("calm", rate, Duration.ofMillis(500)));

    assertTrue(run.summary().dropped() > 0, run.summary().toString());
    assertEquals(10_000, run.audit().begun() + run.summary().dropped());
    assertEquals(
        run.summary().dropped(),
        intervals.stream().mapToLong(interval -> interval.stats().dropped()).sum());
    assertEquals(run.summary().dropped(), run.agents().getFirst().stats().dropped());
  }

  @Test
  void intervalsComeInOrderAndAddUpToTheAudit() throws Exception {
    RunDocument run = ran(execute("calm", closed(2), Duration.ofMillis(550)));

    assertEquals(List.of(), run.intervals());
    assertEquals(
        List.of(run.job().startedAt()), heads.stream().map(h -> h.job().startedAt()).toList());
    for (int i = 0; i < 6; i++) {
      assertEquals(i, intervals.get(i).index());
      assertEquals(100.0 * i, intervals.get(i).startMillis());
    }
    assertEquals(50.0, intervals.get(5).lengthMillis());
    assertEquals(run.audit().begun(), intervals.stream().mapToLong(i -> i.stats().begun()).sum());
  }

  @Test
  void countsSurviveAWorkerThatIsKilled() throws Exception {
    RunDocument run = ran(execute("halt", closed(2), Duration.ofMinutes(2)));

    assertEquals("failed", run.job().state());
    assertTrue(run.job().reason().contains("status 9"), run.job().reason());
    assertTrue(run.job().reason().startsWith("3 workers died within a minute"), run.job().reason());
    assertTrue(run.audit().begun() >= 150, "begun " + run.audit().begun());
    assertTrue(run.audit().uncertain() >= 3 && run.audit().uncertain() <= 6);
    assertEquals(run.audit().begun(), run.audit().ok() + run.audit().uncertain());
    double done = figures(run).get("done").total().orElseThrow();
    // The other thread of each may have died between its outcome and what it added to its figures.
    assertTrue(run.audit().ok() - done >= 0 && run.audit().ok() - done <= 3, "done " + done);
  }

  @Test
  void aJobClassThatExitsEndsTheRunAndNotUs() throws Exception {
    RunDocument run = ran(execute("exit", closed(1), Duration.ofMinutes(2)));

    assertEquals("failed", run.job().state());
    assertTrue(
        run.job()
            .reason()
            .matches(
                ".*was ended by its job class, which called System\\.exit\\(7\\), at"
                    + " .*exitAfterAWhile\\(ScriptedJob\\.java:\\d+\\).*"),
        run.job().reason());
  }

  @Test
  void wantOfMemoryNamesTheOperationThatWasUnderWay() throws Exception {
    RunDocument run = ran(execute("fills", closed(1), Duration.ofMinutes(2)));

    assertEquals("failed", run.job().state());
    assertTrue(
        run.job().reason().contains("ran out of heap memory while `two` was under way: give it"),
        run.job().reason());
  }

  @Test
  void aStatusOfThreeAloneIsNoWantOfMemory() throws Exception {
    RunDocument run = ran(execute("exit-3", closed(1), Duration.ofMinutes(2)));

    assertTrue(run.job().reason().contains("System.exit(3)"), run.job().reason());
  }

  @Test
  void aRunOfWhichNothingEndedWellHasFailedAndNamesTheOperation() throws Exception {
    RunDocument run = ran(execute("fails", closed(2), Duration.ofMillis(1_500)));

    assertEquals("failed", run.job().state());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertTrue(
        run.job()
            .reason()
            .matches(
                "nothing ended well in the measured phases: [\\d,]+ transactions failed, most often"
                    + " in two: as scripted"),
        run.job().reason());
    assertEquals(Judgement.INVALID, RunJudgement.of(run).judgement());
    assertTrue(run.summary().failed() < 100, "paced: " + run.summary().failed());
    assertTrue(run.audit().sentence().endsWith(" target not checked"), run.audit().sentence());
  }

  @Test
  void whatAJobClassPrintsIsALineAndNoFrame() throws Exception {
    RunDocument run = ran(execute("noise", closed(1), Duration.ofMillis(100)));

    assertEquals(Verdict.BALANCED, run.audit().verdict());
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("noise noise")));
    for (int i = 1; i < lines.size(); i++) {
      assertNotEquals(lines.get(i - 1), lines.get(i), "a line that repeats itself is counted");
    }
  }

  @Test
  void aJobThatDoesNotEndWithItsPlanIsKilledWithoutBeingStopped() throws Exception {
    Duration second = Duration.ofSeconds(1);
    RunDocument run = ran(execute(spec("stuck", closed(2), second).grace(second)));

    assertEquals("failed", run.job().state());
    assertTrue(
        run.job()
            .reason()
            .matches(
                "the worker did not end after the job's planned end and was killed: 2 of 2 load"
                    + " threads have been in their iteration for \\d+ s, at .*ScriptedJob.*"),
        run.job().reason());
    assertTrue(
        lines.stream().anyMatch(line -> line.matches("load-0, load-1: in .* for \\d+ s")),
        lines::toString);
    assertEquals(2, run.audit().uncertain());
    assertEquals(2, run.audit().begun());
  }

  /// Neither of its threads comes back from its first iteration, so the worker cannot tell what it
  /// never began.
  @Test
  void ofAKilledWorkerEveryArrivalIsBegunOrDropped() throws Exception {
    Duration second = Duration.ofSeconds(1);
    RunDocument run =
        ran(execute(spec("stuck", SpecBuilder.open(2, 200), second).grace(second.multipliedBy(3))));

    StatsDocument stats = run.phases().getFirst().stats();
    assertEquals(200, stats.due());
    assertEquals(2, run.audit().begun());
    assertEquals(198, stats.dropped());
    assertEquals(stats.dropped(), run.summary().dropped());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    IntervalDocument last =
        intervals.stream().filter(IntervalDocument::measured).toList().getLast();
    assertEquals(198, last.waiting());
    double age = GeneratorFigure.OLDEST_WAITING.shown(last.generator()).orElseThrow();
    assertEquals(990, age, 1);
  }

  @Test
  void stoppingLetsThreadsFinishAndKeepsWhatWasDone() throws Exception {
    RunDocument run = ran(execute(spec("calm", closed(2), Duration.ofMinutes(10)), LocalRun::stop));

    assertEquals("cancelled", run.job().state());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertTrue(run.audit().begun() > 0);
  }

  @Test
  void aJobClassThatNeverClosesKeepsNoResultBack() throws Exception {
    SpecBuilder spec = spec("never-closes", closed(1), Duration.ofMillis(100));
    RunDocument run = ran(execute(spec.grace(Duration.ofSeconds(2))));

    assertEquals("completed", run.job().state(), run.job().reason());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertTrue(
        lines.contains("the job class did not close its share within the grace time"),
        lines.toString());
  }

  /// The last record is out, and the target is not verified.
  @ParameterizedTest
  @ValueSource(strings = {"halts-closing", "halts-verifying"})
  void aWorkerThatDiesBehindItsLoadLeavesAWholeResult(String behaviour) throws Exception {
    RunDocument run = ran(execute(behaviour, closed(1), Duration.ofSeconds(1)));

    String why = "the worker ended with status 9";
    assertEquals("completed", run.job().state(), run.job().reason());
    assertEquals("the target was not verified: " + why, run.job().reason());
    assertEquals(Verdict.BALANCED, run.audit().verdict(), run.audit().findings().toString());
    assertEquals(
        List.of(new Verification.Check("the target was verified", false, true, why)),
        run.audit().checks());
  }

  @Test
  void anInterruptLeftBehindWhereAThreadOpensDoesNotEndIt() throws Exception {
    RunDocument run = ran(execute("interrupts", closed(1), Duration.ofMillis(200)));

    assertTrue(run.audit().ok() > 0, lines.toString());
  }

  @Test
  void aSecondStopKillsAndSaysWhatIsUncertain() throws Exception {
    RunDocument run =
        ran(
            execute(
                spec("stuck", closed(2), Duration.ofMinutes(10)),
                started -> {
                  started.stop();
                  started.stop();
                }));

    assertEquals("cancelled", run.job().state());
    assertEquals(run.audit().begun(), run.audit().ok() + run.audit().uncertain());
  }

  @Test
  void aThreadThatCannotConnectRefusesTheRunAsUnreachable() throws Exception {
    List<Problem> problems = refused(execute("no-connection", closed(3), Duration.ofSeconds(5)));

    assertEquals(1, problems.size());
    assertEquals(Problem.Kind.UNREACHABLE, problems.getFirst().kind());
    assertEquals("Connection refused", problems.getFirst().what());
  }

  @Test
  void aTrialThatFindsProblemsRefusesTheRun() throws Exception {
    List<Problem> problems = refused(execute("no-trial", closed(1), Duration.ofSeconds(5)));

    assertEquals(List.of(Problem.wrong("the target", "it is too small", "take another")), problems);
  }

  @Test
  void whatATrialFindsIsSaidHoweverLongAndHostileItsWordsAre() throws Exception {
    List<Problem> problems = refused(execute("hostile-trial", closed(1), Duration.ofSeconds(5)));

    assertEquals(100, problems.size());
    Problem first = problems.getFirst();
    assertEquals(Problem.Kind.UNREACHABLE, first.kind());
    assertTrue(first.what().startsWith("?[2J it says no no "), first.what());
    assertEquals(1_000, first.what().length());
    assertTrue(first.sentence().chars().noneMatch(Character::isISOControl), first.sentence());
  }

  @Test
  void aPackThatWasChangedIsRefused() throws Exception {
    Path changed = folder.resolve("changed.jar");
    Files.copy(pack.file(), changed);
    Files.write(changed, new byte[] {0}, StandardOpenOption.APPEND);
    LocalOrder order =
        new ScriptedPack(changed, pack.descriptor(), pack.sha256())
            .here("run", spec("calm", closed(1), Duration.ofSeconds(1)).build());

    List<Problem> problems =
        refused(new LocalRun(order, listener(_ -> {}), new SystemTime()).execute());

    assertTrue(problems.getFirst().what().contains("digest"), problems.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hangs-trying    | trying the target, made no progress for 1 s; see that the target"
            + " answers, and whether something between cuts connections off, or allow more with"
            + " --trial-timeout",
        "hangs-preparing | preparing the target: load, 7 of 10, made no progress for 1 s; see what"
            + " the target is busy with, and whether locks are held there, or allow more with"
            + " --prepare-timeout",
        "hangs-opening   | opening connections, 1 of 3, made no progress for 1 s; see that the"
            + " target answers, and whether something between cuts connections off, or allow more"
            + " with --open-timeout",
      })
  void aStepThatComesNoFurtherFailsTheRunWithOneSentence(String behaviour, String sentence)
      throws Exception {
    RunDocument run = ran(limited(behaviour, Duration.ofSeconds(1)));

    assertEquals("failed", run.job().state());
    assertEquals(sentence, run.job().reason());
    assertEquals(0, run.audit().begun());
  }

  @Test
  void aPreparationThatComesFurtherMayLastLongerThanItsLimit() throws Exception {
    RunDocument run = ran(limited("prepares-slowly", Duration.ofSeconds(2)));

    assertEquals("completed", run.job().state(), run.job().reason());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hangs-verifying   | the target was verified    | verifying the target, made no progress",
        "hangs-cleaning-up | clean-up could not be done     | cleaning up, made no progress",
      })
  void aVerificationOrCleanUpThatHangsKeepsNoResultBack(
      String behaviour, String check, String detail) throws Exception {
    RunDocument run = ran(limited(behaviour, Duration.ofSeconds(1)));

    assertEquals("completed", run.job().state(), run.job().reason());
    assertTrue(run.audit().begun() > 0);
    String lines = run.audit().toString();
    assertTrue(lines.contains(check) && lines.contains(detail), lines);
  }

  private LocalRun.Result limited(String behaviour, Duration limit)
      throws IOException, InterruptedException {
    Map<ShareStep, Duration> limits = new EnumMap<>(ShareStep.class);
    ShareStep.allSettable().forEach(step -> limits.put(step, limit));
    return execute(
        spec(behaviour, closed(3), Duration.ofMillis(200)).settings(Settings.of(limits)));
  }

  private LocalRun.Result execute(String behaviour, LoadModel load, Duration duration)
      throws IOException, InterruptedException {
    return execute(spec(behaviour, load, duration));
  }

  private LocalRun.Result execute(SpecBuilder spec) throws IOException, InterruptedException {
    return execute(spec, _ -> {});
  }

  /// @param early is called once, when the first interval is over
  private LocalRun.Result execute(SpecBuilder spec, Consumer<LocalRun> early)
      throws IOException, InterruptedException {
    List<LocalRun> started = new ArrayList<>();
    LocalRun run =
        new LocalRun(order(spec.build()), listener(_ -> started.forEach(early)), new SystemTime());
    started.add(run);
    return run.execute();
  }

  private static LocalOrder order(JobSpec spec) {
    boolean process = NEEDS_A_PROCESS.contains(spec.parameters().get("behaviour"));
    return process ? pack.order(spec) : pack.here("run", spec);
  }

  private static SpecBuilder spec(String behaviour, LoadModel load, Duration duration) {
    return pack.spec(behaviour).phases(SpecBuilder.measure(duration, load));
  }

  private LocalRun.Listener listener(Consumer<IntervalDocument> first) {
    return new LocalRun.Listener() {
      @Override
      public void step(String words) {}

      @Override
      public void progress(StepProgress at, Duration age) {
        progress.add(at.what());
      }

      @Override
      public void begins(RunHead head) {
        heads.add(head);
      }

      @Override
      public void interval(IntervalDocument interval) {
        intervals.add(interval);
        if (intervals.size() == 1) {
          first.accept(interval);
        }
      }

      @Override
      public void line(String line) {
        lines.add(line);
      }
    };
  }

  private RunDocument ran(LocalRun.Result result) {
    return assertInstanceOf(LocalRun.Result.Ran.class, result, () -> result + " " + lines)
        .document();
  }

  private List<Problem> refused(LocalRun.Result result) {
    return assertInstanceOf(LocalRun.Result.Refused.class, result, () -> result + " " + lines)
        .problems();
  }
}

package dev.broadside.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.cli.shell.Home;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.Judgement;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.node.ObjectNode;

class OutputTest {
  private final RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
  private final Path folder;

  OutputTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource({
    "'', OK, 0",
    "'', LIMITED, 0",
    "--fail-if-limited, OK, 0",
    "--fail-if-limited, LIMITED, 4"
  })
  void aLimitedGeneratorIsAnExitStatusOfItsOwnWhereThatIsAskedFor(
      String option, String verdict, int status) {
    GeneratorOption asked = new GeneratorOption();
    new CommandLine(
            CommandSpec.create().addMixin("generator", CommandSpec.forAnnotatedObject(asked)))
        .parseArgs(option.isEmpty() ? new String[0] : new String[] {option});
    ObjectNode tree = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    ((ObjectNode) tree.path("generator")).put("verdict", verdict);
    RunDocument run = Json.mapper().treeToValue(tree, RunDocument.class);

    assertEquals(status, asked.status(run));
    assertEquals(status, asked.status(SampleRuns.study("l1", StudyDocument.Step.of(run))));
    RunDocument broken =
        SampleRuns.judged(
            run, SampleRuns.threshold("p99 < 20ms", ThresholdDocument.Verdict.BROKEN));
    assertEquals(3, asked.status(broken), "what is broken stays broken");
  }

  @Test
  void aStudyIsAsGoodAsItsWorstStep() {
    StudyDocument.Step lost =
        new StudyDocument.Step(2, Optional.empty(), SampleRuns.run("lost", Verdict.BALANCED));
    assertEquals(0, RunStatus.of(SampleRuns.study("l1", SampleRuns.step(1, 10))));
    assertEquals(4, RunStatus.of(SampleRuns.study("l1", SampleRuns.step(1, 10), lost)));
  }

  @ParameterizedTest
  @CsvSource({"OK, 0", "THRESHOLD_BROKEN, 3", "INVALID, 4"})
  void theExitStatusFollowsTheJudgement(Judgement judgement, int status) {
    assertEquals(status, RunStatus.of(judgement));
  }

  @Test
  void intervalsOfAStudySayWhichStepTheyBelongTo() {
    CommandRig rig = new CommandRig(folder);
    RunView view = new RunView(rig.shell(), false, "step 2/6");
    view.interval(SampleRuns.interval(0));
    assertTrue(rig.out().endsWith(" [step 2/6]\n"), rig.out());
  }

  @Test
  void whatComesBehindAViewStandsOnALineOfItsOwn() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal live = Terminal.of(Map.of("NO_COLOR", "1"), true);
    Shell shell =
        new Shell(stream, stream, Map.of(), live, live, new Home(folder), _ -> Optional.empty());
    try (RunView view = new RunView(shell, false)) {
      view.progress("preparing", 0, 0, Duration.ZERO);
    }
    assertTrue(err.toString(StandardCharsets.UTF_8).endsWith("preparing\r\u001b[K"));
    err.reset();
    try (StudyDisplay view = new StudyDisplay(shell, false)) {
      view.begins("step 1/1", "1 thread").progress("preparing", 0, 0, Duration.ZERO);
    }
    assertTrue(err.toString(StandardCharsets.UTF_8).endsWith("preparing\r\u001b[K"));
  }

  @Test
  void theExitStatusFollowsStateAndAudit() {
    assertEquals(0, RunStatus.of(run));
    assertEquals(4, RunStatus.of(SampleRuns.run("completed", Verdict.CONFLICT)));
    assertEquals(4, RunStatus.of(SampleRuns.run("failed", Verdict.BALANCED)));
    assertEquals(4, RunStatus.of(delivered(0.29)));
    assertEquals(
        "only 29 % of the planned agent time was delivered",
        RunJudgement.of(delivered(0.29)).reason());
    assertEquals(0, RunStatus.of(delivered(0.9)));
    assertEquals(4, RunStatus.of(SampleRuns.run("lost", Verdict.INCOMPLETE)));
  }

  @Test
  void oneIterationIsNoLoadOfWhichTooLittleWasDelivered() {
    assertEquals(0, RunStatus.ofOnce(delivered(0.00001)));
    assertEquals(4, RunStatus.ofOnce(SampleRuns.run("completed", Verdict.INCOMPLETE)));
    assertEquals(4, RunStatus.ofOnce(SampleRuns.run("failed", Verdict.BALANCED)));
  }

  private static RunDocument delivered(double share) {
    return SampleRuns.run("completed", Verdict.BALANCED, new Delivery(share, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "completed, BALANCED, HOLDS, 0",
    "completed, BALANCED, BROKEN, 3",
    "completed, INCOMPLETE, BROKEN, 3",
    "completed, BALANCED, NOT_JUDGED, 4",
    "completed, INCOMPLETE, HOLDS, 4",
    "cancelled, BALANCED, BROKEN, 3",
    "cancelled, BALANCED, NOT_JUDGED, 4",
    "failed, BALANCED, BROKEN, 4",
    "lost, INCOMPLETE, BROKEN, 4",
  })
  void aBrokenThresholdIsToldByTheExitStatus(
      String state, Verdict audit, ThresholdDocument.Verdict verdict, int status) {
    RunDocument run =
        SampleRuns.judged(
            SampleRuns.run(state, audit), SampleRuns.threshold("p99 < 20ms", verdict));
    assertEquals(status, RunStatus.of(run));
    assertEquals(status, RunStatus.of(SampleRuns.study("l1", StudyDocument.Step.of(run))));
  }

  @Test
  void intervalsAreShownInOrderAndOnce() {
    CommandRig rig = new CommandRig(folder);
    RunView view = new RunView(rig.shell(), false);
    view.interval(SampleRuns.interval(1));
    view.interval(SampleRuns.interval(0, "agent-2"));
    view.interval(SampleRuns.interval(0));
    view.interval(SampleRuns.interval(0));
    view.interval(SampleRuns.interval(2, "agent-2"));
    view.interval(SampleRuns.interval(7));
    List<String> starts = rig.out().lines().map(line -> line.substring(0, 6)).toList();
    assertEquals(List.of("[ 1s ]", "[ 2s ]", "[ 3s ]"), starts);
  }
}

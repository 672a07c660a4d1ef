package dev.broadside.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.AuditDocument.Verdict;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StudyDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTest {
  private final RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
  private final Path folder;

  OutputTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void csvHasOneLineForEachIntervalAndOperation() {
    List<String> lines = OutputFiles.csvLines(run);
    assertEquals(5, lines.size());
    assertEquals(
        "2026-01-02T03:04:06Z,1,run-1,warm-up,all,transaction,1,,1234.56,1234,2,8,"
            + "3210,,2750,5125,12345,45678,123400,1234500,cpu wait",
        lines.get(1));
    assertEquals(lines.getFirst().split(",").length, lines.get(1).split(",").length);
  }

  @Test
  void bothFilesAreWrittenAndJsonReadsBack() throws CommandException, IOException {
    Path json = folder.resolve("run.json");
    Path csv = folder.resolve("run.csv");
    OutputFiles files = new OutputFiles(Optional.of(json.toString()), Optional.of(csv.toString()));
    files.check();
    files.write(run, new CommandRig(folder).shell());
    assertEquals(run, Json.mapper().readValue(Files.readString(json), RunDocument.class));
    assertEquals(5, Files.readAllLines(csv).size());
  }

  @Test
  void aStudyIsWrittenAsItsDocumentAndItsTable() throws IOException {
    StudyDocument study = SampleRuns.study("l1", SampleRuns.step(1, 10), SampleRuns.step(2, 19));
    Path json = folder.resolve("study.json");
    Path csv = folder.resolve("study.csv");
    OutputFiles files = new OutputFiles(Optional.of(json.toString()), Optional.of(csv.toString()));
    files.write(study, new CommandRig(folder).shell());
    assertEquals(study, Json.mapper().readValue(Files.readString(json), StudyDocument.class));
    assertEquals(3, Files.readAllLines(csv).size());
    assertTrue(Files.readAllLines(csv).getLast().startsWith("l1,2,"));
  }

  @Test
  void aStudyIsAsGoodAsItsWorstStep() {
    StudyDocument.Step lost = new StudyDocument.Step(2, SampleRuns.run("lost", Verdict.BALANCED));
    assertEquals(0, RunStatus.of(SampleRuns.study("l1", SampleRuns.step(1, 10))));
    assertEquals(4, RunStatus.of(SampleRuns.study("l1", SampleRuns.step(1, 10), lost)));
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
    Shell shell = new Shell(stream, stream, Map.of(), live, live, new Home(folder));
    try (RunView view = new RunView(shell, false)) {
      view.progress("preparing", 0, 0);
    }
    assertTrue(err.toString(StandardCharsets.UTF_8).endsWith("preparing\r\u001b[K"));
    err.reset();
    try (StudyView view = new StudyView(shell, false, List.of(1))) {
      view.begins(0).step("preparing");
    }
    assertTrue(err.toString(StandardCharsets.UTF_8).endsWith("preparing\r\u001b[K"));
  }

  @Test
  void aFolderThatIsNotThereIsRefusedBeforeTheRun() {
    OutputFiles files =
        new OutputFiles(Optional.of(folder.resolve("no/run.json").toString()), Optional.empty());
    CommandException refused = assertThrows(CommandException.class, files::check);
    assertTrue(refused.getMessage().contains("does not exist"), refused.getMessage());
  }

  @Test
  void oneTargetForBothIsRefusedBeforeTheRun() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    assertRefused("-", "-");
    assertRefused(folder + "/run", folder + "/./run");
    assertRefused(folder + "/run", link + "/run");
    Files.createFile(folder.resolve("run"));
    Files.createSymbolicLink(folder.resolve("other"), folder.resolve("run"));
    assertRefused(folder + "/run", folder + "/other");
  }

  private static void assertRefused(String json, String csv) {
    OutputFiles files = new OutputFiles(Optional.of(json), Optional.of(csv));
    CommandException refused = assertThrows(CommandException.class, files::check);
    assertEquals(2, refused.exitStatus());
    assertTrue(refused.getMessage().contains("--json is written there"), refused.getMessage());
  }

  @Test
  void whatCannotBeWrittenIsToldAndTheOtherIsWritten() throws IOException {
    Path csv = folder.resolve("run.csv");
    OutputFiles files =
        new OutputFiles(Optional.of(folder.toString()), Optional.of(csv.toString()));
    List<Problem> problems = files.write(run, new CommandRig(folder).shell());
    assertEquals(1, problems.size(), problems::toString);
    assertEquals("--json " + folder, problems.getFirst().where());
    assertEquals(5, Files.readAllLines(csv).size());
  }

  @Test
  void aMinusStandsForStandardOutput() {
    assertTrue(new OutputFiles(Optional.of("-"), Optional.empty()).useStandardOutput());
    assertTrue(new OutputFiles(Optional.empty(), Optional.of("-")).useStandardOutput());
  }

  @Test
  void theExitStatusFollowsStateAndAudit() {
    assertEquals(0, RunStatus.of(run));
    assertEquals(4, RunStatus.of(SampleRuns.run("completed", Verdict.CONFLICT)));
    assertEquals(4, RunStatus.of(SampleRuns.run("failed", Verdict.BALANCED)));
    assertEquals(4, RunStatus.of(SampleRuns.run("lost", Verdict.INCOMPLETE)));
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

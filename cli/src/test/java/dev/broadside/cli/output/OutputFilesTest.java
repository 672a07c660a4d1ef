package dev.broadside.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutputFilesTest {
  private final RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
  private final List<String> notes = new ArrayList<>();
  private final JsonMapper mapper = Json.mapper();
  private final Path folder;
  private final Path json;
  private final Path csv;
  private final Path ndjson;
  private final CommandRig rig;

  OutputFilesTest(@TempDir Path folder) {
    this.folder = folder;
    json = folder.resolve("run.json");
    csv = folder.resolve("run.csv");
    ndjson = folder.resolve("run.ndjson");
    rig = new CommandRig(folder);
  }

  private OutputFiles all() {
    return files(json.toString(), csv.toString(), ndjson.toString());
  }

  private static OutputFiles files(String json, String csv, String ndjson) {
    return new OutputFiles(Map.of("--json", json, "--csv", csv, "--ndjson", ndjson));
  }

  private static OutputFiles files(String json, String csv) {
    return new OutputFiles(Map.of("--json", json, "--csv", csv));
  }

  private void follow(RunDocument document, RunOutputs outputs) {
    outputs.begins(RunHead.of(document));
    document.intervals().forEach(outputs::interval);
  }

  private List<Problem> write(OutputFiles files) {
    try (RunOutputs outputs = files.open(rig.shell(), "", notes::add)) {
      follow(run, outputs);
      return outputs.finish(run);
    }
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void csvHasOneLineForEachIntervalAndOperation() throws IOException {
    write(all());
    List<String> lines = Files.readAllLines(csv);
    assertEquals(5, lines.size());
    assertEquals(
        "2026-01-02T03:04:06Z,1,run-1,warm-up,transaction,1,,8,cpu wait,1236,0,0,1234,2,0,0,0,"
            + "1234.56,1234.56,1235.56,8641.92,,,,,3.21,2.75,5.125,12.345,45.678,123.4,400,1234.5,",
        lines.get(1));
    assertEquals(lines.getFirst().split(",").length, lines.get(1).split(",", -1).length);
  }

  @Test
  void everyFormIsWrittenAndNothingElse() throws CommandException, IOException {
    all().check();
    assertEquals(List.of(), write(all()));
    assertEquals(run, mapper.readValue(Files.readString(json), RunDocument.class));
    assertEquals(
        List.of("job", "interval", "interval", "summary"),
        Files.readAllLines(ndjson).stream()
            .map(line -> mapper.readTree(line).path("type").asString())
            .toList());
    JsonNode summary = mapper.readTree(Files.readAllLines(ndjson).getLast());
    assertEquals("BALANCED", summary.at("/audit/verdict").asString());
    assertFalse(summary.has("intervals"));
    assertEquals(List.of("run.csv", "run.json", "run.ndjson"), left());
    assertEquals(List.of(), notes);
  }

  @Test
  void linesAreThereWhileTheRunGoesOn() throws IOException {
    try (RunOutputs outputs = all().open(rig.shell(), "", notes::add)) {
      outputs.begins(RunHead.of(run));
      assertEquals(0, Files.readAllLines(csv).size(), "titles come with the first interval");
      outputs.interval(SampleRuns.interval(0));
      assertEquals(3, Files.readAllLines(csv).size());
      assertEquals(2, Files.readAllLines(ndjson).size());
    }
  }

  @Test
  void aRunThatIsRefusedLeavesFilesAsTheyWere() throws IOException {
    Files.writeString(json, "before");
    Files.writeString(csv, "before");
    all().open(rig.shell(), "", notes::add).close();
    assertEquals("before", Files.readString(json));
    assertEquals("before", Files.readString(csv));
    assertEquals(List.of("run.csv", "run.json"), left());
  }

  @Test
  void aRunWhoseLoadNeverBeganIsToldInEveryForm() throws IOException {
    try (RunOutputs outputs = all().open(rig.shell(), "", notes::add)) {
      assertEquals(List.of(), outputs.finish(run));
    }
    assertEquals(
        List.of(), mapper.readValue(Files.readString(json), RunDocument.class).intervals());
    assertEquals(1, Files.readAllLines(csv).size());
    assertEquals(2, Files.readAllLines(ndjson).size());
  }

  @Test
  void aStudyIsItsDocumentItsTableAndTheLinesOfItsRuns() throws IOException {
    StudyDocument study = SampleRuns.study("l1", SampleRuns.step(1, 10), SampleRuns.step(2, 19));
    try (RunOutputs outputs = all().openForStudy(rig.shell(), "", notes::add)) {
      study
          .steps()
          .forEach(step -> {
            follow(step.run(), outputs);
            outputs.ended(step.run());
          });
      assertEquals(List.of(), outputs.finish(study));
    }
    assertEquals(study, mapper.readValue(Files.readString(json), StudyDocument.class));
    assertEquals(3, Files.readAllLines(csv).size());
    assertTrue(Files.readAllLines(csv).getLast().startsWith("l1,2,"));
    List<String> lines = Files.readAllLines(ndjson);
    assertEquals(9, lines.size());
    assertTrue(lines.getLast().startsWith("{\"type\":\"study\",\"id\":\"l1\""), lines.getLast());
  }

  @Test
  void junitIsWellFormedWhateverTheTextsHold() throws Exception {
    String hostile = "]]><x a=\"&'> \u0000\u001b[2J\ud800\ufffe\n";
    RunDocument judged =
        SampleRuns.judged(
            run,
            SampleRuns.threshold("max < 1s", ThresholdDocument.Verdict.HOLDS),
            SampleRuns.threshold("p99(" + hostile + ") < 1s", ThresholdDocument.Verdict.BROKEN),
            SampleRuns.threshold("p50 < 1s", ThresholdDocument.Verdict.NOT_JUDGED));
    Path file = folder.resolve("junit.xml");
    OutputFiles files = new OutputFiles(Map.of("--junit", file.toString()));
    try (RunOutputs outputs = files.open(rig.shell(), "", notes::add)) {
      assertEquals(List.of(), outputs.finish(judged));
    }
    Element root =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    Element suite = (Element) root.getElementsByTagName("testsuite").item(0);
    assertEquals(
        "4 1 1",
        suite.getAttribute("tests")
            + " "
            + suite.getAttribute("failures")
            + " "
            + suite.getAttribute("errors"));
    Element broken = (Element) root.getElementsByTagName("testcase").item(2);
    assertEquals("p99(]]><x a=\"&'> ??[2J?? ) < 1s", broken.getAttribute("name"));
    assertEquals("failure", broken.getElementsByTagName("*").item(0).getNodeName());
  }

  @Test
  void aReportIsOneWholePageThatLoadsNothingAndTakesHostileTextForText() throws Exception {
    String hostile = "</style><script>alert(1)</script><img src=//x onerror='x'>\u202e&\u0000";
    RunDocument judged =
        SampleRuns.judged(run, SampleRuns.threshold(hostile, ThresholdDocument.Verdict.NOT_JUDGED));
    Path file = folder.resolve("report.html");
    OutputFiles files = new OutputFiles(Map.of("--html", file.toString()));
    try (RunOutputs outputs = files.open(rig.shell(), "name: " + hostile, notes::add)) {
      follow(judged, outputs);
      assertEquals(List.of(), outputs.finish(judged));
    }
    String html = Files.readString(file);
    DocumentBuilder builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    Element page =
        builder
            .parse(new InputSource(new StringReader(html.replaceFirst("^<!DOCTYPE html>", ""))))
            .getDocumentElement();
    Set<String> elements = new TreeSet<>();
    NodeList all = page.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element one = (Element) all.item(i);
      elements.add(one.getTagName());
      for (String loading : List.of("src", "href", "style", "onerror")) {
        assertFalse(one.hasAttribute(loading), () -> loading + " in " + one.getTagName());
      }
    }
    assertFalse(elements.contains("script") || elements.contains("img"), elements::toString);
    assertTrue(elements.contains("svg"), elements::toString);
    assertFalse(html.contains("http://") || html.contains("https://") || html.contains("@import"));
    String definition = page.getElementsByTagName("pre").item(0).getTextContent();
    assertEquals("name: " + hostile.replaceAll("[\u202e\u0000]", "?"), definition);
    String style = page.getElementsByTagName("style").item(0).getTextContent();
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
    String policy = "style-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    assertTrue(
        html.contains("default-src 'none'; " + policy), "the style sheet would not be obeyed");
  }

  @Test
  void aFolderThatIsNotThereIsRefusedBeforeTheRun() {
    OutputFiles files = new OutputFiles(Map.of("--json", folder.resolve("no/run.json").toString()));
    CommandException refused = assertThrows(CommandException.class, files::check);
    assertTrue(refused.getMessage().contains("does not exist"), refused.getMessage());
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefusedBeforeTheRun() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assertTrue(locked.toFile().setWritable(false));
    Assumptions.assumeFalse(Files.isWritable(locked), "root may write everywhere");
    String file = locked.resolve("run.json").toString();
    CommandException refused =
        assertThrows(CommandException.class, () -> OutputFiles.check("--json", file));
    assertEquals(
        "--json " + file + ": it cannot be written; name a file in a folder that can.",
        refused.getMessage());
  }

  @Test
  void aFolderInPlaceOfAFileIsRefusedBeforeTheRun() {
    CommandException refused =
        assertThrows(CommandException.class, () -> OutputFiles.check("--csv", folder.toString()));
    assertEquals("--csv " + folder + ": it is a folder; name a file.", refused.getMessage());
  }

  @Test
  void oneTargetForTwoIsRefusedBeforeTheRun() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    assertRefused(files("-", "-"));
    assertRefused(files(folder + "/run", folder + "/./run"));
    assertRefused(files(folder + "/run", link + "/run"));
    Files.createFile(folder.resolve("run"));
    Files.createSymbolicLink(folder.resolve("other"), folder.resolve("run"));
    assertRefused(files(folder + "/run", folder + "/other"));
    assertRefused(files(folder + "/run", folder + "/a", folder + "/run"));
  }

  private static void assertRefused(OutputFiles files) {
    CommandException refused = assertThrows(CommandException.class, files::check);
    assertEquals(2, refused.exitStatus());
    assertTrue(refused.getMessage().contains("--json is written there"), refused.getMessage());
  }

  @Test
  void whatCannotBeWrittenIsToldAndTheOthersAreWritten() throws IOException {
    List<Problem> problems = write(files(folder.toString(), csv.toString(), ndjson.toString()));
    assertEquals(1, problems.size(), problems::toString);
    assertEquals("--json " + folder, problems.getFirst().where());
    assertEquals(5, Files.readAllLines(csv).size());
    assertEquals(4, Files.readAllLines(ndjson).size());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNotedAtOnceAndToldAtTheEnd() throws IOException {
    try (RunOutputs outputs =
        files("/dev/full", "/dev/full", ndjson.toString()).open(rig.shell(), "", notes::add)) {
      outputs.begins(RunHead.of(run));
      outputs.interval(run.intervals().getFirst());
      assertEquals(1, notes.size(), notes::toString);
      assertTrue(notes.getFirst().contains("--csv /dev/full"), notes.getFirst());
      run.intervals().stream().skip(1).forEach(outputs::interval);
      List<Problem> problems = outputs.finish(run);
      assertEquals(
          List.of("--csv /dev/full", "--json /dev/full"),
          problems.stream().map(Problem::where).toList());
      String intervals = problems.getLast().what().replaceAll(".*left in ", "").replace(")", "");
      assertEquals(2, Files.readAllLines(Path.of(intervals)).size());
      Files.delete(Path.of(intervals));
    }
    assertEquals(1, notes.size(), notes::toString);
    assertEquals(4, Files.readAllLines(ndjson).size());
  }

  @Test
  void standardOutputTakesDataAsItComes() {
    OutputFiles files = new OutputFiles(Map.of("--csv", "-"));
    assertTrue(files.useStandardOutput());
    assertTrue(new OutputFiles(Map.of("--json", "-")).useStandardOutput());
    write(files);
    assertEquals(5, rig.out().lines().count());
  }
}

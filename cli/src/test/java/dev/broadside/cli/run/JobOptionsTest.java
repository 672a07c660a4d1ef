package dev.broadside.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.RandomDocuments;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.JobDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class JobOptionsTest {
  private static final Parameter.Decimal SHARE =
      Parameter.decimal("share", "Share").between(0, 100).preset(0.0);
  private static final ClassDescriptor PROBE =
      ClassDescriptor.of(
          new JobDescription(
              "probe",
              "Probe",
              "",
              Parameters.of(
                      Parameter.text("url", "Where"), Parameter.secret("password", "Secret"), SHARE)
                  .perPhase(SHARE),
              List.of()));

  @TempDir private Path folder;

  private JobSpec read(String... line) throws CommandException {
    JobOptions options = new JobOptions(Set.of());
    options.addTo(new CommandLine(CommandSpec.create())).parseArgs(line);
    JobSource source = options.source();
    assertEquals("probe", source.jobClass());
    options.addParameters(source, PROBE, "", new CommandRig(folder).shell());
    return source.spec(new JobReader(source.document()), JobSource.code(PROBE, JobSource.NO_PACK));
  }

  private void plan(String... line) throws CommandException {
    JobOptions options = new JobOptions(Set.of());
    options.addTo(new CommandLine(CommandSpec.create())).parseArgs(line);
    JobSource source = options.source();
    options.addParameters(source, PROBE, "", new CommandRig(folder).shell());
    source.plan(new JobReader(source.document()), JobSource.code(PROBE, JobSource.NO_PACK));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private String refusal(String... line) {
    return assertThrows(CommandException.class, () -> read(line)).getMessage();
  }

  /// The way of a document over options and back: the same seeded documents as those of JSON and
  /// YAML.
  @Test
  void everyDocumentCanBeSaidByOptions() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      ObjectNode document = RandomDocuments.of(seed);
      JobDocument.ALL.stream()
          .filter(field -> isPreset(field, document))
          .forEach(field -> remove(document, field));
      JobSpec byFile = read("-f", file("job.yaml", JobYaml.write(document)).toString());
      List<String> line = new ArrayList<>(List.of("probe"));
      for (JobField<?> field : JobDocument.ALL) {
        JsonNode value = document.at(place(field));
        if (field.group() != JobField.Group.CODE && !value.isMissingNode()) {
          addOption(line, field, value);
        }
      }
      document
          .path("parameters")
          .forEachEntry((name, value) -> line.add("--" + name + "=" + value.asString()));

      assertEquals(byFile, read(line.toArray(String[]::new)), line.toString());
      assertEquals(JobWriter.write(byFile), JobWriter.write(read(line.toArray(String[]::new))));
    }
  }

  /// Whether a flag stands in a document as it is anyway, which no option says.
  private static boolean isPreset(JobField<?> field, JsonNode document) {
    return field.declared() instanceof Parameter.Flag flag
        && document.at(place(field)).asBoolean(false) == flag.preset().orElse(false);
  }

  private static JsonPointer place(JobField<?> field) {
    return JsonPointer.compile("/" + field.path().replace('.', '/'));
  }

  private static void remove(ObjectNode document, JobField<?> field) {
    if (document.at(place(field).head()) instanceof ObjectNode within) {
      within.remove(place(field).last().getMatchingProperty());
    }
  }

  private void addOption(List<String> line, JobField<?> field, JsonNode value) throws IOException {
    String name = JobOptions.name(field);
    if (field.declared() instanceof Parameter.Flag) {
      line.add(name);
    } else if (field.form() == JobField.Form.PHASES) {
      line.add(name + "=" + file("phases.yaml", JobYaml.write(value)));
    } else if (value.isArray()) {
      value.forEach(
          one -> line.add(name + "=" + (one.isObject() ? one.toString() : one.asString())));
    } else {
      line.add(name + "=" + (value.isObject() ? value.toString() : value.asString()));
    }
  }

  @Test
  void anOptionThatNamesAnotherTargetTakesThePlaceOfTheFilesWayToIt() throws Exception {
    String byUrl = file("u.yaml", "{jobClass: probe, parameters: {url: x, share: 5}}").toString();
    String byName =
        file("t.yaml", "{jobClass: probe, target: db, parameters: {share: 5}}").toString();

    JobSpec named = read("-f", byUrl, "--target", "db2");
    JobSpec direct = read("-f", byName, "--url", "y");

    assertEquals("db2", JobDocument.TARGET.in(named));
    assertEquals("5", named.parameters().get("share"));
    assertEquals("", JobDocument.TARGET.in(direct));
    assertEquals("y", direct.parameters().get("url"));
    assertTrue(
        refusal("-f", byName, "--target", "db2", "--url", "y").contains("target db2 says this"));
  }

  @Test
  void aPlaceWithinAnOptionIsNamedOnce() {
    assertEquals(
        "--along, nix: this job class has none of that name; use one of url, password, share.",
        assertThrows(
                CommandException.class, () -> plan("probe", "--url", "x", "--along", "nix=1,2"))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0", "00.00", "10000001"})
  void aNumberThatIsRefusedIsQuotedAsItWasTyped(String typed) {
    String said =
        assertThrows(CommandException.class, () -> read("probe", "--url", "x", "--rate", typed))
            .getMessage();
    assertTrue(said.startsWith("--rate: " + typed + " is out of range;"), said);
  }

  @Test
  void anOptionOfAnotherCommandIsToldWhereItBelongs() {
    JobOptions options = new JobOptions(JobReader.FOR_SERVERS);
    options
        .addTo(new CommandLine(CommandSpec.create()))
        .parseArgs("probe", "--url", "x", "--agents=2");
    CommandException refused =
        assertThrows(
            CommandException.class,
            () ->
                options.addParameters(options.source(), PROBE, "", new CommandRig(folder).shell()));
    assertEquals(
        "option --agents: 'broadside job submit' takes it, and 'broadside load' with --server, and"
            + " this command does not; use one of those, or leave it out.",
        refused.getMessage());
  }

  /// Picocli takes descriptions for formats, and warns on standard error of those that are none.
  @Test
  void aPercentSignOfHelpIsOne() {
    for (JobField<?> field : JobDocument.ALL) {
      String said = JobOptions.option(field).description()[0];
      assertEquals(
          field.declared().help().contains("%"),
          said.matches(".*[^%]%[^%].*"),
          field.path() + ": " + said);
    }
    assertTrue(JobDocument.ALL.stream().anyMatch(one -> one.declared().help().contains("%")));
  }

  @Test
  void whatTurnsOffAPresetSaysWhatHappensThen() {
    assertEquals(
        "Do not wait while too few agents are connected: fail at once.",
        JobOptions.option(JobDocument.WAIT).description()[0]);
  }

  @Test
  void anOptionComesBeforeTheFile() throws Exception {
    Path file =
        file(
            "job.yaml", "jobClass: probe\nthreads: 4\nagents: 3\nparameters: {url: x, share: 1}\n");

    JobSpec spec = read("-f", file.toString(), "--threads", "2", "--share", "7");

    assertEquals(2, spec.threadsPerAgent());
    assertEquals(3, spec.agents().count());
    assertEquals("7", spec.parameters().get("share"));
    assertEquals("x", spec.parameters().get("url"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jobClass: probe\\nthreads: many\\nparameters: {url: x}|job.yaml, line 2, column 10,"
            + " threads:",
        "jobClass: probe\\nparameters: {url: x, share: 101}|job.yaml, line 2, column 29,"
            + " parameters, share:",
        "jobClass: probe\\nparameters: {share: 1}|job.yaml, line 2, column 13, parameters, url: it"
            + " is missing",
        "jobClass: probe\\nparameters: {url: x, password: y}|give --password-env",
        "jobClass: probe\\ntreads: 5\\nparameters: {url: x}|line 2, column 9, treads: there is no"
            + " such field",
        "jobClass: probe\\nphases: [{phase: measure}]\\nparameters: {url: x}|line 2, column 10,"
            + " phases 1, duration: it is missing",
        "jobClass: probe\\nthreads: [1|job.yaml, line 2",
        "threads: 1|line 1, column 1, jobClass: it is missing"
      })
  void whatIsWrongInAFileIsToldWithLineAndColumn(String text, String said) throws IOException {
    Path file = file("job.yaml", text.replace("\\n", "\n") + "\n");

    assertTrue(refusal("-f", file.toString()).contains(said), refusal("-f", file.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "--threads=0, --threads: ",
    "--duration=soon, --duration: ",
    "--think=soon, --think: ",
    "--rate=5 --think=1s, --think: at a rate nobody pauses",
    "--arrivals=poisson, --arrivals: without a rate",
    "--phases=none.yaml, none.yaml: it does not exist",
    "--open-timeout=8d, --open-timeout: ",
    "--share=101, --share: "
  })
  void whatIsWrongInAnOptionIsToldOfTheOption(String options, String said) {
    String line = refusal(("probe --url=x " + options).split(" "));

    assertTrue(line.contains(said), line);
  }

  @Test
  void aTraceIsReadFromItsOwnFileBesideTheFirst() throws Exception {
    file("trace.csv", "# seconds, rate\n0,100\n\n2.5; 300\n");
    Path phases = file("load.yaml", "- {phase: measure, duration: 5s, rate: {trace: trace.csv}}\n");

    JobSpec spec = read("probe", "--url=x", "--phases", phases.toString());

    assertEquals(
        new Rate.Trace(
            List.of(
                new Rate.Point(Duration.ZERO, 100), new Rate.Point(Duration.ofMillis(2_500), 300))),
        ((LoadModel.Open) spec.phases().getFirst().load()).rate());
    file("trace.csv", "0,100\nsoon,5\n");
    String line = refusal("probe", "--url=x", "--phases", phases.toString());
    assertTrue(line.contains("trace.csv, line 2: \"soon,5\" is no point"), line);
  }

  @Test
  void aShapeOfARateCanBeAnOption() throws Exception {
    JobSpec spec = read("probe", "--url=x", "--rate={ramp: [0, 500]}");
    assertTrue(((LoadModel.Open) spec.phases().getFirst().load()).rate() instanceof Rate.Ramp);
  }
}

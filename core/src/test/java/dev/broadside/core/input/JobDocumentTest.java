package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Reset;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.threshold.ThresholdCheck;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class JobDocumentTest {
  private static final Parameter.Decimal SHARE =
      Parameter.decimal("share", "Share").between(0, 100).preset(0.0);
  private static final JobReader.Code CODE =
      new JobReader.Code(
          "probe",
          "Probe",
          "ab".repeat(32),
          Parameters.of(
                  Parameter.text("url", "Where"),
                  Parameter.secret("password", "Its password"),
                  SHARE)
              .perPhase(SHARE),
          new ThresholdCheck(
              List.of("new_order"), List.of(Figure.count("probe.late", "", "Late"))));

  private static JobSpec good(JsonNode document) {
    JobReader reader = new JobReader(document);
    Optional<JobSpec> spec = reader.spec(Optional.of(CODE));
    assertEquals(List.of(), reader.problems(), document.toString());
    return spec.orElseThrow();
  }

  private static List<String> refusals(String text) {
    JobReader reader = new JobReader(yaml(text));
    assertEquals(Optional.empty(), reader.spec(Optional.of(CODE)));
    return reader.problems().stream().map(Problem::sentence).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.row_lock_wiats < 10/s| true|there is no figure db.row_lock_wiats; did you mean"
            + " db.row_lock_waits",
        "db.row_lock_waits < 10/s| false|db.row_lock_waits is not known, since the monitor is off",
        "db.row_lock_waits < 10/s| true|",
        "db.pg_hidden_sessions < 1| true|",
        "db.own < 1| false|",
        "host.cpu.user@a1 < 50 %| false|",
        "host.cpu.user@a1 < 50ms| false|the limit is in ms, but the figure is in %; give the limit",
        "host.disk_sda.reads@a1 < 50ms| false|the limit is in ms, but the figure is in /s; give",
        "generator.cpuWait < 5ms| false|the limit is in ms, but the figure is in %; give the limit",
        "db.commits > 1ms| true|the limit is in ms, but the figure is in /s; give the limit in /s",
        "db.mysql_wait_file < 1%| true|the limit is in %, but the figure is in ms/s; give the limit",
        "db.running < 1/s| true|the limit is in /s, but the figure has no unit; leave the unit out",
        "db.pg_hiden_sessions < 1| true|there is no figure db.pg_hiden_sessions",
      })
  void aFigureOfTheDatabaseThatNobodyWouldKnowIsRefused(
      String threshold, boolean monitor, String said) {
    Parameters watched = Parameters.of(Parameter.flag("monitor", "Watch").preset(true));
    List<Figure> own = List.of(Figure.count("db.own", "", "Own"));
    JobReader.Code code =
        new JobReader.Code(
            "probe", "Probe", "ab".repeat(32), watched, ThresholdCheck.of(List.of(), own, watched));
    JobReader reader =
        new JobReader(
            yaml("{parameters: {monitor: %s}, thresholds: [%s]}".formatted(monitor, threshold)));
    reader.spec(Optional.of(code));

    List<String> problems = reader.problems().stream().map(Problem::sentence).toList();
    assertEquals(said == null ? 0 : 1, problems.size(), problems::toString);
    problems.forEach(one -> assertTrue(one.contains(said), one));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://h/d| db.undo_length| no database at jdbc:postgresql: tells"
            + " db.undo_length; use one of db.buffer_requests, db.buffer_misses, db.reads",
        "jdbc:postgresql://h/d| db.row_lock_waits|use one of db.deadlocks, db.lock_waiting.",
        "jdbc:mysql://h/d| db.pg_hidden_sessions|no database at jdbc:mysql: tells",
        "jdbc:h2:mem:x| db.commits|no database at jdbc:h2: tells db.commits; leave it out",
        "jdbc:mysql://h/d| db.log_syncs|",
        "jdbc:mariadb://h/d| db.undo_length|",
        "jdbc:other://h/d| db.undo_length|",
        "''| db.undo_length|",
      })
  void aFigureThatTheEngineOfTheUrlLacksIsRefused(String url, String figure, String said) {
    Parameters watched =
        Parameters.of(
            Parameter.flag("monitor", "Watch").preset(true), ConnectionParameters.URL.preset(""));
    JobReader.Code code =
        new JobReader.Code(
            "p", "P", "ab".repeat(32), watched, ThresholdCheck.of(List.of(), List.of(), watched));
    JobReader reader =
        new JobReader(
            yaml(
                "{parameters: {url: '%1$s'}, thresholds: [%2$s < 5], drift: %2$s}"
                    .formatted(url, figure)));
    reader.spec(Optional.of(code));

    List<String> problems = reader.problems().stream().map(Problem::sentence).toList();
    assertEquals(said == null ? 0 : 2, problems.size(), problems::toString);
    problems.forEach(one -> assertTrue(one.contains(said), one));
  }

  @Test
  void aMistypedParameterIsToldWithWhatMayHaveBeenMeant() {
    assertEquals(
        List.of(
            "/parameters/pasword: this job class has none of that name; did you mean password?",
            "/parameters/nothing-like-it: this job class has none of that name; use one of url,"
                + " password, share.",
            "/parameters/url: it is missing; give it a value."),
        refusals("{jobClass: probe, parameters: {pasword: x, nothing-like-it: 1}}"));
    assertEquals(
        List.of("/phases/0/mix/shrae: this job class has none of that name; did you mean share?"),
        refusals(
            """
            {jobClass: probe, parameters: {url: x},
             phases: [{phase: measure, duration: 1s, mix: {shrae: 3}}]}
            """));
  }

  @Test
  void aParameterBesideTheFieldsIsToldToGoUnderParameters() {
    assertEquals(
        List.of(
            "/url: it is a parameter of the job class and stands beside the fields of the job;"
                + " put it under parameters: {url: ...}."),
        refusals("{jobClass: probe, url: x}"));
  }

  @Test
  void aFolderTakesTheLettersThatATagTakes() {
    String folder = "Nächte/db+1/a=b";
    assertTrue(Filing.isFolder(folder));
    assertEquals(Optional.of(List.of("Nächte", "db+1", "a=b")), Filing.tags("Nächte,db+1,a=b"));
    assertEquals(
        folder,
        Filing.of(good(yaml("{jobClass: probe, parameters: {url: x}, folder: " + folder + "}")))
            .folder());
    for (String wrong : List.of("/a", "a/", "a//b", "a b", "a\"b", "a;b", "a\u0007b")) {
      assertFalse(Filing.isFolder(wrong), wrong);
    }
  }

  private static JsonNode yaml(String text) {
    List<Problem> problems = new ArrayList<>();
    Optional<JobYaml> read = JobYaml.read(text, problems);
    assertEquals(List.of(), problems, text);
    return read.orElseThrow().root();
  }

  /// Seeded documents that hold every field: what is written of the job that one makes asks for the
  /// same job again, as JSON and as YAML.
  @Test
  void everyDocumentComesBackFromJsonAndYaml() {
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < 150; seed++) {
      JsonNode document = RandomDocuments.of(seed);
      JobSpec spec = good(document);
      JsonNode written = JobWriter.write(spec);
      String yaml = JobYaml.write(written);

      assertEquals(spec, good(written), document + "\n" + written);
      assertEquals(spec, good(yaml(yaml)), yaml);
      assertEquals(spec, good(Json.mapper().readTree(written.toString())), written.toString());
      RandomDocuments.paths(document, "", seen);
    }
    for (JobField<?> field : JobDocument.ALL) {
      assertTrue(seen.contains(field.path()), field.path() + " is in no document");
    }
  }

  @Test
  void everyFieldHasANameAndAPlaceOfItsOwn() {
    Set<String> names = new HashSet<>();
    Set<String> paths = new HashSet<>();
    for (JobField<?> field : JobDocument.ALL) {
      assertTrue(names.add(field.declared().name()), field.path());
      assertTrue(paths.add(field.path()), field.path());
    }
  }

  @Test
  void aLimitOfAStepIsASettingOfTheJob() {
    JobSpec spec = good(yaml("{parameters: {url: x}, timeouts: {cleanUp: 5m}}"));
    assertEquals(Duration.ofMinutes(5), spec.settings().limit(ShareStep.CLEAN_UP));
    assertEquals(Duration.ofMinutes(1), spec.settings().limit(ShareStep.OPEN));
  }

  @Test
  void plainValuesOfYamlAreWhatTheUserWrote() {
    JobSpec spec = good(yaml("name: 0123\nseed: 1_000\nparameters: {url: on, share: 5}\n"));
    assertEquals("0123", spec.name());
    assertEquals(1_000, spec.seed());
    assertEquals("on", spec.parameters().get("url"));
  }

  @Test
  void aMistypedNameIsToldTheNearestAndElseAllThatThereAre() {
    JobReader reader = new JobReader(yaml("{threds: 4, xyzzy: 1, parameters: {url: x}}"));
    reader.spec(Optional.of(CODE));
    List<String> mends = reader.problems().stream().map(Problem::mend).toList();
    assertTrue(mends.contains("did you mean threads?"), mends::toString);
    assertTrue(
        mends.stream().anyMatch(mend -> mend.startsWith("use one of agents, along")),
        mends::toString);
  }

  @Test
  void aFigureThatNoRunHasIsRefusedWhereItsDriftIsAskedFor() {
    good(
        yaml(
            "{parameters: {url: x}, drift: [throughput, p99<50, probe.late], stopOnDrift:"
                + " [errors]}"));
    JobReader reader =
        new JobReader(
            yaml("{parameters: {url: x}, drift: [p9<50], stopOnDrift: [p99, troughput]}"));
    reader.spec(Optional.of(CODE));
    assertEquals(
        List.of("/drift: there is no figure p9", "/stopOnDrift: there is no figure troughput"),
        reader.problems().stream().map(one -> one.where() + ": " + one.what()).toList());
  }

  @Test
  void agentsAreANumberOrNamesOrBoth() {
    assertEquals(
        new AgentDemand(3, List.of()), good(yaml("{parameters: {url: x}, agents: 3}")).agents());
    AgentDemand named = new AgentDemand(2, List.of("a1", "7"));
    assertEquals(named, good(yaml("{parameters: {url: x}, agents: [a1, 7]}")).agents());
    assertEquals(named, good(yaml("{parameters: {url: x}, agents: {names: [a1, 7]}}")).agents());
    AgentDemand one = new AgentDemand(1, List.of("a1", "a2"));
    assertEquals(
        one, good(yaml("{parameters: {url: x}, agents: {count: 1, names: [a1, a2]}}")).agents());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{threads: 8}|8",
        "{threads: 8, maxThreads: 12}|12",
        "{threads: 8, agents: 3, onAgentLoss: rebalance}|12",
        "{threads: 7, agents: 2, onAgentLoss: rebalance}|14",
        "{threads: 8, agents: 9, onAgentLoss: rebalance}|9",
        "{threads: 8, agents: 3, onAgentLoss: rebalance, maxThreads: 9}|9",
        "{threads: 8, agents: 3, onAgentLoss: continue}|8",
        "{threads: 8, agents: 3, onAgentLoss: rebalance, rate: 5}|8",
        "{threads: 9000, agents: 2, onAgentLoss: rebalance}|10000"
      })
  void anAgentOpensWhatTheLoadHasOrWhatItIsToldAndAReserveWhereItNeedsOne(String text, int opened) {
    ObjectNode document = (ObjectNode) yaml(text);
    put(document, "parameters.url", Json.mapper().readTree("\"x\""));
    JobSpec spec = good(document);
    assertEquals(opened, spec.openedPerAgent());
    assertEquals(opened * spec.agents().count(), spec.openedThreads());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{parameters: {url: x}, timeouts: 5}|/timeouts|not an object",
        "{parameters: {url: x}, timeouts: {open: 8d}}|/timeouts/open|1s to 7d",
        "{parameters: {url: x}, timeouts: {opens: 8d}}|/timeouts/opens|no such field",
        "{parameters: {url: x}, agents: []}|/agents|names none",
        "{parameters: {url: x}, agents: [a1, 'a/2']}|/agents|give names of letters",
        "{parameters: {url: x}, agents: {names: [a1, 'ä']}}|/agents/names|give names of letters",
        "{parameters: {url: x}, name: '  '}|/name|its value is not accepted",
        "{parameters: {url: x}, name: \"\\u200b\\u3000\"}|/name|its value is not accepted",
        "{parameters: {url: x}, agents: [a1, {}]}|/agents|not a single value",
        "{parameters: {url: x}, agents: many}|/agents|whole number",
        "{parameters: {url: x}, threads: [1, 1]}|/threads|different ones",
        "{parameters: {url: x}, phases: [], rate: {ramp: [0, 5]}}|/rate|phases say this",
        "{parameters: {share: 101}}|/parameters/share|0 to 100",
        "{parameters: {url: x}, rate: 5, onAgentLoss: rebalance}|/onAgentLoss|no other",
        "{parameters: {url: x}, threads: 8, maxThreads: 7}|/maxThreads|has 8 threads and would open"
            + " 7; let it open 8 or more",
        "{parameters: {url: x}, threads: 1, maxThreads: 0}|/maxThreads|1 to 10000",
        "{parameters: {url: x}, agents: 2, threads: 8, maxThreads: 8, onAgentLoss: rebalance}"
            + "|/maxThreads|opens the 8 threads",
        "{parameters: {url: x}, agents: 2, threads: 10000, onAgentLoss:"
            + " rebalance}|/maxThreads|more",
        "{parameters: {url: x}, loadOnly: true}|/loadOnly|job class probe loads no tables",
        "{parameters: {url: x}, reset: reload}|/reset|job class probe loads no tables",
        "{parameters: {url: x}, reset: anew}|/reset|write reload, or command and a program",
        "{parameters: {}}|/parameters/url|give it a value"
      })
  void whatIsWrongIsToldByItsPointer(String text, String where, String said) {
    JobReader reader = new JobReader(yaml(text));
    reader.spec(Optional.of(CODE));
    assertTrue(
        reader.problems().stream()
            .anyMatch(one -> one.where().equals(where) && one.sentence().contains(said)),
        reader.problems().toString());
  }

  @Test
  void aJobThatOnlyLoadsHasNothingDueAndNothingThatJudgesALoad() {
    JobReader.Code loads =
        new JobReader.Code(
            "probe",
            "Probe",
            "ab".repeat(32),
            Parameters.of(ConnectionParameters.LOAD_THREADS),
            ThresholdCheck.of(List.of(), List.of(), Parameters.of()));
    String text = "{loadOnly: true, reset: reload, threads: 8, rate: 50, thresholds: [p99 < 9ms]}";
    JobReader reader = new JobReader(yaml(text));
    JobSpec spec = reader.spec(Optional.of(loads)).orElseThrow();
    assertEquals(1, spec.openedThreads());
    assertEquals(0, spec.highestRate().orElseThrow());
    assertEquals(Map.of("load-only", "true", "reset", "reload"), spec.settings().given());

    JobReader again = new JobReader(JobWriter.write(spec));
    assertEquals(Optional.of(spec), again.spec(Optional.of(loads)), again.problems()::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reload", "command /opt/restore.sh 'db 1' --fast"})
  void aResetIsWrittenAsItIsRead(String text) {
    assertEquals(text, Reset.of(text).orElseThrow().text());
  }

  @Test
  void aResetCommandHasTheWordsOfAShellWithoutOne() {
    Reset reset = Reset.of("command restore 'db 1'  --as=\"a b\"").orElseThrow();
    assertEquals(List.of("restore", "db 1", "--as=a b"), ((Reset.Command) reset).words());
    assertEquals(Optional.empty(), Reset.of("command restore 'db 1"));
    assertEquals(Optional.empty(), Reset.of("command  "));
  }

  /// Whatever stands anywhere in a document, what is wrong is told and not thrown.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[[]]",
        "[[null,null]]",
        "[{}]",
        "{}",
        "{\"\":[]}",
        "{\"threads\":[[]]}",
        "1e400",
        "-1",
        "9223372036854775808",
        "true",
        "null",
        "\"\"",
        "\"\\u0000\""
      })
  void oddValuesAreToldOf(String odd) {
    for (JobField<?> field : JobDocument.ALL) {
      for (long seed = 0; seed < 2; seed++) {
        ObjectNode document = RandomDocuments.of(seed);
        put(document, field.path(), Json.mapper().readTree(odd));
        assertDoesNotThrow(() -> read(document), document::toString);
      }
    }
  }

  private static void put(ObjectNode document, String path, JsonNode value) {
    String[] names = path.split("\\.");
    ObjectNode within = document;
    if (names.length > 1) {
      within =
          document.path(names[0]) instanceof ObjectNode there
              ? there
              : document.putObject(names[0]);
    }
    within.set(names[names.length - 1], value);
  }

  private static void read(JsonNode document) {
    JobReader reader = new JobReader(document);
    JobDocument.ALL.forEach(field -> reader.fields().excludes(field, "it is odd", "leave it out"));
    reader.spec(Optional.of(CODE));
    reader.plan(Optional.of(CODE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: &x 1\nb: *x\n",
        "a: 1\na: 2\n",
        "a: 1\n---\nb: 2\n",
        "a: [1\nb: 2\n",
        "\ta: 1"
      })
  void whatIsNoDocumentIsRefusedWithItsLine(String text) {
    List<Problem> problems = new ArrayList<>();
    assertTrue(JobYaml.read(text, problems).isEmpty());
    assertTrue(problems.getFirst().where().startsWith("line "), problems.toString());
  }

  @Test
  void whatIsTooLargeOrTooDeepIsRefused() {
    List<Problem> problems = new ArrayList<>();
    assertTrue(JobYaml.read("a: " + "x".repeat(1 << 20), problems).isEmpty());
    assertTrue(JobYaml.read("[".repeat(5_000), problems).isEmpty());
    assertEquals(2, problems.size(), problems.toString());
  }

  @Test
  void aPlaceIsALineAndAColumn() {
    JobYaml read =
        JobYaml.read("threads: 4\nparameters:\n  url: x\n", new ArrayList<>()).orElseThrow();
    assertEquals("line 1, column 10", read.places().get("/threads"));
    assertEquals("line 3, column 8", read.places().get("/parameters/url"));
  }
}

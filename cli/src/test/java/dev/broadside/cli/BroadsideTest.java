package dev.broadside.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig.Result;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.fixture.FreePort;
import dev.broadside.core.report.Json;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BroadsideTest {
  private static final String PIN = "sha256:" + "0".repeat(64);

  private final CommandRig rig;

  BroadsideTest(@TempDir Path home) {
    rig = new CommandRig(home);
  }

  @Test
  void withoutACommandTheUsageGoesToStandardErrorWithStatus2() {
    Result result = rig.run();
    assertEquals(2, result.status());
    assertEquals("", result.out());
    assertTrue(result.err().startsWith("Usage: broadside"), result.err());
  }

  @Test
  void whatStandardOutputDoesNotTakeIsToldWithStatus1() throws IOException {
    Shell shell = rig.shell();
    try (PrintStream full = new PrintStream(new FileOutputStream("/dev/full"), true, UTF_8)) {
      Shell toFull =
          new Shell(
              full,
              shell.err(),
              shell.environment(),
              shell.outTerminal(),
              shell.errTerminal(),
              shell.home(),
              shell.asking());
      assertEquals(1, new Broadside(toFull).run("version"));
    }
    assertEquals(
        "broadside: standard output: not all of it could be written; make room, or name another file.\n",
        rig.err());
  }

  @Test
  void helpGoesToStandardOutputAndListsEveryCommand() {
    Result result = rig.run("--help");
    assertEquals(0, result.status());
    for (String command :
        List.of(
            "demo", "server", "agent", "agents", "run", "jobs", "job", "study", "compare", "pack",
            "db", "version")) {
      assertTrue(
          result.out().contains("\n  " + command + " "),
          command + " is missing in " + result.out());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "server",
        "agent",
        "agent records",
        "run",
        "jobs",
        "job",
        "job submit",
        "job test",
        "job list",
        "job show",
        "job watch",
        "job rerun",
        "job edit",
        "job disable",
        "job enable",
        "job cancel",
        "study",
        "study submit",
        "study list",
        "study show",
        "study watch",
        "study results",
        "study pause",
        "study resume",
        "study cancel",
        "compare",
        "agents",
        "agents list",
        "agents invite",
        "agents revoke",
        "agents rename",
        "pack",
        "pack build",
        "pack install",
        "pack list",
        "pack show",
        "pack remove",
        "pack download",
        "pack keygen",
        "db",
        "db start",
        "db stop",
        "version"
      })
  void everyCommandHasHelpWithItsName(String command) {
    Result result = rig.run((command + " --help").split(" "));
    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().contains("Usage: broadside " + command), result.out());
  }

  @Test
  void anUnknownCommandIsOneSentenceWithASuggestion() {
    Result result = rig.run("jobz");
    assertEquals(2, result.status());
    assertEquals(1, result.errLines().size(), result.err());
    assertTrue(result.err().contains("did you mean"), result.err());
    assertTrue(result.err().contains("jobs"), result.err());
  }

  @ParameterizedTest
  @CsvSource({
    "job lsit, 'broadside: unknown command \"lsit\": did you mean list? See ''broadside job --help''.'",
    "help jbo, 'broadside: unknown command \"jbo\": did you mean job? See ''broadside --help''.'",
    "job --hlep, 'broadside: unknown option \"--hlep\": did you mean --help? See ''broadside job --help''.'",
    "server --data d login, 'broadside: option --data stands before login, which does not look at it: give a command its options after its name; see ''broadside server login --help''.'"
  })
  void whatIsNoCommandOrWouldBePassedOverIsRefused(String line, String sentence) {
    Result result = rig.run(line.split(" "));
    assertEquals(2, result.status());
    assertEquals(List.of(sentence), result.errLines());
  }

  /// A list of commands shows the first line of each one's description.
  @Test
  void whatAListSaysOfACommandIsWholeSentences() {
    assertEquals(List.of(), unended(Commands.tree(rig.shell())).toList());
  }

  private static Stream<String> unended(CommandLine command) {
    String[] description = command.getCommandSpec().usageMessage().description();
    boolean ended = description.length > 0 && description[0].endsWith(".");
    return Stream.concat(
        ended ? Stream.of() : Stream.of(command.getCommandSpec().qualifiedName()),
        command.getSubcommands().values().stream().flatMap(BroadsideTest::unended));
  }

  @Test
  void anUnknownOptionIsOneSentence() {
    Result result = rig.run("version", "--jsn");
    assertEquals(2, result.status());
    assertEquals(1, result.errLines().size(), result.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--store-user", "--store-password-env", "--store-password-file"})
  void aStoresOptionWithoutAStoreIsRefused(String option, @TempDir Path folder) {
    Result result = rig.run("server", "--data", "" + folder.resolve("d"), option, "x");
    assertEquals(2, result.status());
    assertEquals(
        "broadside: "
            + option
            + ": it is for a database that --store names, and none is named; add --store, or leave"
            + " it out.\n",
        result.err());
  }

  @Test
  void aStoreWhoseDriverDoesNotCountIsRefused(@TempDir Path folder) {
    String url = "jdbc:postgresql://127.0.0.1:1/results?reWriteBatchedInserts=true";
    Result result = rig.run("server", "--data", "" + folder.resolve("d"), "--store", url);
    assertEquals(2, result.status());
    assertEquals(
        "broadside: --store: with reWriteBatchedInserts the database's driver does not tell how many"
            + " rows a statement has changed; leave it out of the URL.\n",
        result.err());
  }

  @Test
  void aGroupWithoutACommandIsOneSentenceThatNamesItsCommands() {
    Result result = rig.run("db");
    assertEquals(2, result.status());
    assertEquals(
        "broadside: broadside db needs a command: start, stop; see 'broadside db --help'.\n",
        result.err());
  }

  /// It was `--json is missing` of a line that has it.
  @Test
  void whereTheValueOfAnOptionIsMissingThatIsWhatIsSaid() {
    Result result = rig.run("study", "results", "s1", "--json");
    assertEquals(2, result.status());
    assertEquals(
        "broadside: option --json: its value FILE is missing; see 'broadside study results"
            + " --help'.\n",
        result.err());
    assertTrue(rig.run("job", "show").err().startsWith("broadside: ID is missing;"));
    assertTrue(rig.run("group", "submit").err().startsWith("broadside: --file is missing;"));
  }

  /// These were in words of the parser: "should be in KEY=VALUE[,KEY=VALUE]... format".
  @Test
  void whatTheParserRefusesIsToldInOurWords() {
    assertEquals(
        "broadside: option --mix: 'foo' is no NAME=VALUE; see 'broadside job control --help'.\n",
        rig.run("job", "control", "j1", "--mix", "foo").err());
    assertEquals(
        "broadside: --pause, --resume: only one can be given; see 'broadside job control"
            + " --help'.\n",
        rig.run("job", "control", "j1", "--pause", "--resume").err());
    assertEquals(
        "broadside: --csv, --json: only one can be given; see 'broadside job export --help'.\n",
        rig.run("job", "export", "j1", "--csv", "--json").err());
  }

  @Test
  void versionIsDataOnStandardOutputAlsoAsJson() {
    assertTrue(rig.run("version").out().startsWith("broadside "));
    String json = rig.run("version", "--json").out();
    assertTrue(Json.mapper().readTree(json).hasNonNull("version"), json);
  }

  @Test
  void aServerThatDoesNotAnswerIsOneSentenceWithStatus5() throws IOException {
    Result result =
        rig.run("job", "list", "--server", "https://127.0.0.1:" + FreePort.find(), "--ca", PIN);
    assertEquals(5, result.status());
    assertEquals(1, result.errLines().size(), result.err());
    assertTrue(result.err().contains("broadside server"), result.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://127.0.0.1:80", "ftp://127.0.0.1", "https://127.0.0.1:1", "127.0.0.1:8080"})
  void aWrongServerAddressIsOneSentenceWithStatus2(String address) {
    Result result = rig.run("job", "list", "--server", address);
    assertEquals(2, result.status());
    assertEquals(1, result.errLines().size(), result.err());
  }

  @Test
  void aServerThatDoesNotRunHereIsOneSentenceWithStatus5() {
    for (String[] line : new String[][] {{"job", "list"}, {"job", "list", "--server", "data"}}) {
      Result result = rig.run(line);
      assertEquals(5, result.status());
      assertEquals(1, result.errLines().size(), result.err());
      assertTrue(result.err().contains("none runs with the data folder /"), result.err());
    }
  }

  @Test
  void theServerMayBeNamedByTheEnvironment() throws IOException {
    rig.with("BROADSIDE_SERVER", "https://127.0.0.1:" + FreePort.find());
    rig.with("BROADSIDE_CA", PIN);
    assertEquals(5, rig.run("job", "list").status());
  }

  @Test
  void withoutAnyPackTheCatalogueIsEmptyAndEveryJobClassUnknown() {
    assertEquals("job class  title\n", rig.run("jobs").out());
    Result result = rig.run("jobs", "igenoltp");
    assertEquals(2, result.status());
    assertEquals(1, result.errLines().size(), result.err());
  }
}

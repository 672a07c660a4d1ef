package dev.broadside.cli.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.broadside.cli.CommandRig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
  @TempDir private Path folder;

  private String script(String shell) {
    CommandRig rig = new CommandRig(folder);
    CommandRig.Result installed = rig.run("pack", "install", installed().toString());
    assertEquals(0, installed.status(), installed.err());
    CommandRig.Result result = rig.run("completion", shell);
    assertEquals(0, result.status(), result.err());
    return result.out();
  }

  /// Declares a job class `deliveries`, with a flag, a choice and more.
  private Path installed() {
    return Path.of("../examples/sql/deliveries.yaml").toAbsolutePath().normalize();
  }

  /// What bash itself offers for the last of some words.
  private List<String> offered(String... words) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("complete"), script("bash"));
    String ask =
        """
        source %s
        COMP_WORDS=(%s); COMP_CWORD=%d
        _broadside
        printf '%%s\\n' "${COMPREPLY[@]}"
        """
            .formatted(script, String.join(" ", words), words.length - 1);
    return said(new ProcessBuilder("bash", "-c", ask)).lines().map(String::strip).toList();
  }

  private static String said(ProcessBuilder shell) throws IOException, InterruptedException {
    Process process = shell.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void bashOffersCommandsAndOptions() throws IOException, InterruptedException {
    assertEquals(
        List.of("compare", "completion"), offered("broadside", "comp").stream().sorted().toList());
    assertTrue(offered("broadside", "job", "").contains("log"));
    assertTrue(offered("broadside", "job", "log", "--f").contains("--follow"));
    assertTrue(offered("broadside", "run", "--h").contains("--html"));
    assertTrue(offered("broadside", "completion", "f").contains("fish"));
  }

  /// All of a command's choices were offered the words of the last one.
  @Test
  @EnabledOnOs(OS.LINUX)
  void bashOffersTheWordsOfEachChoice() throws IOException, InterruptedException {
    assertEquals(
        List.of("pinned", "platform", "virtual"), sorted("broadside", "run", "--thread-kind", ""));
    assertEquals(List.of("constant", "poisson"), sorted("broadside", "run", "--arrivals", ""));
    assertEquals(
        List.of("continue", "fail", "rebalance", "wait"),
        sorted("broadside", "job", "submit", "--on-agent-loss", ""));
    assertEquals(
        List.of("queue", "skip", "together"), sorted("broadside", "job", "edit", "--overlap", ""));
  }

  private List<String> sorted(String... words) throws IOException, InterruptedException {
    List<String> quoted = Stream.of(words).map(word -> word.isEmpty() ? "''" : word).toList();
    // Called from outside of a completion, compopt says so.
    return offered(quoted.toArray(String[]::new)).stream()
        .filter(line -> !line.isBlank() && !line.contains("compopt"))
        .sorted()
        .toList();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void bashOffersJobClassesAndWhatTheyTake() throws IOException, InterruptedException {
    for (String command : List.of("run", "jobs", "job submit", "job test", "study submit")) {
      assertEquals(List.of("deliveries"), sorted(words(command, "del")), command);
    }
    assertEquals(List.of("pom.xml"), sorted("broadside", "run", "po"), "a file of a job");
    assertEquals(List.of("--lookups"), sorted("broadside", "run", "deliveries", "--look"));
    assertEquals(List.of("--lookups"), sorted(words("run --threads 2", "deliveries", "--look")));
    assertEquals(
        List.of("--password-env"), sorted("broadside", "run", "deliveries", "--password-e"));
    assertEquals(List.of("--thread-kind"), sorted("broadside", "run", "deliveries", "--thread-k"));
    assertEquals(
        List.of("drop", "keep"), sorted("broadside", "run", "deliveries", "--clean-up", ""));
    assertEquals(
        List.of("pom.xml"), sorted("broadside", "run", "deliveries", "--password-file", "po"));
    assertEquals(List.of(), sorted("broadside", "jobs", "deliveries", "--look"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void bashOffersFilesWhereAnOptionTakesOne() throws IOException, InterruptedException {
    for (String taking :
        List.of("run --html", "run deliveries --csv", "job export x -o", "job submit -f")) {
      assertEquals(List.of("pom.xml"), sorted(words(taking, "po")), taking);
    }
    assertEquals(List.of(), sorted(words("job submit --target", "po")));
  }

  private static String[] words(String command, String... more) {
    return Stream.concat(Stream.of(("broadside " + command).split(" ")), Stream.of(more))
        .toArray(String[]::new);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void zshOffersTheSame() throws IOException, InterruptedException {
    requireShell("zsh");
    Path script = Files.writeString(folder.resolve("complete"), script("zsh"));
    // A terminal of its own; what is typed there is waited for.
    String ask =
        """
        zmodload zsh/zpty
        zpty -b inner zsh -f
        zpty -w inner 'stty -echo; autoload -U compinit; compinit -D -u; source %s; echo REA""DY'
        zpty -r inner said '*READY*'
        complete() {
          zpty -w -n inner "$1"$'\t'
          zpty -r inner said "*$2*" && echo "$2"
          zpty -w -n inner $'\\x15'
        }
        complete 'broadside jobs del' deliveries
        complete 'broadside run deliveries --look' --lookups
        complete 'broadside job submit deliveries --clean-up k' keep
        complete 'broadside run --thread-kind pin' pinned
        """
            .formatted(script);
    assertEquals(
        List.of("deliveries", "--lookups", "keep", "pinned"),
        said(new ProcessBuilder("timeout", "60", "zsh", "-f", "-c", ask)).lines().toList());
  }

  private static void requireShell(String name) {
    if (!Files.isExecutable(Path.of("/usr/bin", name))) {
      System.err.println("NOT RUN: what " + name + " offers; apt-get install " + name);
      assumeTrue(false, "there is no " + name);
    }
  }

  @Test
  void fishHasEachCommandAndEachOptionOnceWithItsDescription() {
    List<String> lines = script("fish").lines().toList();
    assertTrue(lines.contains("complete -c broadside -f"));
    assertEquals(
        1,
        lines.stream()
            .filter(
                line -> line.startsWith("complete -c broadside -n '__broadside_is job' -a log -d "))
            .count());
    assertTrue(
        lines.stream()
            .anyMatch(line ->
                line.startsWith(
                    "complete -c broadside -n '__broadside_in job log' -s f -l follow -d ")));
    assertTrue(
        lines.stream()
            .anyMatch(line ->
                line.startsWith(
                    "complete -c broadside -n '__broadside_in run' -l html -r -F -d ")));
    assertFalse(
        lines.stream()
            .anyMatch(line ->
                line.chars().filter(c -> c == '\'').count() % 2 != 0 && !line.contains("\\'")));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fishOffersCommandsOptionsAndWords() throws IOException, InterruptedException {
    requireShell("fish");
    assertEquals(List.of("compare", "completion"), offeredByFish("broadside comp"));
    assertEquals(List.of("list", "log"), offeredByFish("broadside job l"));
    assertEquals(List.of("--follow"), offeredByFish("broadside job log --f"));
    assertEquals(
        List.of("pinned", "platform", "virtual"), offeredByFish("broadside run --thread-kind "));
    assertEquals(List.of(), offeredByFish("broadside job submit --target "), "no files");
    assertTrue(offeredByFish("broadside run --html ").contains("pom.xml"));
    assertEquals(List.of("deliveries"), offeredByFish("broadside jobs del"));
    assertEquals(List.of("deliveries"), offeredByFish("broadside job submit deliv"));
    assertEquals(
        List.of("--lookups"), offeredByFish("broadside run --threads 2 deliveries --look"));
    assertEquals(List.of("drop", "keep"), offeredByFish("broadside run deliveries --clean-up "));
    assertEquals(List.of(), offeredByFish("broadside jobs deliveries --look"));
    for (String taking : List.of("run", "job submit", "replay", "compare", "pack install")) {
      assertEquals(List.of("pom.xml"), offeredByFish("broadside " + taking + " po"), taking);
    }
  }

  /// What stands before the descriptions; an error of the script's is among it.
  private List<String> offeredByFish(String line) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("broadside.fish"), script("fish"));
    String ask = "source %s; complete -C '%s'".formatted(script, line);
    ProcessBuilder fish = new ProcessBuilder("fish", "--no-config", "-c", ask);
    fish.environment().put("HOME", folder.toString());
    return said(fish).lines().map(offer -> offer.split("\t", 2)[0]).sorted().toList();
  }

  @Test
  void anotherShellIsWrongUse() {
    CommandRig.Result result = new CommandRig(folder).run("completion", "csh");
    assertEquals(2, result.status());
    assertTrue(result.err().contains("csh"), result.err());
  }
}

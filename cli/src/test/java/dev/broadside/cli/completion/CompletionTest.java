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
    CommandRig.Result result = new CommandRig(folder).run("completion", shell);
    assertEquals(0, result.status(), result.err());
    return result.out();
  }

  /// What bash itself offers for the last of some words.
  private List<String> offered(String... words) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("complete"), script("bash"));
    String ask =
        """
        source %s
        COMP_WORDS=(%s); COMP_CWORD=%d
        _complete_broadside
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
        .filter(line -> !line.contains("compopt"))
        .sorted()
        .toList();
  }

  @Test
  void zshTakesTheSame() {
    assertTrue(script("zsh").contains("bashcompinit"));
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
    if (!Files.isExecutable(Path.of("/usr/bin/fish"))) {
      System.err.println("NOT RUN: fishOffersCommandsOptionsAndWords; apt-get install fish");
      assumeTrue(false, "there is no fish");
    }
    assertEquals(List.of("compare", "completion"), offeredByFish("broadside comp"));
    assertEquals(List.of("list", "log"), offeredByFish("broadside job l"));
    assertEquals(List.of("--follow"), offeredByFish("broadside job log --f"));
    assertEquals(
        List.of("pinned", "platform", "virtual"), offeredByFish("broadside run --thread-kind "));
    assertEquals(List.of(), offeredByFish("broadside job submit --target "), "no files");
    assertTrue(offeredByFish("broadside run --html ").contains("pom.xml"));
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

package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The script that starts the command, in surroundings that have led such scripts astray.
class LauncherTest {
  private static String version(Map<String, String> environment)
      throws IOException, InterruptedException {
    return said(environment, "bin/broadside", "version");
  }

  @Test
  void itFindsItselfWhateverThePathOfCdIs() throws IOException, InterruptedException {
    String said = version(Map.of("CDPATH", Command.home().toString()));
    assertTrue(said.startsWith("broadside "), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", " -Xmx64m  -Dsome=thing"})
  void flagsOfTheJvmMayBeBlank(String flags) throws IOException, InterruptedException {
    String said = version(Map.of("BROADSIDE_JAVA_OPTS", flags));
    assertTrue(said.startsWith("broadside "), said);
  }

  @ParameterizedTest
  @CsvSource({
    "server --help, 512",
    "agent --help, 128",
    "server --heap 1g --help, 1024",
    "agent --heap=64m --help, 64"
  })
  void heapsOfWhatLivesLongAreBounded(String words, int megabytes)
      throws IOException, InterruptedException {
    Map<String, String> flags = Map.of("BROADSIDE_JAVA_OPTS", "-XX:+PrintCommandLineFlags");
    String said = said(flags, "bash", "-c", "bin/broadside " + words);
    long bytes = (long) megabytes << 20;
    assertTrue(said.contains("-XX:MaxHeapSize=" + bytes + " "), said);
    assertTrue(said.contains("ran out of its heap of "), said);
  }

  @Test
  void whatIsNoSizeOfAHeapIsRefused() throws IOException, InterruptedException {
    String said = said("bin/broadside agent --heap some; echo -n $?");
    assertTrue(said.startsWith("broadside: --heap: 'some' is no size from 20m on"), said);
    assertTrue(said.endsWith("2"), said);
  }

  /// As of `broadside job list | head -1`.
  @Test
  void aReaderThatHasHadEnoughIsNoTrouble() throws IOException, InterruptedException {
    assertEquals("0", said("set -o pipefail; bin/broadside run --help | true; echo -n $?"));
    assertEquals(
        "broadside: standard output: not all of it could be written; make room, or name another file.\n1",
        said("bin/broadside run --help >/dev/full; echo -n $?"));
  }

  /// Bouncy Castle's jars are signed: before a JVM has the first class of them, it verifies lists
  /// of a megabyte.
  @Test
  void aServerThatHasCertificatesLoadsNothingThatMakesThem(@TempDir Path folder)
      throws IOException, InterruptedException {
    String server =
        "bin/broadside server --port 0 --end-with-stdin --data %s </dev/null"
            .formatted(folder.resolve("data"));
    said(server);
    Path loaded = folder.resolve("loaded");
    Map<String, String> log = Map.of("BROADSIDE_JAVA_OPTS", "-Xlog:class+load:file=" + loaded);

    String said = said(log, "bash", "-c", server);

    List<String> classes = Files.readAllLines(loaded);
    assertTrue(classes.stream().anyMatch(one -> one.contains("HttpListener ")), said);
    assertEquals(
        List.of(),
        classes.stream().filter(one -> one.contains("org.bouncycastle")).limit(9).toList());
  }

  private static String said(String script) throws IOException, InterruptedException {
    return said(Map.of(), "bash", "-c", script);
  }

  private static String said(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(Command.home().toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}

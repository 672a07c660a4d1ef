package dev.broadside.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.form.RunJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Runs that are long for the heap they have, or for the room on the disk. A tenth of a week is
/// enough to tell: the intervals and their lines of CSV would need more than this heap.
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class LongRunTest {
  private static final int MANY = 30_000;

  /// In blocks of 512 bytes, as the shell has it.
  private static final int SMALL_DISK = 2_001;

  private final Path folder;

  LongRunTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private String run(String limit, int intervals) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                limit + " exec \"$@\"",
                "sh",
                java,
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LongRun.class.getName(),
                folder.toString(),
                "" + intervals)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertTrue(process.waitFor(360, TimeUnit.SECONDS), "it does not end");
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(said);
    assertEquals(0, process.exitValue(), text);
    return text;
  }

  private long lines(String file) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve(file))) {
      return lines.count();
    }
  }

  @Test
  void everyFormOfALongRunFitsIntoASmallHeap() throws Exception {
    assertEquals("", run("", MANY));
    assertEquals(1 + 2 * MANY, lines("run.csv"));
    assertEquals(2 + MANY, lines("run.ndjson"));
    try (Stream<String> lines = Files.lines(folder.resolve("run.json"));
        InputStream in = Files.newInputStream(folder.resolve("run.json"))) {
      assertEquals(MANY, lines.filter(line -> line.startsWith("    {\"index\":")).count());
      assertEquals(36_998, new RunJson().readWithoutIntervals(in).at("/audit/ok").asLong());
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(4, files.count(), "nothing is left beside the three files");
    }
  }

  @Test
  void whatADiskTakesIsWholeUpToTheLastLine() throws Exception {
    String said = run("ulimit -f " + SMALL_DISK + ";", MANY / 3);
    assertEquals(3, said.lines().count(), said);
    assertTrue(said.contains("its intervals are left in "), said);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> !one.endsWith("said")).toList()) {
        assertWhole(file);
      }
    }
  }

  private static void assertWhole(Path file) throws IOException {
    String text = Files.readString(file);
    String name = file.getFileName().toString();
    assertTrue(text.length() > SMALL_DISK * 512 - 10_000, name + " has " + text.length());
    assertTrue(text.endsWith("\n"), name);
    List<String> lines = text.lines().toList();
    if (name.endsWith(".csv")) {
      assertEquals(22, lines.getLast().split(",", -1).length, lines.getLast());
    } else {
      assertTrue(Json.mapper().readTree(lines.getLast()).has("index"), lines.getLast());
    }
  }
}

package dev.broadside.client.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What the flags of a worker's JVM, and its crash, do to the rest: real workers.
@EnabledOnOs({OS.LINUX, OS.MAC})
class WorkerLaunchTest {
  private static final String CANARY = "canary-4711";

  @TempDir Path folder;

  private final List<String> lines = new ArrayList<>();
  private final List<String> seen = new ArrayList<>();

  @Test
  void whatAJvmPrintsToStandardOutputIsALineAndNoFrame() throws Exception {
    RunDocument run =
        run(
            "calm",
            "-Xlog:gc*=info:stdout",
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");

    assertEquals("completed", run.job().state(), run.job().reason() + lines);
    assertEquals(Verdict.BALANCED, run.audit().verdict());
    assertTrue(has("Listening for transport dt_socket"), lines.toString());
    assertTrue(has("Using Serial"), lines.toString());
  }

  @Test
  void aFlagThatTheJvmDoesNotTakeIsToldInItsOwnWords() throws Exception {
    RunDocument run = run("calm", "-XX:+NoSuchFlag");

    assertEquals("failed", run.job().state());
    assertEquals(
        "the worker ended with status 1 before it could begin: Unrecognized VM option"
            + " 'NoSuchFlag'; see whether its JVM takes each --worker-option, and this host has"
            + " the memory for it",
        run.job().reason());
  }

  @Test
  void flagsWithBlanksQuotesAndBackslashesArriveAsTheyAre() throws Exception {
    RunDocument run = run("calm", "-Dodd=a b\"c\\d$HOME`id`'e", "-XX:MaxRAMPercentage=50");

    assertEquals("completed", run.job().state(), run.job().reason() + lines);
    assertTrue(flags(run).endsWith(" -Dodd=... -XX:MaxRAMPercentage=50"), flags(run));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theValueOfAFlagIsOnNoCommandLineAndInNoResult() throws Exception {
    RunDocument run = run("tells-pid", "-Dkey=" + CANARY);

    assertEquals("completed", run.job().state(), run.job().reason() + lines);
    assertEquals(4, seen.size());
    assertTrue(seen.getFirst().contains("WorkerMain"), seen.getFirst());
    assertNoCanary(seen);
    assertTrue(seen.get(2).lines().anyMatch(l -> l.matches("Max core file size +0 .*")));
    assertNoCanary(List.of(Json.mapper().writeValueAsString(run)));
    assertTrue(flags(run).contains(" -Dkey=..."), flags(run));
    assertTrue(flags(run).contains("-Xmx64m -XX:+ExitOnOutOfMemoryError"), flags(run));
  }

  @Test
  void aCrashTellsWhereItWasAndNoSecret() throws Exception {
    // Long enough for three workers, after which there is no other one.
    RunDocument run = run("crash", Duration.ofMinutes(2), "-Dkey=" + CANARY);

    assertEquals("failed", run.job().state());
    assertTrue(run.audit().begun() >= 50, "begun " + run.audit().begun());
    assertTrue(has("# A fatal error has been detected"), lines.toString());
    assertTrue(has("#  SIGSEGV"), lines.toString());
    assertNoCanary(lines);
    assertNoCanary(List.of(Json.mapper().writeValueAsString(run)));
    try (Stream<Path> here = Files.list(Path.of("."))) {
      assertFalse(here.anyMatch(file -> file.getFileName().toString().matches("(hs_err|core).*")));
    }
  }

  private static void assertNoCanary(List<String> texts) {
    texts.forEach(text -> assertFalse(text.contains(CANARY), text));
  }

  private boolean has(String begin) {
    return lines.stream().anyMatch(line -> line.contains(begin));
  }

  private static String flags(RunDocument run) {
    return run.agents().getFirst().environment().getOrDefault("flags", "");
  }

  private RunDocument run(String behaviour, String... flags) throws Exception {
    return run(behaviour, Duration.ofMillis(500), flags);
  }

  private RunDocument run(String behaviour, Duration length, String... flags) throws Exception {
    ScriptedPack pack = ScriptedPack.in(folder);
    JobSpec spec =
        pack.spec(behaviour)
            .secrets(Map.of("password", new Secret(CANARY)))
            .phases(SpecBuilder.measure(length, SpecBuilder.closed(1)))
            .build();
    LocalOrder order = pack.order("run", spec, flags);
    LocalRun.Result result = new LocalRun(order, new Look(), new SystemTime()).execute();
    return assertInstanceOf(LocalRun.Result.Ran.class, result, () -> result + " " + lines)
        .document();
  }

  /// Keeps the lines, and looks at the worker's process as any user of its host may, once: where a
  /// step takes its time it is told of again.
  private final class Look implements LocalRun.Listener {
    @Override
    public void step(String words) {}

    @Override
    public void progress(StepProgress at, Duration age) {
      String step = at.detail();
      if (seen.isEmpty() && step.matches("[0-9]+")) {
        for (String file : List.of("cmdline", "environ", "limits", "comm")) {
          seen.add(read(Path.of("/proc", step, file)));
        }
      }
    }

    private static String read(Path file) {
      try {
        return Files.readString(file);
      } catch (java.io.IOException e) {
        return "";
      }
    }

    @Override
    public void begins(RunHead head) {}

    @Override
    public void interval(IntervalDocument interval) {}

    @Override
    public void line(String line) {
      lines.add(line);
    }
  }
}

package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A poisonous job class beside a healthy one on real agents: a test of the job tells of it before
/// any load; else it ends its own job with one sentence, and harms nobody.
@Tag("nightly")
class PoisonBesideHealthyTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final String SOURCE =
      """
      package poison;

      import dev.broadside.core.param.*;
      import dev.broadside.core.work.*;
      import java.util.List;

      public final class Poison implements JobClass {
        private static final Parameter<String> HOW = Parameter.text("how", "What it does");

        public JobDescription describe() {
          return new JobDescription("poison", "Poison", "", Parameters.of(HOW), List.of());
        }

        public List<Problem> trial(JobContext context) {
          if (context.values().get(HOW).equals("trial")) {
            throw new IllegalStateException("boom");
          }
          return List.of();
        }

        public Facts prepare(JobContext context) {
          while (context.values().get(HOW).equals("hangs")) {
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
          }
          return Facts.NONE;
        }

        public JobShare open(ShareContext context) {
          return context.values().get(HOW).equals("overflows")
              ? open(context)
              : thread -> iteration -> System.out.println("and on and on");
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void poisonIsToldOfAndHarmsNobody() throws IOException {
    try (Installation installation = Installation.start(folder).withAgents(2)) {
      install(installation);
      Api api = installation.api();
      testsTellBeforehand(api);

      String healthy = api.submit(job("noop", "a1", Map.of("iteration-time", "10ms"), "5s"));
      String overflows = reasonOf(api, "overflows");
      assertTrue(
          overflows.contains(
              "open() of job class poison.Poison failed with StackOverflowError, at"
                  + " poison.Poison.open(Poison.java:"),
          overflows);
      String hangs = reasonOf(api, "hangs");
      assertTrue(hangs.contains("preparing the target, came no further for 1 s"), hangs);
      String prints = api.submit(job("poison", "a2", Map.of("how", "prints"), "1s"));
      api.awaitState(prints, "completed", MINUTE);

      api.awaitState(healthy, "completed", MINUTE);
      JsonNode result = api.results(healthy);
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
    }
  }

  private static void testsTellBeforehand(Api api) {
    JsonNode fit = test(api, Map.of("jobClass", "noop", "agents", 2));
    assertTrue(fit.get("fit").asBoolean(), fit::toString);
    List<String> checks =
        fit.get("findings").valueStream().map(one -> one.get("check").asString()).toList();
    assertEquals(
        List.of("agents", "pack", "disk", "clock", "clock", "disk", "disk", "trial"), checks);

    Map<String, String> how = Map.of("how", "trial");
    JsonNode unfit = test(api, Map.of("jobClass", "poison", "agents", 3, "parameters", how));
    assertFalse(unfit.get("fit").asBoolean(), unfit::toString);
    String found = unfit.get("findings").toString();
    assertTrue(found.contains("3 wanted, 2 connected"), found);
    assertTrue(
        found.contains(
            "trial() of job class poison.Poison failed with IllegalStateException: boom"),
        found);
  }

  private static JsonNode test(Api api, Map<String, ?> job) {
    Api.Answer answer = api.post("/api/v1/job-tests", job);
    assertEquals(200, answer.status(), answer::toString);
    return answer.body();
  }

  private static String reasonOf(Api api, String how) {
    String job = api.submit(job("poison", "a2", Map.of("how", how), "1s"));
    api.awaitState(job, "failed", MINUTE);
    return api.get("/api/v1/jobs/" + job).body().get("reason").asString();
  }

  private static Map<String, Object> job(
      String jobClass, String agent, Map<String, String> parameters, String duration) {
    return Map.of(
        "jobClass",
        jobClass,
        "parameters",
        parameters,
        "agents",
        Map.of("names", List.of(agent)),
        "timeouts",
        Map.of("prepare", "1s"),
        "duration",
        duration);
  }

  private void install(Installation installation) throws IOException {
    try (Command install =
        Command.start("pack", "install", jar().toString(), "--server", installation.address())) {
      assertEquals(0, install.awaitExit(MINUTE), install::toString);
    }
  }

  /// Compiled against the SPI of the installation, as authors do.
  private Path jar() throws IOException {
    Path source = Files.writeString(folder.resolve("Poison.java"), SOURCE);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String spi;
    try (Stream<Path> jars = Files.list(Command.home().resolve("lib"))) {
      spi =
          jars.filter(jar -> jar.getFileName().toString().contains("-spi-"))
              .findFirst()
              .orElseThrow()
              .toString();
    }
    String[] line = {"-d", classes.toString(), "-cp", spi, source.toString()};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, line));
    Path jar = folder.resolve("poison-1.0.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("META-INF/services/dev.broadside.core.work.JobClass"));
      out.write("poison.Poison".getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new JarEntry("poison/Poison.class"));
      Files.copy(classes.resolve("poison/Poison.class"), out);
    }
    return jar;
  }
}

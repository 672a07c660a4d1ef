package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.ControlGroup;
import dev.broadside.system.harness.ControlGroup.Controller;
import dev.broadside.system.harness.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
      import java.lang.foreign.MemorySegment;
      import java.lang.foreign.ValueLayout;
      import java.util.ArrayList;
      import java.util.HashMap;
      import java.util.List;
      import java.util.Map;
      import java.util.concurrent.atomic.AtomicInteger;
      import java.util.concurrent.locks.LockSupport;

      public final class Poison implements JobClass {
        private static final Parameter<String> HOW = Parameter.text("how", "What it does");
        private static final Parameter<Long> MANY =
            Parameter.whole("many", "How many threads or children").between(1, 1_000_000).preset(50);
        private static final Object ONE = new Object();
        private static final Object OTHER = new Object();
        private static final AtomicInteger STARTED = new AtomicInteger();

        public JobDescription describe() {
          return new JobDescription("poison", "Poison", "", Parameters.of(HOW, MANY), List.of());
        }

        public List<Problem> trial(JobContext context) {
          if (context.values().get(HOW).equals("trial")) {
            throw new IllegalStateException("boom");
          }
          return List.of();
        }

        public Facts prepare(JobContext context) {
          String how = context.values().get(HOW);
          while (how.equals("hangs")) {
            LockSupport.parkNanos(1_000_000);
          }
          Map<String, String> facts = new HashMap<>();
          for (int i = 0; how.equals("tells") && i < 1_000_000; i++) {
            facts.put("fact." + i, "so it is");
          }
          return new Facts(facts);
        }

        public JobShare open(ShareContext context) {
          String how = context.values().get(HOW);
          return how.equals("overflows")
              ? open(context)
              : thread -> iteration -> iterate(how, context.values().get(MANY), thread.thread());
        }

        private static void iterate(String how, long many, int thread) throws Exception {
          switch (how) {
            case "prints" -> System.out.println("and on and on");
            case "loops" -> {
              while (true) {
                Thread.onSpinWait();
              }
            }
            case "exits" -> System.exit(7);
            case "fills" -> {
              for (List<byte[]> kept = new ArrayList<>(); ; ) {
                kept.add(new byte[1 << 20]);
              }
            }
            case "deadlocks" -> {
              synchronized (thread == 0 ? ONE : OTHER) {
                Thread.sleep(100);
                synchronized (thread == 0 ? OTHER : ONE) {
                  Thread.sleep(1);
                }
              }
            }
            case "threads" -> {
              if (STARTED.getAndIncrement() < many) {
                Thread.ofPlatform().daemon(false).start(LockSupport::park);
              }
            }
            case "names" -> throw new IllegalStateException("failure " + STARTED.getAndIncrement());
            case "crashes" ->
                MemorySegment.ofAddress(0).reinterpret(8).set(ValueLayout.JAVA_LONG, 0, 1);
            case "forks" -> {
              if (STARTED.getAndIncrement() < many) {
                new ProcessBuilder("sleep", "SECONDS").start();
              }
              Thread.sleep(1);
            }
            case "lingers" -> {
              Thread.ofPlatform().daemon(false).start(() -> {
                while (true) {
                  LockSupport.park();
                }
              });
              Thread.sleep(100);
            }
            case "closes" -> {
              System.in.close();
              System.out.close();
            }
            default -> throw new IllegalArgumentException(how);
          }
        }
      }
      """;

  /// For how long its children sleep: what they are known by.
  private static final String SECONDS = "" + (1_000_000 + ProcessHandle.current().pid());

  @TempDir private Path folder;

  /// What a poison does, and what its job comes to. `-Dtimes=5` has each as often.
  private enum Poison {
    CLOSES("1s", "completed", ""),
    CRASHES("1m", "failed", "3 workers died within a minute; at last"),
    DEADLOCKS("1s", "failed", "did not end after the job's planned end and was killed"),
    EXITS("1m", "failed", "3 workers died within a minute; at last"),
    FILLS("1m", "failed", "3 workers died within a minute; at last the worker ran out of heap"),
    FORKS("1s", "completed", ""),
    HANGS("1s", "failed", "preparing the target, made no progress for 1 s"),
    LINGERS("1s", "completed", ""),
    LOOPS("1s", "failed", "did not end after the job's planned end and was killed"),
    NAMES("1s", "completed", ""),
    OVERFLOWS("1s", "failed", "failed with StackOverflowError, at poison.Poison.open(Poison.java:"),
    PRINTS("1s", "completed", ""),
    TELLS("1s", "failed", "more than 1000 of a fact"),
    THREADS("1s", "completed", "", 10_000);

    private final String duration;
    private final String state;
    private final String reason;
    private final int many;

    Poison(String duration, String state, String reason) {
      this(duration, state, reason, 50);
    }

    Poison(String duration, String state, String reason, int many) {
      this.duration = duration;
      this.many = many;
      this.state = state;
      this.reason = reason;
    }

    String how() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Test
  void poisonIsToldOfAndHarmsNobody() throws IOException {
    try (Installation installation = Installation.start(folder)) {
      installation.agent("a1");
      Command poisoned = installation.agent("a2");
      Api api = installation.api();
      api.awaitAgents(2, MINUTE);
      install(installation);
      testsTellBeforehand(api);

      String healthy = api.submit(job("noop", "a1", Map.of("iteration-time", "10ms"), "2h"));
      for (int time = 0; time < Integer.getInteger("times", 1); time++) {
        for (Poison poison : Poison.values()) {
          JsonNode end = poisoned(api, poison, poison.duration, poison.many);
          assertEquals(poison.state, end.get("state").asString(), end::toString);
          String reason = end.get("reason").asString();
          assertTrue(reason.contains(poison.reason), () -> poison + ": " + reason);
          nothingIsLeft(poisoned, poison);
        }
      }
      isUnharmed(api, healthy);
    }
  }

  @Test
  void moreThreadsAndChildrenThanThereMayBeHarmNobody() throws IOException {
    try (ControlGroup group = ControlGroup.of(Controller.PIDS, "poison");
        Installation installation = Installation.start(folder)) {
      group.limitThreads(5_000);
      installation.agent("a1");
      Command poisoned = installation.agentIn(group, "a2");
      Api api = installation.api();
      api.awaitAgents(2, MINUTE);
      install(installation);
      int without = group.threads();

      String healthy = api.submit(job("noop", "a1", Map.of("iteration-time", "10ms"), "2h"));
      for (int time = 0; time < Integer.getInteger("times", 1); time++) {
        String id = poisoned(api, Poison.THREADS, "10s", 100_000).get("id").asString();
        String errors =
            api.get("/api/v1/jobs/" + id + "/results?intervals=false")
                .body()
                .get("errors")
                .toString();
        assertTrue(errors.contains("unable to create native thread"), errors);
        nothingIsLeft(poisoned, Poison.THREADS);
        JsonNode forks = poisoned(api, Poison.FORKS, "10s", 1_000);
        assertEquals("completed", forks.get("state").asString(), forks::toString);
        nothingIsLeft(poisoned, Poison.FORKS);
      }
      Await.until(
          MINUTE,
          "threads to be as many as before",
          () -> Math.abs(group.threads() - without) < 20,
          () -> without + ", and now " + group.threads());
      isUnharmed(api, healthy);
    }
  }

  /// Runs one on the agent a2 to its end.
  private static JsonNode poisoned(Api api, Poison poison, String duration, int many) {
    Map<String, String> parameters = Map.of("how", poison.how(), "many", "" + many);
    return ended(api, api.submit(job("poison", "a2", parameters, duration)));
  }

  private static void isUnharmed(Api api, String healthy) {
    api.post("/api/v1/jobs/" + healthy + "/cancel", Map.of());
    JsonNode result = api.awaitEnd(healthy, MINUTE);
    assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
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
    assertTrue(found.contains("needs 3 agents, 2 connected"), found);
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

  private static void nothingIsLeft(Command poisoned, Poison poison) {
    Supplier<List<String>> left =
        () ->
            Stream.concat(
                    poisoned.handle().descendants(),
                    ProcessHandle.allProcesses()
                        .filter(one ->
                            one.info().commandLine().orElse("").contains("sleep " + SECONDS)))
                .map(one -> one.pid() + " " + one.info().commandLine().orElse(""))
                .toList();
    Await.until(
        MINUTE, "the end of all processes of " + poison, () -> left.get().isEmpty(), left::get);
    assertTrue(poisoned.handle().isAlive(), poison + " harms its agent");
  }

  private static JsonNode ended(Api api, String job) {
    return Await.value(
        MINUTE,
        "the end of " + job,
        () ->
            Optional.of(api.get("/api/v1/jobs/" + job).body())
                .filter(shown -> !shown.path("endedAt").asString("").isEmpty()),
        () -> api.get("/api/v1/jobs/" + job).body());
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
        "threads",
        2,
        "timeouts",
        Map.of("prepare", "1s"),
        "duration",
        duration);
  }

  private void install(Installation installation) throws IOException {
    try (Command install =
        Command.start("pack", "install", jar().toString(), "--server", installation.data())) {
      assertEquals(0, install.awaitExit(MINUTE), install::toString);
    }
  }

  /// Compiled against the SPI of the installation, as authors do.
  private Path jar() throws IOException {
    Path source =
        Files.writeString(folder.resolve("Poison.java"), SOURCE.replace("SECONDS", SECONDS));
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

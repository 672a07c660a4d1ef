package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.NotRun;
import dev.broadside.testkit.MariaDbServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Job class `tool` on real agents: their programs start together, what they print adds up, and
/// none runs without leave or outlives its agent.
class ProgramsOnAgentsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path folder;

  private static Map<String, Object> job(int agents, String command, String format) {
    Map<String, Object> job = new HashMap<>();
    job.put("jobClass", "tool");
    job.put("parameters", new HashMap<>(Map.of("command", command, "format", format)));
    job.put("agents", agents);
    job.put("threads", 2);
    job.put("interval", "1s");
    job.put("warmup", "1s");
    job.put("duration", "3s");
    job.put("cooldown", "2s");
    return job;
  }

  /// A program that notes when and as what it began, and then prints as many lines of JSON.
  private Path script(int lines, String more) throws IOException {
    Path script = folder.resolve("program");
    Files.writeString(
        script,
        """
        #!/bin/sh
        date +%%s%%N > %1$s/start.$1
        echo $$ > %1$s/new.$1 && mv %1$s/new.$1 %1$s/pid.$1
        i=0
        while [ $i -lt %2$d ]; do
          sleep 1
          i=$((i + 1))
          echo "{\\"at\\": $i, \\"tps\\": 10$1}"
        done
        %3$s
        echo "{\\"total\\": $((i * 100 + $1 * i))}"
        """
            .formatted(folder, lines, more));
    assertTrue(script.toFile().setExecutable(true));
    return script;
  }

  private Map<String, Object> scripted(int agents, Path script) {
    Map<String, Object> job = job(agents, script + " {agent}", "jsonl");
    job.put(
        "parameters",
        Map.of(
            "command",
            script + " {agent}",
            "format",
            "jsonl",
            "figures",
            "seconds = at\nrate transactions = tps\ntotal transactions = total"));
    return job;
  }

  private static String verified(JsonNode result) {
    return result.at("/audit/checks/0/detail").asString("");
  }

  private static List<String> programs(JsonNode result) {
    return result
        .path("observed")
        .valueStream()
        .map(JsonNode::toString)
        .filter(text -> text.contains("PROGRAM"))
        .toList();
  }

  @Test
  void threeAgentsStartTheirProgramsAtOneInstant() throws Exception {
    Path script = script(4, "");
    try (Installation installation = Installation.start(folder.resolve("b"))) {
      for (String name : List.of("a1", "a2", "a3")) {
        installation.agent(name, "--allow-tools", script.toString());
      }
      Api api = installation.api();
      api.awaitAgents(3, PATIENCE);
      String id = api.submit(scripted(3, script));
      api.awaitState(id, "completed", PATIENCE);
      JsonNode result = api.results(id);

      LongSummaryStatistics starts = new LongSummaryStatistics();
      for (int agent = 0; agent < 3; agent++) {
        starts.accept(Long.parseLong(Files.readString(folder.resolve("start." + agent)).strip()));
      }
      long skew = (starts.getMax() - starts.getMin()) / 1_000_000;
      System.err.println("start skew of three programs: " + skew + " ms");
      // At the common instant, and not as each agent got its share: 50 ms on hosts that are not
      // busy.
      assertTrue(skew <= 2_000, skew + " ms");
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertTrue(verified(result).startsWith("1,212 transactions in all"), verified(result));
      assertEquals(3, programs(result).size(), result::toString);
      // Counted while they ran, and not at their end; how many fall into the measured phase depends
      // on the machine.
      double throughput = result.at("/summary/measures/throughput").asDouble();
      assertTrue(throughput > 0, result::toString);
    }
  }

  @Test
  void realSysbenchOnThreeAgentsAddsUpToTheToolsOwnTotals() throws Exception {
    String what = "sysbench on three agents";
    String sysbench = NotRun.unlessOnPath("sysbench", what).toString();
    URI database = URI.create(MariaDbServer.start().address());
    String command =
        ("%s oltp_read_only --mysql-host=127.0.0.1 --mysql-port=%d --mysql-user=%s --mysql-password=%s"
                + " --mysql-db=test --tables=1 --table-size=1000 --time=4 --report-interval=1"
                + " --threads={threads} run")
            .formatted(sysbench, database.getPort(), MariaDbServer.USER, MariaDbServer.PASSWORD);
    Process prepared =
        new ProcessBuilder(List.of(command.replace("{threads} run", "1 prepare").split(" ")))
            .inheritIO()
            .start();
    assertEquals(0, prepared.waitFor());
    try (Installation installation = Installation.start(folder.resolve("b"))) {
      for (String name : List.of("a1", "a2", "a3")) {
        installation.agent(name, "--allow-tools", sysbench);
      }
      Api api = installation.api();
      api.awaitAgents(3, PATIENCE);
      String id = api.submit(job(3, command, "sysbench"));
      api.awaitState(id, "completed", PATIENCE);
      JsonNode result = api.results(id);

      long own =
          programs(result).stream()
              .map(text -> text.replaceAll("(?s).*total number of events:\\s+(\\d+).*", "$1"))
              .mapToLong(Long::parseLong)
              .sum();
      assertTrue(own > 100, result::toString);
      assertTrue(
          verified(result).startsWith("%,d transactions in all".formatted(own)),
          verified(result) + " and not " + own);
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
    }
  }

  @Test
  void whatAnOperatorDidNotAllowDoesNotRun() throws Exception {
    Path script = script(1, "");
    try (Installation installation =
        Installation.start(folder.resolve("b"), "--allow-tools", "sysbench," + script)) {
      installation.agent("a1", "--allow-tools", "sysbench");
      Api api = installation.api();
      api.awaitAgents(1, PATIENCE);
      String id = api.submit(scripted(1, script));
      api.awaitState(id, "failed", PATIENCE);
      String shown = api.get("/api/v1/jobs/" + id).body().toString();
      assertTrue(shown.contains("its operator has not allowed it"), shown);
      Api.Answer refused = api.post("/api/v1/jobs", job(1, "'rm' -r x", "sysbench"));
      assertEquals(422, refused.status());
      assertTrue(
          refused.body().toString().contains("this server lets no job run rm;"), refused::toString);
      Map<String, Object> asks = job(1, "", "sysbench");
      asks.put("jobClass", "ledger");
      asks.put("parameters", Map.of("url", "jdbc:h2:mem:x", "password-command", "'rm' -r x"));
      Api.Answer asking = api.post("/api/v1/jobs", asks);
      assertEquals(422, asking.status());
      assertTrue(asking.body().toString().contains("job run rm;"), asking::toString);
      try (Stream<Path> files = Files.list(folder)) {
        assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith("pid")));
      }
    }
  }

  @Test
  void aProgramThatFailsFailsTheRunAndAnAgentThatDiesTakesItsProgramWithIt() throws Exception {
    Path script = script(1, "[ $1 = 0 ] && exit 3; trap '' TERM; sleep 1000");
    try (Installation installation = Installation.start(folder.resolve("b"))) {
      for (String name : List.of("a1", "a2")) {
        installation.agent(name, "--allow-tools", "any");
      }
      Api api = installation.api();
      api.awaitAgents(2, PATIENCE);
      String id = api.submit(scripted(2, script));
      Path pid = folder.resolve("pid.1");
      Await.until(
          PATIENCE,
          "the program of the second agent",
          () -> Files.exists(pid),
          () -> api.state(id));
      ProcessHandle program =
          ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
      ProcessHandle worker = program.parent().orElseThrow();
      worker.parent().orElseThrow().destroyForcibly();
      Await.until(
          PATIENCE, "the end of its program", () -> !program.isAlive(), () -> program.info());
      JsonNode result = api.awaitEnd(id, PATIENCE);
      String errors = result.path("errors").toString();
      assertTrue(errors.contains("it ended with status 3"), result::toString);
    }
  }
}

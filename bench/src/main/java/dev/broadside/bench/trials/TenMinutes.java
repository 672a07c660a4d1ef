package dev.broadside.bench.trials;

import dev.broadside.bench.TempFolder;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.LocalServer;
import dev.broadside.bench.peers.ServedMariaDb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// A longer run of real processes: a server, agents and MariaDB, with the live heap of each process
/// after a full collection once a minute, and all totals side by side at the end.
///
/// Arguments: `MINUTES AGENTS CONNECTIONS`.
public final class TenMinutes {
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private final List<Process> agents = new ArrayList<>();
  private final LocalServer server;

  private TenMinutes(LocalServer server) {
    this.server = server;
  }

  public static void main(String[] args) throws Exception {
    try (TempFolder folder = TempFolder.create("ten-minutes");
        ServedMariaDb database = ServedMariaDb.start();
        LocalServer server = LocalServer.start(folder.resolve("server"), List.of(), Map.of())) {
      TenMinutes run = new TenMinutes(server);
      try {
        run.startAgents(folder, Integer.parseInt(args[1]));
        String job = run.submit(database, args);
        run.watch(job);
        run.report(job);
      } finally {
        run.endAgents();
      }
    }
  }

  private void endAgents() throws InterruptedException {
    agents.forEach(Process::destroy);
    for (Process agent : agents) {
      agent.waitFor();
    }
  }

  private void startAgents(TempFolder folder, int agents) throws IOException {
    for (int i = 1; i <= agents; i++) {
      List<String> command =
          Tool.broadside(
              "agent",
              "--data",
              folder.resolve("a" + i).toString(),
              "--join-file",
              folder.resolve("server/join").toString(),
              "--name",
              "a" + i,
              "--server",
              server.data());
      this.agents.add(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }
  }

  private String submit(ServedMariaDb database, String... args) throws Exception {
    Map<String, Object> job =
        Map.of(
            "jobClass",
            "igenoltp",
            "parameters",
            Map.of(
                "url", "jdbc:mariadb://" + database.address(),
                "user", database.user(),
                "password", database.password()),
            "agents",
            Integer.parseInt(args[1]),
            "threads",
            Integer.parseInt(args[2]),
            "warmup",
            "30s",
            "duration",
            args[0] + "m");
    return server.post("/api/v1/jobs", job).get("id").asString();
  }

  private void watch(String job) throws Exception {
    System.out.println("| minute | state | server heap MB | agent heaps MB | worker heaps MB |");
    System.out.println("|---|---|---|---|---|");
    for (int minute = 0; ; minute++) {
      String state = server.get("/api/v1/jobs/" + job).path("state").asString("");
      System.out.printf("| %d | %s | %s |%n", minute, state, heaps());
      if (List.of("completed", "failed", "lost", "cancelled").contains(state)) {
        return;
      }
      Thread.sleep(60_000);
    }
  }

  private String heaps() throws IOException, InterruptedException {
    List<String> supervisors = new ArrayList<>();
    List<String> workers = new ArrayList<>();
    for (Process agent : agents) {
      supervisors.add(liveHeap(agent.pid()));
      for (ProcessHandle worker : agent.descendants().toList()) {
        workers.add(liveHeap(worker.pid()));
      }
    }
    return liveHeap(server.process().pid())
        + " | "
        + String.join(", ", supervisors)
        + " | "
        + String.join(", ", workers);
  }

  /// What is left after a full collection.
  private static String liveHeap(long pid) throws IOException, InterruptedException {
    String jcmd = System.getProperty("java.home") + "/bin/jcmd";
    Tool.output(List.of(jcmd, "" + pid, "GC.run"), Map.of());
    long kilobytes =
        Tool.output(List.of(jcmd, "" + pid, "GC.heap_info"), Map.of())
            .lines()
            .filter(line -> !line.contains("Metaspace") && !line.contains("class space"))
            .map(USED::matcher)
            .filter(Matcher::find)
            .mapToLong(used -> Long.parseLong(used.group(1)))
            .sum();
    return String.format(Locale.ROOT, "%.1f", kilobytes / 1024.0);
  }

  private void report(String job) throws Exception {
    JsonNode result = server.get("/api/v1/jobs/" + job + "/results");
    long agents = 0;
    for (JsonNode agent : result.get("agents")) {
      agents += agent.at("/stats/transactions").asLong();
    }
    long intervals = 0;
    for (JsonNode interval : result.get("intervals")) {
      intervals += interval.get("measured").asBoolean() ? interval.get("transactions").asLong() : 0;
    }
    System.out.println();
    System.out.println(result.at("/audit/sentence").asString());
    System.out.println(
        result.at("/generator/verdict").asString()
            + ": "
            + result.at("/generator/reason").asString());
    System.out.printf(
        Locale.ROOT,
        "measured transactions: agents %,d = server %,d = intervals %,d; %d intervals; %,.0f tx/s; p95 %.2f ms%n",
        agents,
        result.at("/summary/transactions").asLong(),
        intervals,
        result.get("intervals").size(),
        result.at("/summary/measures/throughput").asDouble(),
        result.at("/summary/latencyMillis/p95").asDouble());
    for (JsonNode check : result.at("/audit/checks")) {
      System.out.printf(
          "- %s: %s (%s)%n",
          check.get("name").asString(),
          check.get("holds").asBoolean() ? "holds" : "BROKEN",
          check.get("detail").asString());
    }
  }
}

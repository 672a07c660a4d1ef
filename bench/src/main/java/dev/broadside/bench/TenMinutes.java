package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A longer run of real processes: a server, agents and MariaDB, with the live heap of each process
/// after a full collection once a minute, and all totals side by side at the end.
///
/// Arguments: `MINUTES AGENTS CONNECTIONS`.
public final class TenMinutes {
  private static final Pattern ADDRESS = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)");
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private final JsonMapper json = Json.mapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();
  private String server = "";

  private TenMinutes() {}

  public static void main(String[] args) throws Exception {
    TenMinutes run = new TenMinutes();
    Path folder = Files.createTempDirectory("ten-minutes");
    try (Tool.MariaDb database = Tool.MariaDb.start(folder.resolve("db"))) {
      run.startProcesses(folder, Integer.parseInt(args[1]));
      String job = run.submit(database, args);
      run.watch(job);
      run.report(job);
    } finally {
      run.processes.reversed().forEach(Process::destroy);
    }
  }

  private void startProcesses(Path folder, int agents) throws IOException {
    Process first = start("server", "--data", folder.resolve("server").toString(), "--port", "0");
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(first.getInputStream(), StandardCharsets.UTF_8));
    Matcher address = ADDRESS.matcher(lines.readLine());
    if (!address.find()) {
      throw new IllegalStateException("the server printed no address");
    }
    server = address.group(1);
    for (int i = 1; i <= agents; i++) {
      start(
          "agent",
          "--data",
          folder.resolve("a" + i).toString(),
          "--join-file",
          folder.resolve("server/join").toString(),
          "--name",
          "a" + i,
          "--server",
          server);
    }
  }

  private Process start(String... words) throws IOException {
    Process process =
        new ProcessBuilder(Tool.broadside(words))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    return process;
  }

  private String submit(Tool.MariaDb database, String... args) throws Exception {
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
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + "/api/v1/jobs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json.writeValueAsString(job)))
            .build();
    return json.readTree(http.send(request, BodyHandlers.ofString()).body()).get("id").asString();
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server + path)).build();
    return json.readTree(http.send(request, BodyHandlers.ofString()).body());
  }

  private void watch(String job) throws Exception {
    System.out.println("| minute | state | server heap MB | agent heaps MB | worker heaps MB |");
    System.out.println("|---|---|---|---|---|");
    for (int minute = 0; ; minute++) {
      String state = get("/api/v1/jobs/" + job).path("state").asString("");
      System.out.printf("| %d | %s | %s |%n", minute, state, heaps());
      if (List.of("completed", "failed", "lost", "cancelled").contains(state)) {
        return;
      }
      Thread.sleep(60_000);
    }
  }

  private String heaps() throws IOException, InterruptedException {
    List<String> agents = new ArrayList<>();
    List<String> workers = new ArrayList<>();
    for (Process agent : processes.subList(1, processes.size())) {
      agents.add(liveHeap(agent.pid()));
      for (ProcessHandle worker : agent.descendants().toList()) {
        workers.add(liveHeap(worker.pid()));
      }
    }
    return liveHeap(processes.getFirst().pid())
        + " | "
        + String.join(", ", agents)
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
    JsonNode result = get("/api/v1/jobs/" + job + "/results");
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
        result.at("/summary/transactionsPerSecond").asDouble(),
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

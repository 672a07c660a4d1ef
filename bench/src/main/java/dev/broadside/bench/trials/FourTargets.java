package dev.broadside.bench.trials;

import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.ServedMariaDb;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// One igenoltp run on MariaDB through both of its drivers, on PostgreSQL and on H2, one after the
/// other.
///
/// Arguments: `SECONDS THREADS`. Prints one table.
public final class FourTargets {
  private FourTargets() {}

  public static void main(String[] args) throws Exception {
    System.out.println(
        "| target and driver | tx/s | p50 ms | p95 ms | p99 ms | read rows % | audit | database's own counts |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    try (ServedMariaDb mariadb = ServedMariaDb.start()) {
      String title = mariadb.title();
      for (String scheme : List.of("mariadb", "mysql")) {
        String url = "jdbc:" + scheme + "://" + mariadb.address();
        String prefix = scheme + "_";
        row(title, args, url, mariadb.user(), mariadb.password(), prefix);
      }
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
      String url = "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres";
      row("PostgreSQL", args, url, "postgres", "", "");
    }
    row("H2 in the worker's memory", args, "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa", "", "");
  }

  private static void row(
      String title, String[] args, String url, String user, String password, String prefix)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("igenoltp", "--url", url, "--user", user));
    arguments.addAll(List.of("--password-env", Tool.PASSWORD, "--table-prefix", prefix));
    arguments.addAll(List.of("--threads", args[1], "--warmup", "10s", "--duration", args[0] + "s"));
    JsonNode document = Tool.run(Map.of(Tool.PASSWORD, password), arguments).document();
    JsonNode summary = document.get("summary");
    JsonNode latency = summary.get("latencyMillis");
    double read = summary.get("rowsRead").asDouble();
    double written = summary.get("rowsWritten").asDouble();
    System.out.printf(
        Locale.ROOT,
        "| %s, %s | %,.0f | %.2f | %.2f | %.2f | %.2f | %s | %s |%n",
        title,
        document.at("/provenance/driver.name").asString(),
        summary.at("/measures/throughput").asDouble(),
        latency.get("p50").asDouble(),
        latency.get("p95").asDouble(),
        latency.get("p99").asDouble(),
        100 * read / (read + written),
        document.at("/audit/verdict").asString(),
        counts(document));
  }

  private static String counts(JsonNode document) {
    List<String> own = new ArrayList<>();
    for (JsonNode check : document.at("/audit/checks")) {
      if (check.get("name").asString().startsWith("database's own")) {
        String what = check.get("name").asString().replace("database's own count of ", "");
        own.add(what + (check.get("holds").asBoolean() ? " agree" : " DIFFER"));
      }
    }
    return own.isEmpty() ? "none" : String.join(", ", own);
  }
}

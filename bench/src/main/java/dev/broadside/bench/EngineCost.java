package dev.broadside.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures what the engine costs: `broadside run` against [BareLoop], interleaved on one
/// throw-away MariaDB.
///
/// Each round runs the bare loop and then the engine, with the same driver, statements, threads and
/// JVM flags, so that whatever else happens on the machine happens to both. Reports the median of
/// the per-round ratios with their range.
///
/// Arguments: `SECONDS ROUNDS THREADS...`. The distribution's folder is the system property
/// `broadside.home`, this module's jar `broadside.bench.jar`.
public final class EngineCost {
  private static final int WARM_UP_SECONDS = 5;

  /// The worker's own flags, so that both sides have the same JVM.
  private static final List<String> FLAGS = List.of("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC");

  private static final String MARIADB_PROPERTIES =
      "?useServerPrepStmts=true&cachePrepStmts=true&sslMode=disable";
  private static final String MYSQL_PROPERTIES =
      "?useServerPrepStmts=true&cachePrepStmts=true&useLocalSessionState=true&elideSetAutoCommits=true"
          + "&cacheServerConfiguration=true&cacheResultSetMetadata=true&enableQueryTimeouts=false"
          + "&maintainTimeStats=false&sslMode=DISABLED&allowPublicKeyRetrieval=true";

  private final int seconds;
  private final int rounds;
  private final String user;
  private final Map<String, String> environment;
  private final String ownJar = System.getProperty("broadside.bench.jar");

  private EngineCost(int seconds, int rounds, String user, String password) {
    this.seconds = seconds;
    this.rounds = rounds;
    this.user = user;
    this.environment = Map.of(Tool.PASSWORD, password);
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("engine-cost");
    try (Tool.MariaDb database = Tool.MariaDb.start(folder)) {
      System.out.println("target: " + database.title() + " on the same machine");
      EngineCost cost =
          new EngineCost(
              Integer.parseInt(args[0]),
              Integer.parseInt(args[1]),
              database.user(),
              database.password());
      for (String workload : List.of("point", "igenoltp")) {
        for (int i = 2; i < args.length; i++) {
          String address = database.address();
          cost.compare(workload, "jdbc:mariadb://" + address + MARIADB_PROPERTIES, args[i]);
          cost.compare(workload, "jdbc:mysql://" + address + MYSQL_PROPERTIES, args[i]);
        }
      }
    }
  }

  private void compare(String workload, String url, String threads) throws Exception {
    String driver = url.substring("jdbc:".length(), url.indexOf("://"));
    System.out.printf(
        "%n### %s, jdbc:%s, %s threads, %d rounds of %d s%n%n",
        workload, driver, threads, rounds, seconds);
    System.out.println("| round | bare loop /s | engine /s | ratio |");
    System.out.println("|---|---|---|---|");
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      double bare = bareLoop(workload, url, threads);
      double engine = engine(workload, url, threads);
      ratios.add(engine / bare);
      System.out.printf(
          Locale.ROOT, "| %d | %.0f | %.0f | %.3f |%n", round, bare, engine, engine / bare);
    }
    List<Double> sorted = ratios.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "| median | | | **%.3f** (%.3f to %.3f) |%n",
        sorted.get(sorted.size() / 2),
        sorted.getFirst(),
        sorted.getLast());
  }

  private double bareLoop(String workload, String url, String threads) throws Exception {
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    command.addAll(FLAGS);
    Path home = Tool.home();
    String path = String.join(":", ownJar, home + "/lib/*", home + "/drivers/*", home + "/packs/*");
    command.addAll(List.of("-cp", path, BareLoop.class.getName(), workload, url, user, threads));
    command.addAll(List.of("" + WARM_UP_SECONDS, "" + seconds));
    return Double.parseDouble(Tool.output(command, environment).strip());
  }

  private double engine(String workload, String url, String threads)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            workload.equals("point")
                ? List.of("point_select_probe", "--pack", ownJar)
                : List.of(workload));
    arguments.addAll(List.of("--url", url, "--user", user, "--password-env", Tool.PASSWORD));
    arguments.addAll(List.of("--threads", threads, "--warmup", WARM_UP_SECONDS + "s"));
    arguments.addAll(List.of("--duration", seconds + "s"));
    return Tool.run(environment, arguments).at("/summary/transactionsPerSecond").asDouble();
  }
}

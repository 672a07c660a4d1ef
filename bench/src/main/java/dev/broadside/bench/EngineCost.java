package dev.broadside.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// P4: what the engine costs: `broadside run` against [BareLoop], with the same driver, statement,
/// threads and JVM flags.
final class EngineCost implements Measurement {
  private static final Goal SPEED = Goal.atLeast(0.97, "");
  private static final Goal CPU = Goal.atMost(1.03, "");

  private static final String MARIADB_PROPERTIES =
      "?useServerPrepStmts=true&cachePrepStmts=true&sslMode=disable";
  private static final String MYSQL_PROPERTIES =
      "?useServerPrepStmts=true&cachePrepStmts=true&useLocalSessionState=true&elideSetAutoCommits=true"
          + "&cacheServerConfiguration=true&cacheResultSetMetadata=true&enableQueryTimeouts=false"
          + "&maintainTimeStats=false&sslMode=DISABLED&allowPublicKeyRetrieval=true";

  /// A database through one driver.
  private record Target(String driver, String url, String user, Map<String, String> environment) {}

  /// One side's figures.
  private record Result(double perSecond, double cpuMicros) {}

  @Override
  public Set<String> figures() {
    return Set.of("P4");
  }

  @Override
  public void measure(Settings settings, Databases databases)
      throws IOException, InterruptedException {
    List<Target> targets = targets(databases);
    Report.heading(
        "P4: the engine against a bare loop, %d threads, %d rounds of %d s each"
            .formatted(settings.number("loop-threads"), settings.rounds(), settings.seconds()));
    Report.ratios("bare loop");
    for (String workload : settings.texts("workloads")) {
      for (Target target : targets) {
        compare(workload, target, settings);
      }
    }
  }

  private static List<Target> targets(Databases databases)
      throws IOException, InterruptedException {
    MariaDb mariadb = databases.mariaDb();
    EmbeddedPostgres postgres = databases.postgres();
    String address = mariadb.address();
    return List.of(
        new Target(
            "MySQL Connector/J",
            "jdbc:mysql://" + address + MYSQL_PROPERTIES,
            mariadb.user(),
            mariadb.environment()),
        new Target(
            "MariaDB Connector/J",
            "jdbc:mariadb://" + address + MARIADB_PROPERTIES,
            mariadb.user(),
            mariadb.environment()),
        new Target(
            "PostgreSQL JDBC",
            "jdbc:postgresql://" + MariaDb.HOST + ":" + postgres.getPort() + "/postgres",
            "postgres",
            Map.of(Tool.PASSWORD, "")));
  }

  private static void compare(String workload, Target target, Settings settings)
      throws IOException, InterruptedException {
    // Loads the table, and tells the flags that the worker's JVM gets.
    OwnRun first = engine(workload, target, settings, List.of("--duration", "1s"));
    List<String> flags =
        Stream.of(first.document().at("/agents/0/environment/flags").asString().split(" ", -1))
            // A start-up cache is of one class path only.
            .filter(flag -> !flag.startsWith("-XX:AOT"))
            .toList();
    Interleaved<Result> rounds =
        Interleaved.of(
            settings.rounds(),
            () -> bareLoop(workload, target, settings, flags),
            () -> {
              OwnRun run = engine(workload, target, settings, settings.times());
              return new Result(run.transactionsPerSecond(), run.cpuMicros());
            });
    String what = ", %s, %s".formatted(workload, target.driver());
    Report.ratio("P4", "iterations/s" + what, rounds, "%,.0f", Result::perSecond, SPEED);
    Report.ratio("P4", "CPU µs each" + what, rounds, "%.2f", Result::cpuMicros, CPU);
  }

  private static Result bareLoop(
      String workload, Target target, Settings settings, List<String> flags)
      throws IOException, InterruptedException {
    String home = Tool.home().toString();
    List<String> command = new ArrayList<>(List.of(Tool.java()));
    command.addAll(flags);
    command.add("-cp");
    command.add(
        String.join(":", Tool.ownJar(), home + "/lib/*", home + "/drivers/*", home + "/packs/*"));
    command.addAll(List.of(BareLoop.class.getName(), workload, target.url(), target.user()));
    command.add("" + settings.number("loop-threads"));
    command.addAll(List.of("" + settings.number("warmup"), "" + settings.seconds()));
    String[] figures = Tool.output(command, target.environment()).strip().split(" ", -1);
    return new Result(Double.parseDouble(figures[0]), Double.parseDouble(figures[1]));
  }

  private static OwnRun engine(
      String workload, Target target, Settings settings, List<String> times)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            workload.equals("point")
                ? List.of("point_select_probe", "--pack", Tool.ownJar())
                : List.of(workload));
    arguments.addAll(List.of("--url", target.url(), "--user", target.user()));
    arguments.addAll(List.of("--password-env", Tool.PASSWORD));
    arguments.addAll(List.of("--threads", "" + settings.number("loop-threads")));
    arguments.addAll(times);
    return new OwnRun(Tool.run(target.environment(), arguments));
  }
}

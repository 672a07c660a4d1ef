package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.BareLoop;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.OwnRun;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Turns;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// P4: what the engine costs: `broadside run` against [BareLoop], with the same driver, statement,
/// threads and JVM flags. On MariaDB by [Turns]; PostgreSQL has no counter that is exact within a
/// second, so there one run follows the other.
public final class EngineCost implements Measurement {
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

  /// Longer than any measurement: what runs by turns is ended from outside.
  private static final int LONG_SECONDS = 86_400;

  @Override
  public Set<String> figures() {
    return Set.of("P4");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    List<Target> targets = targets(databases);
    Report.heading(
        "P4: the engine against a bare loop, %d threads, %s; PostgreSQL %d rounds of %d s each"
            .formatted(
                settings.number("loop-threads"),
                Turns.conditions(settings),
                settings.rounds(),
                settings.seconds()));
    Report.ratios("bare loop");
    for (String workload : settings.texts("workloads")) {
      for (Target target : targets) {
        compare(workload, target, settings, databases);
      }
    }
  }

  private static List<Target> targets(Databases databases)
      throws IOException, InterruptedException {
    ServedMariaDb mariadb = databases.mariaDb();
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
            "jdbc:postgresql://" + ServedMariaDb.HOST + ":" + postgres.getPort() + "/postgres",
            "postgres",
            Map.of(Tool.PASSWORD, "")));
  }

  private static void compare(
      String workload, Target target, MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    // Loads the table, and tells the flags that the worker's JVM gets.
    List<String> probe = engine(workload, target, settings, List.of("--duration", "1s"));
    List<String> flags = workerFlags(new OwnRun(Tool.run(target.environment(), probe)));
    Interleaved<Turns.Pace> rounds =
        target.url().startsWith("jdbc:postgresql:")
            ? inRounds(workload, target, settings, flags)
            : byTurns(workload, target, settings, flags, databases.mariaDb());
    String what = ", %s, %s".formatted(workload, target.driver());
    Report.ratio("P4", "iterations/s" + what, rounds, "%,.0f", Turns.Pace::perSecond, SPEED);
    Report.ratio("P4", "CPU µs each" + what, rounds, "%.2f", Turns.Pace::cpuMicros, CPU);
  }

  /// But for start-up caches, which are of one class path only.
  private static List<String> workerFlags(OwnRun run) {
    String flags = run.document().at("/agents/0/environment/flags").asString();
    return Stream.of(flags.split(" ", -1)).filter(flag -> !flag.startsWith("-XX:AOT")).toList();
  }

  private static Interleaved<Turns.Pace> byTurns(
      String workload,
      Target target,
      MeasurementOptions settings,
      List<String> flags,
      ServedMariaDb database)
      throws IOException, InterruptedException, SQLException {
    String status = workload.equals("point") ? "Com_stmt_execute" : "Com_commit";
    List<String> engine = new ArrayList<>(Tool.broadside("run", "--quiet"));
    engine.addAll(engine(workload, target, settings, List.of("--duration", LONG_SECONDS + "s")));
    try (Turns turns = new Turns(database, settings, status)) {
      return turns.measure(
          bareLoop(workload, target, settings, flags, LONG_SECONDS), engine, target.environment());
    }
  }

  private static Interleaved<Turns.Pace> inRounds(
      String workload, Target target, MeasurementOptions settings, List<String> flags)
      throws IOException, InterruptedException {
    List<String> bareLoop = bareLoop(workload, target, settings, flags, settings.seconds());
    List<String> engine = engine(workload, target, settings, settings.times());
    return Interleaved.of(
        settings.rounds(),
        () -> {
          String[] figures = Tool.output(bareLoop, target.environment()).strip().split(" ", -1);
          return new Turns.Pace(Double.parseDouble(figures[0]), Double.parseDouble(figures[1]));
        },
        () -> {
          OwnRun run = new OwnRun(Tool.run(target.environment(), engine));
          return new Turns.Pace(run.transactionsPerSecond(), run.cpuMicros());
        });
  }

  private static List<String> bareLoop(
      String workload,
      Target target,
      MeasurementOptions settings,
      List<String> flags,
      int seconds) {
    String home = Tool.home().toString();
    List<String> command = new ArrayList<>(List.of(Tool.java()));
    command.addAll(flags);
    command.add("-cp");
    command.add(
        String.join(":", Tool.ownJar(), home + "/lib/*", home + "/drivers/*", home + "/packs/*"));
    command.addAll(List.of(BareLoop.class.getName(), workload, target.url(), target.user()));
    command.add("" + settings.number("loop-threads"));
    command.addAll(List.of("" + settings.number("warmup"), "" + seconds));
    return command;
  }

  /// What follows `broadside run`.
  private static List<String> engine(
      String workload, Target target, MeasurementOptions settings, List<String> times) {
    List<String> arguments =
        new ArrayList<>(
            workload.equals("point")
                ? List.of("point_select_probe", "--pack", Tool.ownJar())
                : List.of(workload));
    arguments.addAll(List.of("--url", target.url(), "--user", target.user()));
    arguments.addAll(List.of("--password-env", Tool.PASSWORD));
    arguments.addAll(List.of("--threads", "" + settings.number("loop-threads")));
    arguments.addAll(times);
    return arguments;
  }
}

package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.BareLoop;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Turns;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What Broadside costs beside a [BareLoop] with the same driver, statements, threads and JVM
/// flags: P4 the engine, P13 the engine with a job class of the kind that authors write. By
/// [Turns].
///
/// @param figure P4 or P13
/// @param what in a few words, for the heading
/// @param speed goal of the iterations per second, beside the loop's
/// @param cpu goal of the CPU time of an iteration
/// @param workloads what is measured
public record EngineCost(String figure, String what, Goal speed, Goal cpu, List<Workload> workloads)
    implements Measurement {
  private static final String POINT = "point";

  /// Each transaction reads once.
  private static final String READS =
      "select coalesce(sum(calls), 0)::bigint from pg_stat_statements"
          + " where query ilike 'select c from broadside_probe%'"
          + " or query ilike 'select balance%'";

  private static final String MARIADB_PROPERTIES =
      "?useServerPrepStmts=true&cachePrepStmts=true&sslMode=disable";
  private static final String MYSQL_PROPERTIES =
      "?useServerPrepStmts=true&cachePrepStmts=true&useLocalSessionState=true&elideSetAutoCommits=true"
          + "&cacheServerConfiguration=true&cacheResultSetMetadata=true&enableQueryTimeouts=false"
          + "&maintainTimeStats=false&sslMode=DISABLED&allowPublicKeyRetrieval=true";

  /// A database through one driver.
  private record Target(String driver, String url, String user, Map<String, String> environment) {
    /// The part of the URL after `jdbc:`.
    String scheme() {
      return url.split(":", 3)[1];
    }

    boolean postgres() {
      return scheme().equals("postgresql");
    }
  }

  /// Work that both sides do.
  ///
  /// @param loop the name by which [BareLoop] knows it
  /// @param jobClass what `broadside run` is told
  public record Workload(String name, String loop, List<String> jobClass) {}

  /// P4.
  public static EngineCost ofTheEngine() {
    return new EngineCost(
        "P4",
        "the engine",
        Goal.atLeast(0.97, ""),
        Goal.atMost(1.03, ""),
        List.of(
            new Workload(POINT, POINT, List.of("point_select_probe", "--pack", Tool.ownJar()))));
  }

  /// P13.
  public static EngineCost ofAuthors() {
    Path yaml = Tool.home().resolve("../../../examples/sql/transfer.yaml").normalize();
    return new EngineCost(
        "P13",
        "a transfer between two accounts on the kit and in YAML",
        Goal.atLeast(0.92, ""),
        Goal.atMost(1.08, ""),
        List.of(
            new Workload(
                "on the kit", "transfer", List.of("transfer_probe", "--pack", Tool.ownJar())),
            new Workload("in YAML", "transfer", List.of(yaml.toString()))));
  }

  @Override
  public Set<String> figures() {
    return Set.of(figure);
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    List<Target> targets =
        targets(databases).stream()
            .filter(target -> settings.texts("drivers").contains(target.scheme()))
            .toList();
    Report.heading(
        "%s: %s against a bare loop, %d threads, %s"
            .formatted(figure, what, settings.number("loop-threads"), Turns.conditions(settings)));
    Report.ratios("bare loop");
    for (Workload workload : workloads) {
      for (Target target : targets) {
        compare(workload, target, settings, databases);
      }
    }
  }

  private static List<Target> targets(Databases databases)
      throws IOException, InterruptedException, SQLException {
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

  private void compare(
      Workload workload, Target target, MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    // Loads the table, and finds the flags that the worker's JVM gets.
    List<String> probe = engine(workload, target, settings, List.of("--duration", "1s"));
    List<String> flags = workerFlags(Tool.run(target.environment(), probe));
    Interleaved<Turns.Pace> rounds = byTurns(workload, target, settings, flags, databases);
    String where = ", %s, %s".formatted(workload.name(), target.driver());
    Report.ratio(figure, "iterations/s" + where, rounds, "%,.0f", Turns.Pace::perSecond, speed);
    Report.ratio(figure, "CPU µs each" + where, rounds, "%.2f", Turns.Pace::cpuMicros, cpu);
  }

  /// Without those of start-up caches, which belong to one class path only.
  private static List<String> workerFlags(Tool.Run run) {
    String flags = run.document().at("/agents/0/environment/flags").asString();
    return Stream.of(flags.split(" ", -1)).filter(flag -> !flag.startsWith("-XX:AOT")).toList();
  }

  private static Interleaved<Turns.Pace> byTurns(
      Workload workload,
      Target target,
      MeasurementOptions settings,
      List<String> flags,
      Databases databases)
      throws IOException, InterruptedException, SQLException {
    List<String> engine = new ArrayList<>(Tool.broadside("run", "--quiet"));
    engine.addAll(engine(workload, target, settings, List.of("--duration", "24h")));
    String status = workload.loop().equals(POINT) ? "Com_stmt_execute" : "Com_commit";
    try (Turns turns =
        target.postgres()
            ? new Turns(databases.postgres().getPostgresDatabase().getConnection(), READS, settings)
            : Turns.on(databases.mariaDb(), settings, status)) {
      return turns.measure(
          bareLoop(workload, target, settings, flags), engine, target.environment());
    }
  }

  private static List<String> bareLoop(
      Workload workload, Target target, MeasurementOptions settings, List<String> flags) {
    String home = Tool.home().toString();
    List<String> command = new ArrayList<>(List.of(Tool.java()));
    command.addAll(flags);
    command.add("-cp");
    command.add(
        String.join(":", Tool.ownJar(), home + "/lib/*", home + "/drivers/*", home + "/packs/*"));
    command.addAll(List.of(BareLoop.class.getName(), workload.loop(), target.url(), target.user()));
    command.add("" + settings.number("loop-threads"));
    return command;
  }

  /// What follows `broadside run`.
  private static List<String> engine(
      Workload workload, Target target, MeasurementOptions settings, List<String> times) {
    List<String> arguments = new ArrayList<>(workload.jobClass());
    arguments.addAll(List.of("--url", target.url(), "--user", target.user()));
    arguments.addAll(List.of("--password-env", Tool.PASSWORD));
    arguments.addAll(List.of("--threads", "" + settings.number("loop-threads")));
    arguments.addAll(times);
    return arguments;
  }
}

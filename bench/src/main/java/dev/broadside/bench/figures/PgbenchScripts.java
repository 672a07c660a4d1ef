package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.Turns;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// P14: transactions a second of pgbench's built-in scripts, against pgbench, on the tables that
/// `pgbench -i` makes: each side in a database of its own, as a side that is halted keeps its
/// locks.
public final class PgbenchScripts implements Measurement {
  private static final Goal SPEED = Goal.atLeast(1.0, "");
  private static final String SCALE = "4";
  private static final String CONNECTIONS = "4";
  private static final String LONG = "86400";
  private static final String PEERS = "peers";
  private static final String OURS = "ours";

  /// Each of the scripts selects once.
  private static final String WORK =
      "select coalesce(sum(calls), 0)::bigint from pg_stat_statements where query ilike 'select abalance%'";

  @Override
  public Set<String> figures() {
    return Set.of("P14");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Tool.require("pgbench", "apt-get install postgresql-contrib");
    EmbeddedPostgres postgres = databases.postgres();
    String server = "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/";
    Connection counter = DriverManager.getConnection(server + "postgres", "postgres", "");
    try (Statement statement = counter.createStatement();
        Turns turns = new Turns(counter, WORK, settings)) {
      for (String database : List.of(PEERS, OURS)) {
        statement.execute("create database " + database);
        Tool.output(pgbench(postgres, database, "-i", "-q", "-s", SCALE), Map.of());
      }
      Report.heading(
          "P14: transactions of pgbench's scripts, %s, scale %s, %s connections"
              .formatted(Turns.conditions(settings), SCALE, CONNECTIONS));
      Report.ratios("pgbench -M prepared", "Broadside");
      for (String script : List.of("tpcb-like", "simple-update", "select-only")) {
        Report.ratio(
            "P14",
            "transactions/s, " + script,
            turns.measure(peer(postgres, script), own(server + OURS, script), Map.of()),
            "%,.0f",
            Turns.Pace::perSecond,
            SPEED);
      }
    }
  }

  private static List<String> peer(EmbeddedPostgres postgres, String script) {
    return pgbench(
        postgres,
        PEERS,
        "-n",
        "-M",
        "prepared",
        "-b",
        script,
        "-c",
        CONNECTIONS,
        "-j",
        "2",
        "-T",
        LONG);
  }

  private static List<String> pgbench(
      EmbeddedPostgres postgres, String database, String... options) {
    List<String> command = new ArrayList<>(List.of("pgbench", "-h", "127.0.0.1"));
    command.addAll(List.of("-p", "" + postgres.getPort(), "-U", "postgres"));
    command.addAll(List.of(options));
    command.add(database);
    return command;
  }

  private static List<String> own(String url, String script) {
    List<String> command = new ArrayList<>(Tool.broadside("run", "pgbench", "--builtin", script));
    command.addAll(List.of("--url", url, "--user", "postgres", "--scale", SCALE));
    command.addAll(List.of("--threads", CONNECTIONS, "--duration", "24h", "--quiet"));
    return command;
  }
}

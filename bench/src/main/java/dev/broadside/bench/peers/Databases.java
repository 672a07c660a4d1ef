package dev.broadside.bench.peers;

import dev.broadside.bench.Host;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/// The databases that measurements share, each started when it is first asked for.
public final class Databases implements AutoCloseable {
  private final MeasurementOptions settings;
  private Optional<ServedMariaDb> mariaDb = Optional.empty();
  private Optional<EmbeddedPostgres> postgres = Optional.empty();

  public Databases(MeasurementOptions settings) {
    this.settings = settings;
  }

  public ServedMariaDb mariaDb() throws IOException, InterruptedException {
    if (mariaDb.isEmpty()) {
      mariaDb = Optional.of(ServedMariaDb.start());
      Host.database(mariaDb.get().pid(), settings);
      Report.line(
          "%nTarget: %s on the same machine, %s%n",
          mariaDb.get().title(), mariaDb.get().settings());
    }
    return mariaDb.get();
  }

  /// Its database `postgres` has the extension `pg_stat_statements`.
  public EmbeddedPostgres postgres() throws IOException, InterruptedException, SQLException {
    if (postgres.isEmpty()) {
      postgres =
          Optional.of(
              EmbeddedPostgres.builder()
                  .setServerConfig("shared_buffers", "256MB")
                  .setServerConfig("max_connections", "200")
                  // Counts at once what is counted by turns.
                  .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                  .start());
      try (Connection connection = postgres.get().getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        Host.database(postmaster(statement), settings);
        statement.execute("create extension pg_stat_statements");
      }
    }
    return postgres.get();
  }

  private static long postmaster(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
      row.next();
      return ProcessHandle.of(row.getLong(1)).flatMap(ProcessHandle::parent).orElseThrow().pid();
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (mariaDb.isPresent()) {
      mariaDb.get().close();
    }
    if (postgres.isPresent()) {
      postgres.get().close();
    }
  }
}

package dev.broadside.bench.peers;

import dev.broadside.bench.Report;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Optional;

/// The databases that measurements share, each started when it is first asked for.
public final class Databases implements AutoCloseable {
  private Optional<ServedMariaDb> mariaDb = Optional.empty();
  private Optional<EmbeddedPostgres> postgres = Optional.empty();

  public ServedMariaDb mariaDb() throws IOException, InterruptedException {
    if (mariaDb.isEmpty()) {
      mariaDb = Optional.of(ServedMariaDb.start());
      Report.line(
          "%nTarget: %s on the same machine, %s%n",
          mariaDb.get().title(), mariaDb.get().settings());
    }
    return mariaDb.get();
  }

  public EmbeddedPostgres postgres() throws IOException {
    if (postgres.isEmpty()) {
      postgres =
          Optional.of(
              EmbeddedPostgres.builder()
                  .setServerConfig("shared_buffers", "256MB")
                  .setServerConfig("max_connections", "200")
                  // Counts at once what is counted by turns.
                  .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                  .start());
    }
    return postgres.get();
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

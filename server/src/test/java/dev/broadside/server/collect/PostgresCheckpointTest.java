package dev.broadside.server.collect;

import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/// The same with a real PostgreSQL as store. Where none can be started, it is reported as not run.
final class PostgresCheckpointTest extends CheckpointTest {
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() {
    try {
      postgres = EmbeddedPostgres.start();
    } catch (IOException | IllegalStateException e) {
      System.err.println(
          "NOT RUN: PostgresCheckpointTest, since PostgreSQL does not start here: " + e);
      Assumptions.abort("not run: PostgreSQL does not start here: " + e);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  ResultStore opened(String name) {
    try (Connection admin = postgres.getPostgresDatabase().getConnection();
        Statement statement = admin.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + name);
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return ResultStore.postgres(
        postgres.getJdbcUrl("postgres", name), "postgres", "", SecretBox.OPEN);
  }

  @Override
  Connection direct() throws SQLException {
    return postgres.getDatabase("postgres", "broadside").getConnection();
  }
}

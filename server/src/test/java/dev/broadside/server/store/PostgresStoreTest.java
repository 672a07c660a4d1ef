package dev.broadside.server.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/// The contract on a real PostgreSQL. Where none can be started, the tests are reported as not run.
final class PostgresStoreTest extends ResultStoreContract {
  private static EmbeddedPostgres postgres;
  private static ResultStore store;

  @BeforeAll
  static void open() throws IOException {
    try {
      postgres = EmbeddedPostgres.start();
    } catch (IOException | IllegalStateException e) {
      System.err.println("NOT RUN: PostgresStoreTest, since PostgreSQL does not start here: " + e);
      Assumptions.abort("not run: PostgreSQL does not start here: " + e);
    }
    store =
        ResultStore.postgres(
            postgres.getJdbcUrl("postgres", "postgres"), "postgres", "", new PlainBox());
  }

  @AfterAll
  static void close() throws IOException {
    if (store != null) {
      store.close();
    }
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  ResultStore store() {
    return store;
  }
}

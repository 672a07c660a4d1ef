package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.base.WriterLock;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The contract on a real PostgreSQL. Where none can be started, the tests are reported as not run.
final class PostgresStoreTest extends ResultStoreContract {
  private static EmbeddedPostgres postgres;
  private static ResultStore store;

  @BeforeAll
  static void open() throws IOException {
    try {
      postgres = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2)).start();
    } catch (IOException | IllegalStateException e) {
      System.err.println("NOT RUN: PostgresStoreTest, since PostgreSQL does not start here: " + e);
      Assumptions.abort("not run: PostgreSQL does not start here: " + e);
    }
    store = another();
  }

  private static ResultStore another() {
    return ResultStore.postgres(
        postgres.getJdbcUrl("postgres", "postgres"), "postgres", "", new PlainBox());
  }

  @Test
  void secondServerOnTheSameDatabaseIsRefusedUntilTheFirstIsGone() {
    assertThrows(StoreException.InUse.class, PostgresStoreTest::another);
    store.close();
    store = another();
  }

  /// The writer's session promises what the role's own default does not.
  @Test
  void whatIsWrittenIsDurableWhateverTheDefaultsAre() throws SQLException {
    try (Connection admin = postgres.getPostgresDatabase().getConnection();
        Statement statement = admin.createStatement()) {
      statement.execute("ALTER ROLE postgres SET synchronous_commit = off");
      try (Connection other = postgres.getPostgresDatabase().getConnection();
          Statement writer = other.createStatement()) {
        assertEquals("off", setting(writer, "synchronous_commit"));
        assertThrows(WriterLock.TakenException.class, () -> WriterLock.ADVISORY_LOCK.on(other));
        assertEquals("on", setting(writer, "synchronous_commit"));
        writer.execute("SET synchronous_commit = remote_apply");
        assertThrows(WriterLock.TakenException.class, () -> WriterLock.ADVISORY_LOCK.on(other));
        assertEquals("remote_apply", setting(writer, "synchronous_commit"));
      } finally {
        statement.execute("ALTER ROLE postgres RESET synchronous_commit");
      }
    }
  }

  private static String setting(Statement statement, String name) throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW " + name)) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }

  /// Whoever has lost the lock cannot write, not even where the database is back.
  @Test
  void serverWhoseClaimWentToAnotherDoesNotWriteUntilItHasItBack() throws SQLException {
    try (Connection other = postgres.getPostgresDatabase().getConnection();
        Statement statement = other.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
      while (true) {
        try {
          WriterLock.ADVISORY_LOCK.on(other);
          break;
        } catch (WriterLock.TakenException _) {
          Thread.onSpinWait();
        }
      }
      StoreException e =
          assertThrows(
              StoreException.class, () -> store.agents.register("a", "hash", Instant.EPOCH));
      assertTrue(String.valueOf(e.getMessage()).contains("another Broadside server"));
      assertEquals(Optional.empty(), store.agents.holder("hash").map(AgentTable.Known::name));
    }
    // The database may need a moment to see that the other one is gone.
    while (true) {
      try {
        store.agents.register("a", "hash", Instant.EPOCH);
        break;
      } catch (StoreException _) {
        Thread.onSpinWait();
      }
    }
    assertEquals(Optional.of("a"), store.agents.holder("hash").map(AgentTable.Known::name));
  }

  /// A driver that makes one statement of a batch does not know how many rows each part of it has
  /// changed.
  @Test
  void noOptionOfTheDriverMakesDuplicatesOfNewRecords() throws SQLException {
    try (Connection admin = postgres.getPostgresDatabase().getConnection();
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE DATABASE rewriting");
    }
    String url = postgres.getJdbcUrl("postgres", "rewriting") + "&reWriteBatchedInserts=true";
    try (ResultStore rewriting = ResultStore.postgres(url, "postgres", "", new PlainBox())) {
      assertManyAreNewOnce(rewriting);
    }
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

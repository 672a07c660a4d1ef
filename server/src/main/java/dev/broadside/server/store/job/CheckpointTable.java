package dev.broadside.server.store.job;

import dev.broadside.server.store.base.Database;
import java.util.Optional;

/// What was worked out of jobs' records and intervals so far: one checkpoint a job, which may be
/// thrown away at any time. Safe for use by several threads.
public final class CheckpointTable {
  private final Database database;
  private final String table;

  /// @param table by name
  public CheckpointTable(Database database, String table) {
    this.database = database;
    this.table = table;
  }

  /// Keeps one in the place of the one before; of a job that is gone, none.
  ///
  /// @param version who can read it
  public void put(String runId, String version, byte[] sums) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO <table> (run_id, version, sums)
                SELECT id, :version, :sums FROM jobs WHERE id = :run
                ON CONFLICT (run_id) DO UPDATE
                  SET version = excluded.version, sums = excluded.sums
                """)
            .define("table", table)
            .bind("run", runId)
            .bind("version", version)
            .bind("sums", sums)
            .execute());
  }

  /// The one of a job that this version can read.
  public Optional<byte[]> find(String runId, String version) {
    return database.read(handle ->
        handle
            .createQuery("SELECT sums FROM <table> WHERE run_id = :run AND version = :version")
            .define("table", table)
            .bind("run", runId)
            .bind("version", version)
            .map((row, _) -> row.getBytes(1))
            .findOne());
  }

  public void remove(String runId) {
    database.update(handle ->
        handle
            .createUpdate("DELETE FROM <table> WHERE run_id = :run")
            .define("table", table)
            .bind("run", runId)
            .execute());
  }
}

package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import java.util.Optional;

/// What the records of running jobs have come to: one checkpoint each, which may be thrown away at
/// any time. Safe for use by several threads.
public final class CheckpointTable {
  private final Database database;

  CheckpointTable(Database database) {
    this.database = database;
  }

  /// Keeps one in the place of the one before; of a job that is gone, none.
  ///
  /// @param version who can read it
  public void put(String runId, String version, byte[] sums) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO checkpoints (run_id, version, sums)
                SELECT id, :version, :sums FROM jobs WHERE id = :run
                ON CONFLICT (run_id) DO UPDATE
                  SET version = excluded.version, sums = excluded.sums
                """)
            .bind("run", runId)
            .bind("version", version)
            .bind("sums", sums)
            .execute());
  }

  /// The one of a job that this version can read.
  public Optional<byte[]> find(String runId, String version) {
    return database.read(handle ->
        handle
            .createQuery("SELECT sums FROM checkpoints WHERE run_id = :run AND version = :version")
            .bind("run", runId)
            .bind("version", version)
            .map((row, _) -> row.getBytes(1))
            .findOne());
  }

  public void remove(String runId) {
    database.update(handle ->
        handle
            .createUpdate("DELETE FROM checkpoints WHERE run_id = :run")
            .bind("run", runId)
            .execute());
  }
}

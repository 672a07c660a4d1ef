package dev.broadside.server.store;

import dev.broadside.core.wire.Message.RecordingPiece;
import dev.broadside.server.store.base.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Flight recordings of jobs, in the pieces in which they came. Safe for use by several threads.
public record RecordingTable(Database database) {
  /// The state of an agent's recording.
  ///
  /// @param incarnation of the worker
  /// @param bytes how many have come
  /// @param total its size
  public record Kept(String agent, long incarnation, long bytes, long total) {
    public boolean whole() {
      return bytes == total;
    }
  }

  /// The state of a job's recordings.
  public List<Kept> of(String runId) {
    return database.read(handle -> of(handle, runId));
  }

  private static List<Kept> of(Handle handle, String runId) {
    return handle
        .createQuery(
            """
            SELECT agent, incarnation, SUM(LENGTH(bytes)), total FROM recordings
            WHERE run_id = :run GROUP BY agent, incarnation, total ORDER BY agent
            """)
        .bind("run", runId)
        .map((row, _) -> new Kept(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)))
        .list();
  }

  /// Stores the next piece; a newer worker's recording replaces an older one.
  ///
  /// @return how many bytes have come; -1 if there is a newer recording
  public long add(String agent, RecordingPiece piece) {
    return database.write(handle -> {
      Optional<Kept> kept =
          of(handle, piece.runId()).stream().filter(one -> one.agent().equals(agent)).findFirst();
      if (kept.filter(one -> one.incarnation() > piece.incarnation()).isPresent()) {
        return -1L;
      }
      boolean older = kept.filter(one -> one.incarnation() < piece.incarnation()).isPresent();
      if (older) {
        handle
            .createUpdate("DELETE FROM recordings WHERE run_id = :run AND agent = :agent")
            .bind("run", piece.runId())
            .bind("agent", agent)
            .execute();
      }
      long here = older ? 0 : kept.map(Kept::bytes).orElse(0L);
      if (here != piece.offset() || piece.bytes().length == 0) {
        return here;
      }
      handle
          .createUpdate(
              """
              INSERT INTO recordings (run_id, agent, position, incarnation, total, bytes)
              VALUES (:run, :agent, :position, :incarnation, :total, :bytes)
              """)
          .bind("run", piece.runId())
          .bind("agent", agent)
          .bind("position", piece.offset())
          .bind("incarnation", piece.incarnation())
          .bind("total", piece.total())
          .bind("bytes", piece.bytes())
          .execute();
      return here + piece.bytes().length;
    });
  }

  /// Writes an agent's recording, piece by piece.
  public void copy(String runId, Kept recording, OutputStream out) throws IOException {
    for (long position = 0; position < recording.bytes(); ) {
      byte[] piece = piece(runId, recording.agent(), position);
      out.write(piece);
      position += piece.length;
    }
  }

  private byte[] piece(String runId, String agent, long position) throws IOException {
    return database
        .read(handle ->
            handle
                .createQuery(
                    """
                    SELECT bytes FROM recordings
                    WHERE run_id = :run AND agent = :agent AND position = :position
                    """)
                .bind("run", runId)
                .bind("agent", agent)
                .bind("position", position)
                .mapTo(byte[].class)
                .findOne())
        .orElseThrow(() -> new IOException("the recording was removed meanwhile"));
  }
}

package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.row.Attachment;
import dev.broadside.server.store.row.Comment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Comments on jobs, and attached files in pieces of bounded size. Safe for use by several threads.
public record NotebookTable(Database database) {
  private static final int PIECE_BYTES = 64 << 10;

  /// The comments on a job, oldest first.
  public List<Comment> comments(String runId) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT number, author, made_at, text FROM comments
                WHERE run_id = :run ORDER BY number
                """)
            .bind("run", runId)
            .map((row, _) ->
                new Comment(
                    row.getLong(1),
                    row.getString(2),
                    Instant.ofEpochMilli(row.getLong(3)),
                    row.getString(4)))
            .list());
  }

  /// Adds a comment to an existing job.
  ///
  /// @return empty if the job has too many of them
  public Optional<Comment> say(String runId, String author, Instant at, String text) {
    return database.write(handle -> {
      if (count(handle, "comments", runId) >= Comment.MOST) {
        return Optional.empty();
      }
      long number = nextComment(handle, runId);
      Instant moment = Instant.ofEpochMilli(at.toEpochMilli());
      handle
          .createUpdate(
              """
              INSERT INTO comments (run_id, number, author, made_at, text)
              VALUES (:run, :number, :author, :at, :text)
              """)
          .bind("run", runId)
          .bind("number", number)
          .bind("author", author)
          .bind("at", moment.toEpochMilli())
          .bind("text", text)
          .execute();
      return Optional.of(new Comment(number, author, moment, text));
    });
  }

  /// The number of a deleted comment is never used again.
  private static long nextComment(Handle handle, String runId) {
    long newest =
        handle
            .createQuery("SELECT newest FROM comment_numbers WHERE run_id = :run")
            .bind("run", runId)
            .mapTo(Long.class)
            .findOne()
            .orElse(0L);
    long number = Math.max(newest + 1, next(handle, "comments", "number", runId));
    handle
        .createUpdate(
            """
            INSERT INTO comment_numbers (run_id, newest) VALUES (:run, :number)
            ON CONFLICT (run_id) DO UPDATE SET newest = :number
            """)
        .bind("run", runId)
        .bind("number", number)
        .execute();
    return number;
  }

  /// Deletes a comment.
  ///
  /// @return false if there is no comment with this number
  public boolean unsay(String runId, long number) {
    return database.write(handle ->
        1
            == handle
                .createUpdate("DELETE FROM comments WHERE run_id = :run AND number = :number")
                .bind("run", runId)
                .bind("number", number)
                .execute());
  }

  /// The files attached to a job, oldest first.
  public List<Attachment> attachments(String runId) {
    return database.read(handle -> attachments(handle, runId));
  }

  private static List<Attachment> attachments(Handle handle, String runId) {
    return handle
        .createQuery(
            """
            SELECT name, size, sha256, author, made_at FROM attachments
            WHERE run_id = :run ORDER BY number
            """)
        .bind("run", runId)
        .map((row, _) ->
            new Attachment(
                row.getString(1),
                row.getLong(2),
                row.getString(3),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5))))
        .list();
  }

  /// The result of attaching a file.
  public enum Attaching {
    KEPT,
    /// The job has a file of this name.
    NAME_TAKEN,
    TOO_MANY,
    /// All of the job's files together.
    TOO_LARGE
  }

  /// Attaches a file to an existing job, atomically.
  ///
  /// @param bytes as many as its size says
  public Attaching attach(String runId, Attachment file, InputStream bytes) {
    return database.write(handle -> {
      List<Attachment> there = attachments(handle, runId);
      if (there.stream().anyMatch(one -> one.name().equals(file.name()))) {
        return Attaching.NAME_TAKEN;
      }
      if (there.size() >= Attachment.MOST) {
        return Attaching.TOO_MANY;
      }
      long used = there.stream().mapToLong(Attachment::size).sum();
      if (used + file.size() > Attachment.MOST_BYTES) {
        return Attaching.TOO_LARGE;
      }
      long number = next(handle, "attachments", "number", runId);
      insert(handle, runId, number, file);
      try {
        insertPieces(handle, runId, number, bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return Attaching.KEPT;
    });
  }

  private static void insert(Handle handle, String runId, long number, Attachment file) {
    handle
        .createUpdate(
            """
            INSERT INTO attachments (run_id, number, name, size, sha256, author, made_at)
            VALUES (:run, :number, :name, :size, :sha256, :author, :at)
            """)
        .bind("run", runId)
        .bind("number", number)
        .bind("name", file.name())
        .bind("size", file.size())
        .bind("sha256", file.sha256())
        .bind("author", file.author())
        .bind("at", file.at().toEpochMilli())
        .execute();
  }

  private static void insertPieces(Handle handle, String runId, long number, InputStream bytes)
      throws IOException {
    long piece = next(handle, "attachment_pieces", "piece", runId);
    for (byte[] some = bytes.readNBytes(PIECE_BYTES);
        some.length > 0;
        some = bytes.readNBytes(PIECE_BYTES)) {
      handle
          .createUpdate(
              """
              INSERT INTO attachment_pieces (run_id, piece, number, bytes)
              VALUES (:run, :piece, :number, :bytes)
              """)
          .bind("run", runId)
          .bind("piece", piece++)
          .bind("number", number)
          .bind("bytes", some)
          .execute();
    }
  }

  /// Deletes an attachment.
  ///
  /// @return false if there is no attachment with this name
  public boolean detach(String runId, String name) {
    return database.write(handle -> {
      Optional<Long> number = number(handle, runId, name);
      number.ifPresent(one -> {
        for (String table : List.of("attachment_pieces", "attachments")) {
          handle
              .createUpdate("DELETE FROM " + table + " WHERE run_id = :run AND number = :number")
              .bind("run", runId)
              .bind("number", one)
              .execute();
        }
      });
      return number.isPresent();
    });
  }

  /// Writes a file's bytes, piece by piece.
  ///
  /// @throws IOException also if there is no attachment with this name
  public void copy(String runId, String name, OutputStream out) throws IOException {
    long number =
        database.read(handle -> number(handle, runId, name)).orElseThrow(NotebookTable::gone);
    for (long piece : pieces(runId, number)) {
      out.write(piece(runId, number, piece));
    }
  }

  private List<Long> pieces(String runId, long number) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT piece FROM attachment_pieces
                WHERE run_id = :run AND number = :number ORDER BY piece
                """)
            .bind("run", runId)
            .bind("number", number)
            .mapTo(Long.class)
            .list());
  }

  private byte[] piece(String runId, long number, long piece) throws IOException {
    return database
        .read(handle ->
            handle
                .createQuery(
                    """
                    SELECT bytes FROM attachment_pieces
                    WHERE run_id = :run AND piece = :piece AND number = :number
                    """)
                .bind("run", runId)
                .bind("piece", piece)
                .bind("number", number)
                .mapTo(byte[].class)
                .findOne())
        .orElseThrow(NotebookTable::gone);
  }

  private static IOException gone() {
    return new IOException("the attachment was removed meanwhile");
  }

  private static Optional<Long> number(Handle handle, String runId, String name) {
    return handle
        .createQuery("SELECT number FROM attachments WHERE run_id = :run AND name = :name")
        .bind("run", runId)
        .bind("name", name)
        .mapTo(Long.class)
        .findOne();
  }

  private static int count(Handle handle, String table, String runId) {
    return handle
        .createQuery("SELECT COUNT(*) FROM " + table + " WHERE run_id = :run")
        .bind("run", runId)
        .mapTo(Integer.class)
        .one();
  }

  private static long next(Handle handle, String table, String column, String runId) {
    return handle
        .createQuery(
            "SELECT COALESCE(MAX(%s), 0) + 1 FROM %s WHERE run_id = :run".formatted(column, table))
        .bind("run", runId)
        .mapTo(Long.class)
        .one();
  }
}

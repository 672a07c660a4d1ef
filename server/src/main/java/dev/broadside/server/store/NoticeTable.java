package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import java.time.Instant;
import java.util.List;

/// What is told of jobs to the world outside: kept before it is sent, so that a server that dies
/// sends it later. Notices of a job go with the job. Safe for use by several threads.
public final class NoticeTable {
  private final Database database;

  NoticeTable(Database database) {
    this.database = database;
  }

  /// A notice for one channel.
  ///
  /// @param id the same however often it is sent
  /// @param body what is told, as JSON
  /// @param tries how often it was sent in vain
  public record Row(String id, String job, String channel, String body, int tries) {}

  /// Jobs of which something may be to be told: those whose end was not told yet, and those that
  /// wait, of which nothing was told. A job that runs is none of them.
  public List<String> watched() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT job_id FROM job_index
                WHERE notifies = 1 AND (finished = 1 OR word = 'pending' AND NOT EXISTS
                  (SELECT 1 FROM notices WHERE notices.job_id = job_index.job_id))
                ORDER BY submitted_at
                """)
            .mapTo(String.class)
            .list());
  }

  /// Keeps what is to be told now of a job; what was kept before stays as it is.
  ///
  /// @param last whether there is nothing more to look out for
  public void keep(String job, List<Row> rows, boolean last, Instant now) {
    database.update(handle -> {
      for (Row row : rows) {
        handle
            .createUpdate(
                """
                INSERT INTO notices (id, job_id, channel, body, tries, due_at, done)
                VALUES (:id, :job, :channel, :body, 0, :now, 0) ON CONFLICT (id) DO NOTHING
                """)
            .bind("id", row.id())
            .bind("job", job)
            .bind("channel", row.channel())
            .bind("body", row.body())
            .bind("now", now.toEpochMilli())
            .execute();
      }
      if (last) {
        handle
            .createUpdate("UPDATE job_index SET notifies = 0 WHERE job_id = :job")
            .bind("job", job)
            .execute();
      }
    });
  }

  /// Those that are to be sent by now, the longest waiting first.
  public List<Row> due(Instant now, int limit) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, job_id, channel, body, tries FROM notices
                WHERE done = 0 AND due_at <= :now ORDER BY due_at, id LIMIT :limit
                """)
            .bind("now", now.toEpochMilli())
            .bind("limit", limit)
            .map((row, _) ->
                new Row(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5)))
            .list());
  }

  /// A notice has arrived, or is given up.
  public void done(String id) {
    database.update(handle ->
        handle.createUpdate("UPDATE notices SET done = 1 WHERE id = :id").bind("id", id).execute());
  }

  /// A notice was sent in vain.
  public void again(String id, Instant at) {
    database.update(handle ->
        handle
            .createUpdate("UPDATE notices SET tries = tries + 1, due_at = :at WHERE id = :id")
            .bind("at", at.toEpochMilli())
            .bind("id", id)
            .execute());
  }
}

package dev.broadside.server.store;

import dev.broadside.core.search.WorkKind;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.row.Work;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/// Notices about jobs, studies and groups: stored before they are sent, so that they are sent later
/// if the server dies. A notice is deleted with its subject. Safe for use by several threads.
public record NoticeTable(Database database) {
  private static final String UNDELIVERED = "(done = 0 AND tries > 0 OR given_up <> '')";

  /// A notice for one channel.
  ///
  /// @param id stays the same each time it is sent
  /// @param event the kind of event, in a word
  /// @param body the notice as JSON
  /// @param tries how often sending it has failed
  public record Row(String id, Work work, String event, String channel, String body, int tries) {}

  /// Work for which a notice may be due: ended work without a notice of its end; waiting jobs
  /// without a notice; open studies and groups without a notice that they wait. Running jobs are
  /// not among them.
  public List<Work> watched() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT 'job' AS kind, job_id AS id, submitted_at FROM job_index
                WHERE notifies = 1 AND (finished = 1 OR word = 'pending' AND NOT EXISTS
                  (SELECT 1 FROM notices WHERE notices.job_id = job_index.job_id))
                UNION ALL
                SELECT kind, id, submitted_at FROM campaigns
                WHERE notifies = 1 AND finished < 2 AND (finished = 1 OR NOT EXISTS
                  (SELECT 1 FROM notices WHERE event = 'waiting'
                    AND campaign_kind = campaigns.kind AND campaign_id = campaigns.id))
                ORDER BY 3, 2
                """)
            .map((row, _) -> new Work(WorkKind.of(row.getString(1)), row.getString(2)))
            .list());
  }

  /// Stores notices to be sent now; those stored before stay as they are.
  ///
  /// @param last whether no other notice of this work can follow
  public void keep(Work work, List<Row> rows, boolean last, Instant now) {
    database.update(handle -> {
      for (Row row : rows) {
        handle
            .createUpdate(
                "INSERT INTO notices (id, "
                    + columns(work)
                    + ", event, channel, body, tries, due_at, done, given_up)"
                    + " VALUES (:id, "
                    + key(work)
                    + ", :event, :channel, :body, 0, :now, 0, '')"
                    + " ON CONFLICT (id) DO NOTHING")
            .bind("id", row.id())
            .bind("work", work.id())
            .bind("event", row.event())
            .bind("channel", row.channel())
            .bind("body", row.body())
            .bind("now", now.toEpochMilli())
            .execute();
      }
      if (last) {
        notified(handle, work);
      }
    });
  }

  private static void notified(Handle handle, Work work) {
    String row =
        work.kind() == WorkKind.JOB
            ? "job_index SET notifies = 0 WHERE (job_id)"
            : "campaigns SET notifies = 0 WHERE (kind, id)";
    handle
        .createUpdate("UPDATE " + row + " = (" + key(work) + ")")
        .bind("work", work.id())
        .execute();
  }

  /// The columns of a notice's subject.
  private static String columns(Work work) {
    return work.kind() == WorkKind.JOB ? "job_id" : "campaign_kind, campaign_id";
  }

  /// Their values, of which `:work` is the id.
  private static String key(Work work) {
    return work.kind() == WorkKind.JOB ? ":work" : "'" + work.kind().word() + "', :work";
  }

  /// The channels with due notices.
  public List<String> dueChannels(Instant now) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT DISTINCT channel FROM notices WHERE done = 0 AND due_at <= :now
                ORDER BY channel
                """)
            .bind("now", now.toEpochMilli())
            .mapTo(String.class)
            .list());
  }

  /// The due notices of a channel, the longest waiting first.
  public List<Row> due(String channel, Instant now, int limit) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, job_id, campaign_kind, campaign_id, event, channel, body, tries FROM notices
                WHERE done = 0 AND due_at <= :now AND channel = :channel
                ORDER BY due_at, id LIMIT :limit
                """)
            .bind("channel", channel)
            .bind("now", now.toEpochMilli())
            .bind("limit", limit)
            .map((row, _) ->
                new Row(
                    row.getString("id"),
                    work(row),
                    row.getString("event"),
                    row.getString("channel"),
                    row.getString("body"),
                    row.getInt("tries")))
            .list());
  }

  private static Work work(ResultSet row) throws SQLException {
    return row.getString("job_id") instanceof String job
        ? Work.job(job)
        : new Work(WorkKind.of(row.getString("campaign_kind")), row.getString("campaign_id"));
  }

  /// A notice has arrived.
  public void done(String id) {
    database.update(handle ->
        handle.createUpdate("UPDATE notices SET done = 1 WHERE id = :id").bind("id", id).execute());
  }

  /// Notes that sending a notice has failed and is given up.
  ///
  /// @param why in a sentence without a stop
  public void givenUp(String id, Instant now, String why) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                UPDATE notices SET done = 1, tries = tries + 1, due_at = :now, failure = :why,
                  given_up = :why
                WHERE id = :id
                """)
            .bind("now", now.toEpochMilli())
            .bind("why", why)
            .bind("id", id)
            .execute());
  }

  /// Notes that sending a notice has failed.
  ///
  /// @param at when it is sent again
  /// @param why in a sentence without a stop
  public void again(String id, Instant at, String why) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                UPDATE notices SET tries = tries + 1, due_at = :at, failure = :why WHERE id = :id
                """)
            .bind("at", at.toEpochMilli())
            .bind("why", why)
            .bind("id", id)
            .execute());
  }

  /// Makes all undelivered notices of a channel due at once, as if they were new.
  ///
  /// @return how many notices these are
  public int resend(String channel, Instant now) {
    return database.write(handle ->
        handle
            .createUpdate(
                "UPDATE notices SET done = 0, tries = 0, due_at = :now, failure = '', given_up = ''"
                    + " WHERE channel = :channel AND "
                    + UNDELIVERED)
            .bind("now", now.toEpochMilli())
            .bind("channel", channel)
            .execute());
  }

  /// An undelivered notice.
  ///
  /// @param event the kind of event, in a word
  /// @param tries how often it was sent
  /// @param cause why it did not arrive the last time, in a sentence without a stop
  /// @param givenUp whether it will not be sent again
  /// @param at when it is sent again, or when it was given up
  public record Undelivered(
      Work work,
      String event,
      String channel,
      int tries,
      String cause,
      boolean givenUp,
      Instant at) {}

  /// The undelivered notices: first those that are sent again, the next one first, then those given
  /// up, the last one first.
  ///
  /// @param work only those about this; empty for all
  public List<Undelivered> undelivered(Optional<Work> work, int limit) {
    String mine = work.map(one -> " AND (" + columns(one) + ") = (" + key(one) + ")").orElse("");
    return database.read(handle -> {
      Query select =
          handle
              .createQuery(
                  "SELECT job_id, campaign_kind, campaign_id, event, channel, tries, due_at, done, failure"
                      + " FROM notices WHERE "
                      + UNDELIVERED
                      + mine
                      + " ORDER BY done, CASE WHEN done = 0 THEN due_at ELSE -due_at END, id"
                      + " LIMIT :limit")
              .bind("limit", limit);
      work.ifPresent(one -> select.bind("work", one.id()));
      return select.map((row, _) -> undelivered(row)).list();
    });
  }

  private static Undelivered undelivered(ResultSet row) throws SQLException {
    return new Undelivered(
        work(row),
        row.getString("event"),
        row.getString("channel"),
        row.getInt("tries"),
        row.getString("failure"),
        row.getInt("done") != 0,
        Instant.ofEpochMilli(row.getLong("due_at")));
  }
}

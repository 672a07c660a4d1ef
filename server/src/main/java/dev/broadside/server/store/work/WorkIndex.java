package dev.broadside.server.store.work;

import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

/// What studies and groups are found by: narrow rows derived from what is kept of each, in the
/// transaction that changes it. Safe for use by several threads.
public final class WorkIndex {

  /// What one is found by.
  ///
  /// @param standing where it is
  /// @param words that somebody may search for
  /// @param values what it has of the keys of a query; of several members, that of each
  public record Entry(
      Work work,
      Instant submittedAt,
      Standing standing,
      List<String> words,
      Map<Key, Set<String>> values) {}

  /// What changes.
  ///
  /// @param word its state
  /// @param notifies whether somebody wants to be told of it
  public record Standing(String word, boolean finished, boolean notifies) {}

  /// Indexes a new one.
  public void add(Handle handle, Entry entry) {
    Work work = entry.work();
    handle
        .createUpdate(
            "INSERT INTO work_index (kind, id, "
                + work.kind().column()
                + ", submitted_at, finished, word, words, notifies)"
                + " VALUES (:kind, :id, :id, :at, :finished, :word, :words, :notifies)")
        .bind("kind", work.kind().word())
        .bind("id", work.id())
        .bind("at", entry.submittedAt().toEpochMilli())
        .bind("finished", entry.standing().finished() ? 1 : 0)
        .bind("word", entry.standing().word())
        .bind("words", String.join("\n", entry.words()).toLowerCase(Locale.ROOT))
        .bind("notifies", entry.standing().notifies() ? 1 : 0)
        .execute();
    PreparedBatch batch =
        handle.prepareBatch(
            "INSERT INTO work_values (kind, id, name, value) VALUES (:kind, :id, :name, :value)");
    entry
        .values()
        .forEach((key, values) ->
            values.forEach(value ->
                batch
                    .bind("kind", work.kind().word())
                    .bind("id", work.id())
                    .bind("name", key.word())
                    .bind("value", value)
                    .add()));
    if (batch.size() > 0) {
      batch.execute();
    }
  }

  /// Indexes one anew of which something else is asked.
  public void replace(Handle handle, Entry entry) {
    handle
        .createUpdate("DELETE FROM work_index WHERE kind = :kind AND id = :id")
        .bind("kind", entry.work().kind().word())
        .bind("id", entry.work().id())
        .execute();
    add(handle, entry);
  }

  /// Indexes where one is now. Who was told of its end is not told again.
  public void put(Handle handle, Work work, Standing now) {
    handle
        .createUpdate(
            """
            UPDATE work_index SET word = :word, finished = :finished,
              notifies = CASE WHEN finished = 0 OR :finished = 0 THEN :notifies ELSE notifies END
            WHERE kind = :kind AND id = :id
            """)
        .bind("word", now.word())
        .bind("finished", now.finished() ? 1 : 0)
        .bind("notifies", now.notifies() ? 1 : 0)
        .bind("kind", work.kind().word())
        .bind("id", work.id())
        .execute();
  }

  /// The ids of those that are meant, newest first.
  ///
  /// @param behind only those behind this one; empty for all
  public List<String> find(
      Handle handle, Work.Kind kind, JobQuery query, Optional<String> behind, int limit) {
    WorkCondition condition = new WorkCondition();
    String terms = condition.sql(query);
    String rest =
        behind.isEmpty()
            ? ""
            : " AND (submitted_at, id) < (SELECT submitted_at, id FROM work_index"
                + " WHERE kind = :kind AND id = :behind)";
    Query select =
        handle
            .createQuery(
                "SELECT id FROM work_index WHERE kind = :kind AND "
                    + terms
                    + rest
                    + " ORDER BY submitted_at DESC, id DESC LIMIT :limit")
            .bindMap(condition.values())
            .bind("kind", kind.word())
            .bind("limit", limit);
    behind.ifPresent(id -> select.bind("behind", id));
    return select.mapTo(String.class).list();
  }

  private static final class WorkCondition extends QueryCondition {
    /// They have no figures of their own: their jobs do.
    @Override
    protected String figure(Figure figure) {
      return "1 = 0";
    }

    @Override
    protected String has(Key key, String text) {
      return switch (key) {
        case STATE, OUTCOME -> state(text);
        case FOLDER -> valued(key, within("value", text));
        case TAG, CLASS, TARGET, DEFINITION -> valued(key, "value = " + value(text));
        // A question for jobs, which nobody can ask here.
        case STUDY -> "1 = 0";
      };
    }

    private String valued(Key key, String condition) {
      return "id IN (SELECT id FROM work_values WHERE kind = :kind AND name = "
          + value(key.word())
          + " AND "
          + condition
          + ")";
    }
  }
}

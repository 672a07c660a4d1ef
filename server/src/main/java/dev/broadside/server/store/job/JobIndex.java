package dev.broadside.server.store.job;

import dev.broadside.core.input.Filing;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Key;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The search index of jobs: narrow rows, derived from each job and its result in the transaction
/// that changes them. Safe for use by several threads.
public record JobIndex(JsonMapper json) {
  private static final Logger LOG = LoggerFactory.getLogger(JobIndex.class);

  /// Indexes an imported job. No notice of its end is sent.
  int adopt(Handle handle, String id) {
    put(handle, id);
    return handle
        .createUpdate(
            """
            UPDATE job_index SET notifies = 0, in_history = 1 WHERE job_id = :id AND finished <> 0
            """)
        .bind("id", id)
        .execute();
  }

  /// Indexes a job as it is stored now, with its result. A notice of its end is not sent again.
  void put(Handle handle, String id) {
    handle.createUpdate("DELETE FROM job_tags WHERE job_id = :id").bind("id", id).execute();
    handle
        .createQuery(
            """
            SELECT id, submitted_at, finished, word, spec, code, filing, definition FROM jobs
            WHERE id = :id
            """)
        .bind("id", id)
        .map((row, _) -> row(handle, row))
        .one();
    handle
        .createQuery("SELECT document FROM results WHERE run_id = :id")
        .bind("id", id)
        .mapTo(String.class)
        .findOne()
        .ifPresent(document -> result(handle, id, document));
  }

  private boolean row(Handle handle, ResultSet row) throws SQLException {
    String id = row.getString("id");
    JsonNode spec = json.readTree(row.getString("spec"));
    JsonNode code = json.readTree(row.getString("code"));
    Filing filing = json.readValue(row.getString("filing"), Filing.class);
    String words =
        String.join(
            "\n",
            id,
            spec.path("name").asString(""),
            spec.path("jobClass").asString(""),
            code.path("title").asString(""),
            row.getString("definition"));
    handle
        .createUpdate(
            """
            INSERT INTO job_index
              (job_id, submitted_at, finished, word, job_class, target, folder, words, notifies,
               in_history)
            VALUES
              (:id, :at, :finished, :word, :class, :target, :folder, :words, :notifies, 0)
            ON CONFLICT (job_id) DO UPDATE
            SET submitted_at = excluded.submitted_at, finished = excluded.finished,
              word = excluded.word, job_class = excluded.job_class, target = excluded.target,
              folder = excluded.folder, words = excluded.words,
              notifies = CASE WHEN job_index.finished = 0 THEN excluded.notifies
                ELSE job_index.notifies END
            """)
        .bind("id", id)
        .bind("at", row.getLong("submitted_at"))
        .bind("finished", row.getInt("finished"))
        .bind("word", row.getString("word"))
        .bind("class", spec.path("jobClass").asString(""))
        .bind("target", spec.path("settings").path("target").asString(""))
        .bind("folder", filing.folder())
        .bind("words", words.toLowerCase(Locale.ROOT))
        .bind("notifies", spec.path("settings").path("notify").asString("").isEmpty() ? 0 : 1)
        .execute();
    tags(handle, id, filing.tags());
    return true;
  }

  private static void tags(Handle handle, String id, List<String> tags) {
    if (tags.isEmpty()) {
      return;
    }
    PreparedBatch batch =
        handle.prepareBatch("INSERT INTO job_tags (job_id, tag) VALUES (:id, :tag)");
    tags.forEach(tag -> batch.bind("id", id).bind("tag", tag).add());
    batch.execute();
  }

  /// Runs that have ended well and were not looked at for a change of their definition, oldest
  /// first.
  List<String> notInHistory(Handle handle, int limit) {
    return handle
        .createQuery(
            """
            SELECT job_id FROM job_index WHERE in_history = 0 AND word = 'completed'
            ORDER BY submitted_at, job_id LIMIT :limit
            """)
        .bind("limit", limit)
        .mapTo(String.class)
        .list();
  }

  void inHistory(Handle handle, String id) {
    handle
        .createUpdate("UPDATE job_index SET in_history = 1 WHERE job_id = :id")
        .bind("id", id)
        .execute();
  }

  /// The jobs that match a query, newest first.
  ///
  /// @param behind only those after this job; empty for all
  List<String> find(Handle handle, JobQuery query, Optional<String> behind, int limit) {
    JobCondition condition = new JobCondition();
    String terms = condition.sql(query);
    String rest =
        behind.isEmpty()
            ? ""
            : " AND (submitted_at, job_id) < "
                + "(SELECT submitted_at, job_id FROM job_index WHERE job_id = :behind)";
    Query select =
        handle
            .createQuery(
                "SELECT job_id FROM job_index WHERE "
                    + terms
                    + rest
                    + " ORDER BY submitted_at DESC, job_id DESC LIMIT :limit")
            .bindMap(condition.values())
            .bind("limit", limit);
    behind.ifPresent(id -> select.bind("behind", id));
    return select.mapTo(String.class).list();
  }

  /// A query as a condition on rows of `job_index`.
  private static final class JobCondition extends QueryCondition {
    @Override
    protected String figure(Figure figure) {
      return "EXISTS (SELECT 1 FROM job_figures WHERE job_id = job_index.job_id AND figure = "
          + value(figure.id())
          + " AND value "
          + figure.sign().text()
          + " "
          + value(figure.limit())
          + ")";
    }

    @Override
    protected String has(Key key, String text) {
      return switch (key) {
        case TAG -> "job_id IN (SELECT job_id FROM job_tags WHERE tag = " + value(text) + ")";
        case FOLDER -> within("folder", text);
        case CLASS -> "job_class = " + value(text);
        case TARGET -> "target = " + value(text);
        case DEFINITION -> "job_id IN (SELECT id FROM jobs WHERE definition = " + value(text) + ")";
        case STATE, OUTCOME -> state(text);
        case STUDY ->
            text.equals(JobQuery.NO_STUDY)
                ? "NOT " + stepOf("")
                : stepOf(" AND id = " + value(text));
      };
    }

    /// That its id is one that [dev.broadside.core.campaign.Study#stepId] makes for one of the
    /// studies.
    private static String stepOf(String which) {
      String unnumbered = "RTRIM(job_id, '0123456789')";
      String studies = " FROM campaigns WHERE kind = 'study'" + which;
      return ("(job_id <> " + unnumbered + " AND " + unnumbered)
          + (" IN (SELECT id || '-s'" + studies + " UNION ALL SELECT id || '-t'" + studies + "))");
    }
  }

  /// Indexes the state of a job.
  void state(Handle handle, String id, String word, int finished) {
    handle
        .createUpdate("UPDATE job_index SET word = :word, finished = :finished WHERE job_id = :id")
        .bind("word", word)
        .bind("finished", finished)
        .bind("id", id)
        .execute();
  }

  /// Indexes that a job is deleted or restored.
  void finished(Handle handle, String id, int finished) {
    handle
        .createUpdate("UPDATE job_index SET finished = :finished WHERE job_id = :id")
        .bind("finished", finished)
        .bind("id", id)
        .execute();
  }

  /// Indexes a final result.
  ///
  /// @param document as it is stored
  void result(Handle handle, String id, String document) {
    Map<String, Double> figures = figures(id, document);
    handle.createUpdate("DELETE FROM job_figures WHERE job_id = :id").bind("id", id).execute();
    if (figures.isEmpty()) {
      return;
    }
    PreparedBatch batch =
        handle.prepareBatch(
            "INSERT INTO job_figures (job_id, figure, value) VALUES (:id, :figure, :value)");
    figures.forEach(
        (figure, value) -> batch.bind("id", id).bind("figure", figure).bind("value", value).add());
    batch.execute();
  }

  /// An unreadable result has no figures in the index.
  private Map<String, Double> figures(String id, String document) {
    try {
      return Optional.of(json.readTree(document).path("summary"))
          .filter(JsonNode::isObject)
          .map(summary -> json.treeToValue(summary, StatsDocument.class).all())
          .orElse(Map.of());
    } catch (JacksonException e) {
      LOG.warn("the figures of job {} cannot be searched: its result is not readable", id, e);
      return Map.of();
    }
  }
}

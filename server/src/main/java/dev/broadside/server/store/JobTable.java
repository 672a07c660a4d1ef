package dev.broadside.server.store;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import tools.jackson.databind.json.JsonMapper;

/// Jobs and their shares. A job's secrets are kept apart from the rest, sealed. Safe for use by
/// several threads.
public final class JobTable {
  private static final Comparator<JobRow> NEWEST_FIRST =
      Comparator.comparing((JobRow row) -> row.job().submittedAt())
          .thenComparing(row -> row.job().id())
          .reversed();

  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;

  /// What changes of a job.
  private record Status(JobState state, List<Job.Step> history) {}

  JobTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "jobs");
    this.secrets.renew(database);
  }

  /// Keeps a new job.
  public void add(Job job, JobCode code) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO jobs (id, submitted_at, word, finished, spec, secrets, code, status, headline,
                  definition)
                VALUES (:id, :at, :word, :finished, :spec, :secrets, :code, :status, '',
                  :definition)
                """)
            .bind("id", job.id())
            .bind("at", job.submittedAt().toEpochMilli())
            .bind("word", job.state().word())
            .bind("finished", finished(job))
            .bind("spec", json.writeValueAsString(SealedSecrets.redacted(job.spec())))
            .bind("secrets", secrets.seal(job.id(), job.spec().secrets()))
            .bind("code", json.writeValueAsString(code))
            .bind("status", status(job))
            .bind("definition", JobDocument.definition(job.id(), job.spec()))
            .execute());
  }

  /// Keeps a job that is placed, with its shares instead of any that it had: whoever could not be
  /// told that a placement was kept may have chosen other agents since.
  public void place(Job job, List<ShareRow> shares) {
    database.update(handle -> {
      handle.createUpdate("DELETE FROM shares WHERE job_id = :id").bind("id", job.id()).execute();
      save(handle, job, shares);
    });
  }

  /// Keeps a job's state and those of its shares that have changed, together.
  public void save(Job job, List<ShareRow> changed) {
    database.update(handle -> save(handle, job, changed));
  }

  private void save(Handle handle, Job job, List<ShareRow> changed) {
    handle
        .createUpdate(
            "UPDATE jobs SET word = :word, finished = :finished, status = :status WHERE id = :id")
        .bind("word", job.state().word())
        .bind("finished", finished(job))
        .bind("status", status(job))
        .bind("id", job.id())
        .execute();
    if (changed.isEmpty()) {
      return;
    }
    PreparedBatch batch =
        handle.prepareBatch(
            """
            INSERT INTO shares (job_id, position, agent, released, document)
            VALUES (:job, :position, :agent, :released, :document)
            ON CONFLICT (job_id, position) DO UPDATE
            SET released = excluded.released, document = excluded.document
            """);
    for (ShareRow share : changed) {
      batch
          .bind("job", job.id())
          .bind("position", share.slice().agentIndex())
          .bind("agent", share.agent())
          .bind("released", share.gone() ? 1 : 0)
          .bind("document", json.writeValueAsString(share))
          .add();
    }
    batch.execute();
  }

  /// A job with its secrets.
  public Optional<JobRow> find(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM jobs WHERE id = :id AND finished < 2")
            .bind("id", id)
            .map((row, _) -> withSecrets(row, withShares(handle, job(row))))
            .findOne());
  }

  /// A job as it may be shown: its secrets are redacted, and not even read.
  public Optional<JobRow> shown(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM jobs WHERE id = :id AND finished < 2")
            .bind("id", id)
            .map((row, _) -> withShares(handle, job(row)))
            .findOne());
  }

  /// Where a job is; empty where there is none.
  public Optional<JobState> state(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT status FROM jobs WHERE id = :id AND finished < 2")
            .bind("id", id)
            .map((row, _) -> json.readValue(row.getString(1), Status.class).state())
            .findOne());
  }

  /// Jobs to show, newest first: those that have not ended, however old they are, and the newest
  /// that have. Their secrets are redacted.
  ///
  /// @param limit at most so many
  public List<JobRow> listed(int limit) {
    return database.read(handle -> {
      List<JobRow> rows = new ArrayList<>(newest(handle, "finished", 0, limit));
      rows.addAll(newest(handle, "finished", 1, limit - rows.size()));
      rows.sort(NEWEST_FIRST);
      return List.copyOf(rows);
    });
  }

  /// The newest jobs in a state, newest first. Their secrets are redacted.
  ///
  /// @param word as [JobState#word()] has it
  public List<JobRow> listed(String word, int limit) {
    return database.read(handle -> newest(handle, "word", word, limit));
  }

  /// The newest runs of a definition, newest first. Their secrets are redacted.
  public List<JobRow> runsOf(String definition, int limit) {
    return database.read(
        handle -> newest(handle, "finished < 2 AND definition", definition, limit));
  }

  private List<JobRow> newest(Handle handle, String column, Object value, int limit) {
    List<JobRow> rows =
        handle
            .createQuery(
                "SELECT * FROM jobs WHERE "
                    + column
                    + " = :value ORDER BY submitted_at DESC, id DESC LIMIT :limit")
            .bind("value", value)
            .bind("limit", limit)
            .map((row, _) -> job(row))
            .list();
    Map<String, List<ShareRow>> shares = shares(handle, rows);
    return rows.stream()
        .map(row -> row.with(shares.getOrDefault(row.job().id(), List.of())))
        .toList();
  }

  private Map<String, List<ShareRow>> shares(Handle handle, List<JobRow> rows) {
    Map<String, List<ShareRow>> shares = new HashMap<>();
    if (!rows.isEmpty()) {
      handle
          .createQuery(
              "SELECT job_id, document FROM shares WHERE job_id IN (<jobs>) ORDER BY position")
          .bindList("jobs", rows.stream().map(row -> row.job().id()).toList())
          .map((row, _) ->
              shares
                  .computeIfAbsent(row.getString(1), _ -> new ArrayList<>())
                  .add(json.readValue(row.getString(2), ShareRow.class)))
          .list();
    }
    return shares;
  }

  /// Jobs that have not ended, or that ended after an instant and have a share that an agent still
  /// holds; oldest first.
  public List<JobRow> open(Instant endedAfter) {
    List<JobRow> candidates =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT * FROM jobs WHERE finished = 0 OR finished = 1 AND EXISTS
                      (SELECT 1 FROM shares WHERE job_id = jobs.id AND released = 0)
                    ORDER BY submitted_at, id
                    """)
                .map((row, _) -> withSecrets(row, withShares(handle, job(row))))
                .list());
    return candidates.stream()
        .filter(row ->
            !(row.job().state() instanceof JobState.Done(Instant at, var _))
                || at.isAfter(endedAfter))
        .toList();
  }

  /// Jobs whose records were not all looked at by a level of roll-up, as they may be shown.
  ///
  /// @param everything what that level notes when it has looked at all of them
  public List<JobRow> notRolledUp(int level, int everything) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT * FROM jobs
                WHERE finished < 2 AND EXISTS (SELECT 1 FROM streams WHERE run_id = jobs.id)
                  AND NOT EXISTS (SELECT 1 FROM rollups WHERE run_id = jobs.id
                    AND level = :level AND next_index = :everything)
                ORDER BY submitted_at, id
                """)
            .bind("level", level)
            .bind("everything", everything)
            .map((row, _) -> withShares(handle, job(row)))
            .list());
  }

  /// Jobs that have not ended: ids by the SHA-256 of their pack.
  public Map<String, List<String>> wantedPacks() {
    Map<String, List<String>> wanted = new HashMap<>();
    database.read(handle ->
        handle
            .createQuery("SELECT id, spec FROM jobs WHERE finished = 0 ORDER BY submitted_at, id")
            .map((row, _) ->
                wanted
                    .computeIfAbsent(
                        json.readValue(row.getString("spec"), JobSpec.class).pack(),
                        _ -> new ArrayList<>())
                    .add(row.getString("id")))
            .list());
    return wanted;
  }

  /// A row without its shares, and with redacted secrets.
  private JobRow job(ResultSet row) throws SQLException {
    Status status = json.readValue(row.getString("status"), Status.class);
    Job job =
        new Job(
            row.getString("id"),
            json.readValue(row.getString("spec"), JobSpec.class),
            status.state(),
            status.history(),
            Instant.ofEpochMilli(row.getLong("submitted_at")));
    String headline = row.getString("headline");
    return new JobRow(
        job,
        json.readValue(row.getString("code"), JobCode.class),
        List.of(),
        headline.isEmpty()
            ? Optional.empty()
            : Optional.of(json.readValue(headline, Headline.class)));
  }

  private JobRow withShares(Handle handle, JobRow row) {
    return row.with(shares(handle, List.of(row)).getOrDefault(row.job().id(), List.of()));
  }

  private JobRow withSecrets(ResultSet from, JobRow row) throws SQLException {
    Job job = row.job();
    JobSpec spec = job.spec().withSecrets(secrets.open(job.id(), from.getString("secrets")));
    return row.with(new Job(job.id(), spec, job.state(), job.history(), job.submittedAt()));
  }

  private String status(Job job) {
    return json.writeValueAsString(new Status(job.state(), job.history()));
  }

  private static int finished(Job job) {
    return job.state() instanceof JobState.Done ? 1 : 0;
  }
}

package dev.broadside.server.store;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import tools.jackson.databind.json.JsonMapper;

/// Jobs and their shares. A job's secrets are kept apart from the rest, sealed. Safe for use by
/// several threads.
public final class JobTable {
  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;

  /// What changes of a job.
  private record Status(JobState state, List<Job.Step> history) {}

  JobTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets);
  }

  /// Keeps a new job.
  public void add(Job job, JobCode code) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO jobs (id, submitted_at, word, finished, spec, secrets, code, status, headline)
                VALUES (:id, :at, :word, :finished, :spec, :secrets, :code, :status, '')
                """)
            .bind("id", job.id())
            .bind("at", job.submittedAt().toEpochMilli())
            .bind("word", job.state().word())
            .bind("finished", finished(job))
            .bind("spec", json.writeValueAsString(job.spec().withSecrets(Map.of())))
            .bind("secrets", secrets.seal(job.spec().secrets()))
            .bind("code", json.writeValueAsString(code))
            .bind("status", status(job))
            .execute());
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
          .bind("released", share.released() ? 1 : 0)
          .bind("document", json.writeValueAsString(share))
          .add();
    }
    batch.execute();
  }

  public Optional<JobRow> find(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM jobs WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> job(handle, row))
            .findOne());
  }

  /// Where a job is; empty where there is none.
  public Optional<JobState> state(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT status FROM jobs WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> json.readValue(row.getString(1), Status.class).state())
            .findOne());
  }

  /// The newest jobs, newest first.
  public List<JobRow> newest(int limit) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM jobs ORDER BY submitted_at DESC, id DESC LIMIT :limit")
            .bind("limit", limit)
            .map((row, _) -> job(handle, row))
            .list());
  }

  /// Jobs that have not ended, or that ended after an instant and have a share that an agent still
  /// holds; oldest first.
  public List<JobRow> open(Instant endedAfter) {
    List<JobRow> candidates =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT * FROM jobs WHERE finished = 0 OR EXISTS
                      (SELECT 1 FROM shares WHERE job_id = jobs.id AND released = 0)
                    ORDER BY submitted_at, id
                    """)
                .map((row, _) -> job(handle, row))
                .list());
    return candidates.stream()
        .filter(row ->
            !(row.job().state() instanceof JobState.Done(Instant at, var _))
                || at.isAfter(endedAfter))
        .toList();
  }

  private JobRow job(Handle handle, ResultSet row) throws SQLException {
    Status status = json.readValue(row.getString("status"), Status.class);
    JobSpec spec =
        json.readValue(row.getString("spec"), JobSpec.class)
            .withSecrets(secrets.open(row.getString("secrets")));
    Job job =
        new Job(
            row.getString("id"),
            spec,
            status.state(),
            status.history(),
            Instant.ofEpochMilli(row.getLong("submitted_at")));
    String headline = row.getString("headline");
    return new JobRow(
        job,
        json.readValue(row.getString("code"), JobCode.class),
        shares(handle, job.id()),
        headline.isEmpty()
            ? Optional.empty()
            : Optional.of(json.readValue(headline, Headline.class)));
  }

  private List<ShareRow> shares(Handle handle, String jobId) {
    return handle
        .createQuery("SELECT document FROM shares WHERE job_id = :job ORDER BY position")
        .bind("job", jobId)
        .map((row, _) -> json.readValue(row.getString(1), ShareRow.class))
        .list();
  }

  private String status(Job job) {
    return json.writeValueAsString(new Status(job.state(), job.history()));
  }

  private static int finished(Job job) {
    return job.state() instanceof JobState.Done ? 1 : 0;
  }
}

package dev.broadside.server.store;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.study.Study;
import dev.broadside.core.study.StudyState;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.StudyRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Studies; the jobs that are their steps lie in [JobTable]. Safe for use by several threads.
public final class StudiesTable {
  private static final TypeReference<List<Integer>> NUMBERS = new TypeReference<>() {};

  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;

  StudiesTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "studies");
    this.secrets.renew(database);
  }

  /// Keeps a new study.
  public void add(StudyRow row) {
    Study study = row.study();
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO studies (id, submitted_at, finished, spec, secrets, code, threads, state)
                VALUES (:id, :at, :finished, :spec, :secrets, :code, :threads, :state)
                """)
            .bind("id", study.id())
            .bind("at", study.submittedAt().toEpochMilli())
            .bind("finished", study.done() ? 1 : 0)
            .bind("spec", json.writeValueAsString(SealedSecrets.redacted(study.spec())))
            .bind("secrets", secrets.seal(study.id(), study.spec().secrets()))
            .bind("code", json.writeValueAsString(row.code()))
            .bind("threads", json.writeValueAsString(study.threads()))
            .bind("state", state(study))
            .execute());
  }

  /// Keeps a study's state.
  public void save(Study study) {
    database.update(handle ->
        handle
            .createUpdate("UPDATE studies SET finished = :finished, state = :state WHERE id = :id")
            .bind("finished", study.done() ? 1 : 0)
            .bind("state", state(study))
            .bind("id", study.id())
            .execute());
  }

  public Optional<StudyRow> find(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM studies WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> withSecrets(row, study(row)))
            .findOne());
  }

  /// The newest studies to show, newest first. Their secrets are redacted, and not even read.
  public List<StudyRow> newest(int limit) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM studies ORDER BY submitted_at DESC, id DESC LIMIT :limit")
            .bind("limit", limit)
            .map((row, _) -> study(row))
            .list());
  }

  /// Studies that are not over, oldest first.
  public List<StudyRow> open() {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM studies WHERE finished = 0 ORDER BY submitted_at, id")
            .map((row, _) -> withSecrets(row, study(row)))
            .list());
  }

  private String state(Study study) {
    return json.writerFor(StudyState.class).writeValueAsString(study.state());
  }

  private StudyRow study(ResultSet row) throws SQLException {
    Study study =
        new Study(
            row.getString("id"),
            json.readValue(row.getString("spec"), JobSpec.class),
            json.readValue(row.getString("threads"), NUMBERS),
            json.readValue(row.getString("state"), StudyState.class),
            Instant.ofEpochMilli(row.getLong("submitted_at")));
    return new StudyRow(study, json.readValue(row.getString("code"), JobCode.class));
  }

  private StudyRow withSecrets(ResultSet from, StudyRow row) throws SQLException {
    Study study = row.study();
    JobSpec spec = study.spec().withSecrets(secrets.open(study.id(), from.getString("secrets")));
    return new StudyRow(
        new Study(study.id(), spec, study.threads(), study.state(), study.submittedAt()),
        row.code());
  }
}

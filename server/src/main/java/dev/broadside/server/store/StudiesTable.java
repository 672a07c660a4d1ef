package dev.broadside.server.store;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.study.Study;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.study.StudyState;
import dev.broadside.server.store.base.Database;
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
  private static final TypeReference<List<StudyPoint>> POINTS = new TypeReference<>() {};

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
                INSERT INTO studies
                  (id, submitted_at, finished, spec, secrets, code, plan, points, state)
                VALUES (:id, :at, :finished, :spec, :secrets, :code, :plan, :points, :state)
                """)
            .bind("id", study.id())
            .bind("at", study.submittedAt().toEpochMilli())
            .bind("finished", study.done() ? 1 : 0)
            .bind("spec", json.writeValueAsString(SealedSecrets.redacted(study.spec())))
            .bind("secrets", secrets.seal(study.id(), study.spec().secrets()))
            .bind("code", json.writeValueAsString(row.code()))
            .bind("plan", json.writeValueAsString(study.plan()))
            .bind("points", chosen(study))
            .bind("state", state(study))
            .execute());
  }

  /// Keeps a study's state, and what a search has chosen.
  public void save(Study study) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                UPDATE studies SET finished = :finished, state = :state, points = :points
                WHERE id = :id
                """)
            .bind("finished", study.done() ? 1 : 0)
            .bind("state", state(study))
            .bind("points", chosen(study))
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

  /// The points that do not follow from the plan.
  private String chosen(Study study) {
    return json.writeValueAsString(study.plan().knee().isPresent() ? study.points() : List.of());
  }

  private StudyRow study(ResultSet row) throws SQLException {
    Study study =
        Study.submitted(
                row.getString("id"),
                json.readValue(row.getString("spec"), JobSpec.class),
                json.readValue(row.getString("plan"), StudyPlan.class),
                Instant.ofEpochMilli(row.getLong("submitted_at")))
            .in(json.readValue(row.getString("state"), StudyState.class));
    for (StudyPoint chosen : json.readValue(row.getString("points"), POINTS)) {
      study = study.and(chosen);
    }
    return new StudyRow(study, json.readValue(row.getString("code"), JobCode.class));
  }

  private StudyRow withSecrets(ResultSet from, StudyRow row) throws SQLException {
    Study study = row.study();
    JobSpec spec = study.spec().withSecrets(secrets.open(study.id(), from.getString("secrets")));
    return new StudyRow(study.with(spec), row.code());
  }
}

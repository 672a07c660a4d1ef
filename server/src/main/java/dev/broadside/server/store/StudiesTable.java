package dev.broadside.server.store;

import static java.util.stream.Collectors.toSet;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.study.Study;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.study.StudyState;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.SealedSecrets;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.StudyRow;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.store.work.WorkIndex;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Studies; the jobs that are their steps lie in [JobTable]. Safe for use by several threads.
public final class StudiesTable {
  private static final TypeReference<List<StudyPoint>> POINTS = new TypeReference<>() {};

  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;
  private final WorkIndex index = new WorkIndex();

  StudiesTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "studies");
  }

  private static WorkIndex.Entry entry(StudyRow row) {
    Study study = row.study();
    JobSpec spec = study.spec();
    Filing filing = Filing.of(spec);
    String definition = JobDocument.definition(study.id(), spec);
    Set<String> targets =
        study.plan().places().stream()
            .map(place -> JobDocument.TARGET.in(place.of(spec)))
            .collect(toSet());
    return new WorkIndex.Entry(
        Work.study(study.id()),
        study.submittedAt(),
        standing(study),
        List.of(study.id(), spec.name(), spec.jobClass(), row.code().title(), definition),
        Map.of(
            Key.CLASS, Set.of(spec.jobClass()),
            Key.TARGET, targets,
            Key.TAG, Set.copyOf(filing.tags()),
            Key.FOLDER, Set.of(filing.folder()),
            Key.DEFINITION, Set.of(definition)));
  }

  private static WorkIndex.Standing standing(Study study) {
    return new WorkIndex.Standing(
        study.state().word(), study.done(), !JobDocument.NOTIFY.in(study.spec()).isEmpty());
  }

  /// Keeps a new study.
  public void add(StudyRow row) {
    Study study = row.study();
    database.update(handle -> {
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
          .execute();
      index.add(handle, entry(row));
    });
  }

  /// Keeps a study's state, and what a search has chosen.
  public void save(Study study) {
    database.update(handle -> {
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
          .execute();
      index.put(handle, Work.study(study.id()), standing(study));
    });
  }

  public Optional<StudyRow> find(String id) {
    return database.read(
        "study " + id,
        handle ->
            handle
                .createQuery("SELECT * FROM studies WHERE id = :id AND finished < 2")
                .bind("id", id)
                .map((row, _) -> withSecrets(row, study(row)))
                .findOne());
  }

  /// The studies that are meant, newest first. Their secrets are redacted, and not even read.
  ///
  /// @param behind only those behind this study in that order; empty for all
  public List<StudyRow> found(JobQuery query, Optional<String> behind, int limit) {
    return database.read(handle -> {
      List<String> ids = index.find(handle, Work.Kind.STUDY, query, behind, limit);
      return ids.isEmpty()
          ? List.of()
          : Database.filled(
              ids,
              handle
                  .createQuery(
                      "SELECT * FROM studies WHERE id IN (<ids>) ORDER BY submitted_at DESC, id DESC")
                  .bindList("ids", ids)
                  .map((row, _) ->
                      database.readable("study " + row.getString("id"), () -> study(row)))
                  .list(),
              (last, more) -> found(query, last, more));
    });
  }

  /// The ids of the studies that are meant, newest first.
  public List<String> ids(JobQuery query, int limit) {
    return database.read(
        handle -> index.find(handle, Work.Kind.STUDY, query, Optional.empty(), limit));
  }

  /// Studies that are not over, oldest first.
  public List<StudyRow> open() {
    return Database.present(
        database.read(handle ->
            handle
                .createQuery("SELECT * FROM studies WHERE finished = 0 ORDER BY submitted_at, id")
                .map((row, _) ->
                    database.readable(
                        "study " + row.getString("id"), () -> withSecrets(row, study(row))))
                .list()));
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

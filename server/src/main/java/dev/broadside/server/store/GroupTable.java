package dev.broadside.server.store;

import dev.broadside.core.group.GroupPlan;
import dev.broadside.core.group.GroupState;
import dev.broadside.core.group.JobGroup;
import dev.broadside.core.group.MemberState;
import dev.broadside.core.param.Secret;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.row.MemberRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Groups; the jobs and studies that are their members lie in [JobTable] and [StudiesTable]. Safe
/// for use by several threads.
public final class GroupTable {
  private static final TypeReference<LinkedHashMap<String, MemberRow>> ASKED =
      new TypeReference<>() {};

  /// Without what members ask for, which of many is long.
  private static final String GROUPS = "SELECT id, submitted_at, plan, state FROM job_groups ";

  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;

  GroupTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "job_groups");
    this.secrets.renew(database);
  }

  /// Where a group and its members are.
  record Status(GroupState state, Map<String, MemberState> members) {}

  /// Keeps a new group.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what each member asks for, by name
  public void add(JobGroup group, String document, Map<String, MemberRow> asked) {
    Map<String, Secret> open = new LinkedHashMap<>();
    Map<String, MemberRow> shown = new LinkedHashMap<>();
    asked.forEach((name, row) -> {
      row.spec().secrets().forEach((parameter, secret) -> open.put(name + "/" + parameter, secret));
      shown.put(name, row.with(SealedSecrets.redacted(row.spec())));
    });
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO job_groups
                  (id, submitted_at, finished, document, plan, asked, secrets, state)
                VALUES (:id, :at, :finished, :document, :plan, :asked, :secrets, :state)
                """)
            .bind("id", group.id())
            .bind("at", group.submittedAt().toEpochMilli())
            .bind("finished", group.done() ? 1 : 0)
            .bind("document", document)
            .bind("plan", json.writeValueAsString(group.plan()))
            .bind("asked", json.writerFor(ASKED).writeValueAsString(shown))
            .bind("secrets", secrets.seal(group.id(), open))
            .bind("state", status(group))
            .execute());
  }

  /// Keeps where a group and its members are.
  public void save(JobGroup group) {
    database.update(handle ->
        handle
            .createUpdate(
                "UPDATE job_groups SET finished = :finished, state = :state WHERE id = :id")
            .bind("finished", group.done() ? 1 : 0)
            .bind("state", status(group))
            .bind("id", group.id())
            .execute());
  }

  public void remove(String id) {
    database.update(handle ->
        handle.createUpdate("DELETE FROM job_groups WHERE id = :id").bind("id", id).execute());
  }

  public Optional<JobGroup> find(String id) {
    return database.read(handle ->
        handle
            .createQuery(GROUPS + "WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> group(row))
            .findOne());
  }

  /// The newest groups, newest first.
  public List<JobGroup> newest(int limit) {
    return database.read(handle ->
        handle
            .createQuery(GROUPS + "ORDER BY submitted_at DESC, id DESC LIMIT :limit")
            .bind("limit", limit)
            .map((row, _) -> group(row))
            .list());
  }

  /// Groups that are not over, oldest first.
  public List<JobGroup> open() {
    return database.read(handle ->
        handle
            .createQuery(GROUPS + "WHERE finished = 0 ORDER BY submitted_at, id")
            .map((row, _) -> group(row))
            .list());
  }

  /// The document from which a group was read, without its secrets.
  public Optional<String> document(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT document FROM job_groups WHERE id = :id")
            .bind("id", id)
            .mapTo(String.class)
            .findOne());
  }

  /// What the members of a group ask for, by name, with their secrets; none where there is no such
  /// group.
  public Map<String, MemberRow> asked(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT id, asked, secrets FROM job_groups WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> asked(row))
            .findOne()
            .orElseGet(LinkedHashMap::new));
  }

  private Map<String, MemberRow> asked(ResultSet from) throws SQLException {
    Map<String, Secret> open = secrets.open(from.getString("id"), from.getString("secrets"));
    Map<String, MemberRow> asked = json.readValue(from.getString("asked"), ASKED);
    asked.replaceAll((name, row) -> {
      Map<String, Secret> own = new LinkedHashMap<>();
      row.spec()
          .secrets()
          .keySet()
          .forEach(parameter ->
              Optional.ofNullable(open.get(name + "/" + parameter))
                  .ifPresent(secret -> own.put(parameter, secret)));
      return row.with(row.spec().withSecrets(own));
    });
    return asked;
  }

  private String status(JobGroup group) {
    return json.writeValueAsString(new Status(group.state(), group.members()));
  }

  private JobGroup group(ResultSet row) throws SQLException {
    Status status = json.readValue(row.getString("state"), Status.class);
    return new JobGroup(
        row.getString("id"),
        json.readValue(row.getString("plan"), GroupPlan.class),
        status.state(),
        status.members(),
        Instant.ofEpochMilli(row.getLong("submitted_at")));
  }
}

package dev.broadside.server.store;

import dev.broadside.core.group.GroupPlan;
import dev.broadside.core.group.GroupState;
import dev.broadside.core.group.JobGroup;
import dev.broadside.core.group.MemberState;
import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.param.Secret;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.SealedSecrets;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.store.work.WorkIndex;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
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
  private final WorkIndex index = new WorkIndex();

  GroupTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "job_groups");
  }

  private static WorkIndex.Entry entry(JobGroup group, Map<String, MemberRow> asked) {
    List<String> words = new ArrayList<>(List.of(group.id(), group.plan().name()));
    Map<Key, Set<String>> values = new EnumMap<>(Key.class);
    values.put(Key.DEFINITION, Set.of(group.definition()));
    asked.forEach((member, row) -> {
      words.add(member);
      words.add(row.code().title());
      Filing filing = Filing.of(row.spec());
      add(values, Key.CLASS, row.spec().jobClass());
      add(values, Key.FOLDER, filing.folder());
      filing.tags().forEach(tag -> add(values, Key.TAG, tag));
      row.plan()
          .places()
          .forEach(place -> add(values, Key.TARGET, JobDocument.TARGET.in(place.of(row.spec()))));
    });
    return new WorkIndex.Entry(
        Work.group(group.id()), group.submittedAt(), standing(group), words, values);
  }

  private static void add(Map<Key, Set<String>> values, Key key, String value) {
    values.computeIfAbsent(key, _ -> new HashSet<>()).add(value);
  }

  private static WorkIndex.Standing standing(JobGroup group) {
    return new WorkIndex.Standing(
        group.state().word(), group.done(), !group.plan().subscriptions().isEmpty());
  }

  /// Where a group and its members are.
  record Status(GroupState state, Map<String, MemberState> members) {}

  /// Keeps a new group.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what each member asks for, by name
  public void add(JobGroup group, String document, Map<String, MemberRow> asked) {
    database.update(handle -> add(handle, group, document, asked));
  }

  private void add(Handle handle, JobGroup group, String document, Map<String, MemberRow> asked) {
    bind(
            handle.createUpdate(
                """
                INSERT INTO job_groups
                  (id, submitted_at, finished, document, plan, asked, secrets, state)
                VALUES (:id, :at, :finished, :document, :plan, :asked, :secrets, :state)
                """),
            group,
            document,
            asked)
        .bind("at", group.submittedAt().toEpochMilli())
        .bind("finished", group.done() ? 1 : 0)
        .execute();
    index.add(handle, entry(group, asked));
  }

  /// Keeps what is asked now of a group that waits.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what each member asks for, by name
  public void amend(JobGroup group, String document, Map<String, MemberRow> asked) {
    database.update(handle -> {
      bind(
              handle.createUpdate(
                  """
                  UPDATE job_groups SET document = :document, plan = :plan, asked = :asked,
                    secrets = :secrets, state = :state
                  WHERE id = :id
                  """),
              group,
              document,
              asked)
          .execute();
      index.replace(handle, entry(group, asked));
    });
  }

  private Update bind(
      Update update, JobGroup group, String document, Map<String, MemberRow> asked) {
    Map<String, Secret> open = new LinkedHashMap<>();
    Map<String, MemberRow> shown = new LinkedHashMap<>();
    asked.forEach((name, row) -> {
      row.spec().secrets().forEach((parameter, secret) -> open.put(name + "/" + parameter, secret));
      shown.put(name, row.with(SealedSecrets.redacted(row.spec())));
    });
    return update
        .bind("id", group.id())
        .bind("document", document)
        .bind("plan", json.writeValueAsString(group.plan()))
        .bind("asked", json.writerFor(ASKED).writeValueAsString(shown))
        .bind("secrets", secrets.seal(group.id(), open))
        .bind("state", status(group));
  }

  /// Keeps where a group and its members are.
  public void save(JobGroup group) {
    database.update(handle -> save(handle, group));
  }

  private void save(Handle handle, JobGroup group) {
    handle
        .createUpdate("UPDATE job_groups SET finished = :finished, state = :state WHERE id = :id")
        .bind("finished", group.done() ? 1 : 0)
        .bind("state", status(group))
        .bind("id", group.id())
        .execute();
    index.put(handle, Work.group(group.id()), standing(group));
  }

  /// Keeps that a group waits for another time.
  public void postpone(JobGroup group) {
    database.update(handle -> {
      handle
          .createUpdate("UPDATE job_groups SET plan = :plan WHERE id = :id")
          .bind("plan", json.writeValueAsString(group.plan()))
          .bind("id", group.id())
          .execute();
      save(handle, group);
    });
  }

  /// Keeps that a group does not wait any more, together with the one that asks for the same at the
  /// next time, if any.
  public void begin(JobGroup group, Optional<JobGroup> next) {
    Map<String, MemberRow> asked = next.isPresent() ? asked(group.id()) : Map.of();
    String document = document(group.id()).orElse("");
    database.update(handle -> {
      save(handle, group);
      next.ifPresent(one -> add(handle, one, document, asked));
    });
  }

  public Optional<JobGroup> find(String id) {
    return database.read(
        "group " + id,
        handle ->
            handle
                .createQuery(GROUPS + "WHERE id = :id AND finished < 2")
                .bind("id", id)
                .map((row, _) -> group(row))
                .findOne());
  }

  /// The same, but empty also where it is damaged.
  public Optional<JobGroup> readable(String id) {
    return database.readable("group " + id, () -> find(id)).flatMap(Function.identity());
  }

  /// The groups that are meant, newest first.
  ///
  /// @param behind only those behind this group in that order; empty for all
  public List<JobGroup> found(JobQuery query, Optional<String> behind, int limit) {
    return database.read(handle -> {
      List<String> ids = index.find(handle, Work.Kind.GROUP, query, behind, limit);
      return ids.isEmpty()
          ? List.of()
          : Database.filled(
              ids,
              handle
                  .createQuery(GROUPS + "WHERE id IN (<ids>) ORDER BY submitted_at DESC, id DESC")
                  .bindList("ids", ids)
                  .map((row, _) -> readable(row))
                  .list(),
              (last, more) -> found(query, last, more));
    });
  }

  /// The ids of the groups that are meant, newest first.
  public List<String> ids(JobQuery query, int limit) {
    return database.read(
        handle -> index.find(handle, Work.Kind.GROUP, query, Optional.empty(), limit));
  }

  /// Groups that are not over, oldest first.
  public List<JobGroup> open() {
    return Database.present(
        database.read(handle ->
            handle
                .createQuery(GROUPS + "WHERE finished = 0 ORDER BY submitted_at, id")
                .map((row, _) -> readable(row))
                .list()));
  }

  /// The ids of the groups that are not over, oldest first.
  public List<String> openIds() {
    return database.read(handle ->
        handle
            .createQuery("SELECT id FROM job_groups WHERE finished = 0 ORDER BY submitted_at, id")
            .mapTo(String.class)
            .list());
  }

  /// The document from which a group was read, without its secrets.
  public Optional<String> document(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT document FROM job_groups WHERE id = :id AND finished < 2")
            .bind("id", id)
            .mapTo(String.class)
            .findOne());
  }

  /// What the members of a group ask for, by name, with their secrets; none where there is no such
  /// group.
  public Map<String, MemberRow> asked(String id) {
    return database.read(
        "group " + id,
        handle ->
            handle
                .createQuery(
                    "SELECT id, asked, secrets FROM job_groups WHERE id = :id AND finished < 2")
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

  private Optional<JobGroup> readable(ResultSet row) throws SQLException {
    return database.readable("group " + row.getString("id"), () -> group(row));
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

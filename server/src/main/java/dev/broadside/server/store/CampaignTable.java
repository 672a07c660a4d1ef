package dev.broadside.server.store;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.CampaignState;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.param.Secret;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.SealedSecrets;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.job.QueryCondition;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.Work;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Studies and groups, with what they are found by; the jobs that are their members lie in
/// [dev.broadside.server.store.job.JobTable]. Safe for use by several threads.
public final class CampaignTable {
  private static final TypeReference<LinkedHashMap<String, MemberRow>> ASKED =
      new TypeReference<>() {};

  private static final Pattern STEP = Pattern.compile("(.+)-[st][0-9]+");

  /// Under which name a study keeps what all its steps ask for.
  private static final String ALL_STEPS = "";

  /// Without the column of what the members of a group ask for, which is long if there are many.
  private static final String SELECT = "SELECT kind, id, submitted_at, plan, state FROM campaigns ";

  private static final String THIS = "WHERE kind = :kind AND id = :id ";

  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;

  CampaignTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = sealed(json, secrets);
  }

  /// The secrets of its rows.
  static SealedSecrets sealed(JsonMapper json, SecretBox box) {
    return new SealedSecrets(json, box, "campaigns", "kind || '/' || id");
  }

  /// What a study asks for, as [#add] takes it.
  public static Map<String, MemberRow> ofSteps(MemberRow asked) {
    return Map.of(ALL_STEPS, asked);
  }

  /// What all steps of a study ask for, taken from what [#asked] gives.
  public static MemberRow ofSteps(Map<String, MemberRow> asked) {
    return Optional.ofNullable(asked.get(ALL_STEPS)).orElseThrow();
  }

  /// The state of a study or group and of its members.
  ///
  /// @param chosen the places that a search has chosen; those of other studies follow from the plan
  record CampaignStatus(
      CampaignState state, Map<String, MemberState> members, List<StudyPoint> chosen) {}

  /// Stores a new study or group.
  ///
  /// @param document from which a group was read, without secrets
  /// @param asked what each member of a group asks for, by name; of a study, [#ofSteps(MemberRow)]
  public void add(Campaign campaign, String document, Map<String, MemberRow> asked) {
    database.update(handle -> add(handle, campaign, document, asked));
  }

  private void add(
      Handle handle, Campaign campaign, String document, Map<String, MemberRow> asked) {
    written(
            handle.createUpdate(
                """
                INSERT INTO campaigns
                  (kind, id, submitted_at, finished, word, notifies, words, state, document, plan,
                   asked, secrets)
                VALUES (:kind, :id, :at, :finished, :word, :notifies, :words, :state, :document,
                  :plan, :asked, :secrets)
                """),
            campaign,
            document,
            asked)
        .bind("at", campaign.submittedAt().toEpochMilli())
        .execute();
    addValues(handle, campaign, asked);
  }

  /// Stores what a waiting group asks for now.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what each member asks for, by name
  public void amend(JobGroup group, String document, Map<String, MemberRow> asked) {
    database.update(handle -> {
      written(
              handle.createUpdate(
                  """
                  UPDATE campaigns SET finished = :finished, word = :word, notifies = :notifies,
                    words = :words, state = :state, document = :document, plan = :plan,
                    asked = :asked, secrets = :secrets
                  """
                      + THIS),
              group,
              document,
              asked)
          .execute();
      of(Work.of(group), handle.createUpdate("DELETE FROM campaign_values " + THIS)).execute();
      addValues(handle, group, asked);
    });
  }

  private Update written(
      Update update, Campaign campaign, String document, Map<String, MemberRow> asked) {
    Map<String, Secret> open = new LinkedHashMap<>();
    Map<String, MemberRow> shown = new LinkedHashMap<>();
    asked.forEach((name, row) -> {
      row.spec().secrets().forEach((parameter, secret) -> open.put(name + "/" + parameter, secret));
      shown.put(name, row.with(SealedSecrets.redacted(row.spec())));
    });
    Object plan =
        switch (campaign) {
          case JobGroup group -> group.plan();
          case Study _ -> Optional.ofNullable(shown.remove(ALL_STEPS)).orElseThrow();
        };
    return status(update, campaign)
        .bind("words", words(campaign, asked))
        .bind("document", document)
        .bind("plan", json.writeValueAsString(plan))
        .bind("asked", json.writerFor(ASKED).writeValueAsString(shown))
        .bind("secrets", secrets.seal(place(Work.of(campaign)), open));
  }

  private Update status(Update update, Campaign campaign) {
    List<StudyPoint> chosen =
        campaign instanceof Study study && study.plan().knee().isPresent()
            ? study.points()
            : List.of();
    return of(Work.of(campaign), update)
        .bind("finished", campaign.done() ? 1 : 0)
        .bind("word", campaign.state().word())
        .bind("notifies", campaign.subscriptions().isEmpty() ? 0 : 1)
        .bind(
            "state",
            json.writeValueAsString(
                new CampaignStatus(campaign.state(), campaign.members(), chosen)));
  }

  private static <S extends SqlStatement<S>> S of(Work work, S statement) {
    return statement.bind("kind", work.kind().word()).bind("id", work.id());
  }

  private static String place(Work work) {
    return work.kind().word() + "/" + work.id();
  }

  /// The words by which it is found.
  private static String words(Campaign campaign, Map<String, MemberRow> asked) {
    List<String> words =
        new ArrayList<>(List.of(campaign.id(), campaign.name(), campaign.definition()));
    asked.forEach(
        (member, row) -> words.addAll(List.of(member, row.spec().jobClass(), row.code().title())));
    return String.join("\n", words).toLowerCase(Locale.ROOT);
  }

  /// Indexes its values for the keys of queries, those of all its members.
  private static void addValues(Handle handle, Campaign campaign, Map<String, MemberRow> asked) {
    Map<Key, Set<String>> values = new EnumMap<>(Key.class);
    add(values, Key.DEFINITION, campaign.definition());
    for (MemberRow row : asked.values()) {
      Filing filing = Filing.of(row.spec());
      add(values, Key.CLASS, row.spec().jobClass());
      add(values, Key.FOLDER, filing.folder());
      filing.tags().forEach(tag -> add(values, Key.TAG, tag));
      row.plan()
          .points()
          .forEach(point -> add(values, Key.TARGET, JobDocument.TARGET.in(point.of(row.spec()))));
    }
    PreparedBatch batch =
        handle.prepareBatch(
            "INSERT INTO campaign_values (kind, id, name, value)"
                + " VALUES (:kind, :id, :name, :value)");
    values.forEach((key, all) ->
        all.forEach(value ->
            of(Work.of(campaign), batch).bind("name", key.word()).bind("value", value).add()));
    batch.execute();
  }

  private static void add(Map<Key, Set<String>> values, Key key, String value) {
    values.computeIfAbsent(key, _ -> new HashSet<>()).add(value);
  }

  /// Stores the state of a study or group and of its members, and what a search has chosen.
  public void save(Campaign campaign) {
    database.update(handle -> save(handle, campaign));
  }

  /// A notice of the same end is not sent again.
  private void save(Handle handle, Campaign campaign) {
    status(
            handle.createUpdate(
                """
                UPDATE campaigns SET finished = :finished, word = :word, state = :state,
                  notifies = CASE WHEN finished = 0 OR :finished = 0 THEN :notifies
                    ELSE notifies END
                """
                    + THIS),
            campaign)
        .execute();
  }

  /// Stores that a group no longer waits, together with the group of its next repetition, if any.
  public void begin(JobGroup group, Optional<JobGroup> next) {
    Map<String, MemberRow> asked = next.isPresent() ? asked(Work.of(group)) : Map.of();
    String document = document(group.id()).orElse("");
    database.update(handle -> {
      save(handle, group);
      next.ifPresent(one -> add(handle, one, document, asked));
    });
  }

  /// A study or group; its secrets are redacted, and not even read.
  public Optional<Campaign> find(Work work) {
    return database.read(
        work.toString(),
        handle ->
            of(work, handle.createQuery(SELECT + THIS + "AND finished < 2"))
                .map((row, _) -> campaign(row))
                .findOne());
  }

  public Optional<Study> study(String id) {
    return find(Work.study(id)).map(Study.class::cast);
  }

  public Optional<JobGroup> group(String id) {
    return find(Work.group(id)).map(JobGroup.class::cast);
  }

  /// A study or group; empty if it is missing or damaged.
  public Optional<Campaign> readable(Work work) {
    return database.readable(work.toString(), () -> find(work)).flatMap(Function.identity());
  }

  /// The studies or groups that match a query, newest first.
  ///
  /// @param behind only those after this one in that order; empty for all
  public List<Campaign> found(WorkKind kind, JobQuery query, Optional<String> behind, int limit) {
    return database.read(handle -> {
      List<String> ids = ids(handle, kind, query, behind, limit);
      return ids.isEmpty()
          ? List.of()
          : Database.filled(
              ids,
              handle
                  .createQuery(
                      SELECT
                          + "WHERE kind = :kind AND id IN (<ids>)"
                          + " ORDER BY submitted_at DESC, id DESC")
                  .bind("kind", kind.word())
                  .bindList("ids", ids)
                  .map((row, _) -> readable(row))
                  .list(),
              (last, more) -> found(kind, query, last, more));
    });
  }

  /// The ids of the studies or groups that match a query, newest first.
  public List<String> ids(WorkKind kind, JobQuery query, int limit) {
    return database.read(handle -> ids(handle, kind, query, Optional.empty(), limit));
  }

  private static List<String> ids(
      Handle handle, WorkKind kind, JobQuery query, Optional<String> behind, int limit) {
    CampaignCondition condition = new CampaignCondition();
    String terms = condition.sql(query);
    String rest =
        behind.isEmpty()
            ? ""
            : " AND (submitted_at, id) < (SELECT submitted_at, id FROM campaigns"
                + " WHERE kind = :kind AND id = :behind)";
    Query select =
        handle
            .createQuery(
                "SELECT id FROM campaigns WHERE kind = :kind AND "
                    + terms
                    + rest
                    + " ORDER BY submitted_at DESC, id DESC LIMIT :limit")
            .bindMap(condition.values())
            .bind("kind", kind.word())
            .bind("limit", limit);
    behind.ifPresent(id -> select.bind("behind", id));
    return select.mapTo(String.class).list();
  }

  private static final class CampaignCondition extends QueryCondition {
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
        // Only queries for jobs have this key.
        case STUDY -> "1 = 0";
      };
    }

    private String valued(Key key, String condition) {
      return "id IN (SELECT id FROM campaign_values WHERE kind = :kind AND name = "
          + value(key.word())
          + " AND "
          + condition
          + ")";
    }
  }

  /// The open studies and groups, oldest first.
  public List<Campaign> open() {
    return openWorks().stream().flatMap(work -> readable(work).stream()).toList();
  }

  /// The kinds and ids of the open studies and groups, oldest first.
  public List<Work> openWorks() {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT kind, id FROM campaigns WHERE finished = 0 ORDER BY submitted_at, id")
            .map((row, _) -> work(row))
            .list());
  }

  /// The document from which a group was read, without its secrets.
  public Optional<String> document(String group) {
    return database.read(handle ->
        of(
                Work.group(group),
                handle.createQuery("SELECT document FROM campaigns " + THIS + "AND finished < 2"))
            .mapTo(String.class)
            .findOne());
  }

  /// What the members of a group ask for, by name, with their secrets; none if there is no such
  /// group. Of a study, what [#ofSteps(MemberRow)] gave.
  public Map<String, MemberRow> asked(Work work) {
    return database.read(
        work.toString(),
        handle ->
            of(
                    work,
                    handle.createQuery(
                        "SELECT plan, asked, secrets FROM campaigns " + THIS + "AND finished < 2"))
                .map((row, _) -> asked(work, row))
                .findOne()
                .orElseGet(Map::of));
  }

  private Map<String, MemberRow> asked(Work work, ResultSet from) throws SQLException {
    Map<String, Secret> open = secrets.open(place(work), from.getString("secrets"));
    Map<String, MemberRow> asked = json.readValue(from.getString("asked"), ASKED);
    if (work.kind() == WorkKind.STUDY) {
      asked.put(ALL_STEPS, json.readValue(from.getString("plan"), MemberRow.class));
    }
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

  private Optional<Campaign> readable(ResultSet row) throws SQLException {
    return database.readable(work(row).toString(), () -> campaign(row));
  }

  private Campaign campaign(ResultSet row) throws SQLException {
    CampaignStatus status = json.readValue(row.getString("state"), CampaignStatus.class);
    Instant at = Instant.ofEpochMilli(row.getLong("submitted_at"));
    Work work = work(row);
    if (work.kind() == WorkKind.GROUP) {
      GroupPlan plan = json.readValue(row.getString("plan"), GroupPlan.class);
      return new JobGroup(work.id(), plan, status.state(), status.members(), at);
    }
    MemberRow asked = json.readValue(row.getString("plan"), MemberRow.class);
    List<StudyPoint> points =
        asked.plan().knee().isPresent()
            ? status.chosen()
            : asked.plan().planned(asked.spec().seed());
    return new Study(
        work.id(),
        asked.code().title(),
        asked.spec(),
        asked.plan(),
        points,
        status.state(),
        status.members(),
        at);
  }

  private static Work work(ResultSet row) throws SQLException {
    return new Work(WorkKind.of(row.getString("kind")), row.getString("id"));
  }

  /// Marks a finished study or group as deleted, until [#restore] brings it back or
  /// [#removeDeletedBefore] removes it.
  ///
  /// @return false if there is no such study or group, or it has not ended
  public boolean delete(Work work, Instant at) {
    return marked(work, 1, QueryCondition.DELETED, at.toEpochMilli());
  }

  /// Brings a deleted study or group back.
  ///
  /// @return false if there is no such deleted study or group
  public boolean restore(Work work) {
    return marked(work, QueryCondition.DELETED, 1, 0);
  }

  private boolean marked(Work work, int from, int to, long deletedAt) {
    return database.write(handle ->
        of(
                    work,
                    handle.createUpdate(
                        "UPDATE campaigns SET finished = :to, deleted_at = :at "
                            + THIS
                            + "AND finished = :from"))
                .bind("to", to)
                .bind("at", deletedAt)
                .bind("from", from)
                .execute()
            == 1);
  }

  /// Whether a study or group was deleted and not removed yet, so that its id is not free.
  public boolean deleted(Work work) {
    return database.read(handle ->
        of(work, handle.createQuery("SELECT id FROM campaigns " + THIS + "AND finished = :deleted"))
            .bind("deleted", QueryCondition.DELETED)
            .mapTo(String.class)
            .findOne()
            .isPresent());
  }

  /// Removes what was deleted before an instant.
  public void removeDeletedBefore(Instant at) {
    database.update(handle ->
        handle
            .createUpdate("DELETE FROM campaigns WHERE finished = :deleted AND deleted_at < :at")
            .bind("deleted", QueryCondition.DELETED)
            .bind("at", at.toEpochMilli())
            .execute());
  }

  /// Why a job or a study is still needed, in words without a stop; empty if it is not.
  public Optional<String> needing(String id) {
    Matcher step = STEP.matcher(id);
    Optional<String> study = Optional.of(step).filter(Matcher::matches).map(one -> one.group(1));
    Optional<String> group =
        Optional.of(id.indexOf('.')).filter(dot -> dot > 0).map(dot -> id.substring(0, dot));
    return study
        .flatMap(one -> needing(Work.study(one), id, "it is a step of study "))
        .or(() -> group.flatMap(one -> needing(Work.group(one), id, "it is a member of group ")));
  }

  private Optional<String> needing(Work work, String id, String part) {
    return find(work)
        .filter(campaign -> campaign.needs(id))
        .map(_ -> part + work.id() + ", which goes on");
  }
}

package dev.broadside.server.store.job;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.search.JobQuery;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.SealedSecrets;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Gatherers;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.PreparedBatch;
import tools.jackson.databind.json.JsonMapper;

/// Jobs and their shares. A job's secrets are encrypted in a column of their own. Safe for use by
/// several threads.
public final class JobTable {
  /// Databases limit the values in a statement.
  private static final int MOST_AT_ONCE = 1_000;

  private static final Comparator<JobRow> NEWEST_FIRST =
      Comparator.comparing((JobRow row) -> row.job().submittedAt())
          .thenComparing(row -> row.job().id())
          .reversed();

  private static final Pattern NUMBERED = Pattern.compile("(.+)\\.([1-9]\\d{0,8})");

  /// Leaves room for a number.
  private static final int MOST_OF_ID = Bounds.MAX_NAME - 10;

  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;
  private final JobIndex index;

  /// The columns that change.
  private record Status(JobState state, List<Job.StateChange> history, List<LoadChange> changes) {}

  public JobTable(Database database, JsonMapper json, SecretBox secrets, JobIndex index) {
    this.database = database;
    this.index = index;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "jobs");
  }

  /// Keeps a new job.
  public void add(Job job, JobCode code) {
    database.update(handle -> insert(handle, job, code));
  }

  private void insert(Handle handle, Job job, JobCode code) {
    handle
        .createUpdate(
            """
            INSERT INTO jobs (id, submitted_at, word, finished, spec, secrets, code, status, headline,
              definition, filing)
            VALUES (:id, :at, :word, :finished, :spec, :secrets, :code, :status, '',
              :definition, :filing)
            """)
        .bind("at", job.submittedAt().toEpochMilli())
        .bind("word", job.state().word())
        .bind("finished", finished(job))
        .bind("status", status(job))
        .bindMap(written(job, code))
        .execute();
    index.put(handle, job.id());
  }

  /// Stores the changed specification of a waiting job.
  public void amend(Job job, JobCode code) {
    database.update(handle -> {
      save(handle, job, List.of());
      handle
          .createUpdate(
              """
              UPDATE jobs SET spec = :spec, secrets = :secrets, code = :code,
                definition = :definition, filing = :filing
              WHERE id = :id
              """)
          .bindMap(written(job, code))
          .execute();
      index.put(handle, job.id());
    });
  }

  /// The columns of the specification.
  private Map<String, Object> written(Job job, JobCode code) {
    return Map.of(
        "id", job.id(),
        "spec", json.writeValueAsString(SealedSecrets.redacted(job.spec())),
        "secrets", secrets.seal(job.id(), job.spec().secrets()),
        "code", json.writeValueAsString(code),
        "definition", JobDocument.definition(job.id(), job.spec()),
        "filing", json.writeValueAsString(Filing.of(job.spec())));
  }

  /// Changes a job's folder and tags.
  ///
  /// @return the new ones; empty if there is no such job
  public Optional<Filing> file(String id, UnaryOperator<Filing> change) {
    return database.write(handle -> {
      Optional<Filing> filing =
          handle
              .createQuery("SELECT filing FROM jobs WHERE id = :id AND finished < 2")
              .bind("id", id)
              .map((row, _) -> json.readValue(row.getString(1), Filing.class))
              .findOne()
              .map(change);
      filing.ifPresent(now -> {
        handle
            .createUpdate("UPDATE jobs SET filing = :filing WHERE id = :id")
            .bind("filing", json.writeValueAsString(now))
            .bind("id", id)
            .execute();
        index.put(handle, id);
      });
      return filing;
    });
  }

  /// Stores a placed job with its specification and shares. Earlier shares are replaced: after a
  /// placement that could not be confirmed, other agents may have been chosen.
  ///
  /// @param next the next run of a repeated job
  /// @return the job for that run; always the same one, even if this is tried again
  public Optional<Job> place(Job job, List<ShareRow> shares, Optional<JobSpec> next, JobCode code) {
    return database.write(handle -> {
      handle.createUpdate("DELETE FROM shares WHERE job_id = :id").bind("id", job.id()).execute();
      handle
          .createUpdate("UPDATE jobs SET spec = :spec WHERE id = :id")
          .bind("spec", json.writeValueAsString(SealedSecrets.redacted(job.spec())))
          .bind("id", job.id())
          .execute();
      save(handle, job, shares);
      return next.map(spec -> follow(handle, job, spec, code));
    });
  }

  /// Stores the end of a job that never began, and the next run of a repeated one.
  public Optional<Job> end(Job job, Optional<JobSpec> next, JobCode code) {
    return database.write(handle -> {
      save(handle, job, List.of());
      return next.map(spec -> follow(handle, job, spec, code));
    });
  }

  private Job follow(Handle handle, Job job, JobSpec next, JobCode code) {
    String id = job.id();
    Optional<JobSpec> known;
    do {
      id = following(id);
      known =
          handle
              .createQuery("SELECT spec FROM jobs WHERE id = :id")
              .bind("id", id)
              .map((row, _) -> json.readValue(row.getString(1), JobSpec.class))
              .findOne();
    } while (known.filter(spec -> !spec.sameButSecrets(next)).isPresent());
    Instant at = job.history().getLast().at().truncatedTo(ChronoUnit.MILLIS);
    Job follows = Job.submitted(id, next, at);
    if (known.isEmpty()) {
      insert(handle, follows, code);
    }
    return follows;
  }

  /// `nightly.2` after `nightly`, and `nightly.3` after that.
  private static String following(String id) {
    Matcher numbered = NUMBERED.matcher(id);
    return numbered.matches()
        ? numbered.group(1) + "." + (Long.parseLong(numbered.group(2)) + 1)
        : id.substring(0, Math.min(id.length(), MOST_OF_ID)) + ".2";
  }

  /// Stores a job's state and its changed shares in one transaction.
  public void save(Job job, List<ShareRow> changed) {
    database.update(handle -> save(handle, job, changed));
  }

  /// Stores the states of jobs, in transactions of bounded size, so that others can write between
  /// them.
  public void save(List<Job> jobs) {
    jobs.stream()
        .gather(Gatherers.windowFixed(MOST_AT_ONCE))
        .forEach(
            some -> database.update(handle -> some.forEach(job -> save(handle, job, List.of()))));
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
    index.state(handle, job.id(), job.state().word(), finished(job));
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
    return one(id, handle -> (row, _) -> withSecrets(row, withShares(handle, job(row))));
  }

  /// A job with redacted secrets, which are not even read.
  public Optional<JobRow> shown(String id) {
    return one(id, handle -> (row, _) -> withShares(handle, job(row)));
  }

  private Optional<JobRow> one(String id, Function<Handle, RowMapper<JobRow>> reader) {
    return database.read(
        "job " + id,
        handle ->
            handle
                .createQuery("SELECT * FROM jobs WHERE id = :id AND finished < 2")
                .bind("id", id)
                .map(reader.apply(handle))
                .findOne());
  }

  /// A job with redacted secrets; empty if it is damaged or missing.
  public Optional<JobRow> readable(String id) {
    return database.readable("job " + id, () -> shown(id)).flatMap(Function.identity());
  }

  /// Many jobs with redacted secrets, in no order, including deleted ones that can be restored.
  /// Missing ones are left out.
  public List<JobRow> shown(Collection<String> ids) {
    List<JobRow> rows = new ArrayList<>();
    for (List<String> some : ids.stream().gather(Gatherers.windowFixed(MOST_AT_ONCE)).toList()) {
      rows.addAll(
          database.read(handle ->
              Database.present(
                  withShares(
                      handle,
                      handle
                          .createQuery(
                              "SELECT * FROM jobs WHERE id IN (<ids>) AND finished <> "
                                  + JobStore.HIDDEN)
                          .bindList("ids", some)
                          .map((row, _) -> readable(row))
                          .list()))));
    }
    return rows;
  }

  /// Reads an imported job as lists will.
  ///
  /// @throws DamagedException if it cannot be read
  public void checkComing(String id) {
    JobRow row =
        database.read(
            "job " + id,
            handle ->
                handle
                    .createQuery("SELECT * FROM jobs WHERE id = :id")
                    .bind("id", id)
                    .map((found, _) -> withShares(handle, job(found)))
                    .one());
    if (!(row.job().state() instanceof JobState.Done)) {
      throw new StoreException.Refused("its job has not ended");
    }
  }

  /// Whether a job with this id is deleted and not removed yet, or is being imported.
  public boolean deleted(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT id FROM jobs WHERE id = :id AND finished >= 2")
            .bind("id", id)
            .mapTo(String.class)
            .findOne()
            .isPresent());
  }

  /// The state of a job, even if it is deleted and can be brought back; empty if there is no such
  /// job.
  public Optional<JobState> state(String id) {
    return database.read(
        "job " + id,
        handle ->
            handle
                .createQuery(
                    "SELECT status FROM jobs WHERE id = :id AND finished <> " + JobStore.HIDDEN)
                .bind("id", id)
                .map((row, _) -> json.readValue(row.getString(1), Status.class).state())
                .findOne());
  }

  /// Jobs to show, newest first: those that have not ended, however old they are, and the newest
  /// that have. Their secrets are redacted.
  ///
  /// @param limit the most jobs
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

  /// Runs that have ended well and were not looked at for a change of their definition, oldest
  /// first.
  public List<String> notInHistory(int limit) {
    return database.read(handle -> index.notInHistory(handle, limit));
  }

  /// Notes that a run was looked at.
  public void inHistory(String id) {
    database.update(handle -> index.inHistory(handle, id));
  }

  /// The jobs that match a query, newest first. Their secrets are redacted.
  ///
  /// @param behind only those after this job in that order; empty for all
  public List<JobRow> found(JobQuery query, Optional<String> behind, int limit) {
    return database.read(handle -> {
      List<String> ids = index.find(handle, query, behind, limit);
      if (ids.isEmpty()) {
        return List.of();
      }
      List<Optional<JobRow>> rows =
          handle
              .createQuery(
                  "SELECT * FROM jobs WHERE id IN (<ids>) ORDER BY submitted_at DESC, id DESC")
              .bindList("ids", ids)
              .map((row, _) -> readable(row))
              .list();
      return Database.filled(
          ids, withShares(handle, rows), (last, more) -> found(query, last, more));
    });
  }

  /// The ids of the jobs that match a query, newest first.
  public List<String> ids(JobQuery query, int limit) {
    return database.read(handle -> index.find(handle, query, Optional.empty(), limit));
  }

  private List<JobRow> newest(Handle handle, String column, Object value, int limit) {
    return Database.present(
        withShares(
            handle,
            handle
                .createQuery(
                    "SELECT * FROM jobs WHERE "
                        + column
                        + " = :value ORDER BY submitted_at DESC, id DESC LIMIT :limit")
                .bind("value", value)
                .bind("limit", limit)
                .map((row, _) -> readable(row))
                .list()));
  }

  private List<Optional<JobRow>> withShares(Handle handle, List<Optional<JobRow>> read) {
    List<JobRow> rows = Database.present(read);
    Map<String, List<String>> shares = shares(handle, rows);
    return rows.stream()
        .map(row -> database.readable("job " + row.job().id(), () -> withShares(row, shares)))
        .toList();
  }

  private JobRow withShares(JobRow row, Map<String, List<String>> shares) {
    return row.with(
        shares.getOrDefault(row.job().id(), List.of()).stream()
            .map(share -> json.readValue(share, ShareRow.class))
            .toList());
  }

  private static Map<String, List<String>> shares(Handle handle, List<JobRow> rows) {
    Map<String, List<String>> shares = new HashMap<>();
    if (!rows.isEmpty()) {
      handle
          .createQuery(
              "SELECT job_id, document FROM shares WHERE job_id IN (<jobs>) ORDER BY position")
          .bindList("jobs", rows.stream().map(row -> row.job().id()).toList())
          .map((row, _) ->
              shares
                  .computeIfAbsent(row.getString(1), _ -> new ArrayList<>())
                  .add(row.getString(2)))
          .list();
    }
    return shares;
  }

  /// Jobs that have not ended, or that ended after an instant and have a share that an agent still
  /// holds; oldest first.
  public List<JobRow> open(Instant endedAfter) {
    List<Optional<JobRow>> candidates =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT * FROM jobs WHERE finished = 0 OR finished = 1 AND EXISTS
                      (SELECT 1 FROM shares WHERE job_id = jobs.id AND released = 0)
                    ORDER BY submitted_at, id
                    """)
                .map((row, _) ->
                    database.readable(
                        "job " + row.getString("id"),
                        () -> withSecrets(row, withShares(handle, job(row)))))
                .list());
    return Database.present(candidates).stream()
        .filter(row ->
            !(row.job().state() instanceof JobState.Done(Instant at, var _))
                || at.isAfter(endedAfter))
        .toList();
  }

  /// The ids of the jobs whose records a level of roll-up has not finished, oldest first.
  ///
  /// @param everything the position that the level records when it has finished a job
  public List<String> notRolledUp(int level, int everything) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM jobs
                WHERE finished < 2 AND EXISTS (SELECT 1 FROM streams WHERE run_id = jobs.id)
                  AND NOT EXISTS (SELECT 1 FROM rollups WHERE run_id = jobs.id
                    AND level = :level AND next_index = :everything)
                ORDER BY submitted_at, id
                """)
            .bind("level", level)
            .bind("everything", everything)
            .mapTo(String.class)
            .list());
  }

  /// The ids of the jobs whose load has begun and whose result is not made yet, oldest first.
  public List<String> loaded() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM jobs WHERE finished = 0 AND word IN ('running', 'stopping')
                ORDER BY submitted_at, id
                """)
            .mapTo(String.class)
            .list());
  }

  /// The specifications of open jobs by id, oldest first; their secrets are redacted.
  public Map<String, JobSpec> unfinished() {
    Map<String, JobSpec> unfinished = new LinkedHashMap<>();
    database
        .read(handle ->
            handle
                .createQuery(
                    "SELECT id, spec FROM jobs WHERE finished = 0 ORDER BY submitted_at, id")
                .map((row, _) -> {
                  String id = row.getString("id");
                  return database
                      .readable(
                          "job " + id, () -> json.readValue(row.getString("spec"), JobSpec.class))
                      .map(spec -> Map.entry(id, spec));
                })
                .list())
        .forEach(job -> job.ifPresent(one -> unfinished.put(one.getKey(), one.getValue())));
    return unfinished;
  }

  private Optional<JobRow> readable(ResultSet row) throws SQLException {
    return database.readable("job " + row.getString("id"), () -> job(row));
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
            Instant.ofEpochMilli(row.getLong("submitted_at")),
            status.changes());
    String headline = row.getString("headline");
    return new JobRow(
        job,
        json.readValue(row.getString("code"), JobCode.class),
        List.of(),
        headline.isEmpty()
            ? Optional.empty()
            : Optional.of(json.readValue(headline, Headline.class)),
        json.readValue(row.getString("filing"), Filing.class),
        Optional.of(row.getLong("deleted_at")).filter(at -> at > 0).map(Instant::ofEpochMilli));
  }

  private JobRow withShares(Handle handle, JobRow row) {
    return withShares(row, shares(handle, List.of(row)));
  }

  private JobRow withSecrets(ResultSet from, JobRow row) throws SQLException {
    Job job = row.job();
    return row.with(
        job.with(job.spec().withSecrets(secrets.open(job.id(), from.getString("secrets")))));
  }

  private String status(Job job) {
    return json.writeValueAsString(new Status(job.state(), job.history(), job.changes()));
  }

  private static int finished(Job job) {
    return job.state() instanceof JobState.Done ? 1 : 0;
  }
}

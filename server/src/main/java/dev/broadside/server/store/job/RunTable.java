package dev.broadside.server.store.job;

import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.PackedText;
import dev.broadside.server.store.row.Headline;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Intervals, results, marks and log lines of runs. Safe for use by several threads.
public final class RunTable {
  /// Further marks of a run are not stored.
  public static final int MOST_MARKS = 1_000;

  private static final String SEEN =
      "NOT EXISTS (SELECT 1 FROM jobs WHERE id = :run AND finished = " + JobStore.DELETED + ")";

  private static final int MAX_LOG = LogRing.FIRST + LogRing.NEWEST;
  private static final String LINES = "event_id, document FROM log_lines";
  private static final String MARKS = "event_id, document FROM marks";

  /// The plus keeps SQLite from reading the whole run in the requested order: few intervals have
  /// changed, and the index of events finds them.
  static final String CHANGED =
      """
      SELECT interval_index FROM intervals
      WHERE run_id = :run AND event_id > :after AND event_id <= :through
        AND +interval_index <= :to ORDER BY +interval_index
      """;

  /// The plus keeps SQLite from going through all events of a run from the first one on.
  static final String FIRST_EVENT =
      """
      SELECT COALESCE(MIN(+event_id), 0) FROM intervals
      WHERE run_id = :run AND interval_index >= :from
      """;

  private final Database database;
  private final JsonMapper json;
  private final LogRing log;
  private final JobIndex index;

  /// Numbers of events, from one to another, both included.
  public record NumberRange(long first, long last) {
    public static final NumberRange NONE = new NumberRange(0, -1);

    /// The condition that both hold.
    public NumberRange and(NumberRange other) {
      if (equals(NONE) || other.equals(NONE)) {
        return equals(NONE) ? other : this;
      }
      return new NumberRange(Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  /// A closed interval, a log line or a mark, as JSON.
  ///
  /// @param position an interval's index; 0 for all else
  /// @param eventId its place in the live stream
  public record Entry(int position, long eventId, String json) {}

  /// An entry of a run's history.
  public record Kept(What what, Entry entry) {}

  /// The kind of an entry.
  public enum What {
    INTERVAL,
    LINE,
    MARK
  }

  public RunTable(Database database, JsonMapper json, JobIndex index) {
    this.database = database;
    this.index = index;
    this.json = json;
    this.log = new LogRing(json);
  }

  /// Stores closed intervals, the last one for each index, and returns those that are new or have
  /// changed.
  public List<Entry> addIntervals(String runId, List<Entry> intervals) {
    return addIntervals(runId, intervals, false);
  }

  /// Stores intervals, and returns those that are new or have changed.
  ///
  /// @param anew whether all of them count as new: they may have been stored before without being
  ///   sent to anybody
  public List<Entry> addIntervals(String runId, List<Entry> intervals, boolean anew) {
    // A statement can change each row once.
    Map<Integer, Entry> last = new TreeMap<>();
    intervals.forEach(interval -> last.put(interval.position(), interval));
    List<List<Object>> rows = last.values().stream().map(one -> row(runId, one)).toList();
    String other = anew ? "" : " WHERE intervals.document <> excluded.document";
    return database.write(handle -> {
      Set<Integer> changed =
          new HashSet<>(
              ManyRows.insert(
                  handle,
                  "INSERT INTO intervals (run_id, interval_index, event_id, document)",
                  rows,
                  "ON CONFLICT (run_id, interval_index) DO UPDATE SET"
                      + " event_id = excluded.event_id, document = excluded.document"
                      + other
                      + " RETURNING interval_index",
                  (row, _) -> row.getInt(1)));
      return last.values().stream().filter(one -> changed.contains(one.position())).toList();
    });
  }

  private static List<Object> row(String runId, Entry interval) {
    return List.of(
        runId, interval.position(), interval.eventId(), PackedText.pack(interval.json()));
  }

  /// A run's intervals in order, from an index on; at most as many as given.
  public List<Entry> intervals(String runId, int fromIndex, int limit) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT interval_index, event_id, document FROM intervals
                WHERE run_id = :run AND interval_index >= :from ORDER BY interval_index LIMIT :limit
                """)
            .bind("run", runId)
            .bind("from", fromIndex)
            .bind("limit", limit)
            .map((row, _) -> interval(runId, row))
            .list());
  }

  /// The last interval of a run that begins at an index or before it.
  public Optional<Entry> lastInterval(String runId, int toIndex) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT interval_index, event_id, document FROM intervals
                WHERE run_id = :run AND interval_index <= :to
                ORDER BY interval_index DESC LIMIT 1
                """)
            .bind("run", runId)
            .bind("to", toIndex)
            .map((row, _) -> interval(runId, row))
            .findOne());
  }

  /// The indices of the intervals of a run, up to an index, that were stored after one event and up
  /// to another, in ascending order.
  public List<Integer> changedIntervals(String runId, long after, long through, int toIndex) {
    return database.read(handle ->
        handle
            .createQuery(CHANGED)
            .bind("run", runId)
            .bind("after", after)
            .bind("through", through)
            .bind("to", toIndex)
            .mapTo(Integer.class)
            .list());
  }

  /// The lowest number that an event of a run's intervals has, from an index on; 0 if there are
  /// none.
  public long firstEvent(String runId, long fromIndex) {
    return database.read(handle ->
        handle
            .createQuery(FIRST_EVENT)
            .bind("run", runId)
            .bind("from", fromIndex)
            .mapTo(Long.class)
            .one());
  }

  /// The intervals, log lines and marks of a run that were stored after one event and up to
  /// another, in the order of events; at most as many as given.
  public List<Kept> history(String runId, long after, long through, int limit) {
    return database.read(handle ->
        Stream.of(
                events(
                        handle,
                        "interval_index, event_id, document FROM intervals",
                        runId,
                        after,
                        through,
                        limit)
                    .map((row, _) -> new Kept(What.INTERVAL, interval(runId, row))),
                events(handle, LINES, runId, after, through, limit)
                    .map((row, _) -> new Kept(What.LINE, text(row))),
                events(handle, MARKS, runId, after, through, limit)
                    .map((row, _) -> new Kept(What.MARK, text(row))))
            .flatMap(ResultIterable::stream)
            .sorted(Comparator.comparingLong(kept -> kept.entry().eventId()))
            .limit(limit)
            .toList());
  }

  private static Query events(
      Handle handle, String what, String runId, long after, long through, int limit) {
    return handle
        .createQuery(
            "SELECT "
                + what
                + " WHERE run_id = :run AND event_id > :after AND event_id <= :through"
                + " ORDER BY event_id LIMIT :limit")
        .bind("run", runId)
        .bind("after", after)
        .bind("through", through)
        .bind("limit", limit);
  }

  private static Entry interval(String runId, ResultSet row) throws SQLException {
    int index = row.getInt(1);
    try {
      return new Entry(index, row.getLong(2), PackedText.unpack(row.getBytes(3)));
    } catch (IOException e) {
      throw new DamagedException("interval " + index + " of " + runId, e);
    }
  }

  /// The index of the newest closed interval.
  public OptionalLong newestInterval(String runId) {
    long newest =
        database.read(handle ->
            handle
                .createQuery(
                    "SELECT COALESCE(MAX(interval_index), -1) FROM intervals WHERE run_id = :run")
                .bind("run", runId)
                .mapTo(Long.class)
                .one());
    return newest < 0 ? OptionalLong.empty() : OptionalLong.of(newest);
  }

  /// Stores log lines; for a run that has written many only its first and its newest ones, and how
  /// many are left out between them.
  ///
  /// @param lines JSON objects with the text in `line`; `leftOut`, if present, is how many lines it
  ///   stands for
  /// @param former the numbers of these lines at an attempt that failed, or whose answer was lost
  public void addLog(String runId, List<Entry> lines, NumberRange former) {
    database.update(handle -> {
      log.remove(handle, runId, former);
      log.add(handle, runId, lines);
    });
  }

  /// The stored log lines, oldest first.
  public List<Entry> log(String runId) {
    return database.read(handle ->
        events(handle, LINES, runId, 0, Long.MAX_VALUE, MAX_LOG).map((row, _) -> text(row)).list());
  }

  private static Entry text(ResultSet row) throws SQLException {
    return new Entry(0, row.getLong(1), row.getString(2));
  }

  /// Stores a mark. False, with nothing stored, if its run has [#MOST_MARKS] of them.
  public boolean addMark(String runId, Entry mark) {
    return database.write(handle ->
        handle
                .createUpdate(
                    """
                    INSERT INTO marks (run_id, event_id, document)
                    SELECT :run, :event, :mark
                    WHERE (SELECT COUNT(*) FROM marks WHERE run_id = :run) < :most
                    """)
                .bind("run", runId)
                .bind("event", mark.eventId())
                .bind("mark", mark.json())
                .bind("most", MOST_MARKS)
                .execute()
            > 0);
  }

  /// The marks of a run, in the order in which they were stored.
  public List<Entry> marks(String runId) {
    return database.read(handle ->
        events(handle, MARKS, runId, 0, Long.MAX_VALUE, MOST_MARKS)
            .map((row, _) -> text(row))
            .list());
  }

  /// The marks of the newest finished jobs, newest job first.
  ///
  /// @param like a pattern for SQL's LIKE, which a mark's document has to match
  /// @param jobs how many jobs to look at
  public List<MarkOf> newestMarks(String like, int jobs) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT newest.job_id, document FROM (
                  SELECT job_id, submitted_at FROM job_index WHERE finished = 1
                  ORDER BY submitted_at DESC, job_id DESC LIMIT :jobs
                ) newest JOIN marks ON run_id = newest.job_id
                WHERE document LIKE :like ORDER BY submitted_at DESC, newest.job_id, event_id
                """)
            .bind("jobs", jobs)
            .bind("like", like)
            .map((row, _) -> new MarkOf(row.getString(1), row.getString(2)))
            .list());
  }

  /// A mark's document and its run.
  public record MarkOf(String runId, String json) {}

  /// Stores the first final document of a run.
  ///
  /// @param document without its intervals
  /// @param headline its summary for lists
  /// @param records how many records it was made from
  public void finish(String runId, String document, Headline headline, long records, Instant at) {
    database.update(handle -> put(handle, runId, document, headline, records, 0, at));
  }

  /// Stores an amended final document, since records came after the end of the job. The former one
  /// is kept, too.
  ///
  /// @param number of the amendment, counted from 1
  public void amend(
      String runId, String document, Headline headline, long records, int number, Instant at) {
    database.update(handle -> {
      handle
          .createUpdate(
              """
              INSERT INTO former_results (run_id, number, document)
              SELECT run_id, number, document FROM results WHERE run_id = :run
              """)
          .bind("run", runId)
          .execute();
      put(handle, runId, document, headline, records, number, at);
    });
  }

  private void put(
      Handle handle,
      String runId,
      String document,
      Headline headline,
      long records,
      int number,
      Instant at) {
    handle
        .createUpdate(
            """
            INSERT INTO results (run_id, records, document, number, sealed_at)
            VALUES (:run, :records, :document, :number, :at)
            ON CONFLICT (run_id) DO UPDATE
            SET records = excluded.records, document = excluded.document,
                number = excluded.number, sealed_at = excluded.sealed_at
            """)
        .bind("run", runId)
        .bind("records", records)
        .bind("document", document)
        .bind("number", number)
        .bind("at", at.toEpochMilli())
        .execute();
    handle
        .createUpdate("UPDATE jobs SET headline = :headline WHERE id = :run")
        .bind("headline", json.writeValueAsString(headline))
        .bind("run", runId)
        .execute();
    index.result(handle, runId, document);
  }

  /// A former final document by its number of amendments, without its intervals; [#result] has the
  /// newest.
  public Optional<String> former(String runId, int amendments) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT document FROM former_results WHERE run_id = :run AND number = :number AND "
                    + SEEN)
            .bind("run", runId)
            .bind("number", amendments)
            .mapTo(String.class)
            .findOne());
  }

  /// The runs whose results were sealed after an instant.
  public List<String> sealedAfter(Instant instant) {
    return database.read(handle ->
        handle
            .createQuery("SELECT run_id FROM results WHERE sealed_at > :after ORDER BY sealed_at")
            .bind("after", instant.toEpochMilli())
            .mapTo(String.class)
            .list());
  }

  /// The final document, without its intervals.
  public Optional<String> result(String runId) {
    return database.read(handle ->
        handle
            .createQuery("SELECT document FROM results WHERE run_id = :run AND " + SEEN)
            .bind("run", runId)
            .mapTo(String.class)
            .findOne());
  }

  /// How many records the final document was made from; 0 if there is no such document.
  public long recordsInResult(String runId) {
    return database.read(handle ->
        handle
            .createQuery("SELECT records FROM results WHERE run_id = :run")
            .bind("run", runId)
            .mapTo(Long.class)
            .findOne()
            .orElse(0L));
  }

  /// The highest number that an event of any run has; 0 if there are none.
  public long newestEvent() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT MAX(newest) FROM (
                  SELECT COALESCE(MAX(event_id), 0) AS newest FROM intervals
                  UNION ALL SELECT COALESCE(MAX(event_id), 0) FROM log_lines
                  UNION ALL SELECT COALESCE(MAX(event_id), 0) FROM marks) AS events
                """)
            .mapTo(Long.class)
            .one());
  }

  /// The part of a run's log that is stored: its beginning and its newest lines, so that its size
  /// is bounded. One line between the two says how many were left out.
  public static final class LogRing {
    public static final int FIRST = 1_000;
    public static final int NEWEST = 4_000;
    private static final String LEFT_OUT = "leftOut";

    private final JsonMapper json;

    LogRing(JsonMapper json) {
      this.json = json;
    }

    void add(Handle handle, String runId, List<Entry> lines) {
      lines.forEach(line -> insert(handle, runId, line));
      int over = count(handle, runId) - FIRST - NEWEST;
      if (over > 0) {
        // One more than the excess, since the line that says so takes a place, too.
        leaveOut(handle, runId, middle(handle, runId, over + 1));
      }
    }

    private void leaveOut(Handle handle, String runId, List<Entry> lines) {
      Entry last = lines.getLast();
      long leftOut = lines.stream().mapToLong(this::stoodFor).sum();
      remove(handle, runId, new NumberRange(lines.getFirst().eventId(), last.eventId()));
      ObjectNode gap = ((ObjectNode) json.readTree(last.json())).put("agent", "");
      gap.put("line", "(" + leftOut + " lines left out)").put(LEFT_OUT, leftOut);
      insert(handle, runId, new Entry(0, last.eventId(), json.writeValueAsString(gap)));
    }

    void remove(Handle handle, String runId, NumberRange numbers) {
      handle
          .createUpdate(
              """
              DELETE FROM log_lines
              WHERE run_id = :run AND event_id >= :first AND event_id <= :last
              """)
          .bind("run", runId)
          .bind("first", numbers.first())
          .bind("last", numbers.last())
          .execute();
    }

    /// How many lines a line stands for.
    private long stoodFor(Entry line) {
      JsonNode leftOut = json.readTree(line.json()).path(LEFT_OUT);
      return leftOut.asLong(1);
    }

    private static int count(Handle handle, String runId) {
      return handle
          .createQuery("SELECT COUNT(*) FROM log_lines WHERE run_id = :run")
          .bind("run", runId)
          .mapTo(Integer.class)
          .one();
    }

    private static List<Entry> middle(Handle handle, String runId, int count) {
      return handle
          .createQuery(
              """
              SELECT event_id, document FROM log_lines
              WHERE run_id = :run ORDER BY event_id LIMIT :count OFFSET :first
              """)
          .bind("run", runId)
          .bind("count", count)
          .bind("first", FIRST)
          .map((row, _) -> new Entry(0, row.getLong(1), row.getString(2)))
          .list();
    }

    private static void insert(Handle handle, String runId, Entry line) {
      handle
          .createUpdate(
              "INSERT INTO log_lines (run_id, event_id, document) VALUES (:run, :event, :line)")
          .bind("run", runId)
          .bind("event", line.eventId())
          .bind("line", line.json())
          .execute();
    }
  }
}

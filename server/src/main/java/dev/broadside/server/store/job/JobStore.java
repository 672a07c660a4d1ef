package dev.broadside.server.store.job;

import dev.broadside.core.job.JobState;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Exports, imports and deletes whole jobs, in steps of bounded size, so that records of other jobs
/// never wait long. A job that is being imported or removed is hidden from all other parts. Safe
/// for use by several threads.
public record JobStore(Database database, JsonMapper json, JobIndex index) {
  private static final int ROWS_AT_ONCE = 500;

  /// Pieces of recordings, of each agent, and of attachments.
  private static final int PIECES_AT_ONCE = 16;

  /// The value of `finished` of a hidden job; 0 is an open job, 1 one that has ended.
  static final int HIDDEN = 2;

  /// The value of `finished` of a deleted job that can be restored.
  static final int DELETED = QueryCondition.DELETED;

  private static final Part JOB =
      new Part(
          "jobs",
          "id",
          "",
          "id submitted_at word finished spec code status headline definition filing");
  private static final Part STREAM =
      new Part("streams", "run_id", "", "id run_id agent incarnation stream duplicates");
  private static final Part RECORD =
      new Part(
          "records",
          "stream_id",
          "seq",
          "stream_id seq interval_index closing crc bytes intervals digests limited");
  private static final Part QUARANTINE =
      new Part("quarantine", "stream_id", "", "stream_id seq crc bytes reason");
  private static final Part INTERVAL =
      new Part("intervals", "run_id", "interval_index", "run_id interval_index event_id document");
  private static final Part LOG_LINE =
      new Part("log_lines", "run_id", "event_id", "run_id event_id document");

  /// Not exported.
  private static final Part RECORDING =
      new Part("recordings", "run_id", "position", List.of("position"), PIECES_AT_ONCE);

  private static final Part PIECE =
      new Part(
          "attachment_pieces",
          "run_id",
          "piece",
          List.of("run_id", "piece", "number", "bytes"),
          PIECES_AT_ONCE);

  private static final List<Part> WHOLE =
      List.of(
          JOB,
          new Part("shares", "job_id", "", "job_id position agent released document"),
          INTERVAL,
          LOG_LINE,
          new Part("rollups", "run_id", "", "run_id level next_index rolled_to"),
          new Part("marks", "run_id", "event_id", "run_id event_id document"),
          new Part("comments", "run_id", "number", "run_id number author made_at text"),
          new Part("attachments", "run_id", "", "run_id number name size sha256 author made_at"),
          PIECE,
          new Part("former_results", "run_id", "", "run_id number document"),
          new Part("results", "run_id", "", "run_id records document number sealed_at"));
  private static final Map<String, Part> PARTS = parts();

  /// The rows of a job in one table.
  ///
  /// @param by the column with the job or stream
  /// @param order the column by which many rows are read in pages; empty if there are few
  /// @param columns all except those that mean something on one server only
  /// @param atOnce how many rows are held at a time
  private record Part(String table, String by, String order, List<String> columns, int atOnce) {
    Part(String table, String by, String order, String columns) {
      this(table, by, order, List.of(columns.split(" ")), ROWS_AT_ONCE);
    }

    String select(String more) {
      return "SELECT " + String.join(", ", columns) + " FROM " + table + " WHERE " + more;
    }
  }

  private static Map<String, Part> parts() {
    Map<String, Part> parts = new LinkedHashMap<>();
    WHOLE.forEach(part -> parts.put(part.table, part));
    List.of(STREAM, RECORD, QUARANTINE).forEach(part -> parts.put(part.table, part));
    return parts;
  }

  /// Exports all rows of a job except its secrets: objects with the table in `type` and the columns
  /// as fields. Rows of a stream follow it.
  public void takeOut(String id, Consumer<ObjectNode> taker) {
    for (Part part : WHOLE) {
      rows(part, id, taker);
    }
    rows(
        STREAM,
        id,
        stream -> {
          taker.accept(stream);
          rows(RECORD, stream.path("id").asLong(), taker);
          rows(QUARANTINE, stream.path("id").asLong(), taker);
        });
  }

  private void rows(Part part, Object whose, Consumer<ObjectNode> taker) {
    String mine = part.by + " = :whose";
    if (part.order.isEmpty()) {
      page(part.select(mine), query -> query.bind("whose", whose), part).forEach(taker);
      return;
    }
    String sql =
        part.select(mine + " AND " + part.order + " > :after")
            + " ORDER BY "
            + part.order
            + " LIMIT "
            + part.atOnce;
    long after = -1;
    List<ObjectNode> page;
    do {
      long from = after;
      page = page(sql, query -> query.bind("whose", whose).bind("after", from), part);
      page.forEach(taker);
      after = page.isEmpty() ? after : page.getLast().path(part.order).asLong();
    } while (page.size() == part.atOnce);
  }

  private List<ObjectNode> page(String sql, Consumer<Query> bind, Part part) {
    return database.read(handle -> {
      Query query = handle.createQuery(sql);
      bind.accept(query);
      return query.map((row, _) -> object(row, part)).list();
    });
  }

  private ObjectNode object(ResultSet row, Part part) throws SQLException {
    ObjectNode object = json.createObjectNode().put("type", part.table);
    for (String column : part.columns) {
      switch (row.getObject(column)) {
        case null -> {}
        case byte[] bytes -> object.put(column, bytes);
        case Number number -> object.put(column, number.longValue());
        case Object text -> object.put(column, text.toString());
      }
    }
    return object;
  }

  /// Imports a job, row by row as exported by [#takeOut].
  public Incoming bringIn(String id) {
    return new Incoming(id);
  }

  /// A job that is being imported. For one thread.
  public final class Incoming {
    private final String id;
    private final List<ObjectNode> waiting = new ArrayList<>();
    private final Map<Long, Long> streams = new LinkedHashMap<>();
    private int held;

    private Incoming(String id) {
      this.id = id;
    }

    public String id() {
      return id;
    }

    /// Takes a row, and returns whether enough rows wait to be stored.
    public boolean add(ObjectNode row) {
      Part part =
          Optional.ofNullable(PARTS.get(row.path("type").asString()))
              .orElseThrow(() ->
                  new StoreException.Refused("there is no table " + row.path("type").asString()));
      waiting.add(row);
      held += ROWS_AT_ONCE / part.atOnce;
      return held >= ROWS_AT_ONCE;
    }

    /// Stores the waiting rows.
    ///
    /// @param numbers gives intervals and log lines their numbers on this server
    public void keep(LongSupplier numbers) {
      database.update(handle -> waiting.forEach(row -> insert(handle, row, numbers)));
      waiting.clear();
      held = 0;
    }

    private void insert(Handle handle, ObjectNode row, LongSupplier numbers) {
      Part part = Optional.ofNullable(PARTS.get(row.path("type").asString())).orElseThrow();
      Map<String, Object> values = new LinkedHashMap<>();
      for (String column : part.columns) {
        JsonNode value = row.path(column);
        if (value.isNumber()) {
          values.put(column, value.asLong());
        } else if (value.isString() || value.isBinary()) {
          values.put(column, text(part, column, value));
        }
      }
      adopt(handle, part, values, numbers);
      String names = String.join(", ", values.keySet());
      String places =
          values.keySet().stream().map(name -> ":" + name).collect(Collectors.joining(", "));
      Update insert =
          handle.createUpdate(
              "INSERT INTO " + part.table + " (" + names + ") VALUES (" + places + ")");
      values.forEach(insert::bind);
      insert.execute();
    }

    private static Object text(Part part, String column, JsonNode value) {
      boolean bytes =
          List.of("bytes", "digests", "limited").contains(column)
              || (column.equals("document") && part.equals(INTERVAL));
      return bytes ? value.binaryValue() : value.asString();
    }

    /// The values that this server chooses: ids of streams and events, and that the job is hidden.
    private void adopt(Handle handle, Part part, Map<String, Object> values, LongSupplier numbers) {
      values.computeIfPresent(
          part.equals(JOB) ? "id" : part.by,
          (_, old) ->
              part.by.equals("stream_id")
                  ? Optional.ofNullable(streams.get(old)).orElseThrow()
                  : id);
      values.computeIfPresent("event_id", (_, _) -> numbers.getAsLong());
      if (part.equals(JOB)) {
        values.put("id", id);
        values.put("finished", HIDDEN);
        values.putIfAbsent("definition", id);
        values.put("secrets", "");
      }
      if (part.equals(STREAM)) {
        long next =
            handle
                .createQuery("SELECT COALESCE(MAX(id), 0) + 1 FROM streams")
                .mapTo(Long.class)
                .one();
        streams.put((Long) Optional.ofNullable(values.put("id", next)).orElseThrow(), next);
      }
    }

    /// Removes the imported rows.
    public void drop() {
      while (hidden().contains(id) && removeSome(id)) {
        waiting.clear();
      }
    }

    /// Makes the imported job visible.
    public void show() {
      database.update(handle -> {
        handle.createUpdate("UPDATE jobs SET finished = 1 WHERE id = :id").bind("id", id).execute();
        index.adopt(handle, id);
      });
    }
  }

  /// Deletes a job that has ended, so that [#restore] can still bring it back.
  ///
  /// @return false if there is no such job, or it has not ended
  public boolean delete(String id, Instant at) {
    return marked(id, 1, DELETED, at, Instant.EPOCH);
  }

  /// Deletes a damaged job, even if it may not have ended.
  public boolean deleteDamaged(String id, Instant at) {
    return delete(id, at) || marked(id, 0, DELETED, at, Instant.EPOCH);
  }

  /// Restores a deleted job. For the retention rules it has just ended.
  ///
  /// @return false if there is no such deleted job
  public boolean restore(String id, Instant at) {
    return marked(id, DELETED, 1, Instant.EPOCH, at);
  }

  private boolean marked(String id, int from, int to, Instant deleted, Instant restored) {
    return database.write(handle -> {
      int changed =
          handle
              .createUpdate(
                  """
                  UPDATE jobs SET finished = :to, deleted_at = :deleted, restored_at = :restored
                  WHERE id = :id AND finished = :from
                  """)
              .bind("to", to)
              .bind("deleted", deleted.toEpochMilli())
              .bind("restored", restored.toEpochMilli())
              .bind("id", id)
              .bind("from", from)
              .execute();
      if (changed == 1) {
        index.finished(handle, id, to);
      }
      return changed == 1;
    });
  }

  /// Jobs that can be restored, and when they were deleted.
  public Map<String, Instant> deleted() {
    Map<String, Instant> deleted = new TreeMap<>();
    database.read(handle ->
        handle
            .createQuery("SELECT id, deleted_at FROM jobs WHERE finished = :deleted")
            .bind("deleted", DELETED)
            .map((row, _) -> deleted.put(row.getString(1), Instant.ofEpochMilli(row.getLong(2))))
            .list());
    return deleted;
  }

  /// Hides a job that has ended or is deleted, to be removed by [#removeSome]. Its secrets are
  /// removed at once.
  ///
  /// @return false if there is no such job
  public boolean hide(String id) {
    return database.write(handle -> {
      int hidden =
          handle
              .createUpdate(
                  "UPDATE jobs SET finished = 2, word = 'removed', secrets = '' WHERE id = :id AND"
                      + " finished IN (1, 3)")
              .bind("id", id)
              .execute();
      if (hidden == 1) {
        index.finished(handle, id, HIDDEN);
      }
      for (String table : List.of("results", "former_results")) {
        if (hidden == 1) {
          remove(handle, table, id);
        }
      }
      return hidden == 1;
    });
  }

  private static void remove(Handle handle, String table, String id) {
    handle.createUpdate("DELETE FROM " + table + " WHERE run_id = :id").bind("id", id).execute();
  }

  /// Hidden jobs: to be removed, or left by a server that died during an import.
  public List<String> hidden() {
    return database.read(handle ->
        handle
            .createQuery("SELECT id FROM jobs WHERE finished = 2 ORDER BY id")
            .mapTo(String.class)
            .list());
  }

  /// Removes some rows of a hidden job; false once it is gone.
  public boolean removeSome(String id) {
    return database.write(handle -> {
      int removed = removeRecords(handle, id);
      for (Part part : List.of(INTERVAL, LOG_LINE, RECORDING, PIECE)) {
        removed += removed > 0 ? 0 : removePage(handle, part, id);
      }
      if (removed == 0) {
        handle
            .createUpdate("DELETE FROM jobs WHERE id = :id AND finished = 2")
            .bind("id", id)
            .execute();
      }
      return removed > 0;
    });
  }

  private static int removeRecords(Handle handle, String id) {
    int removed = 0;
    for (RecordTable.NumberedStream stream : RecordTable.numbered(handle, id)) {
      removed += removed >= ROWS_AT_ONCE ? 0 : removePage(handle, RECORD, stream.id());
    }
    return removed;
  }

  private static int removePage(Handle handle, Part part, Object whose) {
    String page =
        "SELECT DISTINCT %s FROM %s WHERE %s = :whose ORDER BY %s LIMIT %d"
            .formatted(part.order, part.table, part.by, part.order, part.atOnce);
    return handle
        .createUpdate(
            "DELETE FROM %s WHERE %s = :whose AND %s IN (%s)"
                .formatted(part.table, part.by, part.order, page))
        .bind("whose", whose)
        .execute();
  }

  /// A job that has ended.
  ///
  /// @param at when it ended or was restored
  /// @param folder empty for none
  public record Ended(String id, Instant at, String folder) {}

  /// Jobs that have ended, oldest first.
  public List<Ended> ended() {
    List<Ended> ended = new ArrayList<>();
    database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, status, folder, restored_at FROM jobs JOIN job_index ON job_id = id
                WHERE jobs.finished = 1 ORDER BY jobs.submitted_at, id
                """)
            .map((row, _) -> {
              String id = row.getString(1);
              String status = row.getString(2);
              Instant back = Instant.ofEpochMilli(row.getLong(4));
              Optional<JobState> state = database.readable("job " + id, () -> state(status));
              return state.isPresent()
                  && state.get() instanceof JobState.Done(var at, var _)
                  && ended.add(new Ended(id, at.isAfter(back) ? at : back, row.getString(3)));
            })
            .list());
    ended.sort(Comparator.comparing(Ended::at));
    return ended;
  }

  private JobState state(String status) {
    return json.treeToValue(json.readTree(status).path("state"), JobState.class);
  }

  /// The bytes of a job in the store, without the overhead of the database.
  public long bytes(String id) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT
                  (SELECT COALESCE(SUM(LENGTH(bytes) + LENGTH(digests) + LENGTH(limited)), 0)
                     FROM records JOIN streams ON streams.id = stream_id WHERE run_id = :id)
                  + (SELECT COALESCE(SUM(LENGTH(document)), 0) FROM results WHERE run_id = :id)
                  + (SELECT COALESCE(SUM(LENGTH(document)), 0) FROM intervals WHERE run_id = :id)
                  + (SELECT COALESCE(SUM(LENGTH(document)), 0) FROM log_lines WHERE run_id = :id)
                  + (SELECT COALESCE(SUM(LENGTH(bytes)), 0) FROM recordings WHERE run_id = :id)
                  + (SELECT COALESCE(SUM(LENGTH(bytes)), 0) FROM attachment_pieces
                     WHERE run_id = :id)
                """)
            .bind("id", id)
            .mapTo(Long.class)
            .one());
  }
}

package dev.broadside.server.store;

import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Arrival.Fate;
import dev.broadside.server.store.row.Batch;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/// Sealed records, each exactly once by its key. Safe for use by several threads.
public final class RecordTable {
  /// How many records a scan holds at once, over all streams of the run.
  private static final int SCANNED_AT_ONCE = 2_000;

  private static final int LEAST_PAGE = 8;

  /// More records of a stream are not put aside: so many say enough.
  private static final int MOST_ASIDE = 200;

  /// A run has one worker on each agent, and seldom another one that takes over.
  private static final int MOST_WORKERS = 100;

  private final Database database;

  RecordTable(Database database) {
    this.database = database;
  }

  /// A stream with the number by which its records refer to it.
  record NumberedStream(long id, StreamKey key) {}

  /// Keeps records in one transaction, durably; says of each, in order, what became of it.
  public List<Fate> addAll(List<Arrival> arrivals) {
    return addAll(new Batch(arrivals));
  }

  /// The same; where it fails, it may be tried again with this very batch, and each record still
  /// counts once. One thread keeps batches, one after another.
  ///
  /// @throws StoreRefusedException where the database does not take one of them; nothing is kept
  ///   then
  public List<Fate> addAll(Batch batch) {
    return database.write(handle -> {
      long newest =
          handle.createQuery("SELECT batch FROM ingest WHERE id = 1").mapTo(Long.class).one();
      if (batch.committedAs(newest)) {
        return batch.fates();
      }
      List<Fate> fates = addAll(handle, batch.arrivals());
      handle
          .createUpdate("UPDATE ingest SET batch = :next WHERE id = 1")
          .bind("next", newest + 1)
          .execute();
      batch.tried(newest + 1, fates);
      return fates;
    });
  }

  /// Puts a record aside that must not be added up, and keeps it with its reason.
  ///
  /// @param reason bounded, and without control characters
  /// @return false where so many of its stream are kept aside already that nobody reads more
  public boolean putAside(SealedRecord sealed, String reason) {
    return database.write(handle -> {
      long stream = streamId(handle, StreamKey.of(sealed.key()));
      boolean room = aside(handle, stream) < MOST_ASIDE;
      if (room) {
        putAside(handle, stream, sealed, reason);
      }
      return room;
    });
  }

  private static int aside(Handle handle, long stream) {
    return handle
        .createQuery("SELECT COUNT(*) FROM quarantine WHERE stream_id = :stream")
        .bind("stream", stream)
        .mapTo(Integer.class)
        .one();
  }

  private static List<Fate> addAll(Handle handle, List<Arrival> arrivals) {
    Map<StreamKey, Long> streams = new HashMap<>();
    PreparedBatch batch =
        handle.prepareBatch(
            """
            INSERT INTO records (stream_id, seq, interval_index, closing, crc, bytes)
            VALUES (:stream, :seq, :index, :closing, :crc, :bytes)
            ON CONFLICT (stream_id, seq) DO NOTHING
            """);
    for (Arrival arrival : arrivals) {
      SealedRecord sealed = arrival.sealed();
      StreamKey key = StreamKey.of(sealed.key());
      batch
          .bind("stream", streams.computeIfAbsent(key, k -> streamId(handle, k)).longValue())
          .bind("seq", sealed.key().seq())
          .bind("index", arrival.index())
          .bind("closing", arrival.closing() ? 1 : 0)
          .bind("crc", sealed.crc())
          .bind("bytes", sealed.bytes())
          .add();
    }
    int[] inserted = batch.execute();
    List<Fate> fates = new ArrayList<>(arrivals.size());
    for (int i = 0; i < inserted.length; i++) {
      SealedRecord sealed = arrivals.get(i).sealed();
      fates.add(
          inserted[i] == 1
              ? Fate.STORED
              : fateOfRepeated(handle, streamId(handle, StreamKey.of(sealed.key())), sealed));
    }
    return fates;
  }

  private static long streamId(Handle handle, StreamKey key) {
    return handle
        .createQuery(
            """
            SELECT id FROM streams WHERE run_id = :run AND agent = :agent
              AND incarnation = :incarnation AND stream = :stream
            """)
        .bind("run", key.runId())
        .bind("agent", key.agent())
        .bind("incarnation", key.incarnation())
        .bind("stream", key.stream())
        .mapTo(Long.class)
        .findOne()
        .orElseGet(() -> addStream(handle, key));
  }

  private static long addStream(Handle handle, StreamKey key) {
    int workers =
        handle
            .createQuery("SELECT COUNT(*) FROM streams WHERE run_id = :run AND agent = :agent")
            .bind("run", key.runId())
            .bind("agent", key.agent())
            .mapTo(Integer.class)
            .one();
    if (workers >= MOST_WORKERS) {
      throw new StoreRefusedException(
          "the result store keeps records of " + MOST_WORKERS + " workers of an agent, no more");
    }
    // There is one writer at a time, so the next number is the highest and one.
    long id =
        handle.createQuery("SELECT COALESCE(MAX(id), 0) + 1 FROM streams").mapTo(Long.class).one();
    handle
        .createUpdate(
            """
            INSERT INTO streams (id, run_id, agent, incarnation, stream, duplicates)
            VALUES (:id, :run, :agent, :incarnation, :stream, 0)
            """)
        .bind("id", id)
        .bind("run", key.runId())
        .bind("agent", key.agent())
        .bind("incarnation", key.incarnation())
        .bind("stream", key.stream())
        .execute();
    return id;
  }

  private static Fate fateOfRepeated(Handle handle, long stream, SealedRecord again) {
    SealedRecord first =
        handle
            .createQuery("SELECT crc, bytes FROM records WHERE stream_id = :stream AND seq = :seq")
            .bind("stream", stream)
            .bind("seq", again.key().seq())
            .map((row, _) -> new SealedRecord(again.key(), row.getBytes(2), row.getInt(1)))
            .one();
    if (first.equals(again)) {
      handle
          .createUpdate("UPDATE streams SET duplicates = duplicates + 1 WHERE id = :stream")
          .bind("stream", stream)
          .execute();
      return Fate.DUPLICATE;
    }
    if (aside(handle, stream) < MOST_ASIDE) {
      putAside(handle, stream, again, Conflict.OTHER_BYTES);
    }
    return Fate.CONFLICT;
  }

  private static void putAside(Handle handle, long stream, SealedRecord sealed, String reason) {
    handle
        .createUpdate(
            """
            INSERT INTO quarantine (stream_id, seq, crc, bytes, reason)
            VALUES (:stream, :seq, :crc, :bytes, :reason)
            ON CONFLICT (stream_id, seq, crc) DO NOTHING
            """)
        .bind("stream", stream)
        .bind("seq", sealed.key().seq())
        .bind("crc", sealed.crc())
        .bind("bytes", sealed.bytes())
        .bind("reason", reason)
        .execute();
  }

  /// How far each stream of a run has come.
  public List<StreamState> streams(String runId) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM streams WHERE run_id = :run ORDER BY agent, incarnation")
            .bind("run", runId)
            .map((row, _) -> state(handle, row))
            .list());
  }

  private static StreamState state(Handle handle, ResultSet row) throws SQLException {
    long id = row.getLong("id");
    long through =
        handle
            .createQuery(
                """
                SELECT COALESCE(MIN(seq), -1) FROM records r
                WHERE stream_id = :stream
                  AND EXISTS (SELECT 1 FROM records WHERE stream_id = :stream AND seq = 0)
                  AND NOT EXISTS (
                    SELECT 1 FROM records n WHERE n.stream_id = :stream AND n.seq = r.seq + 1)
                """)
            .bind("stream", id)
            .mapTo(Long.class)
            .one();
    List<Long> early =
        handle
            .createQuery("SELECT seq FROM records WHERE stream_id = :stream AND seq > :through")
            .bind("stream", id)
            .bind("through", through)
            .mapTo(Long.class)
            .list();
    return new StreamState(key(row), through, new HashSet<>(early), row.getLong("duplicates"));
  }

  /// How many records of a run came more than once.
  public long duplicates(String runId) {
    return database.read(handle ->
        handle
            .createQuery("SELECT COALESCE(SUM(duplicates), 0) FROM streams WHERE run_id = :run")
            .bind("run", runId)
            .mapTo(Long.class)
            .one());
  }

  private static StreamKey key(ResultSet row) throws SQLException {
    return new StreamKey(
        row.getString("run_id"),
        row.getString("agent"),
        row.getLong("incarnation"),
        row.getString("stream"));
  }

  /// How many records of a run are kept.
  public long count(String runId) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT COUNT(*) FROM records WHERE stream_id IN
                  (SELECT id FROM streams WHERE run_id = :run)
                """)
            .bind("run", runId)
            .mapTo(Long.class)
            .one());
  }

  /// The records that were put aside, in order; at most as many as given.
  public List<Conflict> conflicts(String runId, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT s.*, q.seq, q.reason FROM quarantine q JOIN streams s ON s.id = q.stream_id
                WHERE s.run_id = :run ORDER BY s.agent, s.incarnation, q.seq, q.crc LIMIT :most
                """)
            .bind("run", runId)
            .bind("most", most)
            .map((row, _) ->
                new Conflict(key(row).record(row.getLong("seq")), row.getString("reason")))
            .list());
  }

  /// Hands every record of a run on, ordered by interval and then by key, however they came. Holds
  /// a bounded number of them, and no transaction.
  public void scan(String runId, Consumer<SealedRecord> taker) {
    scan(runId, Map.of(), taker);
  }

  /// The same, but in each stream only what comes after a sequence number.
  ///
  /// @param after streams that are not in it are read from their beginning
  public void scan(String runId, Map<StreamKey, Long> after, Consumer<SealedRecord> taker) {
    List<NumberedStream> streams =
        database.read(handle ->
            handle
                .createQuery("SELECT * FROM streams WHERE run_id = :run")
                .bind("run", runId)
                .map((row, _) -> new NumberedStream(row.getLong("id"), key(row)))
                .list());
    int page = Math.max(LEAST_PAGE, SCANNED_AT_ONCE / Math.max(1, streams.size()));
    new RecordMerge(
            streams,
            (stream, seq) ->
                page(stream, Math.max(seq, after.getOrDefault(stream.key(), -1L)), page))
        .forEach(taker);
  }

  private List<RecordMerge.Indexed> page(NumberedStream stream, long afterSeq, int limit) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT seq, interval_index, crc, bytes FROM records
                WHERE stream_id = :stream AND seq > :after ORDER BY seq LIMIT :limit
                """)
            .bind("stream", stream.id())
            .bind("after", afterSeq)
            .bind("limit", limit)
            .map((row, _) -> indexed(stream, row))
            .list());
  }

  private static RecordMerge.Indexed indexed(NumberedStream stream, ResultSet row)
      throws SQLException {
    RecordKey key = stream.key().record(row.getLong(1));
    return new RecordMerge.Indexed(
        row.getInt(2), new SealedRecord(key, row.getBytes(4), row.getInt(3)));
  }
}

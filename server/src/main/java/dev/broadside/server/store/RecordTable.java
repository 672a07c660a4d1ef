package dev.broadside.server.store;

import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.Arrival.Fate;
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

  private final Database database;

  RecordTable(Database database) {
    this.database = database;
  }

  /// A stream with the number by which its records refer to it.
  record NumberedStream(long id, StreamKey key) {}

  /// Keeps records in one transaction, durably; says of each, in order, what became of it.
  public List<Fate> addAll(List<Arrival> arrivals) {
    return database.write(handle -> addAll(handle, arrivals));
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
    handle
        .createUpdate(
            """
            INSERT INTO quarantine (stream_id, seq, crc, bytes)
            VALUES (:stream, :seq, :crc, :bytes)
            ON CONFLICT (stream_id, seq, crc) DO NOTHING
            """)
        .bind("stream", stream)
        .bind("seq", again.key().seq())
        .bind("crc", again.crc())
        .bind("bytes", again.bytes())
        .execute();
    return Fate.CONFLICT;
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

  /// The keys of records that came again with other bytes, in order; at most as many as given.
  public List<RecordKey> conflicts(String runId, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT s.*, q.seq FROM quarantine q JOIN streams s ON s.id = q.stream_id
                WHERE s.run_id = :run ORDER BY s.agent, s.incarnation, q.seq, q.crc LIMIT :most
                """)
            .bind("run", runId)
            .bind("most", most)
            .map((row, _) -> key(row).record(row.getLong("seq")))
            .list());
  }

  /// Hands every record of a run on, ordered by interval and then by key, however they came. Holds
  /// a bounded number of them, and no transaction.
  public void scan(String runId, Consumer<SealedRecord> taker) {
    List<NumberedStream> streams =
        database.read(handle ->
            handle
                .createQuery("SELECT * FROM streams WHERE run_id = :run")
                .bind("run", runId)
                .map((row, _) -> new NumberedStream(row.getLong("id"), key(row)))
                .list());
    int page = Math.max(LEAST_PAGE, SCANNED_AT_ONCE / Math.max(1, streams.size()));
    new RecordMerge(streams, (stream, after) -> page(stream, after, page)).forEach(taker);
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

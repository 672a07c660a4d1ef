package dev.broadside.server.store.job;

import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.StoredRecord;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import dev.broadside.server.store.row.StreamTrack;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// Sealed records, each exactly once by its key. Safe for use by several threads.
public record RecordTable(Database database, RollUps rollUps) {
  /// How many records a scan holds at once, over all streams of the run.
  private static final int SCANNED_AT_ONCE = 2_000;

  private static final int LEAST_PAGE = 8;

  /// Further records of a stream are not quarantined.
  private static final int MOST_QUARANTINED = 200;

  /// A run has one worker on each agent, and another one for each that died or was upgraded: in a
  /// week, one every ten minutes.
  private static final int MOST_WORKERS = 1_000;

  /// A stream with its id in the database.
  record NumberedStream(long id, StreamKey key) {}

  /// Stores records durably in one transaction, and returns the result for each, in order. If it
  /// fails it may be tried again with the same batch, and each record still counts once. Called by
  /// one thread at a time.
  ///
  /// @throws StoreException.Refused if the database refuses one of them; none is stored then
  public List<Arrival.Result> addAll(Batch batch) {
    return database.write(handle -> {
      long newest =
          handle.createQuery("SELECT batch FROM ingest WHERE id = 1").mapTo(Long.class).one();
      if (batch.committedAs(newest)) {
        return batch.results();
      }
      List<Arrival.Result> results = addAll(handle, batch.arrivals());
      handle
          .createUpdate("UPDATE ingest SET batch = :next WHERE id = 1")
          .bind("next", newest + 1)
          .execute();
      batch.tried(newest + 1, results);
      return results;
    });
  }

  /// Keeps a record that must not be added up, with the reason.
  ///
  /// @param reason bounded, and without control characters
  /// @return false if its stream has too many such records already
  public boolean quarantine(SealedRecord sealed, String reason) {
    return database.write(handle -> {
      long stream = streamId(handle, StreamKey.of(sealed.key()));
      boolean room = quarantined(handle, stream) < MOST_QUARANTINED;
      if (room) {
        quarantine(handle, stream, sealed, reason);
      }
      return room;
    });
  }

  private static int quarantined(Handle handle, long stream) {
    return handle
        .createQuery("SELECT COUNT(*) FROM quarantine WHERE stream_id = :stream")
        .bind("stream", stream)
        .mapTo(Integer.class)
        .one();
  }

  private static List<Arrival.Result> addAll(Handle handle, List<Arrival> arrivals) {
    Map<StreamKey, Long> streams = new HashMap<>();
    Map<String, Integer> rolledTo = new HashMap<>();
    Arrival.Result[] results = new Arrival.Result[arrivals.size()];
    Map<Integer, Place> added = new LinkedHashMap<>();
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Arrival arrival = arrivals.get(i);
      SealedRecord sealed = arrival.sealed();
      StreamKey key = StreamKey.of(sealed.key());
      long stream = streams.computeIfAbsent(key, k -> streamId(handle, k));
      if (arrival.index() < rolledTo.computeIfAbsent(key.runId(), run -> rolledTo(handle, run))) {
        Optional<StoredRecord> rolled = rolledWith(handle, stream, sealed.key());
        if (rolled.isPresent()) {
          results[i] = resultOfRolled(handle, stream, rolled.get(), sealed);
          continue;
        }
      }
      added.put(i, new Place(stream, sealed.key().seq()));
      rows.add(row(stream, arrival));
    }
    Set<Place> inserted = insert(handle, rows);
    added.forEach((i, place) -> {
      Arrival arrival = arrivals.get(i);
      String runId = arrival.sealed().key().runId();
      boolean stored = inserted.remove(place);
      results[i] =
          stored
              ? Arrival.Result.STORED
              : resultOfRepeated(handle, place.stream(), arrival.sealed());
      if (stored && arrival.index() < rolledTo.getOrDefault(runId, 0)) {
        RollUps.lookAgain(handle, runId, arrival.index());
      }
    });
    return List.of(results);
  }

  /// The key of a record in the database.
  private record Place(long stream, long seq) {}

  /// Inserts the records that are not stored yet, and returns their keys.
  private static Set<Place> insert(Handle handle, List<List<Object>> rows) {
    return new HashSet<>(
        ManyRows.insert(
            handle,
            "INSERT INTO records (stream_id, seq, interval_index, closing, crc, bytes)",
            rows,
            "ON CONFLICT (stream_id, seq) DO NOTHING RETURNING stream_id, seq",
            (row, _) -> new Place(row.getLong(1), row.getLong(2))));
  }

  private static List<Object> row(long stream, Arrival arrival) {
    SealedRecord sealed = arrival.sealed();
    return List.of(
        stream,
        sealed.key().seq(),
        arrival.index(),
        arrival.closing() ? 1 : 0,
        sealed.crc(),
        sealed.bytes());
  }

  static int rolledTo(Handle handle, String runId) {
    return handle
        .createQuery("SELECT COALESCE(MAX(rolled_to), 0) FROM rollups WHERE run_id = :run")
        .bind("run", runId)
        .mapTo(Integer.class)
        .one();
  }

  /// The record into which a record was rolled up, if it was.
  private static Optional<StoredRecord> rolledWith(Handle handle, long stream, RecordKey key) {
    return handle
        .createQuery(
            """
            SELECT seq, interval_index, intervals, crc, bytes, digests, limited FROM records
            WHERE stream_id = :stream AND seq <= :seq ORDER BY seq DESC LIMIT 1
            """)
        .bind("stream", stream)
        .bind("seq", key.seq())
        .map((row, _) -> stored(StreamKey.of(key), row))
        .findOne()
        .filter(record -> record.rolled() && key.seq() < record.endSeq());
  }

  private static Arrival.Result resultOfRolled(
      Handle handle, long stream, StoredRecord rolled, SealedRecord again) {
    int from = (int) (again.key().seq() - rolled.sealed().key().seq()) * RecordDigest.BYTES;
    byte[] first = Arrays.copyOfRange(rolled.digests(), from, from + RecordDigest.BYTES);
    return repeated(handle, stream, Arrays.equals(first, RecordDigest.of(again)), again);
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
      throw new StoreException.Refused(
          "the result store keeps records of at most " + MOST_WORKERS + " workers of an agent");
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

  private static Arrival.Result resultOfRepeated(Handle handle, long stream, SealedRecord again) {
    SealedRecord first =
        handle
            .createQuery("SELECT crc, bytes FROM records WHERE stream_id = :stream AND seq = :seq")
            .bind("stream", stream)
            .bind("seq", again.key().seq())
            .map((row, _) -> new SealedRecord(again.key(), row.getBytes(2), row.getInt(1)))
            .one();
    return repeated(handle, stream, first.equals(again), again);
  }

  private static Arrival.Result repeated(
      Handle handle, long stream, boolean same, SealedRecord again) {
    if (same) {
      handle
          .createUpdate("UPDATE streams SET duplicates = duplicates + 1 WHERE id = :stream")
          .bind("stream", stream)
          .execute();
      return Arrival.Result.DUPLICATE;
    }
    if (quarantined(handle, stream) < MOST_QUARANTINED) {
      quarantine(handle, stream, again, Conflict.OTHER_BYTES);
    }
    return Arrival.Result.CONFLICT;
  }

  private static void quarantine(Handle handle, long stream, SealedRecord sealed, String reason) {
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
    StreamTrack track = new StreamTrack();
    handle
        .createQuery(
            """
            SELECT seq, intervals FROM records WHERE stream_id = :stream
            ORDER BY interval_index, seq
            """)
        .bind("stream", row.getLong("id"))
        .map((record, _) -> track.stored(record.getLong(1), record.getInt(2)))
        .forEach(_ -> {});
    return track.state(key(row), row.getLong("duplicates"));
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
                SELECT COALESCE(SUM(intervals), 0) FROM records WHERE stream_id IN
                  (SELECT id FROM streams WHERE run_id = :run)
                """)
            .bind("run", runId)
            .mapTo(Long.class)
            .one());
  }

  /// The quarantined records, in order; at most as many as given.
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

  /// Passes on every record of a run, ordered by the end of its interval and then by key, whatever
  /// the order of arrival; rolled-up records come as one. Holds a bounded number of them, and no
  /// transaction.
  public void scan(String runId, Consumer<StoredRecord> taker) {
    scan(runId, Map.of(), taker);
  }

  /// Reads the records of a run, in each stream only those after a sequence number.
  ///
  /// @param after a stream without an entry is read from its beginning
  public void scan(String runId, Map<StreamKey, Long> after, Consumer<StoredRecord> taker) {
    List<NumberedStream> streams = database.read(handle -> numbered(handle, runId));
    int page = Math.max(LEAST_PAGE, SCANNED_AT_ONCE / Math.max(1, streams.size()));
    rollUps.whileNone(
        runId,
        () ->
            new RecordMerge(
                    streams,
                    (stream, seq) ->
                        page(stream, Math.max(seq, after.getOrDefault(stream.key(), -1L)), page))
                .forEach(taker));
  }

  static List<NumberedStream> numbered(Handle handle, String runId) {
    return handle
        .createQuery("SELECT * FROM streams WHERE run_id = :run")
        .bind("run", runId)
        .map((row, _) -> new NumberedStream(row.getLong("id"), key(row)))
        .list();
  }

  private List<StoredRecord> page(NumberedStream stream, long afterSeq, int limit) {
    return database.read(
        "a record of " + stream.key().runId(),
        handle ->
            handle
                .createQuery(
                    """
                    SELECT seq, interval_index, intervals, crc, bytes, digests, limited FROM records
                    WHERE stream_id = :stream AND seq > :after ORDER BY seq LIMIT :limit
                    """)
                .bind("stream", stream.id())
                .bind("after", afterSeq)
                .bind("limit", limit)
                .map((row, _) -> stored(stream.key(), row))
                .list());
  }

  /// @param row seq, interval_index, intervals, crc, bytes, digests, limited
  static StoredRecord stored(StreamKey stream, ResultSet row) throws SQLException {
    SealedRecord sealed =
        new SealedRecord(stream.record(row.getLong(1)), row.getBytes(5), row.getInt(4));
    return row.getBytes(6) instanceof byte[] digests
        ? new StoredRecord(sealed, row.getInt(2), row.getInt(3), digests, row.getBytes(7))
        : StoredRecord.single(sealed, row.getInt(2));
  }

  /// Merges ordered streams of records into one, by the end of the interval, then by key. Holds one
  /// page of each stream.
  ///
  /// The order depends on the records alone, so that results do not depend on the order of arrival.
  private static final class RecordMerge {
    private final List<Cursor> cursors = new ArrayList<>();
    private final Pages pages;

    /// Where records come from.
    interface Pages {
      /// The next records of a stream after a sequence number; empty at its end.
      List<StoredRecord> after(NumberedStream stream, long seq);
    }

    /// The position in a stream.
    private final class Cursor {
      private final NumberedStream stream;
      private final Deque<StoredRecord> page = new ArrayDeque<>();
      private long seq = -1;

      Cursor(NumberedStream stream) {
        this.stream = stream;
      }

      boolean ready() {
        if (page.isEmpty()) {
          page.addAll(pages.after(stream, seq));
        }
        return !page.isEmpty();
      }

      int endIndex() {
        return page.element().index() + page.element().intervals();
      }

      StoredRecord take() {
        StoredRecord record = page.remove();
        seq = record.sealed().key().seq();
        return record;
      }
    }

    RecordMerge(List<NumberedStream> streams, Pages pages) {
      this.pages = pages;
      streams.forEach(stream -> cursors.add(new Cursor(stream)));
    }

    void forEach(Consumer<StoredRecord> taker) {
      PriorityQueue<Cursor> next =
          new PriorityQueue<>(
              Comparator.comparingInt(Cursor::endIndex)
                  .thenComparing(cursor -> cursor.stream.key()));
      cursors.stream().filter(Cursor::ready).forEach(next::add);
      while (!next.isEmpty()) {
        Cursor first = next.remove();
        taker.accept(first.take());
        if (first.ready()) {
          next.add(first);
        }
      }
    }
  }
}

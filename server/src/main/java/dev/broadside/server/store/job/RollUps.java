package dev.broadside.server.store.job;

import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.PackedText;
import dev.broadside.server.store.job.RecordTable.NumberedStream;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;

/// Replaces several consecutive records by one, and their intervals by one, in one transaction.
/// Safe for use by several threads.
public final class RollUps {
  private static final int LOCKS = 64;

  private final Database database;
  private final List<ReadWriteLock> locks =
      IntStream.range(0, LOCKS)
          .mapToObj((IntFunction<ReadWriteLock>) _ -> new ReentrantReadWriteLock())
          .toList();

  public RollUps(Database database) {
    this.database = database;
  }

  /// The replacement for some intervals of a run.
  ///
  /// @param from the first interval
  /// @param to the one after the last
  /// @param records one for each stream with records in these intervals
  /// @param document the new interval; empty if the old ones have no documents
  /// @param amended whether it differs from the sum of the old ones, since a record came late
  public record Group(
      int from, int to, List<StoredRecord> records, Optional<String> document, boolean amended) {
    public Group {
      records = List.copyOf(records);
    }
  }

  /// Work that reads in several steps.
  @FunctionalInterface
  public interface Reading<E extends Exception> {
    void read() throws E;
  }

  /// Reads a run in several steps, during which nothing of it is rolled up.
  public <E extends Exception> void whileNone(String runId, Reading<E> reading) throws E {
    var lock = lock(runId).readLock();
    lock.lock();
    try {
      reading.read();
    } finally {
      lock.unlock();
    }
  }

  private ReadWriteLock lock(String runId) {
    return locks.get(Math.floorMod(runId.hashCode(), LOCKS));
  }

  /// The first interval of a run that a level of roll-up has not handled.
  public int next(String runId, int level) {
    return database.read(handle ->
        handle
            .createQuery("SELECT next_index FROM rollups WHERE run_id = :run AND level = :level")
            .bind("run", runId)
            .bind("level", level)
            .mapTo(Integer.class)
            .findOne()
            .orElse(0));
  }

  /// A record came late, so roll-up has to handle its interval again.
  static void lookAgain(Handle handle, String runId, int index) {
    handle
        .createUpdate(
            """
            UPDATE rollups SET next_index = :index WHERE run_id = :run AND next_index > :index
            """)
        .bind("index", index)
        .bind("run", runId)
        .execute();
  }

  /// The records of some intervals of a run, stream by stream in order.
  public List<StoredRecord> records(String runId, int from, int to) {
    return database.read(handle -> {
      List<StoredRecord> records = new ArrayList<>();
      for (NumberedStream stream : RecordTable.numbered(handle, runId)) {
        records.addAll(
            handle
                .createQuery(
                    """
                    SELECT seq, interval_index, intervals, crc, bytes, digests, limited
                    FROM records WHERE stream_id = :stream
                      AND interval_index >= :from AND interval_index < :to ORDER BY interval_index, seq
                    """)
                .bind("stream", stream.id())
                .bind("from", from)
                .bind("to", to)
                .map((row, _) -> RecordTable.stored(stream.key(), row))
                .list());
      }
      return records;
    });
  }

  /// The first record of each stream of a run.
  public List<StoredRecord> first(String runId) {
    return database.read(handle -> {
      List<StoredRecord> records = new ArrayList<>();
      for (NumberedStream stream : RecordTable.numbered(handle, runId)) {
        handle
            .createQuery(
                """
                SELECT seq, interval_index, intervals, crc, bytes, digests, limited
                FROM records WHERE stream_id = :stream ORDER BY seq LIMIT 1
                """)
            .bind("stream", stream.id())
            .map((row, _) -> RecordTable.stored(stream.key(), row))
            .findOne()
            .ifPresent(records::add);
      }
      return records;
    });
  }

  /// Stores rolled-up records and intervals in place of the old ones, in one transaction.
  ///
  /// @param next the first interval that was not handled
  /// @param numbers gives amended intervals their place in the live stream
  /// @return the amended intervals; empty if nothing was done, since the run is being read
  public Optional<List<Entry>> keep(
      String runId, int level, int next, List<Group> groups, LongSupplier numbers) {
    var lock = lock(runId).writeLock();
    if (!lock.tryLock()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          database.write(handle -> {
            List<NumberedStream> streams = RecordTable.numbered(handle, runId);
            List<Entry> amended = new ArrayList<>();
            groups.forEach(group -> {
              group.records().forEach(record -> put(handle, streams, record));
              putInterval(handle, runId, group, numbers).ifPresent(amended::add);
            });
            int to = groups.isEmpty() ? 0 : groups.getLast().to();
            putNext(handle, runId, level, next, to);
            return amended;
          }));
    } finally {
      lock.unlock();
    }
  }

  private static void put(Handle handle, List<NumberedStream> streams, StoredRecord record) {
    long stream =
        streams.stream()
            .filter(
                one -> one.key().record(record.sealed().key().seq()).equals(record.sealed().key()))
            .findFirst()
            .orElseThrow()
            .id();
    handle
        .createUpdate(
            "DELETE FROM records WHERE stream_id = :stream AND seq >= :from AND seq < :to")
        .bind("stream", stream)
        .bind("from", record.sealed().key().seq())
        .bind("to", record.endSeq())
        .execute();
    handle
        .createUpdate(
            """
            INSERT INTO records
              (stream_id, seq, interval_index, closing, crc, bytes, intervals, digests, limited)
            VALUES (:stream, :seq, :index, 0, :crc, :bytes, :intervals, :digests, :limited)
            """)
        .bind("stream", stream)
        .bind("seq", record.sealed().key().seq())
        .bind("index", record.index())
        .bind("crc", record.sealed().crc())
        .bind("bytes", record.sealed().bytes())
        .bind("intervals", record.intervals())
        .bind("digests", record.digests())
        .bind("limited", record.limited())
        .execute();
  }

  /// The interval keeps the newest event number of those that it replaces, so that it is sent again
  /// to viewers only if it is amended.
  ///
  /// @return the interval, if it is amended
  private static Optional<Entry> putInterval(
      Handle handle, String runId, Group group, LongSupplier numbers) {
    long event = group.amended() ? numbers.getAsLong() : newestEvent(handle, runId, group);
    handle
        .createUpdate(
            """
            DELETE FROM intervals WHERE run_id = :run
              AND interval_index >= :from AND interval_index < :to
            """)
        .bind("run", runId)
        .bind("from", group.from())
        .bind("to", group.to())
        .execute();
    group
        .document()
        .ifPresent(document ->
            handle
                .createUpdate(
                    """
                    INSERT INTO intervals (run_id, interval_index, event_id, document)
                    VALUES (:run, :index, :event, :document)
                    """)
                .bind("run", runId)
                .bind("index", group.from())
                .bind("event", event)
                .bind("document", PackedText.pack(document))
                .execute());
    return group
        .document()
        .filter(_ -> group.amended())
        .map(document -> new Entry(group.from(), event, document));
  }

  private static long newestEvent(Handle handle, String runId, Group group) {
    return handle
        .createQuery(
            """
            SELECT COALESCE(MAX(event_id), 0) FROM intervals WHERE run_id = :run
              AND interval_index >= :from AND interval_index < :to
            """)
        .bind("run", runId)
        .bind("from", group.from())
        .bind("to", group.to())
        .mapTo(Long.class)
        .one();
  }

  private static void putNext(Handle handle, String runId, int level, int next, int to) {
    handle
        .createUpdate(
            """
            INSERT INTO rollups (run_id, level, next_index, rolled_to)
            VALUES (:run, :level, :next, :to)
            ON CONFLICT (run_id, level) DO UPDATE SET next_index = excluded.next_index,
              rolled_to = CASE WHEN rollups.rolled_to > excluded.rolled_to
                THEN rollups.rolled_to ELSE excluded.rolled_to END
            """)
        .bind("run", runId)
        .bind("level", level)
        .bind("next", next)
        .bind("to", to)
        .execute();
  }
}

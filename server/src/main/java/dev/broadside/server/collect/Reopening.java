package dev.broadside.server.collect;

import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.StoredRecord;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens runs: reads a run's stored records back on a thread of its own, while the collector stores
/// and acknowledges new ones. Belongs to the collector's thread, except where noted.
final class Reopening {
  private static final Logger LOG = LoggerFactory.getLogger(Reopening.class);

  private final ResultStore store;
  private final RecordCheck check;
  private final StoreRetry retry;
  private final Executor executor;
  private final Executor reader;
  private final Sums collector;
  private final Map<String, RunReading> reading = new HashMap<>();

  /// Adds up what was read.
  interface Sums {
    /// Adds up what was read of a run that is not open yet. Called by the reader.
    void readBack(RunCollection run, RecordSpan span);

    /// The sums of a run have all its records from the store, and those that came meanwhile.
    void opened(RunCollection run);

    /// The stored records of a run cannot be read, so its sums stay unknown until its end.
    void unreadable(String runId);
  }

  /// @param executor the collector's
  /// @param reader reads back what the store holds, which may take minutes
  Reopening(
      ResultStore store,
      RecordCheck check,
      StoreRetry retry,
      Executor executor,
      Executor reader,
      Sums collector) {
    this.store = store;
    this.check = check;
    this.retry = retry;
    this.executor = executor;
    this.reader = reader;
    this.collector = collector;
  }

  /// A run that is being opened; empty if it is open or unknown.
  Optional<RunReading> of(String runId) {
    return Optional.ofNullable(reading.get(runId));
  }

  void begin(RunPlan plan) {
    RunReading run = new RunReading(plan);
    reading.put(plan.runId(), run);
    onReader(run, () -> beginReading(run));
  }

  /// Stops opening a run.
  void abandon(String runId) {
    Optional.ofNullable(reading.remove(runId)).ifPresent(RunReading::opened);
  }

  /// A run that cannot be read back has no sums until its end, and nothing waits for it.
  private void onReader(RunReading run, Runnable work) {
    String runId = run.plan().runId();
    Runnable whole =
        () -> {
          try {
            work.run();
          } catch (StoreException e) {
            throw e;
          } catch (RuntimeException | Error e) {
            LOG.error("run {} cannot be read back, and shows nothing until its end", runId, e);
            executor.execute(() -> {
              if (reading.get(runId) == run) {
                abandon(runId);
                collector.unreadable(runId);
              }
            });
          }
        };
    reader.execute(() -> retry.orLater(reader, whole));
  }

  /// Called by the reader. New records are in the store or in the run's [RunReading], or in both.
  private void beginReading(RunReading run) {
    String runId = run.plan().runId();
    List<StreamState> streams = store.records.streams(runId);
    executor.execute(() -> run.begins(streams));
    onReader(
        run,
        () -> store.rollUps.whileNone(runId, () -> readAll(run, store.records.streams(runId))));
  }

  private void readAll(RunReading run, List<StreamState> streams) {
    String runId = run.plan().runId();
    RunCollection sums = new RunCollection(run.plan(), streams, store.runs.newestInterval(runId));
    store.records.scan(
        runId,
        record -> {
          if (sums.has(record.sealed().key())) {
            readBack(sums, record);
          }
        });
    executor.execute(() -> readOn(run, sums));
  }

  /// If many records came while the store was read, they are read too before the run is open.
  private void readOn(RunReading run, RunCollection sums) {
    String runId = run.plan().runId();
    if (reading.get(runId) != run) {
      return;
    }
    Optional<List<StreamState>> more = run.more();
    if (more.isPresent()) {
      onReader(run, () -> readMore(run, sums, more.get()));
    } else {
      retry.orLater(executor, () -> openNow(run, sums));
    }
  }

  private void readMore(RunReading run, RunCollection sums, List<StreamState> now) {
    readAfter(sums, new RunCollection(run.plan(), now, OptionalLong.empty()));
    executor.execute(() -> readOn(run, sums));
  }

  /// Adds up durable records that are not in the sums yet.
  private void readAfter(RunCollection sums, RunCollection known) {
    store.records.scan(
        sums.plan().runId(),
        sums.through(),
        record -> {
          RecordKey key = record.sealed().key();
          if (!sums.has(key) && known.has(key)) {
            sums.stored(StreamKey.of(key), key.seq(), record.intervals());
            readBack(sums, record);
          }
        });
  }

  private void openNow(RunReading run, RunCollection sums) {
    String runId = run.plan().runId();
    if (reading.get(runId) != run) {
      return;
    }
    long duplicates = store.records.duplicates(runId);
    List<Conflict> conflicts = store.records.conflicts(runId, RunCollection.MAX_CONFLICTS);
    sums.aggregate().repeated(duplicates);
    conflicts.forEach(sums::conflict);
    run.handOver(sums);
    reading.remove(runId);
    collector.opened(sums);
    run.opened();
  }

  private void readBack(RunCollection run, StoredRecord record) {
    check.open(record).ifPresent(span -> collector.readBack(run, span));
  }
}

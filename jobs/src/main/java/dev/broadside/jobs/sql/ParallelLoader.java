package dev.broadside.jobs.sql;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// Fills tables with several connections at once, chunk by chunk, each chunk one transaction of
/// consecutive rows.
///
/// A chunk is noted in the [LoadLog] together with its rows, so a load may be killed at any moment
/// and repeated: only chunks that are not noted are loaded.
///
/// @param target where to
/// @param log where finished chunks are noted
/// @param threads how many connections
public record ParallelLoader(Target target, LoadLog log, int threads) {
  private static final int CHUNK_ROWS = 5_000;
  private static final int BATCH_ROWS = 1_000;
  private static final int ATTEMPTS = 5;

  /// Rows `from` to `to` - 1 of one table.
  private record Chunk(TableLoad load, long from, long to) {
    String name() {
      return load.table() + ":" + from;
    }

    long rows() {
      return to - from;
    }
  }

  /// What the loading threads share: the chunks that are left, and how far they are.
  private static final class Work {
    private final JobContext context;
    private final TableLoad load;
    private final ConcurrentLinkedQueue<Chunk> left;
    private final AtomicLong rowsDone;
    private volatile boolean failed;

    Work(JobContext context, TableLoad load, List<Chunk> missing) {
      this.context = context;
      this.load = load;
      this.left = new ConcurrentLinkedQueue<>(missing);
      this.rowsDone = new AtomicLong(load.rows() - missing.stream().mapToLong(Chunk::rows).sum());
    }

    /// Empty where nothing is left, or nothing more makes sense.
    Optional<Chunk> next() {
      return failed || context.stopping() ? Optional.empty() : Optional.ofNullable(left.poll());
    }

    void done(Chunk chunk) {
      rowsDone.addAndGet(chunk.rows());
      tell();
    }

    void tell() {
      context.progress("load " + load.table(), rowsDone.get(), load.rows());
    }

    void fail() {
      failed = true;
    }
  }

  /// Loads what is not there yet; returns early where the job is to stop.
  public void load(TableLoad load, JobContext context) throws SQLException, InterruptedException {
    List<Chunk> missing = missing(load);
    Work work = new Work(context, load, missing);
    work.tell();
    List<Future<?>> workers = new ArrayList<>();
    try (ExecutorService pool =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("load-", 0).factory())) {
      for (int i = 0; i < Math.min(threads, missing.size()); i++) {
        workers.add(pool.submit(() -> drain(work)));
      }
      await(workers);
    }
  }

  private List<Chunk> missing(TableLoad load) throws SQLException {
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Set<String> loaded = log.read(connection).keySet();
      List<Chunk> missing = new ArrayList<>();
      for (long from = 0; from < load.rows(); from += CHUNK_ROWS) {
        Chunk chunk = new Chunk(load, from, Math.min(load.rows(), from + CHUNK_ROWS));
        if (!loaded.contains(chunk.name())) {
          missing.add(chunk);
        }
      }
      return missing;
    }
  }

  private boolean drain(Work work) throws SQLException {
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      connection.setAutoCommit(false);
      Optional<Chunk> chunk = work.next();
      while (chunk.isPresent()) {
        loadPatiently(connection, chunk.get());
        work.done(chunk.get());
        chunk = work.next();
      }
      return true;
    } catch (SQLException | RuntimeException failure) {
      work.fail();
      throw failure;
    }
  }

  /// What the database rolled back because of another session is simply done again, a few times.
  private void loadPatiently(Connection connection, Chunk chunk) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        loadChunk(connection, chunk);
        return;
      } catch (SQLException failure) {
        if (attempt == ATTEMPTS
            || log.dialect().errors().classify(failure).retry() == Failure.Retry.NEVER) {
          throw failure;
        }
        connection.rollback();
      }
    }
  }

  private void loadChunk(Connection connection, Chunk chunk) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(chunk.load().insert())) {
      for (long number = chunk.from(); number < chunk.to(); number++) {
        chunk.load().row().set(statement, number);
        statement.addBatch();
        if ((number - chunk.from()) % BATCH_ROWS == BATCH_ROWS - 1) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
    log.note(connection, chunk.name(), Long.toString(chunk.rows()));
    connection.commit();
  }

  /// Waits for all, and throws the first failure with the others attached to it.
  private static void await(List<Future<?>> workers) throws SQLException, InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    for (Future<?> worker : workers) {
      try {
        worker.get();
      } catch (ExecutionException failure) {
        failures.add(failure.getCause());
      }
    }
    if (!failures.isEmpty()) {
      SQLException first =
          new SQLException(
              "loading failed: " + failures.getFirst().getMessage(), failures.getFirst());
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }
}

package dev.broadside.kit.load;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.kit.engine.Engine;
import dev.broadside.kit.jdbc.Target;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Fills tables with several connections at once, chunk by chunk, each chunk one transaction of
/// consecutive rows.
///
/// A chunk is noted in the [LoadLog] together with its rows, so a load may be killed at any moment
/// and repeated: only chunks that are not noted are loaded. Several agents may load the same tables
/// at once: the note comes first in the transaction, and is unique, so the second agent waits for
/// the first, and goes on to the next chunk when the first has committed.
///
/// Rows go as text where the driver has a faster way for it ([Engine#textLoad]), until the database
/// does not take them so; then they are inserted, a thousand at a time.
///
/// @param target whose tables are filled
/// @param log where finished chunks are noted
/// @param threads how many connections
public record ParallelLoader(Target target, LoadLog log, int threads) {
  private static final int CHUNK_ROWS = 5_000;
  private static final int BATCH_ROWS = 1_000;
  private static final int ATTEMPTS = 5;

  /// Rows `from` to `to` - 1 of one table.
  private record Chunk(TableLoad load, long from, long to) {
    String name() {
      return LoadLog.partNote(load.table(), from);
    }

    long rows() {
      return to - from;
    }
  }

  /// What the loading threads share: the chunks that are left, and how far they are.
  private static final class Work {
    private final JobContext context;
    private final String step;
    private final long rows;
    private final ConcurrentLinkedQueue<Chunk> left;
    private final AtomicLong rowsDone;
    private volatile boolean failed;
    private volatile Optional<Engine.TextLoad> textLoad;

    Work(
        JobContext context,
        List<TableLoad> loads,
        List<Chunk> missing,
        Optional<Engine.TextLoad> textLoad) {
      this.context = context;
      this.textLoad = textLoad;
      this.step =
          "load " + (loads.size() == 1 ? loads.getFirst().table() : loads.size() + " tables");
      this.rows = loads.stream().mapToLong(TableLoad::rows).sum();
      this.left = new ConcurrentLinkedQueue<>(missing);
      this.rowsDone = new AtomicLong(rows - missing.stream().mapToLong(Chunk::rows).sum());
    }

    /// Empty if nothing is left, or the load is to end.
    Optional<Chunk> next() {
      return failed || context.stopping() ? Optional.empty() : Optional.ofNullable(left.poll());
    }

    void done(Chunk chunk) {
      rowsDone.addAndGet(chunk.rows());
      report();
    }

    void report() {
      context.progress(step, rowsDone.get(), rows);
    }

    void fail() {
      failed = true;
    }

    /// How the rows of a chunk go as text; empty if they are inserted.
    Optional<Engine.TextLoad> textLoad() {
      return textLoad;
    }

    /// The database did not take rows as text: no more go so.
    void insertInstead() {
      textLoad = Optional.empty();
    }
  }

  /// Loads the missing rows; returns early if the job is to stop.
  public void load(TableLoad load, JobContext context) throws SQLException, InterruptedException {
    load(List.of(load), context);
  }

  /// Loads the missing rows of several tables at once; returns early if the job is to stop.
  public void load(List<TableLoad> loads, JobContext context)
      throws SQLException, InterruptedException {
    List<Chunk> missing = inTheOrderOf(context, missing(loads));
    Work work = new Work(context, loads, missing, target.engine().textLoad());
    work.report();
    Parallel.run(Math.min(threads, missing.size()), () -> drain(work));
  }

  /// The notes of all parts of a table.
  static List<String> parts(TableLoad load) {
    List<String> parts = new ArrayList<>();
    for (long from = 0; from < load.rows(); from += CHUNK_ROWS) {
      parts.add(new Chunk(load, from, load.rows()).name());
    }
    return parts;
  }

  /// The tables take turns, so that several threads meet in one table as seldom as possible.
  private List<Chunk> missing(List<TableLoad> loads) throws SQLException {
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Set<String> loaded = log.names(connection);
      List<Chunk> missing = new ArrayList<>();
      long longest = loads.stream().mapToLong(TableLoad::rows).max().orElse(0);
      for (long from = 0; from < longest; from += CHUNK_ROWS) {
        for (TableLoad load : loads) {
          Chunk chunk = new Chunk(load, from, Math.min(load.rows(), from + CHUNK_ROWS));
          if (chunk.rows() > 0 && !loaded.contains(chunk.name())) {
            missing.add(chunk);
          }
        }
      }
      return missing;
    }
  }

  /// The agent that prepares begins with the first chunk. The others begin elsewhere and come
  /// towards it, so that two of them seldom want the same one.
  private static List<Chunk> inTheOrderOf(JobContext context, List<Chunk> missing) {
    if (context instanceof ShareContext helper && helper.agentIndex() > 0) {
      int end = (int) ((helper.agentIndex() + 1L) * missing.size() / helper.agentCount());
      Collections.rotate(missing, -end);
      Collections.reverse(missing);
    }
    return missing;
  }

  private void drain(Work work) throws SQLException {
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      connection.setAutoCommit(false);
      Optional<Chunk> chunk = work.next();
      while (chunk.isPresent()) {
        loadPatiently(connection, work, chunk.get());
        work.done(chunk.get());
        chunk = work.next();
      }
    } catch (SQLException | RuntimeException failure) {
      work.fail();
      throw failure;
    }
  }

  /// A chunk that the database rolled back because of another session is tried again a few times,
  /// unless another agent has loaded it.
  private void loadPatiently(Connection connection, Work work, Chunk chunk) throws SQLException {
    for (int attempt = 1; !log.has(connection, chunk.name()); attempt++) {
      Optional<Engine.TextLoad> textLoad = work.textLoad();
      try {
        loadChunk(connection, textLoad, chunk);
        return;
      } catch (SQLException failure) {
        connection.rollback();
        boolean again = log.dialect().errors().classify(failure).retry() != Failure.Retry.NEVER;
        boolean other = again || log.has(connection, chunk.name());
        if (attempt == ATTEMPTS || !(other || textLoad.isPresent())) {
          throw failure;
        }
        if (!other) {
          work.insertInstead();
        }
      }
    }
  }

  private void loadChunk(Connection connection, Optional<Engine.TextLoad> textLoad, Chunk chunk)
      throws SQLException {
    log.note(connection, chunk.name(), Long.toString(chunk.rows()));
    if (textLoad.isEmpty() || !sentAsText(connection, textLoad.get(), chunk)) {
      insert(connection, chunk);
    }
    connection.commit();
  }

  private static boolean sentAsText(Connection connection, Engine.TextLoad way, Chunk chunk)
      throws SQLException {
    Optional<Insertion> insertion = Insertion.read(chunk.load().insert());
    if (insertion.isEmpty()) {
      return false;
    }
    Insertion into = insertion.get();
    Optional<RowText> text = RowText.of(chunk.load(), into, chunk.from(), chunk.to());
    if (text.isEmpty()) {
      return false;
    }
    RowText rows = text.get();
    long taken = way.load(connection, into.table(), into.columns(), rows);
    if (taken != rows.rows()) {
      throw new SQLDataException("the database took %d of %d rows".formatted(taken, rows.rows()));
    }
    return true;
  }

  private static void insert(Connection connection, Chunk chunk) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(chunk.load().insert())) {
      for (long number = chunk.from(); number < chunk.to(); number++) {
        chunk.load().row().add(statement, number);
        if ((number - chunk.from()) % BATCH_ROWS == BATCH_ROWS - 1) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
  }
}

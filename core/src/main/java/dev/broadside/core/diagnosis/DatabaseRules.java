package dev.broadside.core.diagnosis;

import static dev.broadside.core.diagnosis.DiagnosisRule.percent;

import dev.broadside.core.diagnosis.Diagnosed.Held;
import dev.broadside.core.diagnosis.DiagnosisRule.Said;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// What the database's own figures show about its waits and limits.
final class DatabaseRules {
  /// By Little's law the time that sessions wait in a second is the number of sessions that wait,
  /// and that number divided by the threads in transactions is the part of their time. A smaller
  /// part than this explains no slow run: without it, transactions would take a fifth less.
  private static final double LEAST_WAITING = 0.2;

  /// Sessions besides the load's wait, too: fewer than a tenth of one says nothing.
  private static final double LEAST_SESSIONS = 0.1;

  /// Where sessions that wait are only counted at the moments of readings, these are a sample: of a
  /// Poisson count of ten the standard deviation is a third. Fewer may be chance.
  private static final double LEAST_SEEN = 10;

  /// Requests that arrive at random at a device that serves one after another take more than three
  /// times as long if it is busy for this part of the time: 1 / (1 - 0.7). Gregg's USE method warns
  /// at the same limit.
  private static final double MOST_BUSY = 0.7;

  /// A lock's time limit is a hundred transactions long or more, so these cost as much time as all
  /// others together.
  private static final double MOST_TIMED_OUT = 0.01;

  /// Fewer are an accident.
  private static final long LEAST_FAILURES = 10;

  /// With fewer reads from disk for each transaction, most transactions wait for none.
  private static final double LEAST_MISSES = 1;

  static final DiagnosisRule LOCKS =
      new DiagnosisRule(
          "locks",
          "Lock waits",
          "`db.row_lock_time` or `db.lock_waiting`, with the tables that the engine names; failures"
              + " of the class `LOCK_WAIT`",
          "sessions wait for locks for "
              + percent(LEAST_WAITING)
              + " or more of the time in transactions, or the database ends "
              + percent(MOST_TIMED_OUT)
              + " or more of the attempts because they waited too long",
          DatabaseRules::locks);

  static final DiagnosisRule LOG =
      new DiagnosisRule(
          "log",
          "Syncs of the log",
          "`db.log_sync_time`, `db.log_syncs`, `db.commits`, `db.wait_log`",
          "the redo log or WAL is being synced for "
              + percent(MOST_BUSY)
              + " or more of the time, or sessions wait for it for "
              + percent(LEAST_WAITING)
              + " or more of the time in transactions",
          DatabaseRules::log);

  static final DiagnosisRule BUFFER =
      new DiagnosisRule(
          "buffer",
          "Pages not in memory",
          "`db.buffer_misses`, with `db.wait_io` or the disks of the database's host",
          "a transaction reads a page or more from disk, and sessions wait for disks for "
              + percent(LEAST_WAITING)
              + " or more of the time in transactions; where the engine does not tell that, by the"
              + " reads that are under way at a disk",
          DatabaseRules::buffer);

  private DatabaseRules() {}

  /// The part of the time in transactions in which so many sessions waited; not a number if it is
  /// not known.
  private static double waiting(Stretch at, double sessions) {
    return sessions >= LEAST_SESSIONS ? at.partOfBusy(sessions) : Double.NaN;
  }

  /// The part of the time in transactions for which sessions waited, by a figure that counts those
  /// that do at the moment of a reading.
  private static Optional<Held> seen(Diagnosed run, String id) {
    boolean enough = run.whole().readings(id) >= LEAST_SEEN;
    return enough ? run.held(at -> waiting(at, at.level(id)), LEAST_WAITING) : Optional.empty();
  }

  /// Where the time of waits is told, nothing has to be sampled, unless the waits are short: InnoDB
  /// counts whole milliseconds of each.
  private static Optional<Held> waitedForLocks(Diagnosed run) {
    return run.held(
            at -> waiting(at, at.level(DatabaseFigures.ROW_LOCK_TIME.id()) / 1e3), LEAST_WAITING)
        .or(() -> seen(run, DatabaseFigures.LOCK_WAITING.id()));
  }

  private static Optional<Said> locks(Diagnosed run) {
    return waitedForLocks(run).map(held -> lockWaits(run, held)).or(() -> timedOut(run));
  }

  private static Said lockWaits(Diagnosed run, Held held) {
    double millis =
        run.whole().ratio(DatabaseFigures.ROW_LOCK_TIME.id(), DatabaseFigures.ROW_LOCK_WAITS.id());
    String each =
        Double.isNaN(millis)
            ? ""
            : ": %s waits a second of %s each"
                .formatted(
                    NumberText.axis(run.whole().level(DatabaseFigures.ROW_LOCK_WAITS.id())),
                    NumberText.latency(millis));
    return Said.likely(
        "The threads waited for locks%s in %s of their time in transactions%s"
            .formatted(onTable(run), percent(held.value()), each),
        "find the rows that many transactions change: change them last in a transaction, or spread"
            + " the changes over more rows",
        run.shows(held, DatabaseFigures.ROW_LOCK_TIME.id(), "time in lock waits", "ms/s"),
        run.shows(held, DatabaseFigures.ROW_LOCK_WAITS.id(), "lock waits", "/s"),
        run.shows(held, DatabaseFigures.LOCK_WAITING.id(), "sessions that wait for a lock", ""));
  }

  /// The table for which most of them waited, if it was told.
  private static String onTable(Diagnosed run) {
    long all = run.lockWaits().values().stream().mapToLong(Long::longValue).sum();
    return run.lockWaits().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most ->
            " of the table %s%s"
                .formatted(
                    most.getKey(),
                    most.getValue() == all
                        ? ""
                        : " (%s of the waits that were seen)"
                            .formatted(percent((double) most.getValue() / all))))
        .orElse("");
  }

  private static Optional<Said> timedOut(Diagnosed run) {
    long attempts = run.whole().counts().attempts();
    return run.failures(ErrorClass.LOCK_WAIT::equals)
        .filter(all -> all.count() >= LEAST_FAILURES && all.count() >= MOST_TIMED_OUT * attempts)
        .map(all ->
            Said.certain(
                "Of %s attempts the database ended %s that had waited too long for a lock"
                    .formatted(NumberText.count(attempts), NumberText.count(all.count())),
                "find the rows that many transactions change, and hold their locks for less time",
                Diagnosed.evidence(all)));
  }

  private static Optional<Said> log(Diagnosed run) {
    return run.held(at -> at.level(DatabaseFigures.LOG_SYNC_TIME.id()) / 1e3, MOST_BUSY)
        .map(held -> synced(run, held, "The database was syncing its log for %s of the time"))
        .or(() ->
            seen(run, DatabaseFigures.WAIT_LOG.id())
                .map(held ->
                    synced(
                        run,
                        held,
                        "The threads waited for the log in %s of their time in transactions")));
  }

  /// Several sessions may sync at the same time.
  private static Said synced(Diagnosed run, Held held, String sentence) {
    double each = run.whole().ratio(DatabaseFigures.LOG_SYNCS.id(), DatabaseFigures.COMMITS.id());
    return Said.likely(
        sentence.formatted(percent(Math.min(1, held.value())))
            + (Double.isNaN(each)
                ? ""
                : ", with %s syncs for each commit".formatted(NumberText.axis(each))),
        "put the log on a faster disk, do more in a transaction, or, if the last commits may be"
            + " lost in a crash, let commits not wait for the disk",
        run.shows(held, DatabaseFigures.LOG_SYNC_TIME.id(), "time in syncs of the log", "ms/s"),
        run.shows(held, DatabaseFigures.WAIT_LOG.id(), "sessions that wait for the log", ""),
        run.shows(held, DatabaseFigures.LOG_SYNCS.id(), "syncs of the log", "/s"));
  }

  private static Optional<Said> buffer(Diagnosed run) {
    double misses =
        run.whole().level(DatabaseFigures.BUFFER_MISSES.id()) / run.whole().throughput();
    if (!(misses >= LEAST_MISSES)) {
      return Optional.empty();
    }
    return seen(run, DatabaseFigures.WAIT_IO.id())
        .map(held -> missed(run, held, misses, DatabaseFigures.WAIT_IO.id()))
        .or(() -> slowestDisk(run, misses));
  }

  /// A session waits for each page that it reads, so by Little's law as many wait as reads are
  /// under way. How busy the disk is says less: many disks do several things at once.
  private static Optional<Said> slowestDisk(Diagnosed run, double misses) {
    return run.around().ofDatabase().stream()
        .flatMap(one ->
            run.whole().levels().keySet().stream().filter(id -> HostIds.diskReads(id, one.agent())))
        .max(Comparator.comparingDouble(id -> reading(run.whole(), id)))
        .flatMap(id ->
            run.held(at -> waiting(at, reading(at, id)), LEAST_WAITING)
                .map(held -> missed(run, held, misses, id)));
  }

  /// How many reads were under way on average.
  private static double reading(Stretch at, String id) {
    return at.ratio(id, HostIds.diskTime(id));
  }

  private static Said missed(Diagnosed run, Held held, double misses, String figure) {
    double share =
        run.whole().ratio(DatabaseFigures.BUFFER_MISSES.id(), DatabaseFigures.BUFFER_REQUESTS.id());
    return Said.likely(
        ("On average a transaction read %s pages from disk that were not in memory%s, and sessions"
                + " waited for disks in %s of the time in transactions")
            .formatted(
                NumberText.axis(misses),
                Double.isNaN(share) ? "" : ", %s of all that it read".formatted(percent(share)),
                percent(held.value())),
        "give the database a larger buffer, or let the statements read fewer pages",
        run.shows(held, DatabaseFigures.BUFFER_MISSES.id(), "pages read from disk", "/s"),
        held.shows(figure, "waiting for disks", 100 * held.value(), "%"));
  }
}

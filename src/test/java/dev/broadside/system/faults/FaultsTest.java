package dev.broadside.system.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.system.faults.LedgerRun.Result;
import dev.broadside.system.faults.Victim.Counts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every class of failure, provoked on a live database in the middle of a run: the run goes on, and
/// counts what the database counts.
@Order(7)
class FaultsTest {
  private static final String ACCOUNT = "broadside_ledger_account";
  private static final int KILLS = 10;
  private static final int KILLS_WHEN_FULL = 3;

  @TempDir private Path folder;

  /// What is hurt.
  enum Database {
    MARIADB {
      @Override
      Victim start(Path folder) throws Exception {
        return new MariaVictim(folder);
      }
    },
    POSTGRESQL {
      @Override
      Victim start(Path folder) throws Exception {
        return new PostgresVictim(folder);
      }
    };

    abstract Victim start(Path folder) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultIsCountedAsOftenAsTheDatabaseSays(Database database) throws Exception {
    FaultList list = new FaultList(database.name());
    try (Victim victim = database.start(folder)) {
      conflicts(victim, list);
      losses(victim, list);
    } finally {
      list.print();
    }
  }

  /// Eight threads on six accounts deadlock by themselves. A lock held from outside makes them wait
  /// in vain, and entries written from outside take the numbers that they come to.
  private void conflicts(Victim victim, FaultList list) throws Exception {
    victim.limitLockWaits();
    Counts before = victim.counts();
    Instant started = Instant.now();
    try (LedgerRun run = LedgerRun.start(victim, folder.resolve("conflicts.json"), 8, 6, "1ms")) {
      run.await("20 deadlocks", () -> victim.counts().minus(before).deadlocks() >= 20);
      int taken = takeNumbers(victim, run);
      holdAnAccount(victim, run, before);
      run.awaitProgress();
      Result result = run.stop();
      Counts counts = victim.counts().minus(before);

      result.balances();
      assertEquals(0, result.summary("uncertain"), result::counted);
      assertEquals(result.document().at("/audit/ok").asLong(), result.entries());
      list.same("deadlock", counts.deadlocks(), result.met(ErrorClass.DEADLOCK));
      list.same("lock wait", counts.lockTimeouts(), result.met(ErrorClass.LOCK_WAIT));
      list.same("duplicate key", taken, result.failedBy(ErrorClass.CONSTRAINT));
      result.tells(ErrorClass.DEADLOCK, started);
      result.tells(ErrorClass.LOCK_WAIT, started);
      result.tells(ErrorClass.CONSTRAINT, started);
      everyRetryIsAccountedFor(result, list);
    }
  }

  /// Each failure that asks for a repetition was followed by one, or ended its iteration.
  private static void everyRetryIsAccountedFor(Result result, FaultList list) {
    long undone = result.met(ErrorClass.DEADLOCK) + result.met(ErrorClass.LOCK_WAIT);
    // Those that the engine cut short have no SQLState. PostgreSQL may cancel a statement, too,
    // where a lock is granted at the moment at which the wait for it is over.
    long cutShort =
        result.met(ErrorClass.CANCELLED, error -> error.path("sqlState").asString().isEmpty());
    long ended =
        result.failedBy(ErrorClass.DEADLOCK) + result.failedBy(ErrorClass.LOCK_WAIT) + cutShort;
    list.same("repetition", undone - ended, result.summary("retried"), result::counted);
    long helped = 0;
    long repetitions = 0;
    for (int retries = 1; retries <= 9; retries++) {
      long ok = result.summary("okAfterRetries/" + retries);
      helped += ok;
      repetitions += ok * retries;
    }
    assertTrue(helped > 0 && repetitions <= result.summary("retried"), result::counted);
  }

  /// Writes entries under five of the next numbers of each of four threads.
  private static int takeNumbers(Victim victim, LedgerRun run) throws SQLException {
    int taken = 0;
    for (int thread = 0; thread < 4; thread++) {
      int one = thread;
      run.await("numbers to be taken", () -> took(victim, one));
      taken += 5;
    }
    run.await(
        "every taken number to be met",
        () ->
            victim.ask(
                    "select count(*) from broadside_ledger_entry t where run_id = 'intruder' and"
                        + " not exists (select 1 from broadside_ledger_entry e where e.thread_no ="
                        + " t.thread_no and e.run_id <> 'intruder' and e.n > t.n)")
                == 0);
    return taken;
  }

  /// False where the run was quicker.
  private static boolean took(Victim victim, int thread) throws SQLException {
    String entry = "broadside_ledger_entry";
    long next = victim.ask("select max(n) + 200 from " + entry + " where thread_no = " + thread);
    String rows = "('intruder', %1$d, %2$d, 1, 1)";
    StringBuilder insert = new StringBuilder("insert into " + entry + " values ");
    for (int i = 0; i < 5; i++) {
      insert.append(i == 0 ? "" : ", ").append(rows.formatted(thread, next + i));
    }
    try {
      victim.tell(insert.toString());
      return true;
    } catch (SQLException _) {
      return false;
    }
  }

  private static void holdAnAccount(Victim victim, LedgerRun run, Counts before)
      throws SQLException {
    long enough = victim.counts().minus(before).lockTimeouts() + 8;
    try (Connection side = victim.admin()) {
      side.setAutoCommit(false);
      // Never in the queue for it, where the outsider might become a deadlock's victim itself.
      String free = "select id from " + ACCOUNT + " where id = 1 for update skip locked";
      run.await("an account to hold", () -> !Victim.numbers(side, free).isEmpty());
      run.await("lock waits", () -> victim.counts().minus(before).lockTimeouts() >= enough);
      side.rollback();
    }
  }

  /// Sixteen threads lose their connections, one by one and all together.
  private void losses(Victim victim, FaultList list) throws Exception {
    Counts before = victim.counts();
    try (LedgerRun run =
        LedgerRun.start(victim, folder.resolve("losses.json"), 16, 10_000, "10ms")) {
      Instant killed = Instant.now();
      victim.limitStatements(true);
      List<Long> first = victim.sessions();
      kill(victim, run, first.subList(0, KILLS));
      Instant slow = Instant.now();
      holdTheTable(victim, run);
      victim.limitStatements(false);
      Instant full = Instant.now();
      fillUp(victim, run, first.subList(KILLS, KILLS + KILLS_WHEN_FULL));
      Counts upToCrash = victim.counts().minus(before);
      Duration down = crash(victim, run);
      Counts afterCrash = victim.counts();
      Result result = run.stop();
      Counts counts = counts(victim, before, upToCrash, afterCrash);

      result.balances();
      long lost = result.failedBy(ErrorClass.CONNECTION_LOST) + result.summary("uncertain");
      list.same("lost connection", KILLS + KILLS_WHEN_FULL + 16, lost);
      list.same(
          "too many connections", counts.refused(), result.met(ErrorClass.RESOURCE_EXHAUSTED));
      list.same("statement timeout", counts.statementTimeouts(), result.met(ErrorClass.TIMEOUT));
      list.note("uncertain commits, of the lost connections", result.summary("uncertain"));
      long vain = result.met(ErrorClass.CONNECTION_LOST) + result.summary("uncertain") - lost;
      reconnectsWerePaced(vain, down, list);
      result.marksOneRestart();
      result.tells(ErrorClass.CONNECTION_LOST, killed);
      result.tells(ErrorClass.TIMEOUT, slow);
      result.tells(ErrorClass.RESOURCE_EXHAUSTED, full);
    }
  }

  private static Counts counts(Victim victim, Counts before, Counts upToCrash, Counts afterCrash)
      throws SQLException {
    // A log goes on after the crash, a counter begins anew.
    return victim instanceof PostgresVictim
        ? victim.counts().minus(before)
        : upToCrash.plus(afterCrash);
  }

  /// Kills one session after the other, as soon as the thread of the one before is back.
  private static void kill(Victim victim, LedgerRun run, List<Long> sessions) throws SQLException {
    for (long session : sessions) {
      victim.kill(session);
      run.await("its end", () -> !victim.sessions().contains(session));
      run.awaitAllConnected();
    }
  }

  /// The sessions that came back after a kill have a limit, and a table that nobody gets takes them
  /// beyond it.
  private static void holdTheTable(Victim victim, LedgerRun run) throws SQLException {
    long enough = victim.counts().statementTimeouts() + 2 * KILLS;
    try (Connection side = victim.admin()) {
      victim.lockTable(side, ACCOUNT);
      run.await("time-outs", () -> victim.counts().statementTimeouts() >= enough);
    }
    run.awaitProgress();
  }

  /// There are more sessions than allowed, so that who loses one gets none.
  private static void fillUp(Victim victim, LedgerRun run, List<Long> sessions)
      throws SQLException {
    long enough = victim.counts().refused() + 3 * KILLS_WHEN_FULL;
    victim.limitConnections(10);
    for (long session : sessions) {
      victim.kill(session);
    }
    run.await("refusals", () -> victim.counts().refused() >= enough);
    victim.limitConnections(2_000);
    run.awaitAllConnected();
    run.awaitProgress();
  }

  /// @return how long the server was away, to the last thread's return
  private static Duration crash(Victim victim, LedgerRun run) throws Exception {
    long began = System.nanoTime();
    victim.crash();
    victim.restart();
    run.awaitAllConnected();
    Duration down = Duration.ofNanos(System.nanoTime() - began);
    run.awaitProgress();
    run.awaitUptime();
    return down;
  }

  /// A thread waits 25 ms at least before its first attempt, and twice as long before each other,
  /// up to 1 s.
  private static void reconnectsWerePaced(long vain, Duration down, FaultList list) {
    long most = 16 * (7 + down.toSeconds());
    list.note("reconnects in vain while the server was away for " + down.toMillis() + " ms", vain);
    assertTrue(vain <= most, () -> vain + " reconnects in " + down);
  }
}

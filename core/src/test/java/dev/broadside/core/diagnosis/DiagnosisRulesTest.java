package dev.broadside.core.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.diagnosis.Diagnosis.Certainty;
import dev.broadside.core.diagnosis.Diagnosis.Evidence;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.ThreadDemand;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each rule speaks of what it is about, and is silent about what is only like it.
class DiagnosisRulesTest {
  private static Diagnosis only(Measured run) {
    List<Diagnosis> all = run.diagnoses();
    assertEquals(1, all.size(), all.toString());
    return all.getFirst();
  }

  private static void silent(Measured run) {
    assertEquals(List.of(), run.diagnoses());
  }

  private static Measured lockWaits(double millisPerSecond) {
    return new Measured()
        .amount(DatabaseFigures.ROW_LOCK_TIME.id(), millisPerSecond)
        .amount(DatabaseFigures.ROW_LOCK_WAITS.id(), 480);
  }

  @Test
  void nothingIsSaidOfARunThatNothingHeldBack() {
    silent(new Measured());
    silent(
        new Measured()
            .amount(DatabaseFigures.COMMITS.id(), 400)
            .amount(DatabaseFigures.LOG_SYNCS.id(), 400)
            .amount(DatabaseFigures.LOG_SYNC_TIME.id(), 300)
            .amount(DatabaseFigures.BUFFER_MISSES.id(), 0)
            .amount(DatabaseFigures.WRITTEN_BYTES.id(), 4_000_000)
            .reading(DatabaseFigures.CONNECTIONS.id(), 20)
            .reading(DatabaseFigures.MAX_CONNECTIONS.id(), 151)
            .reading(DatabaseFigures.REPLICATION_LAG.id(), 3)
            .reading(HostIds.STEAL, 1));
  }

  @Test
  void allRulesHaveAnIdOfTheirOwn() {
    long ids = DiagnosisRules.ALL.stream().map(DiagnosisRule::id).distinct().count();
    assertEquals(DiagnosisRules.ALL.size(), ids);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void fewIntervalsSayTooLittle(int intervals) {
    silent(lockWaits(5_000).intervals(intervals));
    assertEquals(List.of("locks"), lockWaits(5_000).intervals(10).ids());
  }

  @Test
  void nothingIsSaidWhereRecordsAreMissing() {
    silent(lockWaits(5_000).incomplete());
  }

  @Test
  void moreThanFiveAreNotSaid() {
    Measured run =
        lockWaits(5_000)
            .generator(limited())
            .retried(100)
            .failed(ErrorClass.RESOURCE_EXHAUSTED, "no space", 100)
            .amount(DatabaseFigures.LOG_SYNC_TIME.id(), 900)
            .cpu("load", 10, 5, 30);
    assertEquals(List.of("generator", "connections", "retries", "locks", "log"), run.ids());
  }

  private static GeneratorVerdict limited() {
    return new GeneratorVerdict(
        GeneratorVerdict.Verdict.LIMITED,
        "in 30 of 60 intervals: on load the worker used 92 % of the host's CPU: use more agents on"
            + " other hosts",
        30,
        60,
        Optional.empty());
  }

  @Test
  void aLimitedGeneratorIsSaidWithTheVerdictsReason() {
    Diagnosis one = only(new Measured().generator(limited()));
    assertEquals(Certainty.CERTAIN, one.certainty());
    assertEquals(
        "The load generator was a limit, so the target may do more than this: in 30 of 60"
            + " intervals: on load the worker used 92 % of the host's CPU",
        one.sentence());
    assertEquals("use more agents on other hosts", one.todo());
  }

  private static GeneratorVerdict limitedIn(int intervals, Optional<ThreadDemand> demand) {
    return new GeneratorVerdict(
        GeneratorVerdict.Verdict.LIMITED,
        "woke late: find out what stops the worker or its host",
        intervals,
        60,
        demand);
  }

  @Test
  void aGeneratorThatWasLimitedAtTimesComesAfterOtherCauses() {
    List<Diagnosis> all = lockWaits(5_000).generator(limitedIn(12, Optional.empty())).diagnoses();
    assertEquals(List.of("locks", "generator-at-times"), all.stream().map(Diagnosis::id).toList());
    assertEquals(Certainty.LIKELY, all.getLast().certainty());
  }

  @Test
  void aGeneratorThatWasSeldomLimitedHeldNothingBack() {
    silent(new Measured().generator(limitedIn(11, Optional.empty())));
  }

  @Test
  void aLimitedGeneratorHeldNoLoadBackThatReachedItsRate() {
    silent(
        new Measured()
            .generator(limitedIn(30, Optional.of(new ThreadDemand(400, 400, 8, 20, 1, 60)))));
    only(
        new Measured()
            .generator(limitedIn(30, Optional.of(new ThreadDemand(400, 380, 8, 20, 1, 60)))));
  }

  /// From second 40 on, in the interval of which the plan changed.
  private static Measured slowedDown() {
    return new Measured()
        .debit(i -> 10 + i < 40 ? 0.5 : 12)
        .throughput(i -> 10 + i < 40 ? 400 : 35);
  }

  @Test
  void aPlanThatChangedIsSaidIfItsStatementTakesLonger() {
    Diagnosis one = only(slowedDown().planChanged("debit", 45_300));
    assertEquals(Certainty.CERTAIN, one.certainty());
    assertEquals(
        "The database has carried out debit by another plan since about 0:45: it took 12.00 ms on"
            + " average, and 0.500 ms before; throughput went from 400/s to 35/s",
        one.sentence());
    assertEquals("plans", one.evidence().getFirst().section());
  }

  @Test
  void aPlanThatChangedIsNotSaidIfItExplainsNothing() {
    silent(new Measured().planChanged("debit", 45_300));
    silent(new Measured().debit(i -> i < 30 ? 12 : 0.5).planChanged("debit", 45_300));
    silent(slowedDown().planChanged("somethingElse", 45_300));
    silent(slowedDown().planChanged("debit", 69_500));
    silent(slowedDown());
  }

  @Test
  void aPlanThatWentBackIsSaidForTheTimeBetween() {
    Measured run =
        new Measured()
            .debit(i -> 10 + i >= 40 && 10 + i < 55 ? 12 : 0.5)
            .planChanged("debit", 42_000)
            .planChanged("debit", 56_000);
    assertEquals(List.of("plan"), run.ids());
    assertEquals(55_000 + 1_000, run.diagnoses().getFirst().evidence().getFirst().untilMillis());
  }

  @Test
  void lockWaitsOfOtherSessionsAreNotSaidOfTheLoad() {
    only(lockWaits(8_000));
    silent(lockWaits(16_000));
  }

  @Test
  void aRateThatTheThreadsCannotReachIsSaidByLittlesLaw() {
    GeneratorVerdict few =
        new GeneratorVerdict(
            GeneratorVerdict.Verdict.TOO_FEW_THREADS,
            "too few",
            0,
            60,
            Optional.of(new ThreadDemand(800, 400, 8, 20, 1, 60)));
    Diagnosis one = only(new Measured().generator(few));
    assertEquals(
        "8 threads cannot reach 800 transactions a second: a transaction keeps a thread for 20.00"
            + " ms, so they reach 400 at most",
        one.sentence());
    assertTrue(one.todo().startsWith("use 16 threads or more"), one.todo());
    assertEquals("throughput 400/s, 0:10 to 1:10", one.evidence().getFirst().words());
  }

  @Test
  void aRateOutOfReachIsSaidEvenWhereTheGeneratorWasLimitedAtTimes() {
    GeneratorVerdict both = limitedIn(12, Optional.of(new ThreadDemand(800, 400, 8, 20, 1, 60)));
    List<Diagnosis> all = new Measured().generator(both).diagnoses();
    assertEquals(List.of("rate", "generator-at-times"), all.stream().map(Diagnosis::id).toList());
    assertEquals(Certainty.LIKELY, all.getFirst().certainty());
  }

  @Test
  void aRateThatIsReachedIsNoDiagnosis() {
    silent(
        new Measured()
            .generator(
                new GeneratorVerdict(
                    GeneratorVerdict.Verdict.OK,
                    "room",
                    0,
                    60,
                    Optional.of(new ThreadDemand(400, 400, 16, 20, 0.5, 60)))));
  }

  @Test
  void refusedWorkIsSaidWithTheDatabasesWords() {
    Diagnosis one =
        only(new Measured().failed(ErrorClass.RESOURCE_EXHAUSTED, "Too many connections", 1_200));
    assertEquals(
        "The database refused work 1,200 times because it had run out of something: Too many"
            + " connections",
        one.sentence());
    assertEquals("errors", one.evidence().getFirst().section());
    silent(new Measured().failed(ErrorClass.RESOURCE_EXHAUSTED, "Too many connections", 9));
  }

  @ParameterizedTest
  @CsvSource({"145, true", "143, false"})
  void connectionsInUseAreSaidIfNearlyAllAre(double used, boolean said) {
    Measured run =
        new Measured()
            .reading(DatabaseFigures.CONNECTIONS.id(), used)
            .reading(DatabaseFigures.MAX_CONNECTIONS.id(), 151);
    assertEquals(said ? List.of("connections") : List.of(), run.ids());
  }

  @Test
  void repetitionsAreSaidWithTheFailureThatLedToMost() {
    Diagnosis one =
        only(
            new Measured()
                .retried(100)
                .failed(ErrorClass.DEADLOCK, "Deadlock found", 5_900)
                .failed(ErrorClass.SERIALIZATION, "again", 100));
    assertEquals(
        "The database did 20 % of its work again: 6,000 of 30,000 attempts were repetitions, most"
            + " often after failures of the class deadlock",
        one.sentence());
    assertEquals(
        List.of("retried", "DEADLOCK"), one.evidence().stream().map(Evidence::figure).toList());
    assertEquals(5_900, one.evidence().getLast().value());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 40})
  void fewRepetitionsAreNotSaid(long inEachInterval) {
    silent(new Measured().retried(inEachInterval).failed(ErrorClass.DEADLOCK, "Deadlock", 40));
  }

  @Test
  void lockWaitsAreSaidWithTheirShareOfTheThreadsTime() {
    Diagnosis one = only(lockWaits(4_960));
    assertEquals(Certainty.LIKELY, one.certainty());
    assertEquals(
        "The threads waited for locks in 62 % of their time in transactions: 480 waits a second of"
            + " 10.33 ms each",
        one.sentence());
    assertEquals("more-charts", one.evidence().getFirst().section());
  }

  /// 8 threads are in transactions for 8 s in each second.
  @Test
  void shortLockWaitsAreNotSaid() {
    silent(lockWaits(1_500));
    assertEquals(List.of("locks"), lockWaits(1_600).ids());
  }

  /// Others wait on the same database while the load does next to nothing.
  @Test
  void waitsOfLessThanATenthOfASessionAreNotSaid() {
    silent(lockWaits(90).throughput(_ -> 5));
  }

  @Test
  void sessionsThatWaitForLocksAreSaid() {
    assertEquals(
        List.of("locks"), new Measured().reading(DatabaseFigures.LOCK_WAITING.id(), 5).ids());
    silent(new Measured().reading(DatabaseFigures.LOCK_WAITING.id(), 1));
  }

  /// In 60 readings of a load that keeps one thread busy for a fourth of the time.
  @ParameterizedTest
  @CsvSource({"9, false", "10, true"})
  void fewSessionsThatAreSeenToWaitMayBeChance(int seen, boolean said) {
    Measured run =
        new Measured()
            .throughput(_ -> 12)
            .reading(DatabaseFigures.WAIT_LOG.id(), i -> i < seen ? 1 : 0);
    assertEquals(said ? List.of("log") : List.of(), run.ids());
  }

  @Test
  void theTableForWhoseLocksMostWaitIsNamed() {
    assertTrue(
        only(lockWaits(4_960).waitedFor("shop.stock", 300))
            .sentence()
            .startsWith("The threads waited for locks of the table shop.stock in 62 % of their"));
    assertTrue(
        only(lockWaits(4_960).waitedFor("shop.stock", 300).waitedFor("shop.item", 100))
            .sentence()
            .startsWith(
                "The threads waited for locks of the table shop.stock (75 % of the waits that were"
                    + " seen) in 62 %"));
  }

  /// The database was looked at for two seconds at a time.
  @Test
  void amountsAreOfTheTimeForWhichTheDatabaseWasWatched() {
    silent(lockWaits(3_000).amount(DatabaseFigures.TIME.id(), 2_000).reading("other", 1));
  }

  @Test
  void theEvidenceSaysSinceWhenAndUntilWhen() {
    Diagnosis one =
        only(
            new Measured()
                .amount(DatabaseFigures.ROW_LOCK_TIME.id(), i -> i >= 20 && i < 50 ? 8_000 : 0));
    Evidence first = one.evidence().getFirst();
    assertEquals(30_000, first.fromMillis());
    assertEquals(60_000, first.untilMillis());
    assertEquals("time in lock waits 4,000 ms/s, 0:30 to 1:00", first.words());
  }

  @Test
  void lockWaitsThatTheDatabaseEndedAreSaidWithoutFiguresOfIt() {
    assertEquals(
        "Of 24,000 attempts the database ended 300 that had waited too long for a lock",
        only(new Measured().failed(ErrorClass.LOCK_WAIT, "Lock wait timeout", 300)).sentence());
    silent(new Measured().failed(ErrorClass.LOCK_WAIT, "Lock wait timeout", 200));
    silent(new Measured().throughput(_ -> 10).failed(ErrorClass.LOCK_WAIT, "Lock wait timeout", 9));
  }

  @Test
  void aLogThatIsAlwaysBeingSyncedIsSaid() {
    Diagnosis one =
        only(
            new Measured()
                .amount(DatabaseFigures.LOG_SYNC_TIME.id(), 830)
                .amount(DatabaseFigures.LOG_SYNCS.id(), 392)
                .amount(DatabaseFigures.COMMITS.id(), 400));
    assertEquals(
        "The database was syncing its log for 83 % of the time, with 0.98 syncs for each commit",
        one.sentence());
    silent(new Measured().amount(DatabaseFigures.LOG_SYNC_TIME.id(), 650));
  }

  @Test
  void sessionsThatWaitForTheLogAreSaid() {
    assertEquals(
        "The threads waited for the log in 50 % of their time in transactions",
        only(new Measured().reading(DatabaseFigures.WAIT_LOG.id(), 4)).sentence());
    silent(new Measured().reading(DatabaseFigures.WAIT_LOG.id(), 1));
  }

  private static Measured misses() {
    return new Measured()
        .amount(DatabaseFigures.BUFFER_MISSES.id(), 4_800)
        .amount(DatabaseFigures.BUFFER_REQUESTS.id(), 48_000);
  }

  @Test
  void pagesThatAreNotInMemoryAreSaidIfSessionsWaitForThem() {
    assertEquals(
        "On average a transaction read 12 pages from disk that were not in memory, 10 % of all that it read,"
            + " and sessions waited for disks in 38 % of the time in transactions",
        only(misses().reading(DatabaseFigures.WAIT_IO.id(), 3)).sentence());
    silent(misses());
    silent(misses().reading(DatabaseFigures.WAIT_IO.id(), 1));
    silent(
        new Measured()
            .amount(DatabaseFigures.BUFFER_MISSES.id(), 100)
            .reading(DatabaseFigures.WAIT_IO.id(), 3));
  }

  /// 4,800 reads a second, of which each takes so long.
  private static Measured disk(double millis) {
    return misses()
        .watched("db", "host-2")
        .amount("host.disk_vda.readTime@db", 4_800 * millis)
        .amount("host.disk_vda.time@db", 1_000);
  }

  @Test
  void pagesThatAreNotInMemoryAreSaidByTheReadsUnderWayAtADisk() {
    Diagnosis one = only(disk(1));
    assertTrue(
        one.sentence()
            .endsWith("and sessions waited for disks in 60 % of the time in transactions"),
        one.sentence());
    assertEquals("host.disk_vda.readTime@db", one.evidence().getLast().figure());
    silent(disk(0.3));
    silent(disk(3)); // more than the threads could wait for: others read there, too
  }

  @Test
  void theCpuOfAWatchedHostIsSaid() {
    Diagnosis one = only(new Measured().watched("db", "host-2").cpu("db", 70, 22, 0));
    assertEquals("The processors of the database's host were 92 % busy", one.sentence());
    assertEquals(Certainty.LIKELY, one.certainty());
    silent(new Measured().watched("db", "host-2").cpu("db", 60, 22, 0));
  }

  @Test
  void theCpuOfTheLoadsHostIsNotTheDatabases() {
    silent(new Measured().cpu("load", 80, 18, 0));
  }

  private static Measured sameHost(double worker) {
    return new Measured()
        .url("jdbc:mariadb://127.0.0.1:3306/test")
        .cpu("load", 75, 20, 0)
        .reading(HostIds.WORKER_CPU, worker);
  }

  @Test
  void theCpuOfOneHostForBothIsTheDatabasesIfTheWorkerUsesLittle() {
    assertEquals(
        "The processors of the database's host were 95 % busy, of which the load generator there"
            + " used 20 %",
        only(sameHost(20)).sentence());
    assertEquals(
        List.of("cpu", "generator-at-times"),
        sameHost(20).generator(limitedIn(12, Optional.empty())).ids());
    silent(sameHost(60));
    assertEquals(List.of("generator"), sameHost(20).generator(limited()).ids());
  }

  @Test
  void itIsNotKnownWhoseHostIsTheDatabasesIfAgentsOnTwoHostsSayLocalhost() {
    silent(sameHost(20).loaded("other", "host-2"));
    assertEquals(List.of("cpu"), sameHost(20).loaded("other", "host-1").ids());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:test",
        "jdbc:postgresql://10.0.0.1/test",
        "jdbc:mariadb://127.0.0.1,10.0.0.1/test"
      })
  void otherTargetsAreNotOnTheLoadsHost(String url) {
    silent(sameHost(20).url(url));
  }

  @Test
  void stealIsSaidOfTheHostThatHasMost() {
    assertEquals(
        "The hypervisor gave 12 % of the CPU time on the host of db to other guests",
        only(new Measured().watched("db", "host-2").cpu("load", 10, 10, 6).cpu("db", 10, 10, 12))
            .sentence());
    silent(new Measured().cpu("load", 10, 10, 4));
    assertEquals(List.of("steal"), new Measured().reading(HostIds.STEAL, 8).ids());
  }

  @Test
  void aReplicaThatFallsBehindIsSaid() {
    Diagnosis one =
        only(new Measured().reading(DatabaseFigures.REPLICATION_LAG.id(), i -> i * 0.4));
    assertEquals(
        "The replica fell behind: its lag grew from 3.8 s in the first third of the measured time"
            + " to 19.8 s in the last",
        one.sentence());
  }

  @Test
  void aLagThatDoesNotGrowIsNotSaid() {
    silent(new Measured().reading(DatabaseFigures.REPLICATION_LAG.id(), 60));
    silent(new Measured().reading(DatabaseFigures.REPLICATION_LAG.id(), i -> i * 0.05));
    silent(new Measured().reading(DatabaseFigures.REPLICATION_LAG.id(), i -> i < 40 ? 0.5 * i : 0));
  }

  private static Measured checkpoints(int every) {
    return new Measured()
        .amount(DatabaseFigures.CHECKPOINTS.id(), i -> i % every == 5 ? 1 : 0)
        .throughput(i -> i % 12 == 5 || i % 12 == 6 ? 200 : 400);
  }

  @Test
  void throughputThatFallsAtEachCheckpointIsSaid() {
    Diagnosis one = only(checkpoints(12));
    assertEquals(
        "Throughput fell by 20 % or more at each of 5 checkpoints, about every 12 s",
        one.sentence());
    assertEquals("throughput", one.evidence().getFirst().figure());
  }

  /// PostgreSQL counts a checkpoint when it has ended.
  @ParameterizedTest
  @CsvSource({"-2, false", "-1, true", "1, true", "2, false"})
  void throughputMayFallBeforeACheckpointIsCounted(int later, boolean said) {
    Measured run =
        new Measured()
            .amount(DatabaseFigures.CHECKPOINTS.id(), i -> i % 12 == 5 ? 1 : 0)
            .throughput(i -> i % 12 == 5 + later ? 200 : 400);
    assertEquals(said ? List.of("checkpoints") : List.of(), run.ids());
  }

  /// And what comes after it may take as long.
  @ParameterizedTest
  @CsvSource({"-3, 0, true", "-1, 3, true", "-4, -2, false", "-6, 0, false"})
  void aDipMayTakeSeveralIntervals(int from, int until, boolean said) {
    Measured run =
        new Measured()
            .amount(DatabaseFigures.CHECKPOINTS.id(), i -> i % 12 == 7 ? 1 : 0)
            .throughput(i -> i % 12 >= 7 + from && i % 12 <= 7 + until ? 200 : 400);
    assertEquals(said ? List.of("checkpoints") : List.of(), run.ids());
  }

  @Test
  void seldomTransactionsVaryByThemselves() {
    silent(checkpoints(12).throughput(i -> i % 12 == 5 ? 15 : 20));
  }

  @Test
  void burstsOfWrittenPagesAreCheckpoints() {
    Measured run =
        new Measured()
            .amount(
                DatabaseFigures.WRITTEN_BYTES.id(),
                i -> i % 12 == 5 || i % 12 == 6 ? 9_000_000 : 1_000_000)
            .throughput(i -> i % 12 == 5 || i % 12 == 6 ? 200 : 400);
    assertTrue(only(run).sentence().contains("5 checkpoints, about every 12 s"));
  }

  @Test
  void dipsThatOnlySometimesMeetACheckpointAreNotSaid() {
    silent(checkpoints(7));
    silent(checkpoints(30));
    silent(checkpoints(12).throughput(_ -> 400));
    silent(checkpoints(12).throughput(i -> i % 3 == 0 ? 200 : 400));
    silent(checkpoints(2).throughput(i -> i % 2 == 1 ? 200 : 400));
    silent(checkpoints(12).intervals(29));
  }

  @Test
  void memoryDoesNotGrowWithTheRunAndNothingIsLost() {
    Diagnosis one = only(lockWaits(4_960).intervals(5_000));
    assertTrue(one.sentence().contains("62 %"), one.sentence());
    assertEquals(5_010_000, one.evidence().getFirst().untilMillis());
  }
}

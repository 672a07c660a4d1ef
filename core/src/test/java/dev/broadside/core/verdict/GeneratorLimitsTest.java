package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RandomTallies;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.verdict.GeneratorVerdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules as tables: a line is one interval on one agent.
final class GeneratorLimitsTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final double MEDIAN_MILLIS = 2;

  /// Shares of processors, and no delay.
  private static GeneratorSample shares(
      double worker, double busiest, double steal, double wait, double own, double throttled) {
    return sample(worker, busiest, steal, wait, own, throttled, 0, 0, 0);
  }

  /// Delays in milliseconds on an idle host.
  private static GeneratorSample delays(double hiccup, double gcPause, double lateness) {
    return sample(0.1, 0.3, 0, 0, 0.1, 0, hiccup, gcPause, lateness);
  }

  private static GeneratorSample sample(
      double worker,
      double busiest,
      double steal,
      double wait,
      double own,
      double throttled,
      double hiccup,
      double gcPause,
      double lateness) {
    return GeneratorSample.UNKNOWN
        .with(GeneratorFigure.PROCESS_CPU, worker)
        .with(GeneratorFigure.HOST_CPU, worker < 0 ? -1 : Math.max(worker, busiest / 2))
        .with(GeneratorFigure.BUSIEST_CORE, busiest)
        .with(GeneratorFigure.STEAL, steal)
        .with(GeneratorFigure.GC_PAUSE, gcPause * MILLI)
        .with(GeneratorFigure.MAX_HICCUP, hiccup * MILLI)
        .with(GeneratorFigure.START_LATENESS, lateness * MILLI)
        .with(GeneratorFigure.CPU_WAIT, wait)
        .with(GeneratorFigure.OWN_CPU, own)
        .with(GeneratorFigure.THROTTLED, throttled);
  }

  private static String causes(GeneratorSample sample, double medianMillis, long lengthNanos) {
    List<Limit> limits = GeneratorLimits.of("a", sample, medianMillis, lengthNanos);
    return String.join(" ", limits.stream().map(limit -> limit.cause().name()).toList());
  }

  @ParameterizedTest
  @CsvSource({
    // worker, busiest, steal, wait, own, throttled
    "0.20, 0.40, 0.00, 0.00, 0.10, 0.00, ''",
    "0.20, 1.00, 0.00, 0.02, 0.10, 0.00, ''", // a busy host whose load threads get what they want
    "0.20, 1.00, 0.00, 0.10, 0.10, 0.00, ''",
    "0.20, 1.00, 0.00, 0.11, 0.10, 0.00, CPU_WAIT",
    "0.03, 0.15, 0.00, 0.29, 0.10, 0.00, ''", // few transactions on idle cores, which wake slowly
    "0.20, 0.30, 0.00, 0.11, 0.10, 0.00, CPU_WAIT",
    "0.20, 1.00, 0.00,   -1,   -1,   -1, BUSY_HOST", // no Linux: a busy core is all there is
    "0.20, 0.80, 0.00,   -1,   -1,   -1, ''",
    "  -1,   -1,   -1,   -1,   -1,   -1, ''", // what is unknown blames nobody
    "0.80, 1.00, 0.00, 0.05, 0.10, 0.00, ''",
    "0.81, 1.00, 0.00, 0.05, 0.10, 0.00, WORKER_CPU",
    "0.45, 1.00, 0.00, 0.00, 0.80, 0.00, ''",
    "0.45, 1.00, 0.00, 0.00, 0.97, 0.00, OWN_CPU", // noop as fast as it can, on one thread
    "0.90, 1.00, 0.00, 0.87, 0.12, 0.00, WORKER_CPU CPU_WAIT", // the same on sixteen
    "0.20, 0.40, 0.05, 0.00, 0.10, 0.00, ''",
    "0.20, 0.40, 0.06, 0.00, 0.10, 0.00, STEAL",
    "0.20, 0.40, 0.00, 0.00, 0.10, 0.01, ''",
    "0.20, 0.40, 0.00, 0.00, 0.10, 0.30, QUOTA",
    "0.20, 0.40, 0.00, 0.40, 0.10, 0.30, QUOTA CPU_WAIT",
  })
  void processorsThatAreShortLimit(
      double worker,
      double busiest,
      double steal,
      double wait,
      double own,
      double throttled,
      String expected) {
    GeneratorSample sample = shares(worker, busiest, steal, wait, own, throttled);
    assertEquals(expected, causes(sample, MEDIAN_MILLIS, SECOND));
  }

  @ParameterizedTest
  @CsvSource({
    // hiccup, gc pause, lateness, median, interval; all in ms
    "  5,   3, 0.20,    2,  1000, ''",
    "100,   3, 0.20,    2,  1000, ''",
    "101,   3, 0.20,    2,  1000, HICCUP",
    "101,   3, 0.20, 1010,  1000, ''", // of no weight beside a response of a second
    "150,   3, 0.20, 1400,  1000, HICCUP",
    "  5,  50, 0.20,    2,  1000, ''",
    "  5,  51, 0.20,    2,  1000, GC_PAUSE",
    "  5,  20, 0.20,    2,   100, ''", // one young collection in a short interval is no news
    "  5,  21, 0.20,    2,   100, GC_PAUSE",
    "  5,   3, 1.00,    2,  1000, ''",
    "  5,   3, 1.01,    2,  1000, LATE_START",
    "  5,   3, 1.99,   20,  1000, ''",
    "  5,   3, 2.01,   20,  1000, LATE_START",
    "250,  80, 9.00,    2,  1000, HICCUP GC_PAUSE LATE_START",
  })
  void delaysLimitWhereTheyWeigh(
      double hiccup,
      double gcPause,
      double lateness,
      double medianMillis,
      long lengthMillis,
      String expected) {
    GeneratorSample sample = delays(hiccup, gcPause, lateness);
    assertEquals(expected, causes(sample, medianMillis, lengthMillis * MILLI));
  }

  /// Figures of real runs on two cores that were shared with others: what they meant is known from
  /// how the load was made.
  @ParameterizedTest
  @CsvSource({
    // worker, host, wait, own, hiccup ms, late ms, median ms
    "0.04, 0.60, 0.000, 0.006,   1.6, 0.47,  0.001, ''", // noop, 1,000/s
    "0.04, 1.00, 0.017, 0.006,   2.5, 0.00,  2.091, ''", // noop of 2 ms, eight threads
    "0.06, 1.00, 0.192, 0.005,  61.5, 0.00,  2.093, CPU_WAIT", // the same beside a build
    "0.45, 1.00, 0.411, 0.719, 164.3, 0.00,  0.001, CPU_WAIT HICCUP", // noop, as fast as it can
    "0.21, 1.00, 1.000, 0.023, 241.5, 0.00,  0.001, CPU_WAIT HICCUP", // sixteen of them
  })
  void realIntervalsAreJudgedAsWhatTheyWere(
      double worker,
      double host,
      double wait,
      double own,
      double hiccup,
      double lateness,
      double medianMillis,
      String expected) {
    GeneratorSample sample = sample(worker, host, 0, wait, own, 0, hiccup, 0, lateness);
    assertEquals(expected, causes(sample, medianMillis, SECOND));
  }

  @Test
  void aLateStartLimitsOnlyALoadThatPlansItsStarts() {
    Distribution some = new Distribution(new int[] {100}, new long[] {1}, 100, 100, 0);
    Distribution none = Distribution.EMPTY;
    OutcomeCounts one = OutcomeCounts.NONE;
    assertEquals(List.of(), late(new TransactionStats(one, some, none, none, none, none, none)));
    assertEquals(
        List.of(Limit.Cause.LATE_START),
        late(new TransactionStats(one, some, some, none, some, none, none)));
    assertEquals(List.of(Limit.Cause.LATE_START), late(TransactionStats.NONE));
  }

  private static List<Limit.Cause> late(TransactionStats transactions) {
    IntervalRecord record =
        new IntervalRecord(
            new RecordKey("run", "a", 1, RecordKey.LOAD, 0),
            new IntervalRecord.Interval(0, 0, SECOND, 0, 4),
            new Tally(transactions, List.of()),
            IntervalRecord.Total.NONE,
            Told.NOTHING,
            delays(0, 0, 9),
            false,
            FigureRow.NONE);
    return GeneratorLimits.of(record).stream().map(Limit::cause).toList();
  }

  @Test
  void sixHundredHealthyIntervalsRaiseNoFlag() {
    Random random = new Random(600);
    LimitTally run = new LimitTally();
    for (int interval = 0; interval < 600; interval++) {
      GeneratorSample healthy =
          sample(
              0.5 * random.nextDouble(),
              random.nextDouble(), // the target may have every core to itself but for the rest
              0.03 * random.nextDouble(),
              0.08 * random.nextDouble(),
              0.5 * random.nextDouble(),
              0,
              30 * random.nextDouble(),
              15 * random.nextDouble(),
              0.9 * random.nextDouble());
      add(run, "a", interval, healthy);
    }

    GeneratorVerdict verdict = run.verdict(of(600, Optional.empty()));

    assertEquals(0, verdict.limitedIntervals());
    assertEquals(Verdict.OK, verdict.verdict());
    assertEquals("the agents had room to spare in 600 of 600 intervals", verdict.reason());
  }

  @Test
  void everyReasonHasItsFigureAndSaysWhatToDo() {
    GeneratorSample wretched = sample(0.95, 1, 0.2, 0.42, 0.9, 0.3, 250, 90, 12);
    for (Limit limit : GeneratorLimits.of("a", wretched, MEDIAN_MILLIS, SECOND)) {
      assertTrue(
          limit.reason().matches("[a-z].*\\d (%|ms).*: (raise|use|give|find|lower) .*"),
          limit.reason());
    }
    assertEquals(
        "load threads waited for a core for 42 % of the time in transactions (of the host's CPU the"
            + " worker used 20 %, others 30 %): give the load a host of its own, or use more"
            + " agents",
        GeneratorLimits.of("a", shares(0.2, 1, 0, 0.42, 0.1, 0), MEDIAN_MILLIS, SECOND)
            .getFirst()
            .reason());
  }

  /// Takes in an interval of a second on four threads.
  private static void add(LimitTally run, String agent, int interval, GeneratorSample sample) {
    List<Limit> limits = GeneratorLimits.of(agent, sample, MEDIAN_MILLIS, SECOND);
    IntervalRecord record =
        new IntervalRecord(
            new RecordKey("run", agent, 1, RecordKey.LOAD, interval),
            new IntervalRecord.Interval(interval, interval * SECOND, SECOND, 0, 4),
            Tally.NONE,
            IntervalRecord.Total.NONE,
            Told.NOTHING,
            sample,
            false,
            FigureRow.NONE);
    List<RecordSpan.Limited> limited =
        limits.isEmpty() ? List.of() : List.of(new RecordSpan.Limited(interval, limits));
    run.add(agent, new RecordSpan.Generator(limited, GeneratorMeans.of(record)));
  }

  private static LimitTally.Run of(int measured, Optional<ThreadDemand> demand) {
    return new LimitTally.Run(
        measured, interval -> interval * 1e3, _ -> Distribution.EMPTY, demand);
  }

  private static Distribution times(int count, long nanos) {
    long[] all = new long[count];
    Arrays.fill(all, nanos);
    return RandomTallies.distribution(all);
  }

  private static GeneratorSample waiting(double share) {
    return shares(0.2, 1, 0, share, 0.1, 0);
  }

  @Test
  void aRunNamesTheLimitMetMostAndToleratesOneIntervalInTwenty() {
    LimitTally run = new LimitTally();
    add(run, "a", 0, delays(0, 0, 12));
    add(run, "b", 1, waiting(0.5));
    add(run, "a", 1, delays(0, 0, 0));
    add(run, "b", 2, waiting(0.5));
    add(run, "a", 3, delays(0, 0, 12));
    add(run, "b", 3, waiting(0.5));

    GeneratorVerdict limited = run.verdict(of(79, Optional.empty()));

    assertEquals(Verdict.LIMITED, limited.verdict());
    assertEquals(4, limited.limitedIntervals());
    assertTrue(
        limited.reason().startsWith("in 4 of 79 intervals: on b load threads waited for a core"),
        limited.reason());
    assertEquals(Verdict.OK, run.verdict(of(80, Optional.empty())).verdict());
  }

  @Test
  void aRunTellsTheShareOfAllItsTimeAndNamesTheWorstInterval() {
    LimitTally run = new LimitTally();
    for (int interval = 0; interval < 100; interval++) {
      add(run, "a", interval, waiting(interval < 40 ? 0.2 : interval == 42 ? 0.78 : 0));
    }

    assertEquals(
        "in 41 of 100 intervals: on a load threads waited for a core for 9 % of the time in"
            + " transactions, up to 78 % in the interval from 0:42 on (of the host's CPU the worker"
            + " used 20 %, others 30 %): give the load a host of its own, or use more agents",
        run.verdict(of(100, Optional.empty())).reason());
  }

  @Test
  void aRunIsJudgedAlikeWhateverTheOrderOfItsIntervals() {
    LimitTally one = new LimitTally();
    LimitTally other = new LimitTally();
    for (int i = 0; i < 50; i++) {
      add(one, "a", i, waiting(i / 100.0));
      add(other, "a", 49 - i, waiting((49 - i) / 100.0));
    }

    assertEquals(one.verdict(of(50, Optional.empty())), other.verdict(of(50, Optional.empty())));
  }

  @Test
  void startsThatAreLateAreToldByTheRunsOwnPercentile() {
    LimitTally run = new LimitTally();
    for (int interval = 0; interval < 10; interval++) {
      add(run, "a", interval, delays(0, 0, interval == 0 ? 2.5 : interval == 7 ? 120 : 80));
    }
    Distribution delays = RandomTallies.distribution(80 * MILLI);

    String own =
        run.verdict(
                new LimitTally.Run(10, interval -> interval * 1e3, _ -> delays, Optional.empty()))
            .reason();
    String worst = run.verdict(of(10, Optional.empty())).reason();

    assertTrue(
        own.matches(
            "in 10 of 10 intervals: on a starts were late by (79|80)\\.\\d ms \\(p99\\), up to"
                + " 120\\.0 ms in the interval from 0:07 on: lower the rate of each agent, or use"
                + " more agents"),
        own);
    assertTrue(worst.contains("late by up to 120.0 ms (p99) in the interval from 0:07 on"), worst);
    Distribution later = RandomTallies.distribution(200 * MILLI);
    String later99 =
        run.verdict(
                new LimitTally.Run(10, interval -> interval * 1e3, _ -> later, Optional.empty()))
            .reason();
    assertTrue(later99.contains(" ms (p99), most in the interval from 0:07 on"), later99);
  }

  @Test
  void pausesOfTheCollectorAreToldAsTheirSum() {
    LimitTally run = new LimitTally();
    for (int interval = 0; interval < 10; interval++) {
      add(run, "a", interval, delays(0, interval == 3 ? 400 : 100, 0));
    }

    assertEquals(
        "in 10 of 10 intervals: on a the worker's collector stopped it for 1.3 s of 10.0 s, up to"
            + " 400.0 ms in the interval from 0:03 on: give the worker a larger heap",
        run.verdict(of(10, Optional.empty())).reason());
  }

  /// `--rate 100 --threads 1` on transactions of 48 ms: 19.6/s, and 803 of 1,000 never began.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // rate, threads, service ms, ended in 10 s
        "100 | 1 | 48 | 205 | TOO_FEW_THREADS | 1 thread at 48 ms a transaction serves at most"
            + " 20.8/s of the 100/s asked for; 5 threads or more would be needed if transactions"
            + " take no longer then",
        "100 | 5 | 48 | 995 | OK | the agents had room to spare in 10 of 10 intervals",
        "100 | 5 | 48 | 500 | OK | the agents had room to spare in 10 of 10 intervals; only 50/s of"
            + " the 100/s asked for"
            + " ended", // the target was silent for a while: threads had nothing to
        // do
        "20 | 1 | 49 | 196 | OK | the agents had room to spare in 10 of 10 intervals",
      })
  void aRateThatTheThreadsCannotReachIsAVerdictOfItsOwn(
      double rate, int threads, long serviceMillis, int ended, Verdict verdict, String reason) {
    Distribution service = times(ended, serviceMillis * MILLI);
    ThreadDemand demand = ThreadDemand.of(10 * rate, ended, 10, 10 * threads, service);

    GeneratorVerdict judged = new LimitTally().verdict(of(10, Optional.of(demand)));

    assertEquals(verdict, judged.verdict());
    assertEquals(reason, judged.reason());
  }

  @Test
  void aHostThatIsTheLimitComesBeforeItsThreads() {
    Distribution service = times(205, 48 * MILLI);
    ThreadDemand demand = ThreadDemand.of(1_000, 205, 10, 10, service);
    LimitTally run = new LimitTally();
    add(run, "a", 0, waiting(0.5));

    GeneratorVerdict judged = run.verdict(of(10, Optional.of(demand)));

    assertEquals(Verdict.LIMITED, judged.verdict());
    assertEquals(Optional.of(demand), judged.demand());
  }
}

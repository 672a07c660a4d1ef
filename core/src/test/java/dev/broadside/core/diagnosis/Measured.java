package dev.broadside.core.diagnosis;

import dev.broadside.core.diagnosis.Surroundings.Observer;
import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.ThresholdSeries.Interval;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/// A measured run of 60 intervals of a second, after 10 that were not measured: 8 threads, 400
/// transactions in a second of 20 ms each, from an agent on one host to a database on another.
/// Tests change what they are about.
final class Measured {
  static final GeneratorVerdict FINE =
      new GeneratorVerdict(GeneratorVerdict.Verdict.OK, "fine", 0, 60, Optional.empty());

  private static final int FIRST = 10;
  private static final long SERVICE_NANOS = 20_000_000;

  private final Map<Figure, IntToDoubleFunction> figures = new HashMap<>();
  private final List<ErrorSample> failures = new ArrayList<>();
  private final List<Observed> lockWaits = new ArrayList<>();
  private final Map<String, String> parameters = new HashMap<>();
  private final List<Observer> observers = new ArrayList<>();
  private final List<Observed> observed = new ArrayList<>();
  private IntToDoubleFunction debitMillis = _ -> 1;
  private IntToDoubleFunction throughput = _ -> 400;
  private GeneratorVerdict generator = FINE;
  private int intervals = 60;
  private long retried;
  private boolean balanced = true;

  Measured() {
    observers.add(new Observer("load", "host-1", true));
    parameters.put("url", "jdbc:postgresql://db.example/test");
  }

  /// An amount in each second.
  Measured amount(String id, double each) {
    return amount(id, _ -> each);
  }

  Measured amount(String id, IntToDoubleFunction each) {
    figures.put(Figure.sum(id, "", id).asShareOf(DatabaseFigures.TIME.id()), each);
    return this;
  }

  Measured reading(String id, double value) {
    return reading(id, _ -> value);
  }

  Measured reading(String id, IntToDoubleFunction value) {
    figures.put(Figure.mean(id, "", id), value);
    return this;
  }

  /// What the processors of an agent's host did, in percent.
  Measured cpu(String agent, double user, double system, double steal) {
    amount(HostIds.cpu("user", agent), 20 * user);
    amount(HostIds.cpu("system", agent), 20 * system);
    amount(HostIds.cpu("steal", agent), 20 * steal);
    return amount(HostIds.cpu("all", agent), 2_000);
  }

  Measured failed(ErrorClass errorClass, String message, long count) {
    failures.add(new ErrorSample(errorClass, 1, "40001", "write", message, count, 12_000, 65_000));
    return this;
  }

  /// What the operation `debit` takes in each second.
  Measured debit(IntToDoubleFunction millis) {
    debitMillis = millis;
    return this;
  }

  Measured planChanged(String statement, long atMillis) {
    observed.add(
        new Observed(
            atMillis,
            new Observation.Changed(
                Observation.Subject.PLAN, statement, "account: const", "account: all rows")));
    return this;
  }

  /// Sessions that were seen to wait for a table's locks.
  Measured waitedFor(String table, long sessions) {
    lockWaits.add(new Observed(12_000, new Observation.LockWaits(table, sessions)));
    return this;
  }

  Measured retried(long inEachInterval) {
    retried = inEachInterval;
    return this;
  }

  Measured throughput(IntToDoubleFunction each) {
    throughput = each;
    return this;
  }

  Measured generator(GeneratorVerdict verdict) {
    generator = verdict;
    return this;
  }

  Measured url(String url) {
    parameters.put("url", url);
    return this;
  }

  Measured watched(String agent, String host) {
    observers.add(new Observer(agent, host, false));
    return this;
  }

  Measured loaded(String agent, String host) {
    observers.add(new Observer(agent, host, true));
    return this;
  }

  Measured intervals(int count) {
    intervals = count;
    return this;
  }

  Measured incomplete() {
    balanced = false;
    return this;
  }

  List<Diagnosis> diagnoses() {
    DiagnosisSeries series = new DiagnosisSeries();
    for (int i = 0; i < intervals; i++) {
      series.add(interval(i));
    }
    series.add(failures);
    series.observed(lockWaits);
    return series.diagnoses(
        new Surroundings(balanced, generator, parameters, observers, List.of("debit"), observed));
  }

  /// The ids of the diagnoses.
  List<String> ids() {
    return diagnoses().stream().map(Diagnosis::id).toList();
  }

  private OperationStats debit(int i) {
    long nanos = Math.round(1e6 * debitMillis.applyAsDouble(i));
    int[] slot = {LatencyLayout.slot(nanos / 1_000)};
    return OperationStats.of(
        OperationCounts.NONE, new Distribution(slot, new long[] {10}, 10 * nanos, nanos, 0));
  }

  private Interval interval(int i) {
    Map<String, FigureSum> sums = new HashMap<>();
    figures.forEach((figure, each) -> {
      FigureSum sum = new FigureSum(figure);
      double value = each.applyAsDouble(i);
      sum.add(
          FIRST + i,
          figure.kind().adds()
              ? new FigureValue.Amount(Math.round(value))
              : FigureValue.reading(value));
      sums.put(figure.id(), sum);
    });
    long ok = Math.round(throughput.applyAsDouble(i));
    OutcomeCounts counts = TestCounts.of(ok, ok, Map.of(), 0, retried, 0, Map.of(), 0, 0, Map.of());
    int slot = LatencyLayout.slot(SERVICE_NANOS / 1_000);
    Distribution service =
        new Distribution(new int[] {slot}, new long[] {ok}, ok * SERVICE_NANOS, SERVICE_NANOS, 0);
    Distribution none = Distribution.EMPTY;
    return new Interval(
        FIRST + i,
        1,
        1_000.0 * (FIRST + i),
        1,
        8,
        new Tally(
            new TransactionStats(counts, service, none, none, none, none, none), List.of(debit(i))),
        sums,
        none);
  }
}

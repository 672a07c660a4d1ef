package dev.broadside.core.stat;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/// The outcomes and latencies of whole iterations.
///
/// An arrival of an open load has an intended start, which nothing that happens to it can move. Its
/// response consists of three parts in a row, which add up exactly:
///
/// ```
/// intended start         ready                actual start                        end
///   |----- connection wait -|--- schedule delay ---|----------- service -----------|
///   |---------------------------------- response ---------------------------------|
/// ```
///
/// *Ready* is the moment when both the arrival and a free thread with its connection were there. So
/// the wait is the price that later arrivals pay for a slow target, and is 0 if a thread waited for
/// the arrival. The schedule delay is the generator's own lateness, such as that of a sleeping
/// thread that woke late. The service is the work itself.
///
/// Each has its own distribution, and the response has one, too: distributions cannot be added
/// value by value. A closed load has service times only; the other three stay empty.
///
/// These four hold iterations that ended well. Those that failed or stayed uncertain have their
/// own, so that neither hides the other: half a minute of waiting for an error is not missing, and
/// an error that comes at once does not make a target look fast.
///
/// @param failed how long iterations took that failed or stayed uncertain: from the intended start
///   in an open load, from the actual one in a closed load
/// @param carried how long iterations took that ended well and were carried over from before the
///   phase ([OutcomeCounts#carriedOver()]): the response in an open load, the service in a closed
///   one. They are also in the other distributions
public record TransactionStats(
    OutcomeCounts counts,
    Distribution service,
    Distribution scheduleDelay,
    Distribution connectionWait,
    Distribution response,
    Distribution failed,
    Distribution carried) {

  public static final TransactionStats NONE = counted(OutcomeCounts.NONE);

  /// Counts without any latency.
  public static TransactionStats counted(OutcomeCounts counts) {
    return of(counts, _ -> Distribution.EMPTY);
  }

  /// Statistics with latencies by their place among the [#latencies()].
  static TransactionStats of(OutcomeCounts counts, IntFunction<Distribution> latency) {
    return new TransactionStats(
        counts,
        latency.apply(0),
        latency.apply(1),
        latency.apply(2),
        latency.apply(3),
        latency.apply(4),
        latency.apply(5));
  }

  /// All of them, in the order of the components: sums, sizes and merging loop over these.
  public List<Distribution> latencies() {
    return List.of(service, scheduleDelay, connectionWait, response, failed, carried);
  }

  /// These counts with other latencies.
  public TransactionStats withLatencies(UnaryOperator<Distribution> change) {
    List<Distribution> all = latencies();
    return of(counts, i -> change.apply(all.get(i)));
  }

  /// The response time from the intended start if there is one, otherwise the service time.
  public Distribution latency() {
    return response.isEmpty() ? service : response;
  }

  /// The sum of all counts; see [IntervalRecord#weight].
  long weight() {
    return latencies().stream().map(Distribution::count).reduce(counts.weight(), Math::addExact);
  }

  /// These latencies with other counts.
  public TransactionStats withCounts(OutcomeCounts other) {
    return of(other, latencies()::get);
  }

  public TransactionStats plus(TransactionStats other) {
    List<Distribution> mine = latencies();
    List<Distribution> theirs = other.latencies();
    return of(counts.plus(other.counts), i -> mine.get(i).plus(theirs.get(i)));
  }
}

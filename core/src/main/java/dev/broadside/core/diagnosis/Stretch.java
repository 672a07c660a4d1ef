package dev.broadside.core.diagnosis;

import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.ThresholdSeries.Interval;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Some measured intervals in a row, added up.
///
/// @param startMillis where the first begins, from the common start
/// @param endMillis where the last ends
/// @param intervals how many they are
/// @param seconds their length, without gaps between them
/// @param busySeconds the time of all threads in transactions that ended in them
/// @param levels the figures that rules read, by id
record Stretch(
    double startMillis,
    double endMillis,
    int intervals,
    double seconds,
    double busySeconds,
    OutcomeCounts counts,
    Map<String, Level> levels) {
  /// What the load's own threads did together, and a fifth more, since the database's readings and
  /// the intervals do not begin and end at the same moments.
  private static final double MOST_OF_OURS = 1.2;

  /// A figure's amount in a second, or its mean reading.
  ///
  /// @param sum the amount; the readings times their seconds
  /// @param seconds for which it is known; of a latency, how many there are
  record Level(double sum, double seconds) {
    private Level plus(Level other) {
      return new Level(sum + other.sum, seconds + other.seconds);
    }
  }

  /// The level that is the mean latency of an operation, in milliseconds, over those that ended
  /// well.
  static String latencyOf(int operation) {
    return "operation." + operation;
  }

  static Stretch of(Interval one) {
    Map<String, Level> levels = new HashMap<>();
    double watched = watchedSeconds(one);
    one.figures().values().stream()
        .filter(sum -> HostIds.read(sum.figure().id()))
        .forEach(sum -> {
          String id = sum.figure().id();
          boolean ofDatabase = id.startsWith(DatabaseFigures.PREFIX);
          sum.value()
              .ifPresent(value ->
                  levels.put(
                      id,
                      sum.figure().kind().adds()
                          ? new Level(value, ofDatabase ? watched : one.seconds())
                          : new Level(value * one.seconds(), one.seconds())));
        });
    List<OperationStats> operations = one.tally().operations();
    for (int i = 0; i < operations.size(); i++) {
      Distribution latency = operations.get(i).service();
      if (latency.count() > 0) {
        levels.put(latencyOf(i), new Level(latency.sumNanos() / 1e6, latency.count()));
      }
    }
    TransactionStats all = one.tally().transactions();
    return new Stretch(
        one.startMillis(),
        one.startMillis() + 1e3 * one.seconds(),
        one.intervals(),
        one.seconds(),
        (all.service().sumNanos() + all.failed().sumNanos()) / 1e9,
        all.counts(),
        levels);
  }

  /// Amounts of the database are of the time between two looks at it, which is not that of the
  /// interval.
  private static double watchedSeconds(Interval one) {
    Optional<FigureSum> watched = Optional.ofNullable(one.figures().get(DatabaseFigures.TIME.id()));
    return watched
        .filter(sum -> sum.value().isPresent())
        .map(sum -> sum.value().getAsDouble() / (sum.figure().unit().equals("ms") ? 1e3 : 1))
        .orElse(one.seconds());
  }

  Stretch plus(Stretch later) {
    Map<String, Level> both = new HashMap<>(levels);
    later.levels.forEach((id, level) -> both.merge(id, level, Level::plus));
    return new Stretch(
        startMillis,
        later.endMillis,
        intervals + later.intervals,
        seconds + later.seconds,
        busySeconds + later.busySeconds,
        counts.plus(later.counts),
        both);
  }

  /// A figure's amount in a second, or its mean reading; not a number if it is not known.
  double level(String id) {
    Level level = levels.get(id);
    return level == null || level.seconds <= 0 ? Double.NaN : level.sum / level.seconds;
  }

  /// All that was read of a figure, added up, one reading in each interval of which it is known;
  /// not a number if it is not known.
  double readings(String id) {
    Level level = levels.get(id);
    return level == null ? Double.NaN : intervals * level.sum / seconds;
  }

  /// One figure for each of another.
  double ratio(String id, String of) {
    double whole = level(of);
    return whole > 0 ? level(id) / whole : Double.NaN;
  }

  /// How many threads were in a transaction, on average: by Little's law the transactions that end
  /// in a second, times how long they take.
  double busy() {
    return busySeconds / seconds;
  }

  /// The part of the time in transactions that so many threads spent with something; not a number
  /// if there were more of them than threads in transactions, since others did it, too.
  double partOfBusy(double threads) {
    double part = busySeconds > 0 ? threads / busy() : Double.NaN;
    return part <= MOST_OF_OURS ? Math.min(1, part) : Double.NaN;
  }

  /// Transactions that ended well, per second.
  double throughput() {
    return counts.ok() / seconds;
  }
}

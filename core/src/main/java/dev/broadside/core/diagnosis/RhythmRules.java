package dev.broadside.core.diagnosis;

import static dev.broadside.core.diagnosis.DiagnosisRule.percent;

import dev.broadside.core.diagnosis.DiagnosisRule.Said;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What is seen only in the course of the measured time.
final class RhythmRules {
  /// A replica that keeps up has a lag of the same size at any time; clocks of databases tell whole
  /// seconds.
  private static final double LEAST_LAG_SECONDS = 5;

  /// A dip is throughput below this part of the median.
  private static final double DIP = 0.8;

  /// At one or two events throughput may be low by chance.
  private static final int LEAST_EVENTS = 3;

  /// With fewer parts there are not enough between three events to compare these with.
  private static final int LEAST_STRETCHES = 30;

  /// A checkpoint is counted when it has ended, and throughput falls while it writes; pages are
  /// copied to the log after it.
  private static final int BEFORE = 1;

  private static final int AFTER = 1;

  /// If more of the parts are near to events, the rest is not enough to compare these with.
  private static final double MOST_NEAR = 0.5;

  /// A count that lies so many standard deviations of a Poisson count below the mean is not due to
  /// chance.
  private static final double DEVIATIONS = 3;

  /// If throughput dips in more of the other parts, something else makes it dip.
  private static final double MOST_OTHER_DIPS = 0.1;

  /// Pages are written in a burst if it is so many times the median.
  private static final double BURST = 2;

  static final DiagnosisRule REPLICATION =
      new DiagnosisRule(
          "replication",
          "Replication lag",
          "`db.replication_lag`",
          "it grows from each third of the measured time to the next, by "
              + NumberText.axis(LEAST_LAG_SECONDS)
              + " s or more in all",
          RhythmRules::replication);

  static final DiagnosisRule CHECKPOINTS =
      new DiagnosisRule(
          "checkpoints",
          "Checkpoints",
          "throughput, with `db.checkpoints` or bursts of `db.written_bytes`",
          "throughput falls by "
              + percent(1 - DIP)
              + " or more at each of "
              + LEAST_EVENTS
              + " or more of them, and in at most "
              + percent(MOST_OTHER_DIPS)
              + " of the other time",
          RhythmRules::checkpoints);

  private RhythmRules() {}

  private static Optional<Said> replication(Diagnosed run) {
    List<Stretch> all = run.stretches();
    int third = all.size() / 3;
    double first = lag(all.subList(0, third));
    double second = lag(all.subList(third, 2 * third));
    double last = lag(all.subList(2 * third, all.size()));
    if (!(second > first && last > second && last - first >= LEAST_LAG_SECONDS)) {
      return Optional.empty();
    }
    return Optional.of(
        Said.certain(
            "The replica fell behind: its lag grew from %s s in the first third of the measured time"
                    .formatted(NumberText.axis(first))
                + " to %s s in the last".formatted(NumberText.axis(last)),
            "lower the rate until the lag stays the same, or let the replica apply more at once",
            run.always(last)
                .shows(DatabaseFigures.REPLICATION_LAG.id(), "lag in the last third", last, "s")));
  }

  private static double lag(List<Stretch> part) {
    return part.stream()
        .reduce(Stretch::plus)
        .map(sum -> sum.level(DatabaseFigures.REPLICATION_LAG.id()))
        .orElse(Double.NaN);
  }

  private static Optional<Said> checkpoints(Diagnosed run) {
    List<Stretch> all = run.stretches();
    double level = median(all, Stretch::throughput);
    List<Integer> dips = where(all, one -> dipped(one, level));
    List<Integer> writes = where(all, writing(run));
    List<Integer> events = writes.stream().filter(at -> !writes.contains(at - 1)).toList();
    return goTogether(all.size(), events, dips)
        ? Optional.of(said(run, events, level))
        : Optional.empty();
  }

  /// Whether less ended in a part than usual, by more than seldom transactions vary by themselves.
  private static boolean dipped(Stretch one, double level) {
    double usual = level * one.seconds();
    return one.counts().ok() < Math.min(DIP * usual, usual - DEVIATIONS * Math.sqrt(usual));
  }

  /// Whether a checkpoint is counted in a part or, of an engine that counts none, many pages are
  /// written.
  private static Predicate<Stretch> writing(Diagnosed run) {
    double usual = median(run.stretches(), one -> one.level(DatabaseFigures.WRITTEN_BYTES.id()));
    return run.whole().level(DatabaseFigures.CHECKPOINTS.id()) > 0
        ? one -> one.level(DatabaseFigures.CHECKPOINTS.id()) > 0
        : one -> one.level(DatabaseFigures.WRITTEN_BYTES.id()) > BURST * usual;
  }

  private static List<Integer> where(List<Stretch> all, Predicate<Stretch> holds) {
    return IntStream.range(0, all.size()).filter(i -> holds.test(all.get(i))).boxed().toList();
  }

  /// Whether throughput dips near each event, and seldom else. A dip lasts as long as the
  /// neighbours dip, too: a checkpoint may take several intervals.
  private static boolean goTogether(int parts, List<Integer> events, List<Integer> dips) {
    Set<Integer> around = new HashSet<>();
    IntStream.range(0, parts)
        .filter(part -> events.stream().anyMatch(at -> near(at, part)))
        .forEach(around::add);
    dips.stream().filter(dip -> around.contains(dip - 1)).forEach(around::add);
    dips.reversed().stream().filter(dip -> around.contains(dip + 1)).forEach(around::add);
    int others = parts - around.size();
    return parts >= LEAST_STRETCHES
        && events.size() >= LEAST_EVENTS
        && others >= MOST_NEAR * parts
        && events.stream().allMatch(at -> dips.stream().anyMatch(dip -> near(at, dip)))
        && dips.stream().filter(dip -> !around.contains(dip)).count() <= MOST_OTHER_DIPS * others;
  }

  private static boolean near(int event, int dip) {
    return dip >= event - BEFORE && dip <= event + AFTER;
  }

  private static Said said(Diagnosed run, List<Integer> events, double level) {
    Stretch first = run.stretches().get(events.getFirst());
    Stretch last = run.stretches().get(events.getLast());
    double every = (last.startMillis() - first.startMillis()) / (events.size() - 1);
    Diagnosed.Held held = new Diagnosed.Held(level, first.startMillis(), last.endMillis());
    return Said.likely(
        "Throughput fell by %s or more at each of %s checkpoints, about every %s"
            .formatted(percent(1 - DIP), events.size(), NumberText.span(every)),
        "let the database write pages all the time instead of at checkpoints, or give it a larger"
            + " log",
        held.shows(Measure.THROUGHPUT.id(), "median throughput", level, "/s"),
        run.shows(held, DatabaseFigures.CHECKPOINTS.id(), "checkpoints", "/s"),
        run.shows(held, DatabaseFigures.WRITTEN_BYTES.id(), "pages written", "B/s"));
  }

  private static double median(List<Stretch> all, ToDoubleFunction<Stretch> of) {
    double[] sorted =
        all.stream().mapToDouble(of).filter(one -> !Double.isNaN(one)).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}

package dev.broadside.core.report;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.Mark.Kind;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Finds marks in the intervals of a run: when nothing ended well although something was tried;
/// when intervals were joined; when the target was restarted, by its own uptime; and when the
/// target was away, as its clients saw it. Away means from the first interval in which connections
/// broke, or the target took no writes, to the last one before all is well again. Not safe for use
/// by several threads.
final class IntervalMarks {
  private static final int MOST = 200;

  /// Several agents may report one restart. Their times differ by at most this much.
  private static final double SAME_START_MILLIS = 5_000;

  /// A shorter time in which nothing ends well gets no mark.
  private static final double LONG_WITHOUT_MILLIS = 3_000;

  private final List<Mark> over = new ArrayList<>();
  private final Deque<Mark> coarse = new ArrayDeque<>();
  private double fromMillis = -1;
  private double untilMillis;
  private double silentMillis;
  private long broken;
  private long readOnly;
  private double startedMillis = -SAME_START_MILLIS;
  private Barren barren = Barren.NONE;

  /// Intervals in a row in which nothing ended well.
  ///
  /// @param failed failed iterations, without those that the target's absence explains
  private record Barren(double fromMillis, double untilMillis, long failed) {
    static final Barren NONE = new Barren(0, 0, 0);

    Barren and(double start, double end, long failures) {
      double from = equals(NONE) ? start : fromMillis;
      return new Barren(from, end, failed + failures);
    }

    boolean told() {
      return failed > 0 && untilMillis - fromMillis >= LONG_WITHOUT_MILLIS;
    }

    Mark over() {
      return Mark.span(
          Kind.TARGET,
          fromMillis,
          untilMillis,
          "nothing ended well; " + Counted.of(failed, "transaction") + " failed");
    }

    Mark soFar() {
      return Mark.at(
          Kind.TARGET,
          fromMillis,
          "",
          "nothing has ended well since "
              + NumberText.elapsed(fromMillis / 1e3)
              + "; "
              + Counted.of(failed, "transaction")
              + " failed");
    }
  }

  /// Takes in the next interval.
  void add(IntervalDocument interval) {
    interval.intervals().ifPresent(count -> joined(interval, count));
    startOf(interval);
    targetOf(interval);
    barrenTo(interval);
  }

  private void barrenTo(IntervalDocument interval) {
    if (interval.stats().transactions() > 0) {
      if (barren.told() && over.size() < MOST) {
        over.add(barren.over());
      }
      barren = Barren.NONE;
      return;
    }
    long failed = interval.stats().failed() - away(interval.stats());
    boolean begins = failed > 0 && !interval.phase().equals("drain");
    if (begins || !barren.equals(Barren.NONE)) {
      double end = interval.startMillis() + interval.lengthMillis();
      barren = barren.and(interval.startMillis(), end, failed);
    }
  }

  private static long away(StatsDocument stats) {
    return stats.failedBy().getOrDefault(ErrorClass.CONNECTION_LOST, 0L)
        + stats.failedBy().getOrDefault(ErrorClass.READ_ONLY, 0L);
  }

  private void startOf(IntervalDocument interval) {
    Optional<Double> up =
        interval.figures().flatMap(all -> Optional.ofNullable(all.values().get(Figure.UP.id())));
    if (up.isPresent()) {
      double at = interval.startMillis() + interval.lengthMillis() - up.get() * 1e3;
      if (at - startedMillis > SAME_START_MILLIS && over.size() < MOST) {
        startedMillis = at;
        over.add(
            Mark.at(
                Kind.TARGET, Math.max(0, at), "", "the target was restarted, by its own uptime"));
      }
    }
  }

  private void joined(IntervalDocument interval, int count) {
    String words = count + " intervals were joined into one; their counts are exact";
    double until = interval.startMillis() + interval.lengthMillis();
    Optional<Mark> before =
        Optional.ofNullable(coarse.peekLast())
            .filter(last -> last.text().equals(words))
            .filter(last -> last.untilMillis().orElse(0) == interval.startMillis());
    if (before.isPresent()) {
      coarse.removeLast();
    }
    if (coarse.size() < MOST) {
      double from = before.map(Mark::atMillis).orElse(interval.startMillis());
      coarse.addLast(Mark.span(Kind.COARSE, from, until, words));
    }
  }

  private void targetOf(IntervalDocument interval) {
    StatsDocument stats = interval.stats();
    long lost = stats.failedBy().getOrDefault(ErrorClass.CONNECTION_LOST, 0L);
    long refused = stats.failedBy().getOrDefault(ErrorClass.READ_ONLY, 0L);
    boolean trouble = lost + refused > 0;
    if (trouble && fromMillis < 0 && over.size() < MOST) {
      fromMillis = interval.startMillis();
    }
    if (fromMillis < 0) {
      return;
    }
    if (!trouble && stats.transactions() > 0) {
      over.add(now());
      fromMillis = -1;
      silentMillis = 0;
      broken = 0;
      readOnly = 0;
      return;
    }
    broken += lost;
    readOnly += refused;
    untilMillis = interval.startMillis() + interval.lengthMillis();
    silentMillis += stats.transactions() == 0 ? interval.lengthMillis() : 0;
  }

  private Mark now() {
    List<String> words = new ArrayList<>();
    if (broken > 0) {
      words.add(Counted.of(broken, "transaction") + " failed on lost or refused connections");
    }
    if (readOnly > 0) {
      words.add("it took no writes " + Counted.of(readOnly, "time") + ", as after a fail-over");
    }
    if (silentMillis > 0) {
      words.add("nothing ended well for " + Math.round(silentMillis / 100) / 10.0 + " s");
    }
    return Mark.span(Kind.TARGET, fromMillis, untilMillis, String.join("; ", words));
  }

  List<Mark> marks() {
    List<Mark> all = new ArrayList<>(over);
    all.addAll(coarse);
    if (fromMillis >= 0) {
      all.add(now());
    }
    if (barren.told()) {
      all.add(barren.soFar());
    }
    return all;
  }
}

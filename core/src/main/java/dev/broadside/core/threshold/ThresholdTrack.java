package dev.broadside.core.threshold;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Measure.Limited;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.Spans;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.threshold.Threshold.Among;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.threshold.ThresholdSeries.Interval;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/// One threshold of a running job: its result so far. Not safe for use by several threads.
///
/// If it must hold in each span of some length, a window moves over the measured time in steps of
/// an interval, or of a sixtieth of itself. The window starts anew after a gap and after time that
/// is not measured, since nothing is known about these. The same is true for a row of intervals of
/// which some must hold. An interval without a value is left out, and one that was rolled up counts
/// once.
///
/// Transactions that are overdue at the end of an interval or span are in its latencies with their
/// age. Those that end after the measured phases, or never, are in the latencies of the whole
/// measured time and of the last span.
final class ThresholdTrack {
  private static final int STEPS = 60;
  private static final int NAMED = 30;

  private final Threshold threshold;

  /// The figure's id in a bin.
  private final String id;

  /// The index of its operation; -1 if it is for whole transactions.
  private final int operation;

  private final Optional<Integer> window;
  private final int step;
  private final FigureBin whole = new FigureBin();

  /// The part of the measured load that ended after the measured phases.
  private final FigureBin late = new FigureBin();

  private final Deque<Part> parts = new ArrayDeque<>();
  private Part open = new Part(0);

  /// Whether the parts make up a span of the wanted length.
  private boolean full;

  private int next;
  private double worst = Double.NaN;
  private double worstAtMillis;

  /// The last intervals, if some of a row must hold; not more than the row has.
  private final Deque<Last> lasts = new ArrayDeque<>();

  private boolean rolledUp;

  /// Since when it does not hold, in milliseconds of measured time; NaN if it holds.
  private double brokenMillis = Double.NaN;

  private boolean aborts;

  /// A step of the window.
  private record Part(FigureBin bin, double startMillis) {
    Part(double startMillis) {
      this(new FigureBin(), startMillis);
    }
  }

  /// An interval's value.
  private record Last(double value, double startMillis) {}

  ThresholdTrack(Threshold threshold, List<String> operations, long intervalNanos) {
    this.threshold = threshold;
    id = Measure.of(threshold.figure()).map(Measure::id).orElse(threshold.figure());
    operation = threshold.part().map(operations::indexOf).orElse(-1);
    window =
        threshold
            .window()
            .map(span -> Math.toIntExact(Math.ceilDiv(span.toNanos(), intervalNanos)));
    step = window.map(length -> Math.ceilDiv(length, STEPS)).orElse(1);
  }

  /// @param units gives the unit of a figure; empty if the figure is not declared
  void add(Interval interval, Function<String, Optional<String>> units) {
    if (interval.index() != next) {
      parts.clear();
      full = false;
      lasts.clear();
      open = new Part(interval.startMillis());
      brokenMillis = Double.NaN;
    }
    next = interval.index() + interval.intervals();
    if (threshold.among().isPresent()) {
      count(threshold.among().get(), interval, units);
      return;
    }
    if (window.isEmpty()) {
      add(whole, interval);
      threshold
          .abortAfter()
          .ifPresent(grace -> look(whole.least(id, ages(interval)), interval, grace, units));
      return;
    }
    if (open.bin.intervals() == 0) {
      open = new Part(interval.startMillis());
    }
    add(open.bin, interval);
    if (open.bin.intervals() >= step) {
      parts.add(open);
      open = new Part(0);
      slide(window.get(), interval, units);
    }
  }

  /// For operations and figures that keep each value it is not known which belong to the measured
  /// phase, unless nothing else ends in that interval.
  void behind(Tally tally, Map<String, FigureSum> figures, boolean all) {
    if (operation >= 0) {
      OperationStats left = all ? tally.operation(operation) : OperationStats.NONE;
      long wrong = left.failed() + left.unanswered();
      late.addLate(left.service(), wrong, left.ok() + wrong);
    } else if (threshold.part().isPresent()) {
      spread(figures)
          .filter(_ -> all)
          .flatMap(FigureSum::values)
          .ifPresent(values -> late.addLate(values, 0, 0));
    } else {
      OutcomeCounts counts = tally.transactions().counts();
      late.addLate(tally.transactions().carried(), counts.carriedBadly(), counts.carriedOver());
    }
  }

  /// Ages are only known of whole transactions.
  private Distribution ages(Distribution all) {
    return threshold.part().isPresent() ? Distribution.EMPTY : all;
  }

  private Distribution ages(Interval interval) {
    return ages(interval.overdue());
  }

  private void slide(int length, Interval interval, Function<String, Optional<String>> units) {
    int held = parts.stream().mapToInt(part -> part.bin.intervals()).sum();
    while (held - parts.getFirst().bin.intervals() >= length) {
      held -= parts.removeFirst().bin.intervals();
    }
    full = held >= length;
    if (full) {
      double value = held().least(id, ages(interval));
      judge(value, parts.getFirst().startMillis, interval, units);
    }
  }

  /// The sum of the parts.
  private FigureBin held() {
    FigureBin sum = new FigureBin();
    parts.forEach(part -> sum.add(part.bin));
    return sum;
  }

  private void count(Among among, Interval interval, Function<String, Optional<String>> units) {
    FigureBin bin = new FigureBin();
    add(bin, interval);
    rolledUp |= interval.intervals() > 1;
    double value = bin.least(id, ages(interval));
    if (Double.isNaN(value)) {
      return;
    }
    lasts.add(new Last(value, interval.startMillis()));
    if (lasts.size() > among.of()) {
      lasts.removeFirst();
    }
    if (lasts.size() == among.of()) {
      double[] values = lasts.stream().mapToDouble(Last::value).toArray();
      judge(among.kept(values, threshold.sign()), lasts.getFirst().startMillis, interval, units);
    }
  }

  /// @param value the value of the span that ends with the interval
  /// @param fromMillis the beginning of that span
  private void judge(
      double value,
      double fromMillis,
      Interval interval,
      Function<String, Optional<String>> units) {
    double worse = worse(value);
    if (!Double.isNaN(value) && worse != worst) {
      worst = worse;
      worstAtMillis = fromMillis;
    }
    look(value, interval, threshold.abortAfter().orElse(Duration.ZERO), units);
  }

  private void look(
      double value, Interval interval, Duration grace, Function<String, Optional<String>> units) {
    double endMillis = interval.startMillis() + interval.seconds() * 1e3;
    if (Double.isNaN(value) || holds(value, units)) {
      brokenMillis = Double.NaN;
      return;
    }
    brokenMillis = Double.isNaN(brokenMillis) ? endMillis : brokenMillis;
    // The parts of a rolled-up interval were judged when they came, so it stops no run when it is
    // read back.
    aborts |=
        interval.intervals() == 1
            && threshold.abortAfter().isPresent()
            && endMillis - brokenMillis >= grace.toMillis();
  }

  private boolean holds(double value, Function<String, Optional<String>> units) {
    String unit = units.apply(id).orElse("");
    return !threshold.unit().fits(unit) || threshold.sign().holds(value, threshold.limitIn(unit));
  }

  private void add(FigureBin bin, Interval interval) {
    int more = interval.intervals();
    double seconds = interval.seconds();
    if (operation >= 0) {
      bin.add(interval.tally().operation(operation), more, seconds);
    } else if (threshold.part().isPresent()) {
      spread(interval.figures()).ifPresent(sum -> bin.add(sum, more, seconds));
    } else {
      bin.add(interval.tally(), more, seconds);
      bin.addThreads(interval.threads(), interval.figures(), seconds);
      bin.add(id, interval.figures(), seconds);
    }
  }

  /// A kind of transaction can be named without its prefix, too.
  private Optional<FigureSum> spread(Map<String, FigureSum> figures) {
    return threshold.part().stream()
        .flatMap(part -> Stream.of(ThresholdCheck.TRANSACTION + part, part))
        .flatMap(name -> Optional.ofNullable(figures.get(name)).stream())
        .findFirst();
  }

  boolean aborts() {
    return aborts;
  }

  /// Whether it would also hold if the load generator had not been the limit.
  boolean standsWhenLimited(Unfinished unfinished) {
    Limited limited =
        Measure.of(threshold.figure())
            .map(Measure::limited)
            .orElse(GeneratorFigure.of(id).isPresent() ? Limited.UNTOUCHED : Limited.SPOILT);
    return limited.leavesHolding(threshold.sign().upwards(), value(unfinished).least);
  }

  /// @param known the ids of the figures that the run has declared
  /// @param unfinished what of the measured load has not ended
  ThresholdDocument document(
      Function<String, Optional<String>> units, Collection<String> known, Unfinished unfinished) {
    Optional<String> unit = units.apply(id);
    if (unit.isEmpty() || !threshold.unit().fits(unit.get())) {
      return document(
          Verdict.NOT_JUDGED,
          Value.NONE,
          threshold.unit().text(),
          unit.map(other -> threshold.figure() + " is in " + other)
              .orElseGet(() -> unknown(known)));
    }
    Value value = value(unfinished);
    if (Double.isNaN(value.least)) {
      return document(Verdict.NOT_JUDGED, value, unit.get(), nothing());
    }
    boolean atLeast = holds(value.least, units);
    boolean atMost = holds(value.most, units);
    Verdict verdict =
        atLeast && atMost ? Verdict.HOLDS : atLeast || atMost ? Verdict.NOT_JUDGED : Verdict.BROKEN;
    ThresholdDocument bare = document(verdict, value, unit.get(), "");
    boolean open = value.open && !unfinished.why().isEmpty();
    return open ? bare.saying(bare.sentence() + ": " + unfinished.why()) : bare;
  }

  /// A value. For a latency sometimes only bounds are known: at least this, at most that.
  ///
  /// @param most the value if transactions that never end count as endless; those that may still
  ///   end count with their age
  /// @param open whether the value may still grow
  /// @param atMillis the beginning of its span
  private record Value(double least, double most, boolean open, double atMillis) {
    static final Value NONE = new Value(Double.NaN, Double.NaN, false, 0);
  }

  private Value value(Unfinished unfinished) {
    FigureBin last = held();
    last.add(whole);
    last.add(late);
    last.addDropped(unfinished.dropped());
    Distribution ages = ages(unfinished.ages());
    double least = last.least(id, ages);
    double most =
        last.most(id, threshold.part().isPresent() ? unfinished.lost() : unfinished.gone());
    boolean open = most > least || last.most(id, ages.count()) > least;
    if (!spans()) {
      return new Value(least, Double.isNaN(most) ? least : most, open, 0);
    }
    if (window.isEmpty() || !full || Double.isNaN(least)) {
      return new Value(worst, worst, false, worstAtMillis);
    }
    double worstLeast = worse(least);
    double worstMost = worse(most);
    return worstLeast == worst
        ? new Value(worst, worstMost, worstMost > worst, worstAtMillis)
        : new Value(worstLeast, worstMost, open, parts.getFirst().startMillis);
  }

  /// The worse of a span's value and that of all before it.
  private double worse(double value) {
    return Double.isNaN(worst) ? value : threshold.sign().worse(worst, value);
  }

  private String unknown(Collection<String> known) {
    return "the run has no figure "
        + threshold.figure()
        + (known.isEmpty() ? "" : "; beside the usual ones it has " + Counted.names(known, NAMED));
  }

  /// Whether it is judged by spans of the measured time, and not by the whole.
  private boolean spans() {
    return window.isPresent() || threshold.among().isPresent();
  }

  private String nothing() {
    String where =
        threshold
            .among()
            .map(some -> "in less than " + some.of() + " intervals on end")
            .or(() -> window.map(_ -> "in no " + span() + " on end"))
            .orElse("in what was measured");
    return threshold.subject()
        + (threshold.among().isPresent() ? " had values " : " had no value ")
        + where
        + rolled();
  }

  private String rolled() {
    return rolledUp && threshold.among().isPresent()
        ? "; older intervals have been rolled up, and count as one together"
        : "";
  }

  private String span() {
    return Spans.format(threshold.window().orElse(Duration.ZERO));
  }

  private ThresholdDocument document(Verdict verdict, Value value, String unit, String why) {
    ThresholdDocument bare =
        new ThresholdDocument(
            new ThresholdDocument.Asked(
                threshold.text(),
                threshold.subject(),
                threshold.sign().text(),
                threshold.limitIn(unit),
                unit),
            verdict,
            new ThresholdDocument.Found(
                Double.isNaN(value.least)
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Rounding.thousandths(value.least)),
                value.open,
                !spans() || Double.isNaN(value.least)
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(value.atMillis)),
            why);
    return why.isEmpty() ? bare.saying(sentence(bare)) : bare;
  }

  private String sentence(ThresholdDocument bare) {
    if (threshold.among().isPresent() && bare.atMillis().isPresent()) {
      Among some = threshold.among().get();
      return threshold.subject()
          + (threshold.sign().upwards() ? " was at least " : " was at most ")
          + bare.valueText()
          + " in "
          + some.least()
          + " of the "
          + some.of()
          + " intervals from "
          + Spans.format(Duration.ofMillis((long) bare.atMillis().getAsDouble()))
          + " on, the worst; it must be "
          + bare.limitText()
          + " in "
          + some.text()
          + rolled();
    }
    String where =
        bare.atMillis().isPresent()
            ? " in the "
                + span()
                + " from "
                + Spans.format(Duration.ofMillis((long) bare.atMillis().getAsDouble()))
                + " on, the worst"
            : "";
    return threshold.subject()
        + (bare.found().atLeast() ? " was at least " : " was ")
        + bare.amount()
        + where
        + "; it must be "
        + bare.limitText();
  }
}

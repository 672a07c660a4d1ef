package dev.broadside.core.threshold;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.figures.RunFigure;
import dev.broadside.core.figures.RunFigure.Limited;
import dev.broadside.core.param.Spans;
import dev.broadside.core.stat.FigureSum;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Threshold.Among;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.threshold.ThresholdSeries.Interval;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One threshold of a run that goes on: what it has come to so far. Not safe for use by several
/// threads.
///
/// Where it must hold in each span of some length, such a span moves over the measured time in
/// steps of an interval, or of a sixtieth of itself. It begins anew behind a gap, and behind what
/// is not measured: nobody knows what was there. Of so many intervals on end, some of which must
/// hold, the same is true; one without a value is left out, and one that was rolled up counts once.
final class ThresholdTrack {
  private static final int STEPS = 60;
  private static final int NAMED = 30;

  private final Threshold threshold;

  /// By which name a bin has the figure.
  private final String id;

  /// Which operation it is of; -1 where it is of none.
  private final int operation;

  private final Optional<Integer> window;
  private final int step;
  private FigureBin whole = new FigureBin();
  private final Deque<Part> parts = new ArrayDeque<>();
  private Part open = new Part(0);
  private int next;
  private double worst = Double.NaN;
  private double worstAtMillis;

  /// The last intervals, where some of them must hold; no more than these.
  private final Deque<Last> lasts = new ArrayDeque<>();

  private boolean rolledUp;

  /// Since when it does not hold, in milliseconds of measured time; NaN where it does.
  private double brokenMillis = Double.NaN;

  private boolean aborts;

  /// A step of the window.
  private record Part(FigureBin bin, double startMillis) {
    Part(double startMillis) {
      this(new FigureBin(), startMillis);
    }
  }

  /// An interval's value.
  record Last(double value, double startMillis) {}

  /// All of it, to be kept and taken up again.
  record State(
      FigureBin.State whole,
      List<PartState> parts,
      PartState open,
      int next,
      double worst,
      double worstAtMillis,
      double brokenMillis,
      boolean aborts,
      Optional<List<Last>> lasts,
      boolean rolledUp) {
    State {
      parts = List.copyOf(parts);
    }
  }

  record PartState(FigureBin.State bin, double startMillis) {
    static PartState of(Part part) {
      return new PartState(part.bin.state(), part.startMillis);
    }

    Part part() {
      return new Part(new FigureBin(bin), startMillis);
    }
  }

  ThresholdTrack(Threshold threshold, List<String> operations, long intervalNanos) {
    this.threshold = threshold;
    id = RunFigure.of(threshold.figure()).map(RunFigure::id).orElse(threshold.figure());
    operation = threshold.part().map(operations::indexOf).orElse(-1);
    window =
        threshold
            .window()
            .map(span -> Math.toIntExact(Math.ceilDiv(span.toNanos(), intervalNanos)));
    step = window.map(length -> Math.ceilDiv(length, STEPS)).orElse(1);
  }

  State state() {
    return new State(
        whole.state(),
        parts.stream().map(PartState::of).toList(),
        PartState.of(open),
        next,
        worst,
        worstAtMillis,
        brokenMillis,
        aborts,
        Optional.of(List.copyOf(lasts)),
        rolledUp);
  }

  void restore(State kept) {
    whole = new FigureBin(kept.whole);
    kept.parts.forEach(part -> parts.add(part.part()));
    open = kept.open.part();
    next = kept.next;
    worst = kept.worst;
    worstAtMillis = kept.worstAtMillis;
    brokenMillis = kept.brokenMillis;
    aborts = kept.aborts;
    lasts.addAll(kept.lasts.orElse(List.of()));
    rolledUp = kept.rolledUp;
  }

  /// @param told in what a figure is told; empty where nobody has declared it
  void add(Interval interval, Function<String, Optional<String>> told) {
    if (interval.index() != next) {
      parts.clear();
      lasts.clear();
      open = new Part(interval.startMillis());
      brokenMillis = Double.NaN;
    }
    next = interval.index() + interval.intervals();
    if (threshold.among().isPresent()) {
      count(threshold.among().get(), interval, told);
      return;
    }
    if (window.isEmpty()) {
      add(whole, interval);
      threshold.abortAfter().ifPresent(grace -> look(whole.value(id), interval, grace, told));
      return;
    }
    if (open.bin.intervals() == 0) {
      open = new Part(interval.startMillis());
    }
    add(open.bin, interval);
    if (open.bin.intervals() >= step) {
      parts.add(open);
      open = new Part(0);
      slide(window.get(), interval, told);
    }
  }

  void dropped(OutcomeCounts counts) {
    whole.add(TransactionStats.counted(counts), 0, 0);
  }

  private void slide(int length, Interval interval, Function<String, Optional<String>> told) {
    int held = parts.stream().mapToInt(part -> part.bin.intervals()).sum();
    while (held - parts.getFirst().bin.intervals() >= length) {
      held -= parts.removeFirst().bin.intervals();
    }
    if (held >= length) {
      FigureBin sum = new FigureBin();
      parts.forEach(part -> sum.add(part.bin));
      judge(sum.value(id), parts.getFirst().startMillis, interval, told);
    }
  }

  private void count(Among among, Interval interval, Function<String, Optional<String>> told) {
    FigureBin bin = new FigureBin();
    add(bin, interval);
    rolledUp |= interval.intervals() > 1;
    double value = bin.value(id);
    if (Double.isNaN(value)) {
      return;
    }
    lasts.add(new Last(value, interval.startMillis()));
    if (lasts.size() > among.of()) {
      lasts.removeFirst();
    }
    if (lasts.size() == among.of()) {
      double[] values = lasts.stream().mapToDouble(Last::value).toArray();
      judge(among.kept(values, threshold.sign()), lasts.getFirst().startMillis, interval, told);
    }
  }

  /// @param value of the span that ends with the interval
  /// @param fromMillis where that begins
  private void judge(
      double value, double fromMillis, Interval interval, Function<String, Optional<String>> told) {
    double worse = Double.isNaN(worst) ? value : threshold.sign().worse(worst, value);
    if (!Double.isNaN(value) && worse != worst) {
      worst = worse;
      worstAtMillis = fromMillis;
    }
    look(value, interval, threshold.abortAfter().orElse(Duration.ZERO), told);
  }

  private void look(
      double value, Interval interval, Duration grace, Function<String, Optional<String>> told) {
    double endMillis = interval.startMillis() + interval.seconds() * 1e3;
    if (Double.isNaN(value) || holds(value, told)) {
      brokenMillis = Double.NaN;
      return;
    }
    brokenMillis = Double.isNaN(brokenMillis) ? endMillis : brokenMillis;
    aborts |= threshold.abortAfter().isPresent() && endMillis - brokenMillis >= grace.toMillis();
  }

  private boolean holds(double value, Function<String, Optional<String>> told) {
    String unit = told.apply(id).orElse("");
    return !threshold.unit().fits(unit) || threshold.sign().holds(value, threshold.limitIn(unit));
  }

  private void add(FigureBin bin, Interval interval) {
    int more = interval.intervals();
    double seconds = interval.seconds();
    if (operation >= 0) {
      bin.add(interval.tally().operation(operation), more, seconds);
    } else if (threshold.part().isPresent()) {
      spread(interval).ifPresent(sum -> bin.add(sum, more, seconds));
    } else {
      bin.add(interval.tally().transactions(), more, seconds);
      bin.addThreads(interval.threads(), interval.figures(), seconds);
      bin.add(id, interval.figures(), seconds);
    }
  }

  /// A kind of transaction goes by its own name, too.
  private Optional<FigureSum> spread(Interval interval) {
    return threshold.part().stream()
        .flatMap(part -> Stream.of(ThresholdCheck.TRANSACTION + part, part))
        .flatMap(name -> Optional.ofNullable(interval.figures().get(name)).stream())
        .findFirst();
  }

  boolean aborts() {
    return aborts;
  }

  /// Whether it would hold as well had the load generator not been the limit.
  boolean standsWhenLimited() {
    Limited limited =
        RunFigure.of(threshold.figure())
            .map(RunFigure::limited)
            .orElse(GeneratorFigure.of(id).isPresent() ? Limited.UNTOUCHED : Limited.SPOILT);
    return limited.leavesHolding(threshold.sign().upwards(), spans() ? worst : whole.value(id));
  }

  /// @param known the ids of what the run has declared
  ThresholdDocument document(Function<String, Optional<String>> told, Collection<String> known) {
    Optional<String> unit = told.apply(id);
    double value = spans() ? worst : whole.value(id);
    if (unit.isEmpty() || !threshold.unit().fits(unit.get())) {
      return document(
          Verdict.NOT_JUDGED,
          Double.NaN,
          threshold.unit().text(),
          unit.map(other -> threshold.figure() + " is told in " + other)
              .orElseGet(() -> unknown(known)));
    }
    if (Double.isNaN(value)) {
      return document(Verdict.NOT_JUDGED, value, unit.get(), nothing());
    }
    boolean holds = holds(value, told);
    return document(holds ? Verdict.HOLDS : Verdict.BROKEN, value, unit.get(), "");
  }

  private String unknown(Collection<String> known) {
    String some = known.stream().limit(NAMED).collect(Collectors.joining(", "));
    String more = known.size() > NAMED ? " and " + (known.size() - NAMED) + " more" : "";
    return "the run has no figure "
        + threshold.figure()
        + (some.isEmpty() ? "" : "; beside the usual ones it has " + some + more);
  }

  /// Whether it goes for spans of the measured time, not for all of it together.
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

  private ThresholdDocument document(Verdict verdict, double value, String unit, String why) {
    double limit = threshold.limitIn(unit);
    ThresholdDocument bare =
        new ThresholdDocument(
            threshold.text(),
            threshold.subject(),
            threshold.sign().text(),
            limit,
            unit,
            verdict,
            Double.isNaN(value)
                ? OptionalDouble.empty()
                : OptionalDouble.of(Rounding.thousandths(value)),
            !spans() || Double.isNaN(value)
                ? OptionalDouble.empty()
                : OptionalDouble.of(worstAtMillis),
            why);
    return why.isEmpty() ? bare.told(sentence(bare)) : bare;
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
        + " was "
        + bare.valueText()
        + where
        + "; it must be "
        + bare.limitText();
  }
}

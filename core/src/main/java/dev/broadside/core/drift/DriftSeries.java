package dev.broadside.core.drift;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The measured part of a run in at most [#MOST_BINS] bins of equal length, and the drift that they
/// show. When there are too many bins, neighbours are added up. Not safe for use by several
/// threads.
public final class DriftSeries {
  /// A week then has bins of an hour, and a slope over all pairs of bins takes a few milliseconds.
  static final int MOST_BINS = 256;

  /// A shorter run is not checked.
  private static final int LEAST_INTERVALS = 60;

  /// A figure that is known in fewer bins is left out.
  private static final int LEAST_BINS = 30;

  private final DriftPlan plan;
  private final Set<String> wanted = new LinkedHashSet<>(DriftFigure.DECLARED);
  private final Map<String, Figure> declared = new LinkedHashMap<>();
  private final List<FigureBin> bins = new ArrayList<>();
  private int width = 1;

  /// The length of the cycle in bins, rounded if it is not a whole number.
  private int cycle;

  public DriftSeries(DriftPlan plan) {
    this.plan = plan;
    this.cycle = plan.cycle();
    plan.watches().forEach(watch -> wanted.add(watch.figure()));
    wanted.addAll(plan.stopOn());
  }

  /// Adds a measured interval, after all earlier ones.
  ///
  /// @param intervals how many intervals it stands for
  /// @param seconds its true length
  /// @param tally over all agents
  /// @param figures the values of other figures, by id
  public void add(
      int index, int intervals, double seconds, Tally tally, Map<String, FigureSum> figures) {
    int place = index - plan.firstInterval();
    if (!plan.level() || place < 0) {
      return;
    }
    while (place / width >= MOST_BINS) {
      merge();
    }
    while (bins.size() <= place / width) {
      bins.add(new FigureBin());
    }
    FigureBin bin = bins.get(place / width);
    bin.add(tally, intervals, seconds);
    wanted.stream().filter(declared::containsKey).forEach(id -> bin.add(id, figures, seconds));
  }

  /// Adds the declared figures; the first interval declares them even if it is not measured.
  public void declare(List<Figure> figures) {
    figures.forEach(figure -> declared.put(figure.id(), figure));
  }

  private Optional<Figure> shareOf(Figure figure) {
    return Optional.ofNullable(declared.get(figure.shareOf()));
  }

  /// Joins bins. The cycle stays a whole number of bins if possible.
  private void merge() {
    int factor = 2;
    while (cycle > 1 && cycle % factor != 0) {
      factor++;
    }
    // A cycle of a prime number of bins is given up only if a bin would have to become as long as
    // it.
    boolean fits = cycle > 1 && factor <= 7;
    factor = fits ? factor : 2;
    cycle = fits ? cycle / factor : Math.max(1, Math.round((float) cycle / factor));
    width *= factor;
    List<FigureBin> before = List.copyOf(bins);
    bins.clear();
    for (int i = 0; i < before.size(); i++) {
      if (i % factor == 0) {
        bins.add(new FigureBin());
      }
      bins.getLast().add(before.get(i));
    }
  }

  /// What has drifted so far; empty if the job does not ask for it, or too little was measured.
  ///
  /// @param causes events that may explain a step
  public Optional<DriftDocument> document(List<DriftCause> causes) {
    int full = bins.size();
    if (full > 0 && 2 * bins.getLast().intervals() < width) {
      full--;
    }
    if (full * (long) width < LEAST_INTERVALS) {
      return Optional.empty();
    }
    double binMillis = width * (plan.intervalNanos() / 1e6);
    DriftScale scale =
        new DriftScale(plan.firstInterval() * (plan.intervalNanos() / 1e6), binMillis);
    List<DriftFinding> findings = new ArrayList<>();
    for (DriftFigure figure : figures()) {
      double[] values = values(figure, full);
      if (full * binMillis >= figure.least().measured().toMillis()) {
        finding(figure, new Cyclic(values, cycle), scale, causes).ifPresent(findings::add);
      }
    }
    if (findings.isEmpty() && unknown().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DriftDocument(
            full * binMillis,
            full,
            binMillis,
            cycle > 1 ? cycle * binMillis : 0,
            findings,
            unknown()));
  }

  private Optional<DriftFinding> finding(
      DriftFigure figure, Cyclic series, DriftScale scale, List<DriftCause> causes) {
    long known = Arrays.stream(series.values()).filter(v -> !Double.isNaN(v)).count();
    if (known < LEAST_BINS) {
      return Optional.empty();
    }
    boolean early = cycle > 1 && series.length() < cycle + LEAST_BINS / 2;
    Optional<DriftWatch> watch =
        plan.watches().stream().filter(one -> one.figure().equals(figure.id())).findFirst();
    Cyclic judged = early ? new Cyclic(series.values(), 1) : series;
    return Optional.of(
        DriftFinding.of(
            figure,
            DriftJudgement.of(judged, figure.least()),
            judged,
            scale,
            causes,
            watch,
            early));
  }

  private List<DriftFigure> figures() {
    List<DriftFigure> all = new ArrayList<>(DriftFigure.USUAL);
    wanted.stream()
        .filter(declared::containsKey)
        .map(declared::get)
        .map(figure -> DriftFigure.of(figure, shareOf(figure)))
        .forEach(all::add);
    return all;
  }

  private double[] values(DriftFigure figure, int count) {
    double least = Measure.of(figure.id()).map(Measure::leastValues).orElse(0.0);
    return bins.stream()
        .limit(count)
        .mapToDouble(bin -> bin.count() < least ? Double.NaN : bin.value(figure.id()))
        .toArray();
  }

  /// The figures that the user has named and no interval has had.
  private List<String> unknown() {
    return wanted.stream()
        .filter(id -> !DriftFigure.DECLARED.contains(id))
        .filter(id -> DriftFigure.USUAL.stream().noneMatch(one -> one.id().equals(id)))
        .filter(id -> !declared.containsKey(id))
        .toList();
  }
}

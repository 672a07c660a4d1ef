package dev.broadside.core.figures;

import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The figures of a run besides its transactions and operations: pairs the values of each record
/// with the declarations of its stream, adds those of its load generator, and merges figures with
/// the same id. Not safe for use by several threads.
public final class RunFigures {
  /// The most figures of a result.
  static final int MOST = 2_000;

  /// Begins the ids of hosts; no figure's id begins like this.
  private static final String HOST = "@";

  private final Map<String, List<Figure>> declared = new HashMap<>();
  private final Map<String, FigureSum> measured = new LinkedHashMap<>();
  private final TreeMap<Integer, Map<String, FigureSum>> open = new TreeMap<>();
  private final KnownTime known = new KnownTime();
  private final Set<String> told = new HashSet<>();
  private final Set<String> clashes = new TreeSet<>();
  private final Set<String> undeclared = new TreeSet<>();

  private Map<String, FigureSum> openSums(int interval) {
    return open.computeIfAbsent(interval, _ -> new LinkedHashMap<>());
  }

  /// Declares the figures of a stream whose records do not declare them.
  public void declare(String stream, List<Figure> figures) {
    declared.put(stream, figures);
  }

  /// Adds a record that came for the first time.
  ///
  /// @param stream the stream whose declarations apply to it
  /// @param counts whether its interval is measured
  /// @param closed whether its interval was passed on for the last time
  public void add(String stream, IntervalRecord record, boolean counts, boolean closed) {
    if (!record.figures().declared().isEmpty()) {
      declared.put(stream, record.figures().declared());
    }
    List<FigureValue> values = record.figures().values();
    List<Figure> figures = declared.getOrDefault(stream, List.of());
    if (figures.size() < values.size()) {
      undeclared.add(stream);
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < Math.min(figures.size(), values.size()); i++) {
      if (seen.add(figures.get(i).id())) {
        add(figures.get(i), record.index(), values.get(i), counts, closed);
      }
    }
    if (counts) {
      addKnown(record, figures);
    }
    for (GeneratorFigure one : GeneratorFigure.of(record.generator())) {
      OptionalDouble value = one.shown(record.generator());
      if (value.isPresent()) {
        FigureValue reading = FigureValue.reading(value.getAsDouble());
        add(one.figure(), record.index(), reading, counts, closed);
      }
    }
  }

  /// The job class's own amounts are counted by the load, like transactions, and known whenever it
  /// runs.
  private void addKnown(IntervalRecord record, List<Figure> figures) {
    known.ended(record.index(), record.tally().transactions().counts().ok());
    List<FigureValue> values = record.figures().values();
    int own = record.figures().cumulative().size();
    for (int i = own; i < Math.min(figures.size(), values.size()); i++) {
      if (values.get(i) instanceof FigureValue.Amount) {
        known.known(record.index(), figures.get(i).id(), record.lengthNanos());
      }
    }
    if (record.generator().host().known()) {
      known.known(record.index(), HOST + record.key().agent(), record.lengthNanos());
    }
  }

  /// The time for which an agent's host figures are known.
  public KnownTime.Known hostKnown(String agent) {
    return known.of(HOST + agent);
  }

  private void add(Figure figure, int interval, FigureValue value, boolean counts, boolean closed) {
    if (!measured.containsKey(figure.id()) && measured.size() == MOST) {
      return;
    }
    FigureSum sum = measured.computeIfAbsent(figure.id(), _ -> new FigureSum(figure));
    boolean fits = sum.figure().kind() == figure.kind();
    if (fits && counts) {
      fits = sum.add(interval, value);
    }
    if (fits && !closed) {
      openSums(interval)
          .computeIfAbsent(figure.id(), _ -> new FigureSum(figure))
          .add(interval, value);
    }
    if (!fits) {
      clashes.add(figure.id());
    }
  }

  /// The figures, by id, of intervals that are passed on together.
  ///
  /// @param from the first interval
  /// @param to the interval after the last one
  public Map<String, FigureSum> sums(int from, int to) {
    Map<String, FigureSum> sums = new LinkedHashMap<>();
    for (Map<String, FigureSum> interval : open.subMap(from, to).values()) {
      interval.forEach(
          (id, sum) -> sums.computeIfAbsent(id, _ -> new FigureSum(sum.figure())).add(sum));
    }
    return sums;
  }

  /// Makes the document of such sums, once. It declares the load generator's figures, too; their
  /// values are in the interval's [dev.broadside.core.stat.GeneratorSample].
  public Optional<IntervalFigures> close(Map<String, FigureSum> sums) {
    if (sums.isEmpty()) {
      return Optional.empty();
    }
    List<Figure> news = new ArrayList<>();
    Map<String, Double> values = new LinkedHashMap<>();
    Map<String, LatencyMillis> distributions = new LinkedHashMap<>();
    sums.forEach((id, sum) -> {
      if (told.add(id)) {
        news.add(sum.figure());
      }
      if (GeneratorFigure.of(id).isEmpty()) {
        sum.value().ifPresent(value -> values.put(id, value));
      }
      sum.values()
          .flatMap(all -> FigureDocument.spread(sum.figure(), all))
          .ifPresent(spread -> distributions.put(id, spread));
    });
    return Optional.of(new IntervalFigures(news, values, distributions));
  }

  /// Settles intervals that will not be asked for again.
  ///
  /// @param before the first interval that stays open
  /// @param nanos the length of the settled ones; 0 if they are not measured
  public void settle(int before, long nanos) {
    open.headMap(before).clear();
    known.settle(before, nanos);
  }

  /// The figures of the measured phases. Averages of figures that the job class does not count
  /// itself are over the time in which they are known.
  ///
  /// @param transactions how many ended well in them
  public List<FigureDocument> documents(double seconds, long transactions) {
    return measured.values().stream()
        .map(sum -> {
          KnownTime.Known time = known.of(sum.figure().id());
          boolean own = time.nanos() == 0;
          double knownSeconds = own ? seconds : time.seconds();
          double watched = watchedSeconds(sum.figure()).orElse(knownSeconds);
          double ended = own ? transactions : time.transactions();
          return FigureDocument.of(
              sum,
              measured.get(sum.figure().shareOf()),
              watched,
              ended * watched / Math.max(knownSeconds, 1e-9));
        })
        .toList();
  }

  /// For how long the source of a figure was watched, which may be longer than the intervals in
  /// which its readings ended; empty if the source does not say it.
  private OptionalDouble watchedSeconds(Figure figure) {
    FigureSum whole = measured.get(figure.shareOf());
    if (whole == null) {
      return OptionalDouble.empty();
    }
    return figure.ofWatched()
        ? whole.value().stream().map(millis -> millis / 1e3).findFirst()
        : watchedSeconds(whole.figure());
  }

  /// The contradictions, each in one sentence.
  public List<String> contradictions() {
    return clashes.stream()
        .map(id -> "figure " + id + " has values of different kinds, of which the first holds")
        .toList();
  }

  /// What is missing, each in one sentence.
  ///
  /// @param streams the streams to look at
  public List<String> missing(Set<String> streams) {
    return undeclared.stream()
        .filter(streams::contains)
        .map(stream -> stream + ": figures are missing: the record that declares them has not come")
        .toList();
  }

  /// In how much of a run's measured time each of its figures is known, and how many transactions
  /// ended well in that time. Averages are taken over this time, since a gap is not a zero.
  ///
  /// A record that comes after its interval has settled counts by its length, as if transactions
  /// were spread evenly over the measured time. Not safe for use by several threads.
  public static final class KnownTime {
    private final TreeMap<Integer, Interval> open = new TreeMap<>();
    private final Map<String, Known> settled = new HashMap<>();
    private final Map<String, Long> lateNanos = new HashMap<>();
    private Known all = Known.NEVER;
    private long lateTransactions;
    private int next;

    /// The time in which a figure is known.
    ///
    /// @param transactions of all agents that ended well in its intervals
    public record Known(long nanos, long transactions) {
      public static final Known NEVER = new Known(0, 0);

      Known plus(Known other) {
        return new Known(nanos + other.nanos, transactions + other.transactions);
      }

      public double seconds() {
        return nanos / 1e9;
      }
    }

    private static final class Interval {
      private final Map<String, Long> nanos = new HashMap<>();
      private long transactions;

      Known of(String id) {
        return nanos.containsKey(id) ? new Known(nanos.get(id), transactions) : Known.NEVER;
      }

      void add(Interval other) {
        other.nanos.forEach((id, more) -> nanos.merge(id, more, Long::sum));
        transactions += other.transactions;
      }
    }

    private Interval interval(int index) {
      return open.computeIfAbsent(index, _ -> new Interval());
    }

    /// Transactions ended well in an interval.
    public void ended(int interval, long transactions) {
      if (interval < next) {
        lateTransactions += transactions;
      } else {
        interval(interval).transactions += transactions;
      }
    }

    /// A figure is known in an interval, by one agent or by several.
    ///
    /// @param nanos for how long
    public void known(int interval, String id, long nanos) {
      if (interval < next) {
        lateNanos.merge(id, nanos, Long::sum);
      } else {
        interval(interval).nanos.merge(id, nanos, Math::max);
      }
    }

    /// Settles all intervals before one. Some agents report several intervals as one; then these
    /// settle together. Reports for them are late from now on.
    ///
    /// @param before the first interval that stays open
    /// @param nanos the settled intervals' length; 0 if they are not measured
    public void settle(int before, long nanos) {
      Map<Integer, Interval> past = open.headMap(before);
      Interval whole = new Interval();
      past.values().forEach(whole::add);
      whole.nanos.keySet().forEach(id -> settled.merge(id, whole.of(id), Known::plus));
      all = all.plus(new Known(nanos, whole.transactions));
      past.clear();
      next = Math.max(next, before);
    }

    /// In how much of all intervals a figure is known.
    public Known of(String id) {
      Known sum = ofSettled(id);
      for (Interval interval : open.values()) {
        sum = sum.plus(interval.of(id));
      }
      return sum;
    }

    private Known ofSettled(String id) {
      Known known = settled.getOrDefault(id, Known.NEVER);
      long late = lateNanos.getOrDefault(id, 0L);
      if (late == 0 && lateTransactions == 0) {
        return known;
      }
      long nanos = Math.min(all.nanos, known.nanos + late);
      double share = all.nanos == 0 ? 0 : (double) nanos / all.nanos;
      return new Known(nanos, Math.round((all.transactions + lateTransactions) * share));
    }
  }
}

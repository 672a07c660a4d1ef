package dev.broadside.core.figures;

import static dev.broadside.core.figures.Measure.Better.HIGHER;
import static dev.broadside.core.figures.Measure.Better.LOWER;
import static dev.broadside.core.figures.Measure.Better.NEITHER;
import static dev.broadside.core.figures.Measure.Over.ARRIVALS;
import static dev.broadside.core.figures.Measure.Over.ENDED;
import static dev.broadside.core.figures.Measure.Over.SECONDS;
import static dev.broadside.core.figures.Measure.Place.CHART;
import static dev.broadside.core.figures.Measure.Place.COMPARISON;
import static dev.broadside.core.figures.Measure.Place.DRIFT;
import static dev.broadside.core.figures.Measure.Place.HISTORY;
import static dev.broadside.core.figures.Measure.Place.LINES;
import static dev.broadside.core.figures.Measure.Place.STUDY;
import static dev.broadside.core.figures.Measure.Place.STUDY_MORE;
import static dev.broadside.core.figures.Measure.Place.STUDY_WIDE;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A measure that every run has, such as its throughput. The catalogue [#ALL] declares each in one
/// line, and a new measure needs nothing but its line: thresholds, search, studies, comparison,
/// history, drift, charts, every form and the page loop over the catalogue. Results, thresholds and
/// search have all measures; `shown` says where else one is shown.
///
/// @param id its name in every text and form; [#column()] derives the name for forms without points
///   and units
/// @param title in words
/// @param unit `/s`, `%`, `ms`, or nothing
/// @param better which way is better
/// @param formula how it is computed from counts
/// @param shown the places besides those that have all measures
public record Measure(
    String id, String title, String unit, Better better, Formula formula, Set<Place> shown) {

  private static final Set<Place> EVERYWHERE = at(STUDY, COMPARISON, HISTORY, DRIFT, CHART, LINES);

  /// The catalogue, in the order in which tables have them.
  public static final List<Measure> ALL =
      List.of(
          perSecond("throughput", HIGHER, t -> of(t).ok(), EVERYWHERE).parts(o -> o.ok()),
          perSecond("goodput", HIGHER, t -> of(t).good(), at(LINES)).parts(o -> o.effective()),
          perSecond("attempts", HIGHER, t -> of(t).attempts(), at(LINES)).parts(o -> ended(o)),
          perSecond("statements", HIGHER, t -> t.statements(), at(STUDY_MORE, LINES)),
          share("errors", "failed and uncertain", t -> bad(t), at(DRIFT, LINES)).parts(o -> bad(o)),
          share("retries", "repetitions", t -> of(t).retried(), at(LINES)),
          shareOfArrivals("dropped", "arrivals never begun", t -> of(t).dropped(), at(LINES)),
          level("in_flight", LOWER, new Ratio(t -> busySeconds(t), SECONDS), at(DRIFT, LINES)),
          level("connections", HIGHER, new Threads(), at()),
          perSecond("failed", LOWER, t -> of(t).failed(), at(CHART)).parts(o -> o.failed()),
          perSecond("uncertain", LOWER, t -> of(t).uncertain(), at(CHART)),
          perSecond("retried", LOWER, t -> of(t).retried(), at(CHART)),
          perSecond("carried_over", NEITHER, t -> of(t).carriedOver(), at(CHART)),
          latency("mean", Double.NaN, at(STUDY, COMPARISON, LINES)),
          latency("p50", 50, at(STUDY_WIDE, COMPARISON, HISTORY, DRIFT, CHART, LINES)),
          latency("p90", 90, at(STUDY_MORE, COMPARISON, DRIFT, LINES)),
          latency("p95", 95, EVERYWHERE),
          latency("p99", 99, at(STUDY_WIDE, COMPARISON, HISTORY, DRIFT, CHART, LINES)),
          latency("p99.9", 99.9, at(STUDY_MORE, COMPARISON, DRIFT, LINES)),
          latency("p99.99", 99.99, at(DRIFT, LINES)),
          latency("max", 100, at(STUDY_WIDE, LINES)));

  /// Measures that code uses by name.
  public static final Measure THROUGHPUT = known("throughput");

  public static final Measure GOODPUT = known("goodput");
  public static final Measure ATTEMPTS = known("attempts");
  public static final Measure STATEMENTS = known("statements");
  public static final Measure ERRORS = known("errors");
  public static final Measure DROPPED = known("dropped");
  public static final Measure CONNECTIONS = known("connections");
  public static final Measure MEAN = known("mean");
  public static final Measure P50 = known("p50");
  public static final Measure P90 = known("p90");
  public static final Measure P95 = known("p95");
  public static final Measure P99 = known("p99");
  public static final Measure MAX = known("max");

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");

  /// Places that show only some measures.
  public enum Place {
    /// The table of a study, always.
    STUDY,
    /// The table of a study, if it is wide enough.
    STUDY_WIDE,
    /// The full table of a study.
    STUDY_MORE,
    /// Comparisons of two sides.
    COMPARISON,
    /// The history of a definition's runs, which is searched for changes.
    HISTORY,
    /// The check for drift in every run.
    DRIFT,
    /// Charts of a run over time.
    CHART,
    /// Intervals as CSV, Influx lines and OTLP, and Prometheus.
    LINES
  }

  /// Which way is better.
  public enum Better {
    HIGHER,
    LOWER,
    /// It is not known: each change counts as one to the worse.
    NEITHER;

    /// Whether a change, or a difference, is one to the worse.
    public boolean worse(double change) {
      return this == NEITHER || (this == HIGHER ? change < 0 : change > 0);
    }
  }

  /// The effect of a limited load generator on a measure: it asks less of the target than it
  /// should, and is late itself.
  public enum Limited {
    /// It can only lower it.
    LOWERED,
    /// It can only raise it.
    RAISED,
    /// It may do either, but if the value is 0 it would be 0 without the limit, too.
    UNLESS_NONE,
    /// It may do either.
    SPOILT,
    /// It does nothing to it.
    UNTOUCHED;

    /// Whether a threshold that holds would hold without the limit, too.
    ///
    /// @param upwards whether the threshold is a lower bound
    public boolean leavesHolding(boolean upwards, double value) {
      return switch (this) {
        case LOWERED -> upwards;
        case RAISED -> !upwards;
        case UNLESS_NONE -> !upwards && value == 0;
        case SPOILT -> false;
        case UNTOUCHED -> true;
      };
    }
  }

  /// How a measure is computed, from parts that add up over agents, intervals and phases.
  public sealed interface Formula {}

  /// One sum divided by another.
  ///
  /// @param sum of all transactions
  /// @param ofPart the sum of an operation; empty if operations have none
  public record Ratio(
      ToDoubleFunction<Tally> sum, Over over, Optional<ToLongFunction<OperationStats>> ofPart)
      implements Formula {
    private Ratio(ToDoubleFunction<Tally> sum, Over over) {
      this(sum, over, Optional.empty());
    }
  }

  /// Read from a distribution of latencies.
  ///
  /// @param percent the percentile: 100 for the longest latency; not a number for the mean
  public record Latency(double percent) implements Formula {
    public double millis(Distribution latencies) {
      return Double.isNaN(percent)
          ? latencies.meanMillis()
          : percent == 100 ? latencies.maxMillis() : latencies.percentileMillis(percent);
    }

    /// The highest rank, among values in ascending order, that it depends on.
    long rank(long values) {
      return Double.isNaN(percent) ? values : Distribution.rank(percent, values);
    }

    public boolean percentile() {
      return percent > 0 && percent < 100;
    }
  }

  /// The number of load threads with a connection, which is not computed from transactions.
  public record Threads() implements Formula {}

  /// The divisor of a sum. With ended transactions or arrivals the result is in percent.
  enum Over {
    SECONDS,
    ENDED,
    ARRIVALS;

    private double of(OutcomeCounts counts, double seconds) {
      return switch (this) {
        case SECONDS -> seconds;
        case ENDED -> counts.ended();
        case ARRIVALS -> counts.arrivals();
      };
    }

    private double factor() {
      return this == SECONDS ? 1 : 100;
    }
  }

  /// A sum and its divisor.
  public record Parts(double sum, double of) {
    Parts plus(Parts other) {
      return new Parts(sum + other.sum, of + other.of);
    }

    /// Not a number if there is nothing to divide by.
    double value() {
      return of > 0 ? sum / of : Double.NaN;
    }
  }

  private static Set<Place> at(Place... places) {
    return Set.of(places);
  }

  private static Measure perSecond(
      String id, Better better, ToDoubleFunction<Tally> sum, Set<Place> in) {
    return new Measure(id, words(id), "/s", better, new Ratio(sum, SECONDS), in);
  }

  private static Measure share(
      String id, String title, ToDoubleFunction<Tally> sum, Set<Place> in) {
    return new Measure(id, title, "%", LOWER, new Ratio(sum, ENDED), in);
  }

  private static Measure shareOfArrivals(
      String id, String title, ToDoubleFunction<Tally> sum, Set<Place> in) {
    return new Measure(id, title, "%", LOWER, new Ratio(sum, ARRIVALS), in);
  }

  private static Measure level(String id, Better better, Formula formula, Set<Place> in) {
    return new Measure(id, words(id), "", better, formula, in);
  }

  private static Measure latency(String id, double percent, Set<Place> in) {
    return new Measure(id, id, "ms", LOWER, new Latency(percent), in);
  }

  /// This measure for transactions and for each operation.
  private Measure parts(ToLongFunction<OperationStats> sum) {
    Formula both =
        formula instanceof Ratio ratio
            ? new Ratio(ratio.sum, ratio.over, Optional.of(sum))
            : formula;
    return new Measure(id, title, unit, better, both, shown);
  }

  private static String words(String id) {
    return id.replace('_', ' ');
  }

  private static OutcomeCounts of(Tally tally) {
    return tally.transactions().counts();
  }

  private static long bad(Tally tally) {
    return of(tally).failed() + of(tally).uncertain();
  }

  private static long bad(OperationStats operation) {
    return operation.failed() + operation.unanswered();
  }

  private static long ended(OperationStats operation) {
    return operation.ok() + bad(operation);
  }

  /// Little's law: the number under way is the number that end per second, times how long they
  /// take.
  private static double busySeconds(Tally tally) {
    TransactionStats all = tally.transactions();
    return all.latency().sumNanos() / 1e9 + all.failed().sumNanos() / 1e9;
  }

  private static Measure known(String id) {
    return ALL.stream().filter(one -> one.id.equals(id)).findFirst().orElseThrow();
  }

  /// The measures that a place shows.
  public static List<Measure> in(Place place) {
    return ALL.stream().filter(one -> one.shown.contains(place)).toList();
  }

  /// The measures of latency.
  public static Stream<Measure> latencies() {
    return ALL.stream().filter(Measure::latency);
  }

  /// The measure with a name: one of the catalogue, or any percentile such as `p97.5`.
  public static Optional<Measure> of(String name) {
    return ALL.stream().filter(one -> one.id.equals(name)).findFirst().or(() -> percentile(name));
  }

  private static Optional<Measure> percentile(String name) {
    Matcher percentile = PERCENTILE.matcher(name);
    return percentile.matches()
        ? Optional.of(Double.parseDouble(percentile.group(1)))
            .filter(percent -> percent > 0)
            .map(percent -> latency(name, percent, at()))
        : Optional.empty();
  }

  /// All names, for people; two percentiles stand for all percentiles.
  public static List<String> names() {
    Predicate<Measure> named = one -> !(one.formula instanceof Latency at && at.percentile());
    return Stream.concat(ALL.stream().filter(named).map(Measure::id), Stream.of("p50", "p99.9"))
        .toList();
  }

  /// The effect that a limited load generator may have had on it.
  public Limited limited() {
    return switch (formula) {
      case Latency _ -> Limited.SPOILT;
      case Threads _ -> Limited.UNTOUCHED;
      case Ratio(var _, Over over, var _) when over == ARRIVALS -> Limited.RAISED;
      case Ratio _ when unit.isEmpty() -> Limited.SPOILT;
      case Ratio _ -> better == HIGHER ? Limited.LOWERED : Limited.UNLESS_NONE;
    };
  }

  /// Whether each operation has it, too.
  public boolean parts() {
    return switch (formula) {
      case Ratio ratio -> ratio.ofPart.isPresent();
      case Latency _ -> true;
      case Threads _ -> false;
    };
  }

  public boolean latency() {
    return formula instanceof Latency;
  }

  /// Its name in forms without points and units, such as a column of CSV or a field of Influx:
  /// `p99_9_ms`, `errors_pct`, `throughput_per_s`.
  public String column() {
    return column(id, unit);
  }

  /// The column's name for a figure that is not a measure.
  public static String column(String id, String unit) {
    String suffix =
        switch (unit) {
          case "/s" -> "_per_s";
          case "%" -> "_pct";
          case "ms" -> "_ms";
          default -> "";
        };
    return id.replace('.', '_') + suffix;
  }

  /// With fewer values than these, a percentile is the same as the highest of them.
  public double leastValues() {
    return formula instanceof Latency at && at.percentile() ? 100 / (100 - at.percent) : 0;
  }

  /// Its unit in a sentence.
  public String unitInWords() {
    return equals(THROUGHPUT) ? "tx/s" : id.equals("in_flight") ? "transactions" : unit;
  }

  /// Its heading in a table, short enough for a narrow terminal.
  public String heading() {
    return equals(THROUGHPUT) ? "tx/s" : words(id) + (unit.equals("/s") ? "/s" : "");
  }

  /// The heading with its unit: `p99 ms`.
  public String headingWithUnit() {
    boolean obvious = unit.isEmpty() || unit.equals("/s");
    return obvious ? heading() : heading() + " " + unit;
  }

  /// Whether it is drawn after the last phase, too. What is left then takes a moment and not an
  /// interval, so most measures would show a drop or a peak that never was; but failures must be
  /// seen.
  public boolean drawnDraining() {
    return better == LOWER && unit.equals("/s");
  }

  /// The values of all transactions, by id. Latencies are missing: [LatencyMillis] has them.
  public static Map<String, Double> values(Tally tally, double seconds) {
    return values(one -> one.of(tally, seconds));
  }

  /// The values of an operation, by id.
  public static Map<String, Double> values(OperationStats operation, double seconds) {
    return values(one -> one.of(operation, seconds));
  }

  /// Without any time a rate is 0; without any transactions a percentage is unknown.
  private static Map<String, Double> values(Function<Measure, Optional<Parts>> parts) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (Measure one : ALL) {
      parts
          .apply(one)
          .filter(part -> part.of > 0 || !one.unit.equals("%"))
          .ifPresent(part -> values.put(one.id, one.rounded(part.of > 0 ? part.value() : 0)));
    }
    return values;
  }

  /// Rounds, but never down to 0: a few failures among very many stay visible.
  private double rounded(double value) {
    return unit.equals("%") ? Rounding.digits(value) : Rounding.thousandths(value);
  }

  /// Its sum over all transactions and the divisor; empty if it is not a ratio.
  Optional<Parts> of(Tally tally, double seconds) {
    return formula instanceof Ratio(ToDoubleFunction<Tally> sum, Over over, var _)
        ? Optional.of(
            new Parts(
                over.factor() * sum.applyAsDouble(tally),
                over.of(tally.transactions().counts(), seconds)))
        : Optional.empty();
  }

  /// The parts of an operation's value; empty if it has none.
  Optional<Parts> of(OperationStats operation, double seconds) {
    return formula instanceof Ratio(var _, Over over, var ofPart)
        ? ofPart.map(sum ->
            new Parts(
                over.factor() * sum.applyAsLong(operation),
                over == SECONDS ? seconds : ended(operation)))
        : Optional.empty();
  }
}

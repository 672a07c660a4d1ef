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

/// Something that is known of every run, such as its throughput. The catalogue [#ALL] declares each
/// in a line of its own, and that line is all that another one needs: thresholds, search, studies,
/// comparison, history, drift, charts, every form and the page loop over the catalogue. Results,
/// thresholds and search have all of them; `shown` says where else one stands.
///
/// @param id its name in every text and form; [#column()] derives the name where a form has no
///   points or units
/// @param title in words
/// @param unit `/s`, `%`, `ms`, or nothing
/// @param better which way is better
/// @param formula how it is computed of what was counted
/// @param shown the places beside those that have all
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

  /// Those that code asks for by name.
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

  /// Names under which thresholds, queries and watches of jobs know some of them, too.
  private static final Map<String, String> ALSO =
      Map.of(
          "error_rate", "errors",
          "retry_rate", "retries",
          "drop_rate", "dropped",
          "in-flight", "in_flight",
          "threads", "connections");

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");

  /// Where some of them are shown.
  public enum Place {
    /// The table of a study, always.
    STUDY,
    /// The table of a study, where it is not too narrow.
    STUDY_WIDE,
    /// What the table of a study has for those who ask for more.
    STUDY_MORE,
    /// What is compared of two sides.
    COMPARISON,
    /// What changes are looked for in, over all runs of a definition.
    HISTORY,
    /// What is looked at for drift in every run.
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
    /// Nobody knows: each change is taken for one to the worse.
    NEITHER;

    /// Whether a change, or a difference, is one to the worse.
    public boolean worse(double change) {
      return this == NEITHER || (this == HIGHER ? change < 0 : change > 0);
    }
  }

  /// What a load generator that is the limit may do to a measure: it asks less of the target than
  /// it should, and it is late itself.
  public enum Limited {
    /// It can only lower it.
    LOWERED,
    /// It can only raise it.
    RAISED,
    /// It may do either, but it cannot make any if there are none.
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

  /// How a measure is computed. All that it is computed of adds up over agents, intervals and
  /// phases.
  public sealed interface Formula {}

  /// A sum over another one.
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
  /// @param percent which percentile it is: 100 for the longest; not a number for the mean
  public record Latency(double percent) implements Formula {
    public double millis(Distribution latencies) {
      return Double.isNaN(percent)
          ? latencies.meanMillis()
          : percent == 100 ? latencies.maxMillis() : latencies.percentileMillis(percent);
    }

    /// Which of so many values in ascending order it depends on, at the most.
    long rank(long values) {
      return Double.isNaN(percent) ? values : Distribution.rank(percent, values);
    }

    public boolean percentile() {
      return percent > 0 && percent < 100;
    }
  }

  /// Not computed of transactions: how many load threads have a connection.
  public record Threads() implements Formula {}

  /// What a sum is divided by. The result is in percent of those that ended, or of arrivals.
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

  /// A sum and what it is divided by.
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

  /// The same, which each operation has, too.
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

  /// Little's law: as many are under way as end in a second, times how long they take.
  private static double busySeconds(Tally tally) {
    TransactionStats all = tally.transactions();
    return all.latency().sumNanos() / 1e9 + all.failed().sumNanos() / 1e9;
  }

  private static Measure known(String id) {
    return ALL.stream().filter(one -> one.id.equals(id)).findFirst().orElseThrow();
  }

  /// Those that are shown in a place.
  public static List<Measure> in(Place place) {
    return ALL.stream().filter(one -> one.shown.contains(place)).toList();
  }

  /// Those that are read from a distribution of latencies.
  public static Stream<Measure> latencies() {
    return ALL.stream().filter(Measure::latency);
  }

  /// The measure that somebody names: one of the catalogue, or any percentile such as `p97.5`.
  public static Optional<Measure> of(String name) {
    String id = ALSO.getOrDefault(name, name);
    return ALL.stream().filter(one -> one.id.equals(id)).findFirst().or(() -> percentile(id));
  }

  private static Optional<Measure> percentile(String name) {
    Matcher percentile = PERCENTILE.matcher(name);
    return percentile.matches()
        ? Optional.of(Double.parseDouble(percentile.group(1)))
            .filter(percent -> percent > 0)
            .map(percent -> latency(name, percent, at()))
        : Optional.empty();
  }

  /// All names, for people; percentiles by two that stand for all.
  public static List<String> names() {
    Predicate<Measure> named = one -> !(one.formula instanceof Latency at && at.percentile());
    return Stream.concat(ALL.stream().filter(named).map(Measure::id), Stream.of("p50", "p99.9"))
        .toList();
  }

  /// What a load generator that was the limit may have done to it.
  public Limited limited() {
    return switch (formula) {
      case Latency _ -> Limited.SPOILT;
      case Threads _ -> Limited.UNTOUCHED;
      case Ratio(var _, Over over, var _) when over == ARRIVALS -> Limited.RAISED;
      case Ratio _ when unit.isEmpty() -> Limited.SPOILT;
      case Ratio _ -> better == HIGHER ? Limited.LOWERED : Limited.UNLESS_NONE;
    };
  }

  /// Whether each operation has one, too.
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

  /// Its name in a form that has no place for points and units, such as a column of CSV or a field
  /// of Influx: `p99_9_ms`, `errors_pct`, `throughput_per_s`.
  public String column() {
    return column(id, unit);
  }

  /// The same of another figure.
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

  /// Its name above a column of a table, short enough for a narrow terminal.
  public String heading() {
    return equals(THROUGHPUT) ? "tx/s" : words(id) + (unit.equals("/s") ? "/s" : "");
  }

  /// The same with its unit: `p99 ms`.
  public String headingWithUnit() {
    boolean told = unit.isEmpty() || unit.equals("/s");
    return told ? heading() : heading() + " " + unit;
  }

  /// Whether it is drawn after the last phase, too, when what is left takes a moment and not an
  /// interval: failures must be seen, and everything else would be drawn as a drop or a peak that
  /// never was.
  public boolean drawnDraining() {
    return better == LOWER && unit.equals("/s");
  }

  /// What all transactions come to, by id; latencies are told by [LatencyMillis].
  public static Map<String, Double> values(Tally tally, double seconds) {
    return values(one -> one.of(tally, seconds));
  }

  /// The same of an operation.
  public static Map<String, Double> values(OperationStats operation, double seconds) {
    return values(one -> one.of(operation, seconds));
  }

  /// In no time nothing is done; of nothing there is no percentage.
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

  /// A share of very few in very many stays above 0.
  private double rounded(double value) {
    return unit.equals("%") ? Rounding.digits(value) : Rounding.thousandths(value);
  }

  /// Its sum of all transactions, and what that is divided by; empty if it is no ratio.
  Optional<Parts> of(Tally tally, double seconds) {
    return formula instanceof Ratio(ToDoubleFunction<Tally> sum, Over over, var _)
        ? Optional.of(
            new Parts(
                over.factor() * sum.applyAsDouble(tally),
                over.of(tally.transactions().counts(), seconds)))
        : Optional.empty();
  }

  /// The same of an operation; empty if it has none.
  Optional<Parts> of(OperationStats operation, double seconds) {
    return formula instanceof Ratio(var _, Over over, var ofPart)
        ? ofPart.map(sum ->
            new Parts(
                over.factor() * sum.applyAsLong(operation),
                over == SECONDS ? seconds : ended(operation)))
        : Optional.empty();
  }
}

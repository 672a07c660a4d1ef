package dev.broadside.core.report.study;

import dev.broadside.core.diagnosis.Surroundings.Observer;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Measure.Place;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.ThreadDemand;
import dev.broadside.core.work.Figure;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A column of numbers in a study's table: a measure of the catalogue, another number that every
/// run has, or a figure that the runs declare. Terminal, page, report and CSV loop over the
/// columns.
///
/// @param id its name in the rows and in CSV
/// @param label its heading
/// @param unit the unit of its numbers, such as `/s`, `ms`, `%` or `×`; may be empty
/// @param help a sentence that explains it; may be empty
/// @param group [#OPEN] if it is always shown; otherwise the heading that it is folded under
/// @param rank 0 if it stays on a narrow terminal; otherwise the columns with the highest rank go
///   first
public record StudyColumn(
    String id, String label, String unit, String help, String group, int rank) {
  /// Only this many declared figures are in a table.
  private static final int MOST_DECLARED = 100;

  /// The group of the columns that are always shown.
  public static final String OPEN = "";

  /// The id of the price of a million transactions.
  public static final String PRICE = "price_per_million";

  static final String SCALE_UP = "scale_up";
  static final String SERVICE = "service";
  static final String IDLE = "idle";
  static final String WATCHED_IDLE = "watched_idle";

  private static final String MORE = "More";
  private static final String WATCHED = "database's host, which an agent only watches";
  private static final int ASKED_RANK = 1;

  /// So many figures of the job class are in a history.
  private static final int MOST_OWN = 6;

  private static final int OWN_RANK = 4;
  private static final int WIDE_RANK = 5;
  private static final double UNKNOWN = -1;

  /// What the numbers of a step are read from.
  ///
  /// @param scaleUp its throughput over that of the base step; 0 if it is not known
  record Source(RunDocument run, double scaleUp) {
    /// The agents that watch the database's host, by name.
    List<RunDocument.AgentDocument> watchers() {
      Set<String> names =
          run.surroundings().ofDatabase().stream().map(Observer::agent).collect(Collectors.toSet());
      return run.agents().stream()
          .filter(agent -> names.contains(agent.name()))
          .sorted(Comparator.comparing(RunDocument.AgentDocument::name))
          .toList();
    }

    /// The database's host; of several, the first by name.
    HostDocument database() {
      return host(watchers().stream());
    }

    /// The database's host, if an agent only watches it; else the agents' own hosts are told.
    private HostDocument watched() {
      return host(watchers().stream().filter(agent -> agent.threads() == 0));
    }

    private static HostDocument host(Stream<RunDocument.AgentDocument> agents) {
      return agents.findFirst().map(RunDocument.AgentDocument::host).orElse(HostDocument.UNKNOWN);
    }

    /// A declared figure.
    Optional<FigureDocument> figure(String id) {
      return run.figures().stream().filter(one -> one.figure().id().equals(id)).findFirst();
    }

    /// Not a number if nothing ended well.
    double throughput() {
      double throughput = run.summary().throughput();
      return throughput > 0 ? throughput : Double.NaN;
    }

    /// The scale-up; unknown if this step or the first one did nothing.
    private double knownScaleUp() {
      return scaleUp > 0 ? scaleUp : UNKNOWN;
    }

    /// The arrivals per second that were asked for; unknown for a closed load.
    private double asked() {
      return run.generator().demand().map(ThreadDemand::askedPerSecond).orElse(UNKNOWN);
    }

    /// From the actual start of a transaction to its end; unknown for a closed load, whose latency
    /// is just this.
    private double service() {
      return run.summary().serviceMillis().map(LatencyMillis::mean).orElse(UNKNOWN);
    }

    /// The arrivals of an open load that were never begun.
    private double dropped() {
      return run.generator().demand().map(_ -> (double) run.summary().dropped()).orElse(UNKNOWN);
    }

    private double notOk() {
      return run.summary().failed() + run.summary().uncertain();
    }
  }

  /// @param value gives a negative value, or not a number, if it is unknown
  record Kept(StudyColumn column, ToDoubleFunction<Source> value) {}

  private static final List<Kept> EXTRA =
      List.of(
          more("ok", "ok", "", step -> step.run.summary().transactions()),
          number(
              "not_ok",
              "not ok",
              "",
              4,
              "Transactions that failed or stayed uncertain.",
              step -> step.notOk()),
          number(
              PRICE,
              "price/M tx",
              "",
              2,
              "Price of a million transactions that ended well, by the price of an hour.",
              step -> step.run.pricePerMillion()),
          more("asked_rate", "asked", "/s", step -> step.asked()),
          more(SERVICE, "service", "ms", step -> step.service()),
          more("dropped_arrivals", "dropped arrivals", "", step -> step.dropped()),
          share("user", "user %", "agents' hosts", 3, step -> step.run.host().user()),
          share("system", "sys %", "agents' hosts", 3, step -> step.run.host().system()),
          share(IDLE, "idle %", "agents' hosts", 3, step -> step.run.host().idle()),
          number(
              "context_switches_per_tx",
              "csw/tx",
              "",
              3,
              "Context switches of the agents' hosts, per transaction.",
              step -> step.run.host().contextSwitchesPerTransaction()),
          more(
              "involuntary_switches_per_tx",
              "involuntary csw/tx",
              "",
              step -> step.run.host().involuntarySwitchesPerTransaction()),
          more(
              "system_us_per_tx",
              "sys µs/tx",
              "",
              step -> step.run.host().systemMicrosPerTransaction()),
          share("watched_user", "db user %", WATCHED, 2, step -> step.watched().user()),
          share("watched_system", "db sys %", WATCHED, 2, step -> step.watched().system()),
          share(WATCHED_IDLE, "db idle %", WATCHED, 2, step -> step.watched().idle()));

  /// The measures that studies show, the scale-up after the throughput, and more numbers.
  private static final List<Kept> ALWAYS =
      Stream.concat(Measure.ALL.stream().flatMap(StudyColumn::measure), EXTRA.stream()).toList();

  private static Stream<Kept> measure(Measure one) {
    Set<Place> shown = one.shown();
    boolean more = shown.contains(Place.STUDY_MORE);
    if (!more && !shown.contains(Place.STUDY) && !shown.contains(Place.STUDY_WIDE)) {
      return Stream.empty();
    }
    int rank = shown.contains(Place.STUDY_WIDE) ? WIDE_RANK : 0;
    Kept column =
        new Kept(
            new StudyColumn(one.id(), one.heading(), one.unit(), "", more ? MORE : OPEN, rank),
            step -> step.run.summary().of(one));
    Kept scaleUp =
        number(SCALE_UP, "scale-up", "×", 0, "Against the first step.", Source::knownScaleUp);
    return one.equals(Measure.THROUGHPUT) ? Stream.of(column, scaleUp) : Stream.of(column);
  }

  private static Kept number(
      String id, String label, String unit, int rank, String help, ToDoubleFunction<Source> value) {
    return new Kept(new StudyColumn(id, label, unit, help, OPEN, rank), value);
  }

  private static Kept more(String id, String label, String unit, ToDoubleFunction<Source> value) {
    return new Kept(new StudyColumn(id, label, unit, "", MORE, 0), value);
  }

  private static Kept share(
      String id, String label, String of, int rank, ToDoubleFunction<Source> value) {
    return number(
        id,
        label,
        "%",
        rank,
        "Share of the CPU time of the " + of + ".",
        s -> 100 * value.applyAsDouble(s));
  }

  /// Its heading with its unit.
  public String heading() {
    boolean told = unit.isEmpty() || unit.equals("×") || label.endsWith(unit);
    return told ? label : label + (unit.startsWith("/") ? "" : " ") + unit;
  }

  /// The columns that every study may have.
  public static List<StudyColumn> always() {
    return ALWAYS.stream().map(Kept::column).toList();
  }

  /// The price, and what databases did: of both sides of a comparison it is told without intervals.
  static List<StudyColumn> besides() {
    return Stream.concat(
            always().stream().filter(one -> one.id.equals(PRICE)), ofDatabase().stream())
        .toList();
  }

  /// The columns that a study whose database is watched may have.
  public static List<StudyColumn> ofDatabase() {
    return DatabaseColumns.ALL.stream().map(Kept::column).toList();
  }

  /// The columns of declared figures: first the job class's own, then the database's, then those of
  /// hosts and workers.
  static List<StudyColumn> declared(Stream<RunDocument> runs) {
    return allDeclared(runs).limit(MOST_DECLARED).toList();
  }

  private static Stream<StudyColumn> allDeclared(Stream<RunDocument> runs) {
    Map<String, StudyColumn> columns = new LinkedHashMap<>();
    runs.flatMap(run -> FigureDocument.told(run.figures()).stream())
        .flatMap(one -> numbers(one).keySet().stream())
        .forEach(column -> columns.putIfAbsent(column.id, column));
    return columns.values().stream().sorted(Comparator.comparingInt(StudyColumn::distance));
  }

  /// The columns of a history besides those of its measures: what users asked for, the job class's
  /// own figures, and what the database did; each as far as a run has it.
  ///
  /// @param asked ids of figures and measures
  static List<StudyColumn> ofHistory(List<RunDocument> runs, Set<String> asked) {
    List<StudyColumn> declared = allDeclared(runs.stream()).toList();
    List<StudyColumn> wanted =
        Stream.concat(
                declared.stream(),
                Measure.ALL.stream()
                    .map(one ->
                        new StudyColumn(one.id(), one.heading(), one.unit(), "", OPEN, WIDE_RANK)))
            .filter(one -> asked.contains(one.id))
            .map(one -> new StudyColumn(one.id, one.label, one.unit, one.help, OPEN, ASKED_RANK))
            .toList();
    Stream<StudyColumn> own =
        declared.stream().filter(one -> one.group.equals(OPEN) && !asked.contains(one.id));
    Stream<StudyColumn> database =
        DatabaseColumns.ALL.stream()
            .filter(one -> one.column.group.equals(OPEN))
            .filter(one ->
                runs.stream()
                    .anyMatch(run -> Double.isFinite(one.value.applyAsDouble(new Source(run, 0)))))
            .map(Kept::column);
    return Stream.of(wanted.stream(), own.limit(MOST_OWN), database)
        .flatMap(columns -> columns)
        .toList();
  }

  /// All numbers of a run by the ids of their columns.
  static Map<String, Double> numbers(RunDocument run) {
    return numbers(new Source(run, 0), allDeclared(Stream.of(run)).toList());
  }

  private static int distance(StudyColumn column) {
    return column.group.equals(OPEN) ? 0 : column.group.equals(DatabaseColumns.GROUP) ? 1 : 2;
  }

  /// The known numbers of a step by the ids of their columns, and all its measures.
  static Map<String, Double> numbers(Source step, List<StudyColumn> declared) {
    Map<String, Double> numbers = new LinkedHashMap<>(step.run.summary().all());
    Stream.concat(ALWAYS.stream(), DatabaseColumns.ALL.stream())
        .forEach(one -> {
          double value = one.value.applyAsDouble(step);
          if (value >= 0 && Double.isFinite(value)) {
            numbers.put(one.column.id, Rounding.micros(value));
          }
        });
    step.run.figures().stream()
        .flatMap(figure -> numbers(figure).entrySet().stream())
        .filter(one -> declared.contains(one.getKey()))
        .forEach(one -> numbers.put(one.getKey().id, Rounding.micros(one.getValue())));
    return numbers;
  }

  /// A declared figure's numbers: the one that stands for it, and that for each transaction.
  private static Map<StudyColumn, Double> numbers(FigureDocument one) {
    Figure figure = one.figure();
    String[] section = figure.section().split(", ", 2);
    boolean own = section.length == 1;
    StudyColumn column =
        new StudyColumn(
            figure.id(),
            own ? figure.label() : section[1] + ": " + figure.label(),
            one.numberUnit(),
            figure.help(),
            own ? OPEN : section[0],
            own ? OWN_RANK : 0);
    Map<StudyColumn, Double> numbers = new LinkedHashMap<>();
    one.number().ifPresent(value -> numbers.put(column, value));
    one.perTransaction()
        .ifPresent(value -> numbers.put(column.perTransaction(figure.unit()), value));
    return numbers;
  }

  private StudyColumn perTransaction(String amount) {
    return new StudyColumn(perTransactionId(id), label + "/tx", amount, help, group, rank);
  }

  /// The id of a declared figure's column for each transaction.
  static String perTransactionId(String id) {
    return id + ".per_tx";
  }

  /// A number as people read it.
  public String text(OptionalDouble value) {
    return value.isEmpty() ? NumberText.NONE : NumberText.text(value.getAsDouble(), unit);
  }
}

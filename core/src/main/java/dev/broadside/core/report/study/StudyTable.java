package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.Trust;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.ScalabilityLaw;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// A study as one table: a row for each step, ascending along the axes; the peak; and everything
/// that follows from all steps together.
///
/// @param study what was studied
/// @param rows the steps that gave a result
/// @param columns the numbers that at least one row has
/// @param baseThreads the step with which the scale-up is compared: the one with the fewest threads
///   among the valid measurements, or among all if none is valid; 0 if there are no steps
/// @param peakThreads the step with the highest throughput among the valid measurements; 0 if none
///   is valid
/// @param repeated for a study with repeats and without a search, all repeats at each point
///   together
/// @param knees for a search, the knee at each point on the other axes
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyTable(
    StudyDocument.Head study,
    List<Row> rows,
    List<StudyColumn> columns,
    int baseThreads,
    int peakThreads,
    List<PointSummary> repeated,
    List<KneeDocument> knees,
    @JsonUnwrapped Scaling scaling) {
  private static final String COMPLETED = "completed";

  /// One step.
  ///
  /// @param runId the step's run
  /// @param state the run's state
  /// @param point the point at which it measured
  /// @param trial for a search, whether the step met the thresholds
  /// @param numbers its measures and other numbers, by the ids of the columns, without unknown
  ///   ones. `scale_up` is its throughput over that of the base step
  /// @param doubt why it is no valid measurement, in a few words; empty if it is one. A step
  ///   without a valid measurement is shown, but is never the peak
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Row(
      @JsonUnwrapped Threads size,
      String runId,
      String state,
      @JsonUnwrapped Trust trust,
      StudyPoint point,
      Optional<TrialDocument> trial,
      Map<String, Double> numbers,
      String doubt) {
    /// How large a step is.
    ///
    /// @param threads load threads of each agent
    /// @param totalThreads load threads of all agents together
    public record Threads(int threads, int totalThreads) {}

    public int threads() {
      return size.threads;
    }

    public int totalThreads() {
      return size.totalThreads;
    }

    /// Whether it is a valid measurement.
    public boolean counts() {
      return doubt.isEmpty();
    }

    private double rate() {
      return trial.map(TrialDocument::rate).orElse(0.0);
    }

    private boolean is(Trial.Verdict verdict) {
      return trial.filter(one -> one.verdict() == verdict).isPresent();
    }

    /// The value of a measure; not a number if it has none.
    public double of(Measure measure) {
      return numbers.getOrDefault(measure.id(), Double.NaN);
    }

    /// Transactions that ended well, per second.
    public double throughput() {
      return numbers.getOrDefault(Measure.THROUGHPUT.id(), 0.0);
    }

    /// Its throughput over that of the base step; 0 if the base step did nothing.
    public double scaleUp() {
      return numbers.getOrDefault(StudyColumn.SCALE_UP, 0.0);
    }

    /// One of its numbers; empty if it is unknown.
    public OptionalDouble number(StudyColumn column) {
      return Optional.ofNullable(numbers.get(column.id())).stream()
          .mapToDouble(Double::doubleValue)
          .findFirst();
    }
  }

  /// How the throughput scales.
  ///
  /// @param law the universal scalability law, for a closed load along threads
  /// @param lawNote why the scalability law is not fitted; empty if it is, and if it does not apply
  /// @param limit what limits a closed load along threads; empty if nothing does, or it is not
  ///   known
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Scaling(
      Optional<ScalabilityLaw> law, String lawNote, Optional<LimitingResource> limit) {
    private static Scaling of(
        StudyDocument document, List<StudyDocument.Step> steps, List<Row> rows) {
      if (!alongThreads(document) || steps.size() < 2) {
        return new Scaling(Optional.empty(), "", Optional.empty());
      }
      Optional<ScalabilityLaw> law = ScalabilityLaw.of(lawPoints(steps));
      return new Scaling(
          law,
          law.isPresent()
              ? ""
              : "the universal scalability law is not fitted: it takes completed steps at "
                  + ScalabilityLaw.LEAST_POINTS
                  + " different numbers of threads whose generator was not limited",
          LimitingResource.ofLadder(rows));
    }
  }

  public StudyTable {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    repeated = List.copyOf(repeated);
    knees = List.copyOf(knees);
  }

  public static StudyTable of(StudyDocument document) {
    List<StudyDocument.Step> steps =
        document.steps().stream()
            .filter(step -> !step.run().job().startedAt().isEmpty())
            .sorted(order(document.study()))
            .toList();
    Optional<StudyDocument.Step> base =
        steps.stream()
            .filter(step -> doubt(step, document).isEmpty())
            .findFirst()
            .or(() -> steps.stream().findFirst());
    double baseRate = base.map(StudyTable::throughput).orElse(0.0);
    List<StudyColumn> declared = StudyColumn.declared(steps.stream().map(StudyDocument.Step::run));
    List<Row> rows = steps.stream().map(step -> row(step, document, baseRate, declared)).toList();
    return new StudyTable(
        document.study(),
        rows,
        columns(rows, declared, document),
        base.map(StudyDocument.Step::threads).orElse(0),
        peak(rows).map(Row::threads).orElse(0),
        document.study().plan().flatMap(StudyPlan::knee).isEmpty() ? repeated(rows) : List.of(),
        knees(document, rows),
        Scaling.of(document, steps, rows));
  }

  private static Comparator<StudyDocument.Step> order(StudyDocument.Head study) {
    Comparator<StudyDocument.Step> order = Comparator.comparingInt(_ -> 0);
    for (String axis : study.plan().map(StudyPlan::names).orElse(List.of(StudyAxis.THREADS))) {
      order =
          order.thenComparingDouble(step -> {
            String value = step.knownPoint().at().getOrDefault(axis, "");
            return study
                .plan()
                .map(plan -> plan.position(axis, value))
                .orElse((double) step.threads());
          });
    }
    return order.thenComparingInt(step -> step.knownPoint().repeat());
  }

  private static double throughput(StudyDocument.Step step) {
    return step.run().summary().throughput();
  }

  /// Scale-up has a meaning only along threads.
  private static List<StudyColumn> columns(
      List<Row> rows, List<StudyColumn> declared, StudyDocument document) {
    return Stream.of(StudyColumn.always(), StudyColumn.ofDatabase(), declared)
        .flatMap(List::stream)
        .filter(column -> rows.stream().anyMatch(row -> row.numbers.containsKey(column.id())))
        .filter(column -> !column.id().equals(StudyColumn.SCALE_UP) || onlyThreads(document))
        .toList();
  }

  private static Row row(
      StudyDocument.Step step, StudyDocument document, double base, List<StudyColumn> declared) {
    RunDocument run = step.run();
    double scaleUp = base > 0 ? Rounding.thousandths(throughput(step) / base) : 0;
    return new Row(
        new Row.Threads(step.threads(), run.job().threads()),
        run.job().id(),
        run.job().state(),
        Trust.of(run),
        step.knownPoint(),
        trial(step, document),
        StudyColumn.numbers(new StudyColumn.Source(run, scaleUp), declared),
        doubt(step, document));
  }

  /// Why a step is no valid measurement, in a few words; empty if it is one.
  private static String doubt(StudyDocument.Step step, StudyDocument document) {
    boolean empty =
        trial(step, document).filter(one -> one.verdict() == Trial.Verdict.VOID).isPresent();
    String doubt = step.run().doubt();
    return doubt.isEmpty() && empty ? "void" : doubt;
  }

  private static boolean onlyThreads(StudyDocument document) {
    return document
        .study()
        .plan()
        .map(plan -> plan.names().equals(List.of(StudyAxis.THREADS)))
        .orElse(true);
  }

  private static boolean alongThreads(StudyDocument document) {
    return onlyThreads(document)
        && document.steps().stream()
            .allMatch(step -> step.run().job().asked().load().startsWith("closed"));
  }

  private static List<ScalabilityLaw.Point> lawPoints(List<StudyDocument.Step> steps) {
    return steps.stream()
        .filter(step -> step.run().job().state().equals(COMPLETED))
        .filter(step -> step.run().generator().verdict() != GeneratorVerdict.Verdict.LIMITED)
        .filter(step -> throughput(step) > 0)
        .map(step -> new ScalabilityLaw.Point(step.run().job().threads(), throughput(step)))
        .toList();
  }

  private static List<PointSummary> repeated(List<Row> rows) {
    boolean repeated = rows.stream().anyMatch(row -> row.point().repeat() > 1);
    Map<Map<String, String>, List<Row>> byPoint = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> repeated && row.state().equals(COMPLETED))
        .forEach(row -> byPoint.computeIfAbsent(row.point().at(), _ -> new ArrayList<>()).add(row));
    return byPoint.values().stream().map(PointSummary::of).toList();
  }

  private static Optional<TrialDocument> trial(StudyDocument.Step step, StudyDocument document) {
    boolean search = document.study().plan().flatMap(StudyPlan::knee).isPresent();
    return Optional.ofNullable(step.knownPoint().at().get(StudyAxis.RATE))
        .filter(_ -> search)
        .flatMap(rate -> TrialDocument.of(Double.parseDouble(rate), step.run()));
  }

  /// What the steps of a search have measured, in the order in which they ran.
  public static List<StudyPlan.Measured> measured(StudyDocument document) {
    return document.steps().stream()
        .flatMap(step ->
            trial(step, document).stream()
                .map(trial -> new StudyPlan.Measured(step.knownPoint(), trial.verdict())))
        .toList();
  }

  private static List<KneeDocument> knees(StudyDocument document, List<Row> rows) {
    return document.study().plan().stream()
        .flatMap(plan -> plan.searches(measured(document)).stream())
        .map(search -> {
          Knee knee = search.search().knee(search.trials());
          boolean over = !document.study().endedAt().isEmpty();
          List<String> limits = limits(document, search.point(), knee);
          return KneeDocument.of(
              search.point().at(), knee, limits, limit(rows, search.point()), over);
        })
        .toList();
  }

  /// What limits the system between the highest rate that it met and the lowest that it missed
  /// above that.
  private static Optional<LimitingResource> limit(List<Row> rows, StudyPoint point) {
    List<Row> here =
        rows.stream()
            .filter(row -> row.point().at().entrySet().containsAll(point.at().entrySet()))
            .filter(row -> row.trial().isPresent())
            .sorted(Comparator.comparingDouble(Row::rate))
            .toList();
    Optional<Row> met =
        here.stream().filter(row -> row.is(Trial.Verdict.MET)).reduce((_, last) -> last);
    return met.flatMap(good ->
        here.stream()
            .filter(row -> row.is(Trial.Verdict.MISSED) && row.rate() > good.rate())
            .findFirst()
            .flatMap(bad -> LimitingResource.between(good, bad)));
  }

  /// What limited the system, read from the slowest step that was too fast for it.
  private static List<String> limits(StudyDocument document, StudyPoint point, Knee knee) {
    return document.steps().stream()
        .filter(step -> step.knownPoint().at().entrySet().containsAll(point.at().entrySet()))
        .filter(step ->
            trial(step, document)
                .filter(trial -> trial.verdict() == Trial.Verdict.MISSED)
                .filter(trial -> trial.rate() >= knee.rate())
                .isPresent())
        .min(
            Comparator.comparingDouble(
                step -> Double.parseDouble(step.knownPoint().at().get(StudyAxis.RATE))))
        .map(step -> TrialDocument.limits(step.run()))
        .orElse(List.of());
  }

  /// The columns of a group.
  public List<StudyColumn> columns(String group) {
    return columns.stream().filter(column -> column.group().equals(group)).toList();
  }

  /// The step with the highest throughput among those that are valid measurements.
  public Optional<Row> peak() {
    return peak(rows);
  }

  /// A sentence that no step is a valid measurement; empty if one is, or if there are no steps yet.
  public Optional<String> noPeak() {
    return rows.isEmpty() || peak().isPresent()
        ? Optional.empty()
        : Optional.of(
            "no peak: none of the " + Counted.of(rows.size(), "step") + " is a valid measurement");
  }

  private static Optional<Row> peak(List<Row> rows) {
    return rows.stream().filter(Row::counts).max(Comparator.comparingDouble(Row::throughput));
  }
}

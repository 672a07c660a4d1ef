package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.ScalabilityLaw;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// A study as one table: a row for each step, ascending along the axes, where the peak lies, and
/// what follows from all steps together.
///
/// @param study what was studied
/// @param rows the steps that gave a result
/// @param columns the numbers that at least one row has
/// @param baseThreads the step with which the scale-up is compared: the one with the fewest threads
///   among the valid measurements, or among all if none is valid; 0 if there are no steps
/// @param peakThreads the step with the highest throughput among the valid measurements; 0 if none
///   is valid
/// @param places of a study with repeats and without a search, all repeats of each place together
/// @param knees of a search, the knee at each place on the other axes
/// @param law of a closed load along threads, the universal scalability law
/// @param lawNote why that law is not fitted; empty where it is, and where it says nothing
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyTable(
    StudyDocument.Head study,
    List<Row> rows,
    List<StudyColumn> columns,
    int baseThreads,
    int peakThreads,
    List<StudyPlace> places,
    List<KneeDocument> knees,
    Optional<ScalabilityLaw> law,
    String lawNote) {
  private static final String COMPLETED = "completed";

  /// One step.
  ///
  /// @param threads load threads of each agent
  /// @param totalThreads load threads over all agents
  /// @param runId the step's run
  /// @param state the run's state
  /// @param generator the verdict on the load generator
  /// @param audit whether its sums add up
  /// @param point where it lies
  /// @param trial of a search, whether it met what is demanded
  /// @param numbers its measures, and other numbers, by the ids of the columns; what is not known
  ///   is not there. `scale_up` is its throughput over that of the base step
  /// @param doubt why it is no valid measurement, in a few words: it is shown, and never a peak;
  ///   empty where it is one
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Row(
      int threads,
      int totalThreads,
      String runId,
      String state,
      GeneratorVerdict.Verdict generator,
      AuditDocument.Verdict audit,
      StudyPoint point,
      Optional<TrialDocument> trial,
      Map<String, Double> numbers,
      String doubt) {
    /// Whether it is a valid measurement.
    public boolean counts() {
      return doubt.isEmpty();
    }

    /// A measure; not a number if it has none.
    public double of(Measure measure) {
      return numbers.getOrDefault(measure.id(), Double.NaN);
    }

    /// Transactions that ended well, per second.
    public double throughput() {
      return numbers.getOrDefault(Measure.THROUGHPUT.id(), 0.0);
    }

    /// 0 if the base step did nothing.
    public double scaleUp() {
      return numbers.getOrDefault(StudyColumn.SCALE_UP, 0.0);
    }

    /// One of its numbers.
    public OptionalDouble number(StudyColumn column) {
      return Optional.ofNullable(numbers.get(column.id())).stream()
          .mapToDouble(Double::doubleValue)
          .findFirst();
    }
  }

  public StudyTable {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    places = List.copyOf(places);
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
    boolean ladder = alongThreads(document) && steps.size() > 1;
    Optional<ScalabilityLaw> law = ladder ? ScalabilityLaw.of(lawPoints(steps)) : Optional.empty();
    return new StudyTable(
        document.study(),
        rows,
        columns(rows, declared, document),
        base.map(StudyDocument.Step::threads).orElse(0),
        peak(rows).map(Row::threads).orElse(0),
        document.study().plan().flatMap(StudyPlan::knee).isEmpty() ? places(rows) : List.of(),
        knees(document),
        law,
        !ladder || law.isPresent()
            ? ""
            : "the universal scalability law is not fitted: it takes completed steps at "
                + ScalabilityLaw.LEAST_POINTS
                + " different numbers of threads whose generator was not limited");
  }

  private static Comparator<StudyDocument.Step> order(StudyDocument.Head study) {
    Comparator<StudyDocument.Step> order = Comparator.comparingInt(_ -> 0);
    for (String axis : study.plan().map(StudyPlan::names).orElse(List.of(StudyAxis.THREADS))) {
      order =
          order.thenComparingDouble(step -> {
            String value = step.place().at().getOrDefault(axis, "");
            return study
                .plan()
                .map(plan -> plan.place(axis, value))
                .orElse((double) step.threads());
          });
    }
    return order.thenComparingInt(step -> step.place().repeat());
  }

  private static double throughput(StudyDocument.Step step) {
    return step.run().summary().throughput();
  }

  /// Scale-up means something along threads only.
  private static List<StudyColumn> columns(
      List<Row> rows, List<StudyColumn> declared, StudyDocument document) {
    return Stream.concat(StudyColumn.always().stream(), declared.stream())
        .filter(column -> rows.stream().anyMatch(row -> row.numbers.containsKey(column.id())))
        .filter(column -> !column.id().equals(StudyColumn.SCALE_UP) || onlyThreads(document))
        .toList();
  }

  private static Row row(
      StudyDocument.Step step, StudyDocument document, double base, List<StudyColumn> declared) {
    RunDocument run = step.run();
    double scaleUp = base > 0 ? Rounding.thousandths(throughput(step) / base) : 0;
    return new Row(
        step.threads(),
        run.job().threads(),
        run.job().id(),
        run.job().state(),
        run.generator().verdict(),
        run.audit().verdict(),
        step.place(),
        trial(step, document),
        StudyColumn.numbers(new StudyColumn.Step(run, watched(run), scaleUp), declared),
        doubt(step, document));
  }

  /// Why a step is no valid measurement, in a few words; empty where it is one.
  private static String doubt(StudyDocument.Step step, StudyDocument document) {
    boolean empty =
        trial(step, document).filter(one -> one.verdict() == Trial.Verdict.VOID).isPresent();
    String doubt = step.run().doubt();
    return doubt.isEmpty() && empty ? "void" : doubt;
  }

  /// The host that an agent only watches, such as the database's; of several, the first by name.
  private static HostDocument watched(RunDocument run) {
    return run.agents().stream()
        .filter(agent -> agent.threads() == 0)
        .min(Comparator.comparing(RunDocument.AgentDocument::name))
        .map(RunDocument.AgentDocument::host)
        .orElse(HostDocument.UNKNOWN);
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
        && document.steps().stream().allMatch(step -> step.run().job().load().startsWith("closed"));
  }

  private static List<ScalabilityLaw.Point> lawPoints(List<StudyDocument.Step> steps) {
    return steps.stream()
        .filter(step -> step.run().job().state().equals(COMPLETED))
        .filter(step -> step.run().generator().verdict() != GeneratorVerdict.Verdict.LIMITED)
        .filter(step -> throughput(step) > 0)
        .map(step -> new ScalabilityLaw.Point(step.run().job().threads(), throughput(step)))
        .toList();
  }

  private static List<StudyPlace> places(List<Row> rows) {
    boolean repeated = rows.stream().anyMatch(row -> row.point().repeat() > 1);
    Map<Map<String, String>, List<Row>> byPlace = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> repeated && row.state().equals(COMPLETED))
        .forEach(row -> byPlace.computeIfAbsent(row.point().at(), _ -> new ArrayList<>()).add(row));
    return byPlace.values().stream().map(StudyPlace::of).toList();
  }

  private static Optional<TrialDocument> trial(StudyDocument.Step step, StudyDocument document) {
    boolean search = document.study().plan().flatMap(StudyPlan::knee).isPresent();
    return Optional.ofNullable(step.place().at().get(StudyAxis.RATE))
        .filter(_ -> search)
        .flatMap(rate -> TrialDocument.of(Double.parseDouble(rate), step.run()));
  }

  /// What the steps of a search have measured, in the order in which they ran.
  public static List<StudyPlan.Measured> measured(StudyDocument document) {
    return document.steps().stream()
        .flatMap(step ->
            trial(step, document).stream()
                .map(trial -> new StudyPlan.Measured(step.place(), trial.verdict())))
        .toList();
  }

  private static List<KneeDocument> knees(StudyDocument document) {
    return document.study().plan().stream()
        .flatMap(plan -> plan.searches(measured(document)).stream())
        .map(search -> {
          Knee knee = search.search().knee(search.trials());
          boolean over = !document.study().endedAt().isEmpty();
          List<String> limits = limits(document, search.place(), knee);
          return KneeDocument.of(search.place().at(), knee, limits, over);
        })
        .toList();
  }

  /// Read from the slowest step that was too fast for the system.
  private static List<String> limits(StudyDocument document, StudyPoint place, Knee knee) {
    return document.steps().stream()
        .filter(step -> step.place().at().entrySet().containsAll(place.at().entrySet()))
        .filter(step ->
            trial(step, document)
                .filter(trial -> trial.verdict() == Trial.Verdict.MISSED)
                .filter(trial -> trial.rate() >= knee.rate())
                .isPresent())
        .min(
            Comparator.comparingDouble(
                step -> Double.parseDouble(step.place().at().get(StudyAxis.RATE))))
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

  /// That no step is a valid measurement, in one sentence; empty if one is, and if there are no
  /// steps yet.
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

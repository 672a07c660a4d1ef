package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.report.section.Block.Axis;
import dev.broadside.core.report.section.Block.Chart;
import dev.broadside.core.report.section.Block.ChartLine;
import dev.broadside.core.report.section.Block.Headline;
import dev.broadside.core.report.section.Block.Note;
import dev.broadside.core.report.section.Block.Pairs;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Source;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Text;
import dev.broadside.core.report.section.Block.Verdict;
import dev.broadside.core.report.section.ReportDocument.Head;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.report.study.KneeDocument;
import dev.broadside.core.report.study.LimitingResource;
import dev.broadside.core.report.study.PointSummary;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyDocument.Step;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.report.study.StudyTable.Row;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.ScalabilityLaw;
import dev.broadside.core.scaling.ScalabilityLaw.Estimate;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.work.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A study for people: whether its numbers can be trusted, a row for each step, and the peak or the
/// knee.
public final class StudyReport {
  private static final String NOT_VALID = "not a valid measurement";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,6})?");

  private final StudyDocument study;
  private final StudyTable table;
  private final List<String> axes;

  private StudyReport(StudyDocument study) {
    this.study = study;
    this.table = StudyTable.of(study);
    this.axes = study.study().plan().map(StudyPlan::names).orElse(List.of(StudyAxis.THREADS));
  }

  /// The result of a study.
  ///
  /// @param study the study; the intervals of its runs are not used
  /// @param definition the job of its steps as YAML, without its secrets; may be empty
  public static ReportDocument of(StudyDocument study, String definition) {
    StudyReport report = new StudyReport(study);
    return new ReportDocument(
        report.head(),
        report.answers(),
        report.verdicts(),
        List.of(
            new Section(
                "curves", "Along " + String.join(" and ", report.axes), "", report.curves()),
            report.steps(),
            new Section("more", "More of each step", "", report.more()),
            report.means(),
            report.law()),
        report.setup(definition));
  }

  private Head head() {
    StudyDocument.Head head = study.study();
    String steps =
        search()
            ? Counted.of(study.steps().size(), "step")
            : study.steps().size() + " of " + Counted.of(head.along().threads().size(), "step");
    String latency =
        study.steps().stream()
            .findFirst()
            .map(step -> ", latency in ms, " + step.run().job().asked().latencyMeaning())
            .orElse("");
    return new Head(
        "Broadside study · " + head.title(),
        head.name(),
        head.job() + " along " + head.along().axis(),
        head.state(),
        Tone.ofState(head.state()),
        head.reason(),
        Head.when(head.status().startedAt(), head.endedAt(), head.id()),
        steps + " on " + Counted.of(head.agents(), "agent") + latency);
  }

  private boolean search() {
    return study.study().plan().flatMap(StudyPlan::knee).isPresent();
  }

  private List<Block> answers() {
    if (search()) {
      return table.knees().stream().<Block>map(this::knee).toList();
    }
    return Stream.of(
            table.noPeak().stream()
                .map(_ ->
                    new Verdict("Peak", "UNKNOWN", Tone.WARN, "no step is a valid measurement")),
            table.peak().stream().map(this::peak),
            table.scaling().limit().stream().map(StudyReport::limit))
        .<Block>flatMap(one -> one)
        .toList();
  }

  private static Verdict limit(LimitingResource limit) {
    String word = limit.resource().toUpperCase(Locale.ROOT).replace('_', ' ');
    return new Verdict("Limit", word, Tone.PLAIN, limit.sentence());
  }

  private Verdict knee(KneeDocument knee) {
    Knee.Verdict verdict = knee.knee().verdict();
    boolean ended = verdict == Knee.Verdict.SEARCHING && !study.study().endedAt().isEmpty();
    String where = knee.at().isEmpty() ? "" : "at " + new StudyPoint(knee.at(), 1).words() + ": ";
    return new Verdict(
        "Knee",
        ended ? "NOT FOUND" : "" + verdict,
        verdict == Knee.Verdict.FOUND ? Tone.GOOD : Tone.WARN,
        where + knee.sentence());
  }

  private Headline peak(Row peak) {
    boolean ladder = axes.equals(List.of(StudyAxis.THREADS));
    String rate = NumberText.rate(peak.throughput());
    String point = peak.point().words();
    return new Headline(
        List.of(new Headline.Figure("transactions per second at the peak, " + point, rate)),
        List.of("peak " + rate + " transactions/s at " + point + (ladder ? scaleUp(peak) : "")));
  }

  /// The scale-up from the fewest threads, and how far the throughput falls after the peak.
  private String scaleUp(Row peak) {
    Row last = table.rows().stream().filter(Row::counts).toList().getLast();
    boolean all = table.rows().stream().allMatch(Row::counts);
    double less = 1 - last.throughput() / peak.throughput();
    String past =
        last.threads() == peak.threads()
            ? ", the last step" + (all ? "" : " that counts") + ": it may lie higher"
            : peak.throughput() <= 0
                ? ""
                : ", and " + fixed(1, 100 * less) + " % less at " + last.threads();
    return ", " + fixed(2, peak.scaleUp()) + " times those of " + table.baseThreads() + past;
  }

  private static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  private List<Block> verdicts() {
    List<Block> verdicts = new ArrayList<>();
    verdicts.add(generators());
    List<Step> unbalanced =
        study.steps().stream().filter(step -> !step.run().audit().balanced()).toList();
    if (unbalanced.isEmpty()) {
      verdicts.add(new Verdict("Audit", "BALANCED", Tone.GOOD, "in all steps"));
    }
    for (Step step : unbalanced) {
      String sentence = step.run().audit().sentence().replaceFirst("^AUDIT \\w+\\W+", "");
      verdicts.add(
          new Verdict(
              "Audit",
              "" + step.run().audit().verdict(),
              Tone.BAD,
              "at " + step.knownPoint().words() + ": " + sentence));
    }
    for (ThresholdDocument.Verdict verdict :
        List.of(ThresholdDocument.Verdict.BROKEN, ThresholdDocument.Verdict.NOT_JUDGED)) {
      thresholds(verdict).ifPresent(verdicts::add);
    }
    StudySlope.of(table.rows()).map(this::slope).ifPresent(verdicts::add);
    return verdicts;
  }

  private Verdict slope(StudySlope slope) {
    boolean reset =
        study.steps().stream()
            .anyMatch(step -> step.run().provenance().containsKey(Facts.DATA_RESET));
    return new Verdict(
        "Slope", slope.falls() ? "FALLING" : "RISING", Tone.WARN, slope.sentence(reset));
  }

  /// The worst verdict on the load generator, and at which steps.
  private Verdict generators() {
    for (GeneratorVerdict.Verdict verdict :
        List.of(GeneratorVerdict.Verdict.LIMITED, GeneratorVerdict.Verdict.TOO_FEW_THREADS)) {
      List<Step> such =
          study.steps().stream()
              .filter(step -> step.run().generator().verdict() == verdict)
              .toList();
      if (!such.isEmpty()) {
        String first = such.getFirst().run().generator().reason();
        return new Verdict("Generator", verdict.words(), Tone.WARN, pointsOf(such) + first);
      }
    }
    return new Verdict("Generator", "OK", Tone.GOOD, "in all steps");
  }

  private Optional<Verdict> thresholds(ThresholdDocument.Verdict verdict) {
    List<Step> such =
        study.steps().stream()
            .filter(
                step -> step.run().thresholds().filter(all -> all.verdict() == verdict).isPresent())
            .toList();
    return such.stream()
        .flatMap(step -> step.run().thresholds().orElseThrow().each().stream())
        .filter(one -> one.verdict() == verdict)
        .findFirst()
        .map(first ->
            new Verdict(
                "Thresholds",
                verdict.words(),
                Verdicts.tone(verdict),
                pointsOf(such) + first.sentence()));
  }

  private static String pointsOf(List<Step> steps) {
    return steps.stream()
        .map(step -> step.knownPoint().words())
        .collect(Collectors.joining("; ", "at ", "; first "));
  }

  /// Throughput and latency along the axis, if there is only one and it has numbers: the means of
  /// the repeats at each point. Steps that have just begun are left out.
  private List<Block> curves() {
    List<Row> rows = table.rows().stream().filter(row -> row.of(Measure.ATTEMPTS) > 0).toList();
    if (axes.size() != 1 || !rows.stream().allMatch(row -> NUMBER.matcher(value(row)).matches())) {
      return List.of();
    }
    SortedMap<Double, List<Row>> points =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> Double.parseDouble(value(row)), TreeMap::new, Collectors.toList()));
    if (points.size() < 2) {
      return List.of();
    }
    List<ChartLine> throughput =
        new ArrayList<>(
            List.of(
                line("throughput", points, true, Row::throughput),
                line(NOT_VALID, points, false, Row::throughput)));
    table
        .scaling()
        .law()
        .map(law -> line("scalability law", points, true, row -> law.at(row.totalThreads())))
        .ifPresent(throughput::add);
    List<ChartLine> latency =
        List.of(
            line("p50", points, true, row -> row.of(Measure.P50)),
            line("p95", points, true, row -> row.of(Measure.P95)),
            line("p99", points, true, row -> row.of(Measure.P99)),
            line("p95, " + NOT_VALID, points, false, row -> row.of(Measure.P95)));
    String means = rows.size() > points.size() ? ", means of the repeats" : "";
    return List.of(
        chart("Throughput", "transactions per second" + means, points, throughput),
        chart("Latency", "ms" + means, points, latency));
  }

  private static Chart chart(
      String title, String unit, SortedMap<Double, List<Row>> points, List<ChartLine> lines) {
    return new Chart(title, unit, Axis.AMOUNT, List.copyOf(points.keySet()), lines, true);
  }

  private String value(Row row) {
    return row.point().at().getOrDefault(axes.getFirst(), "");
  }

  /// @param valid whether the line has the valid measurements, or the others
  private static ChartLine line(
      String label,
      SortedMap<Double, List<Row>> points,
      boolean valid,
      ToDoubleFunction<Row> figure) {
    return ChartLine.of(
        label,
        points.values().stream()
            .mapToDouble(rows ->
                rows.stream()
                    .filter(row -> row.counts() == valid)
                    .mapToDouble(figure)
                    .filter(Double::isFinite)
                    .average()
                    .orElse(Double.NaN))
            .toArray());
  }

  private Section steps() {
    List<TableColumn<Row>> columns = new ArrayList<>();
    axes.forEach(axis -> columns.add(number(axis, row -> row.point().at().getOrDefault(axis, ""))));
    if (table.rows().stream().anyMatch(row -> row.point().repeat() > 1)) {
      columns.add(number("repeat", row -> "" + row.point().repeat()));
    }
    columns.add(words("verdict", row -> row.trial().map(StudyReport::word).orElse("")));
    for (StudyColumn column : table.columns(StudyColumn.OPEN)) {
      columns.add(number(heading(column), column.rank(), row -> column.text(row.number(column))));
    }
    columns.add(words("audit", 7, row -> "" + row.trust().audit()));
    columns.add(words("generator", row -> row.trust().generator().words()));
    columns.add(words("run", 1, Row::state));
    if (table.rows().stream().anyMatch(row -> !row.counts())) {
      columns.add(words("valid", row -> row.counts() ? "yes" : "no: " + row.doubt()));
    }
    List<Block> blocks = new ArrayList<>(List.of(Table.of(table.rows(), columns)));
    blocks.addAll(reasons());
    return new Section("steps", "Steps", "latency in ms", blocks);
  }

  /// The heading of a column; those of latencies have no unit.
  private static String heading(StudyColumn column) {
    return column.unit().equals("ms") ? column.label() : column.heading();
  }

  private static String word(TrialDocument trial) {
    return trial.verdict().name().toLowerCase(Locale.ROOT);
  }

  /// Why steps of a search did not meet the thresholds: sentences that are too long for the table.
  private List<Note> reasons() {
    return table.rows().stream()
        .flatMap(row ->
            row.trial().stream()
                .filter(trial -> !trial.reasons().isEmpty())
                .map(trial ->
                    new Note(
                        "",
                        row.point().words()
                            + ", "
                            + word(trial)
                            + ": "
                            + String.join(", ", trial.reasons()))))
        .toList();
  }

  /// More numbers of the steps. There are many, so each number has a line, and a terminal leaves
  /// them out.
  private List<Block> more() {
    return table.columns().stream()
        .map(StudyColumn::group)
        .filter(group -> !group.equals(StudyColumn.OPEN))
        .distinct()
        .<Block>map(group -> new Part(group, true, Optional.of(List.of()), List.of(more(group))))
        .toList();
  }

  private Table more(String group) {
    List<TableColumn<StudyColumn>> columns = new ArrayList<>();
    columns.add(words("figure", StudyColumn::heading));
    for (Row row : table.rows()) {
      columns.add(number(row.point().words(), column -> column.text(row.number(column))));
    }
    return Table.of(table.columns(group), columns);
  }

  /// The means at each point of a study with repeats.
  private Section means() {
    List<TableColumn<PointSummary>> columns = new ArrayList<>();
    axes.forEach(axis -> columns.add(number(axis, point -> point.at().getOrDefault(axis, ""))));
    columns.add(number("repeats", point -> "" + point.repeats()));
    columns.add(number("not valid", point -> "" + point.doubted()));
    for (Measure one : List.of(Measure.THROUGHPUT, Measure.P95)) {
      columns.add(
          number(
              one.heading(),
              point -> point.of(one).map(mean -> mean(mean, one.unit())).orElse(NumberText.NONE)));
    }
    return Section.of(
        "means", "Means over repeats", "with 95 % confidence", Table.of(table.repeated(), columns));
  }

  private static String mean(PointSummary.Mean mean, String unit) {
    return NumberText.text(mean.mean(), unit)
        + mean.plusMinus().map(one -> " ±" + NumberText.text(one, unit)).orElse("");
  }

  /// The scalability law, or the sentence that says why it is not fitted, which needs no heading.
  private Section law() {
    if (table.scaling().law().isEmpty()) {
      return new Section(
          "law",
          "",
          "",
          Stream.of(table.scaling().lawNote())
              .filter(note -> !note.isEmpty())
              .<Block>map(Text::new)
              .toList());
    }
    ScalabilityLaw law = table.scaling().law().get();
    List<Block> blocks = new ArrayList<>(List.of(factors(law)));
    if (law.peakThreads().isEmpty()) {
      blocks.add(new Text("nothing shows that the throughput ever falls"));
    }
    return new Section(
        "law",
        "Universal scalability law",
        "over "
            + Counted.of(law.points(), "step")
            + ", R² "
            + fixed(3, law.determination())
            + ", with 95 % confidence",
        blocks);
  }

  /// @param scale the factor by which its numbers are multiplied
  private record Factor(String name, Estimate estimate, double scale, int digits) {
    String text(double value) {
      return fixed(digits, scale * value);
    }
  }

  private static Table factors(ScalabilityLaw law) {
    List<Factor> factors = new ArrayList<>();
    factors.add(new Factor("contention σ, %", law.sigma(), 100, 2));
    factors.add(new Factor("coherency κ, %", law.kappa(), 100, 4));
    factors.add(new Factor("one thread λ, tx/s", law.lambda(), 1, 2));
    String beyond = law.beyond() ? ", beyond what was measured" : "";
    law.peakThreads()
        .ifPresent(peak -> factors.add(new Factor("peak at threads" + beyond, peak, 1, 1)));
    law.peakThroughput().ifPresent(peak -> factors.add(new Factor("peak, tx/s", peak, 1, 2)));
    return Table.of(
        factors,
        words("factor", Factor::name),
        number("value", one -> one.text(one.estimate().value())),
        number("from", one -> one.text(one.estimate().low())),
        number("to", one -> one.estimate().high().map(one::text).orElse("unbounded")));
  }

  private List<Section> setup(String definition) {
    List<Section> setup = new ArrayList<>();
    if (!definition.isEmpty()) {
      setup.add(Section.of("job", "The job of each step", "", new Source(definition)));
    }
    study.steps().stream()
        .findFirst()
        .ifPresent(step ->
            setup.add(
                Section.of(
                    "provenance",
                    "Provenance of the first step",
                    "",
                    new Pairs(step.run().provenance()))));
    return setup;
  }
}

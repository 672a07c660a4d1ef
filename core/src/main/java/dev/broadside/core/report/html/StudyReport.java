package dev.broadside.core.report.html;

import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.report.html.Chart.Line;
import dev.broadside.core.report.study.KneeDocument;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyPlace;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.ScalabilityLaw;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A study as one HTML file that needs nothing else: its peak or knee, its curve, its table.
public final class StudyReport {
  private static final String NOT_VALID = "not a valid measurement";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,6})?");

  private final StudyTable table;
  private final StudyDocument study;
  private final List<String> axes;
  private final Sheet sheet;

  private StudyReport(StudyTable table, StudyDocument study) {
    this.table = table;
    this.study = study;
    this.axes = study.study().plan().map(StudyPlan::names).orElse(List.of(StudyAxis.THREADS));
    this.sheet = new Sheet(study.study().name() + " – Broadside study");
  }

  /// The document.
  ///
  /// @param study intervals of its runs are not looked at
  /// @param definition the job of its steps as YAML, without its secrets; empty where nobody has it
  public static String html(StudyDocument study, String definition) {
    StudyReport report = new StudyReport(StudyTable.of(study), study);
    report.head();
    report.sheet.section("Along " + String.join(" and ", report.axes), report.curves());
    report.sheet.section(
        "Steps", Stream.concat(Stream.of(report.steps()), report.reasons().stream()).toList());
    report.sheet.section("More of each step", report.more());
    report.sheet.section("Means over repeats", report.repeats());
    report.sheet.section("Universal scalability law", report.law());
    if (!definition.isEmpty()) {
      Tag yaml = Tag.of("pre").at("tabindex", 0).lines(definition);
      report.sheet.section("The job of each step", List.of(yaml));
    }
    study.steps().stream()
        .findFirst()
        .ifPresent(step ->
            report.sheet.section(
                "Where its first step comes from",
                List.of(Sheet.pairs(step.run().provenance().entrySet()))));
    return report.sheet.html();
  }

  private void head() {
    StudyDocument.Head head = study.study();
    String outcome = head.state() + (head.reason().isEmpty() ? "" : ": " + head.reason());
    sheet.add(
        Tag.of("header")
            .add(
                Tag.of("p", "eyebrow", "Broadside study · " + head.title()),
                Tag.of("h1").text(head.name()),
                Tag.of("p")
                    .add(
                        Tag.of("b", Verdict.tone(head.state()), outcome),
                        Tag.of(
                            "span",
                            "muted",
                            RunReport.period(head.startedAt(), head.endedAt())
                                + " · "
                                + head.id())),
                Tag.of(
                    "p",
                    "muted",
                    Counted.of(study.steps().size(), "step")
                        + " on "
                        + Counted.of(head.agents(), "agent"))));
    sheet.add(
        Tag.of("div").at("class", "verdicts").add(verdicts().stream().map(Verdict::tag).toList()));
  }

  private List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    table.knees().stream().map(StudyReport::verdict).forEach(verdicts::add);
    table
        .peak()
        .filter(_ -> table.knees().isEmpty())
        .ifPresent(peak ->
            verdicts.add(
                new Verdict(
                    "Peak",
                    Figures.rate(peak.throughput()) + " per second",
                    "plain",
                    "at " + peak.point().words())));
    if (table.knees().isEmpty() && table.peak().isEmpty() && !table.rows().isEmpty()) {
      verdicts.add(new Verdict("Peak", "UNKNOWN", "warn", "no step is a valid measurement"));
    }
    verdicts.add(
        doubted("Audits", row -> row.audit() == AuditDocument.Verdict.BALANCED, "balanced"));
    verdicts.add(
        doubted(
            "Load generator",
            row -> row.generator() != GeneratorVerdict.Verdict.LIMITED,
            "not limited"));
    return verdicts;
  }

  private static Verdict verdict(KneeDocument knee) {
    boolean found = knee.knee().verdict() == Knee.Verdict.FOUND;
    String where = knee.at().isEmpty() ? "" : " at " + new StudyPoint(knee.at(), 1).words();
    return new Verdict(
        "Knee" + where, "" + knee.knee().verdict(), found ? "good" : "warn", knee.sentence());
  }

  private Verdict doubted(String of, Predicate<StudyTable.Row> good, String word) {
    long holding = table.rows().stream().filter(good).count();
    boolean all = holding == table.rows().size();
    return new Verdict(
        of,
        all ? "OK" : "NOT ALL",
        all ? "good" : "warn",
        holding + " of " + Counted.of(table.rows().size(), "step") + " " + word);
  }

  /// Throughput and response along the only axis, where that is one of numbers: the means of each
  /// place's repeats. Of a step that has just begun nothing is known.
  private List<Tag> curves() {
    List<StudyTable.Row> rows =
        table.rows().stream().filter(row -> row.of(Measure.ATTEMPTS) > 0).toList();
    if (axes.size() != 1 || !rows.stream().allMatch(row -> NUMBER.matcher(value(row)).matches())) {
      return List.of();
    }
    SortedMap<Double, List<StudyTable.Row>> places =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> Double.parseDouble(value(row)), TreeMap::new, Collectors.toList()));
    if (places.size() < 2) {
      return List.of();
    }
    double[] x = places.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    Scale across = Scale.upTo(x[x.length - 1]);
    String means = rows.size() > x.length ? ", means of the repeats" : "";
    Chart throughput =
        new Chart("Throughput", "transactions per second" + means, across, x).dotted();
    throughput.line(line("throughput", places, true, StudyTable.Row::throughput));
    throughput.line(line(NOT_VALID, places, false, StudyTable.Row::throughput));
    table
        .law()
        .ifPresent(law ->
            throughput.line(
                line("scalability law", places, true, row -> law.at(row.totalThreads()))));
    Chart latency = new Chart("Latency", "ms" + means, across, x).dotted();
    latency.line(line("p50", places, true, row -> row.of(Measure.P50)));
    latency.line(line("p95", places, true, row -> row.of(Measure.P95)));
    latency.line(line("p99", places, true, row -> row.of(Measure.P99)));
    latency.line(line("p95, " + NOT_VALID, places, false, row -> row.of(Measure.P95)));
    return Stream.of(throughput, latency)
        .filter(chart -> !chart.isEmpty())
        .map(Chart::figure)
        .toList();
  }

  private String value(StudyTable.Row row) {
    return row.point().at().getOrDefault(axes.getFirst(), "");
  }

  /// @param valid of which steps: the valid measurements, or the others
  private static Line line(
      String label,
      SortedMap<Double, List<StudyTable.Row>> places,
      boolean valid,
      ToDoubleFunction<StudyTable.Row> figure) {
    double[] means =
        places.values().stream()
            .mapToDouble(rows ->
                rows.stream()
                    .filter(row -> row.counts() == valid)
                    .mapToDouble(figure)
                    .filter(Double::isFinite)
                    .average()
                    .orElse(Double.NaN))
            .toArray();
    return new Line(label, means, means);
  }

  private record Shown(String head, Function<StudyTable.Row, String> cell) {}

  private Tag steps() {
    List<Shown> shown = new ArrayList<>();
    axes.forEach(
        axis -> shown.add(new Shown(axis, row -> row.point().at().getOrDefault(axis, ""))));
    if (table.rows().stream().anyMatch(row -> row.point().repeat() > 1)) {
      shown.add(new Shown("#repeat", row -> "" + row.point().repeat()));
    }
    shown.add(new Shown("run", StudyTable.Row::state));
    if (table.rows().stream().anyMatch(row -> row.trial().isPresent())) {
      shown.add(new Shown("verdict", row -> row.trial().map(StudyReport::word).orElse("")));
    }
    for (StudyColumn column : table.columns(StudyColumn.OPEN)) {
      shown.add(new Shown("#" + column.heading(), row -> column.text(row.number(column))));
    }
    shown.add(new Shown("generator", row -> row.generator().words()));
    shown.add(new Shown("audit", row -> "" + row.audit()));
    if (table.rows().stream().anyMatch(row -> !row.counts())) {
      shown.add(new Shown("valid", row -> row.counts() ? "yes" : "no: " + row.doubt()));
    }
    Grid grid = new Grid(shown.stream().map(Shown::head).toList());
    for (StudyTable.Row row : table.rows()) {
      grid.row(shown.stream().map(one -> one.cell.apply(row)).toArray(String[]::new));
    }
    return grid.tag();
  }

  /// What else is known of the steps, folded: there is much, so each number has a line.
  private List<Tag> more() {
    return table.columns().stream()
        .map(StudyColumn::group)
        .filter(group -> !group.equals(StudyColumn.OPEN))
        .distinct()
        .map(group -> Sheet.folded(group, more(group)))
        .toList();
  }

  private Tag more(String group) {
    List<String> heads = new ArrayList<>(List.of("figure"));
    table.rows().forEach(row -> heads.add("#" + row.point().words()));
    Grid grid = new Grid(heads);
    for (StudyColumn column : table.columns(group)) {
      List<String> cells = new ArrayList<>(List.of(column.heading()));
      table.rows().forEach(row -> cells.add(column.text(row.number(column))));
      grid.row(cells.toArray(String[]::new));
    }
    return grid.tag();
  }

  private static String word(TrialDocument trial) {
    return trial.verdict().name().toLowerCase(Locale.ROOT);
  }

  /// Why steps of a search did not meet what is demanded: sentences, for which the table has no
  /// room.
  private List<Tag> reasons() {
    List<Tag> reasons =
        table.rows().stream()
            .flatMap(row ->
                row.trial().stream()
                    .filter(trial -> !trial.reasons().isEmpty())
                    .map(trial -> reason(row.point(), trial)))
            .toList();
    return reasons.isEmpty() ? List.of() : List.of(Tag.of("ul").at("class", "doubts").add(reasons));
  }

  private static Tag reason(StudyPoint point, TrialDocument trial) {
    return Tag.of("li")
        .text(point.words() + ", " + word(trial) + ": " + String.join(", ", trial.reasons()));
  }

  private List<Tag> repeats() {
    List<String> heads = new ArrayList<>(axes);
    heads.addAll(
        List.of("#repeats", "#not valid", "#tx/s", "#± at 95 %", "#p95, ms", "#± at 95 %"));
    Grid grid = new Grid(heads);
    for (StudyPlace place : table.places()) {
      List<String> cells =
          new ArrayList<>(axes.stream().map(axis -> place.at().getOrDefault(axis, "")).toList());
      cells.addAll(
          List.of(
              "" + place.repeats(),
              "" + place.doubted(),
              mean(place, Measure.THROUGHPUT, StudyPlace.Mean::mean),
              mean(place, Measure.THROUGHPUT, one -> one.plusMinus().orElse(Double.NaN)),
              mean(place, Measure.P95, StudyPlace.Mean::mean),
              mean(place, Measure.P95, one -> one.plusMinus().orElse(Double.NaN))));
      grid.row(cells.toArray(String[]::new));
    }
    return grid.isEmpty() ? List.of() : List.of(grid.tag());
  }

  private static String mean(
      StudyPlace place, Measure measure, ToDoubleFunction<StudyPlace.Mean> which) {
    double value = place.of(measure).map(which::applyAsDouble).orElse(Double.NaN);
    return Double.isNaN(value) ? "–" : Figures.text(value, measure.unit());
  }

  private List<Tag> law() {
    if (table.law().isEmpty()) {
      return table.lawNote().isEmpty() ? List.of() : List.of(Tag.of("p").text(table.lawNote()));
    }
    ScalabilityLaw law = table.law().get();
    Grid grid = new Grid("factor", "#value", "#from", "#to");
    factor(grid, "contention σ, %", law.sigma(), 100);
    factor(grid, "coherency κ, %", law.kappa(), 100);
    factor(grid, "one thread λ, tx/s", law.lambda(), 1);
    law.peakThreads()
        .ifPresent(peak ->
            factor(
                grid,
                "peak at threads" + (law.beyond() ? ", beyond what was measured" : ""),
                peak,
                1));
    law.peakThroughput().ifPresent(peak -> factor(grid, "peak, tx/s", peak, 1));
    String fit =
        String.format(
            Locale.ROOT,
            "Fitted to %s, R² %.3f; intervals at 95 %% confidence.",
            Counted.of(law.points(), "step"),
            law.determination());
    return List.of(Tag.of("p", "muted", fit), grid.tag());
  }

  private static void factor(Grid grid, String name, ScalabilityLaw.Estimate one, double scale) {
    grid.row(
        name,
        Figures.axis(scale * one.value()),
        Figures.axis(scale * one.low()),
        one.high().map(high -> Figures.axis(scale * high)).orElse("unbounded"));
  }
}

package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.report.study.KneeDocument;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyPlace;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.scaling.ScalabilityLaw.Estimate;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A study as text: first whether its numbers can be trusted, then one row for each step, then
/// where the peak or the knee lies.
public final class StudySummary {
  private final StudyDocument study;
  private final StudyTable table;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private StudySummary(StudyDocument study, Terminal terminal) {
    this.study = study;
    this.table = StudyTable.of(study);
    this.terminal = terminal;
  }

  public static List<String> of(StudyDocument study, Terminal terminal) {
    StudySummary summary = new StudySummary(study, terminal);
    summary.verdicts();
    summary.thresholds();
    summary.headline();
    summary.table();
    summary.places();
    summary.law();
    if (summary.search()) {
      summary.knees();
    } else {
      summary.peak();
    }
    return List.copyOf(summary.lines);
  }

  /// What one step gave, in one line.
  public static String inOneLine(RunDocument run) {
    return PlainText.line(run.job().state())
        + ": "
        + Figures.rate(run.summary().throughput())
        + " transactions/s, p95 "
        + Figures.millis(run.summary().latencyMillis(), Measure.P95)
        + " ms, GENERATOR "
        + run.generator().verdict().words()
        + ", AUDIT "
        + run.audit().verdict();
  }

  /// The worse of the generators' verdicts, and at which steps.
  private void generators() {
    for (GeneratorVerdict.Verdict verdict :
        List.of(GeneratorVerdict.Verdict.LIMITED, GeneratorVerdict.Verdict.TOO_FEW_THREADS)) {
      List<StudyDocument.Step> such =
          study.steps().stream()
              .filter(step -> step.run().generator().verdict() == verdict)
              .toList();
      if (!such.isEmpty()) {
        lines.add(
            terminal.paint(Paint.WARNING, "GENERATOR " + verdict.words())
                + "  at "
                + places(such)
                + "; first "
                + PlainText.line(such.getFirst().run().generator().reason()));
        return;
      }
    }
    lines.add(terminal.paint(Paint.GOOD, "GENERATOR OK") + "  in all steps");
  }

  private void verdicts() {
    generators();
    List<StudyDocument.Step> unbalanced =
        study.steps().stream().filter(step -> !step.run().audit().balanced()).toList();
    if (unbalanced.isEmpty()) {
      lines.add(terminal.paint(Paint.GOOD, "AUDIT BALANCED") + "  in all steps");
    }
    unbalanced.forEach(step ->
        lines.add(
            "at "
                + PlainText.line(step.place().words())
                + " "
                + terminal.paint(Paint.BAD, PlainText.line(step.run().audit().sentence()))));
  }

  private void thresholds() {
    for (Verdict verdict : List.of(Verdict.BROKEN, Verdict.NOT_JUDGED)) {
      List<StudyDocument.Step> steps =
          study.steps().stream()
              .filter(step ->
                  step.run().thresholds().filter(all -> all.verdict() == verdict).isPresent())
              .toList();
      if (!steps.isEmpty()) {
        String first =
            steps.getFirst().run().thresholds().orElseThrow().each().stream()
                .filter(one -> one.verdict() == verdict)
                .map(ThresholdDocument::sentence)
                .findFirst()
                .orElseThrow();
        lines.add(
            terminal.paint(
                    verdict == Verdict.BROKEN ? Paint.BAD : Paint.WARNING,
                    "THRESHOLDS " + verdict.words())
                + "  at "
                + places(steps)
                + "; first "
                + PlainText.line(first));
      }
    }
  }

  private static String places(List<StudyDocument.Step> steps) {
    return steps.stream()
        .map(step -> PlainText.line(step.place().words()))
        .collect(Collectors.joining("; "));
  }

  private boolean search() {
    return study.study().plan().flatMap(StudyPlan::knee).isPresent();
  }

  /// Whether scale-up means anything: only the threads differ.
  private boolean ladder() {
    return names().equals(List.of(StudyAxis.THREADS));
  }

  private List<String> names() {
    return study.study().plan().map(StudyPlan::names).orElse(List.of(StudyAxis.THREADS));
  }

  private void headline() {
    StudyDocument.Head head = study.study();
    lines.add("");
    lines.add(
        terminal.paint(
                Paint.STRONG,
                PlainText.line(head.job() + " along " + head.axis() + " " + head.state()))
            + (head.reason().isEmpty() ? "" : ": " + PlainText.line(head.reason())));
    lines.add(
        study.steps().size()
            + (search() ? "" : " of " + head.threads().size())
            + " steps on "
            + Counted.of(head.agents(), "agent")
            + study.steps().stream()
                .findFirst()
                .map(
                    step -> ", latency in ms, " + PlainText.line(step.run().job().latencyMeaning()))
                .orElse(""));
  }

  private record Shown(Column column, Function<StudyTable.Row, String> cell) {}

  private void table() {
    List<Shown> shown = new ArrayList<>();
    names()
        .forEach(name ->
            shown.add(
                new Shown(Column.numbers(name), row -> row.point().at().getOrDefault(name, ""))));
    if (table.rows().stream().anyMatch(row -> row.point().repeat() > 1)) {
      shown.add(new Shown(Column.numbers("repeat"), row -> "" + row.point().repeat()));
    }
    if (search()) {
      shown.add(
          new Shown(
              Column.words("verdict"), row -> row.trial().map(StudySummary::verdict).orElse("")));
    }
    for (StudyColumn one : table.columns(StudyColumn.OPEN)) {
      Column column = Column.numbers(PlainText.line(one.label())).unlessNarrow(one.rank());
      shown.add(new Shown(column, row -> one.text(row.number(one))));
    }
    shown.add(new Shown(Column.words("generator"), row -> row.generator().words()));
    shown.add(new Shown(Column.words("run").unlessNarrow(1), StudyTable.Row::state));
    if (table.rows().stream().anyMatch(row -> !row.counts())) {
      shown.add(
          new Shown(Column.words("valid"), row -> row.counts() ? "yes" : "no: " + row.doubt()));
    }
    Table text = new Table(shown.stream().map(Shown::column).toArray(Column[]::new));
    for (StudyTable.Row row : table.rows()) {
      text.row(shown.stream().map(one -> one.cell.apply(row)).toArray(String[]::new));
    }
    lines.add("");
    lines.addAll(text.lines(terminal.columns()));
  }

  private static String verdict(TrialDocument trial) {
    return trial.verdict().name().toLowerCase(Locale.ROOT)
        + (trial.verdict() == Trial.Verdict.MISSED
            ? ": " + String.join(", ", trial.reasons())
            : "");
  }

  private static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  /// Of a study with repeats, each place once.
  private void places() {
    if (table.places().isEmpty()) {
      return;
    }
    List<Column> columns = new ArrayList<>(names().stream().map(Column::numbers).toList());
    columns.addAll(
        List.of(
            Column.numbers("repeats"),
            Column.numbers("not valid"),
            Column.numbers("tx/s"),
            Column.numbers("p95")));
    Table text = new Table(columns.toArray(Column[]::new));
    for (StudyPlace place : table.places()) {
      List<String> cells =
          new ArrayList<>(names().stream().map(name -> place.at().getOrDefault(name, "")).toList());
      cells.add("" + place.repeats());
      cells.add("" + place.doubted());
      cells.add(
          place
              .of(Measure.THROUGHPUT)
              .map(rate -> Figures.rate(rate.mean()) + plusMinus(rate, Figures::rate))
              .orElse(Figures.NONE));
      cells.add(
          place
              .of(Measure.P95)
              .map(p95 -> Figures.millis(p95.mean()) + plusMinus(p95, Figures::millis))
              .orElse(Figures.NONE));
      text.row(cells.toArray(String[]::new));
    }
    lines.add("");
    lines.add("means over repeats, with 95 % confidence");
    lines.addAll(text.lines(terminal.columns()));
  }

  private static String plusMinus(StudyPlace.Mean mean, DoubleFunction<String> words) {
    return mean.plusMinus().map(one -> " ±" + words.apply(one)).orElse("");
  }

  private void knees() {
    lines.add("");
    for (KneeDocument knee : table.knees()) {
      Knee.Verdict verdict = knee.knee().verdict();
      boolean found = verdict == Knee.Verdict.FOUND;
      boolean ended = verdict == Knee.Verdict.SEARCHING && !study.study().endedAt().isEmpty();
      String where = knee.at().isEmpty() ? "" : " at " + new StudyPoint(knee.at(), 1).words();
      lines.add(
          terminal.paint(
                  found ? Paint.GOOD : Paint.WARNING, "KNEE " + (ended ? "NOT FOUND" : verdict))
              + PlainText.line(where + "  " + knee.sentence()));
    }
  }

  private void law() {
    if (!table.lawNote().isEmpty()) {
      lines.add("");
      lines.add(table.lawNote());
    }
    table
        .law()
        .ifPresent(law -> {
          lines.add("");
          lines.add(
              terminal.paint(Paint.STRONG, "universal scalability law")
                  + " over "
                  + Counted.of(law.points(), "step")
                  + ", R² "
                  + fixed(3, law.determination())
                  + ", with 95 % confidence");
          Table text =
              new Table(
                  Column.words("factor"),
                  Column.numbers("value"),
                  Column.numbers("from"),
                  Column.numbers("to"));
          factor(text, "contention σ, %", law.sigma(), 100, 2);
          factor(text, "coherency κ, %", law.kappa(), 100, 4);
          factor(text, "one thread λ, tx/s", law.lambda(), 1, 2);
          law.peakThreads()
              .ifPresent(peak ->
                  factor(
                      text,
                      "peak at threads" + (law.beyond() ? ", beyond what was measured" : ""),
                      peak,
                      1,
                      1));
          law.peakThroughput().ifPresent(peak -> factor(text, "peak, tx/s", peak, 1, 2));
          lines.addAll(text.lines(terminal.columns()));
          if (law.peakThreads().isEmpty()) {
            lines.add("nothing shows that the throughput ever falls");
          }
        });
  }

  private static void factor(Table text, String name, Estimate one, double scale, int digits) {
    text.row(
        name,
        fixed(digits, scale * one.value()),
        fixed(digits, scale * one.low()),
        one.high().map(high -> fixed(digits, scale * high)).orElse("unbounded"));
  }

  private void peak() {
    table
        .noPeak()
        .ifPresent(why -> {
          lines.add("");
          lines.add(terminal.paint(Paint.WARNING, why));
        });
    table
        .peak()
        .ifPresent(peak -> {
          lines.add("");
          lines.add(
              terminal.paint(Paint.STRONG, "peak")
                  + " "
                  + Figures.rate(peak.throughput())
                  + " transactions/s at "
                  + PlainText.line(peak.point().words())
                  + (ladder() ? scaleUp(peak) : ""));
        });
  }

  private boolean allCount() {
    return table.rows().stream().allMatch(StudyTable.Row::counts);
  }

  /// Against the fewest threads, and how far the throughput falls behind the peak.
  private String scaleUp(StudyTable.Row peak) {
    StudyTable.Row last = table.rows().stream().filter(StudyTable.Row::counts).toList().getLast();
    String past =
        last.threads() == peak.threads()
            ? ", the last step" + (allCount() ? "" : " that counts") + ": it may lie higher"
            : peak.throughput() <= 0
                ? ""
                : ", and "
                    + fixed(1, 100 * (1 - last.throughput() / peak.throughput()))
                    + " % less at "
                    + last.threads();
    return ", " + fixed(2, peak.scaleUp()) + " times those of " + table.baseThreads() + past;
  }
}

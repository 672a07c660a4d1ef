package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.compare.FigureDifference;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyComparison.Point;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Two studies or runs side by side as text: who they are, each step with the differences in
/// percent, the peaks, and what was set up differently.
public final class ComparisonText {
  private static final int LONGEST_VALUE = 60;

  /// In percent: an interval's end beyond it says no more.
  private static final int MOST_TOLD = 999;

  private final StudyComparison comparison;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private ComparisonText(StudyComparison comparison, Terminal terminal) {
    this.comparison = comparison;
    this.terminal = terminal;
  }

  public static List<String> of(StudyComparison comparison, Terminal terminal) {
    ComparisonText text = new ComparisonText(comparison, terminal);
    text.sides();
    if (comparison.points().size() == 1 && !comparison.points().getFirst().figures().isEmpty()) {
      text.figures(comparison.points().getFirst().figures());
    } else {
      text.points();
      text.peaks();
    }
    text.warnings();
    text.differences();
    return List.copyOf(text.lines);
  }

  private void sides() {
    lines.add("A  " + describe(comparison.a()));
    lines.add("B  " + describe(comparison.b()));
    lines.add("");
  }

  private static String describe(StudyDocument.Head side) {
    return PlainText.line(
        side.id()
            + ", "
            + side.job()
            + ", "
            + side.state()
            + (side.startedAt().isEmpty()
                ? ""
                : ", started " + HistoryText.seconds(side.startedAt())));
  }

  /// Each figure with its interval and what it says.
  private void figures(List<FigureDifference> figures) {
    Table table =
        new Table(
            Column.words("figure"),
            Column.numbers("A"),
            Column.numbers("B"),
            Column.numbers("B to A"),
            Column.words("interval").unlessNarrow(1),
            Column.numbers("shows from").unlessNarrow(2),
            Column.words("B is"));
    for (FigureDifference one : figures) {
      table.row(
          name(one),
          value(one, one.a()),
          value(one, one.b()),
          percent(Optional.of(one.percent())),
          interval(one),
          bound(one.smallest()).replace("+", ""),
          verdict(one.verdict()));
    }
    lines.addAll(table.lines(terminal.columns()));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "All intervals hold together with %.0f %%. \"Shows from\" is the smallest difference"
                + " that would have been shown nine times in ten.",
            100 * comparison.confidence()));
  }

  private static String name(FigureDifference one) {
    return one.figure().equals("throughput") ? "transactions/s" : one.figure() + " ms";
  }

  private static String value(FigureDifference one, double value) {
    return one.figure().equals("throughput") ? Figures.rate(value) : Figures.millis(value);
  }

  private static String interval(FigureDifference one) {
    return one.low().map(low -> bound(Optional.of(low)) + " to " + bound(one.high())).orElse("-");
  }

  private static String verdict(FigureDifference.Verdict verdict) {
    return switch (verdict) {
      case BETTER -> "better";
      case WORSE -> "worse";
      case NO_DIFFERENCE_SHOWN -> "no difference shown";
      case NOT_KNOWN -> "not known";
    };
  }

  private void warnings() {
    if (!comparison.warnings().isEmpty()) {
      lines.add("");
    }
    comparison
        .warnings()
        .forEach(warning ->
            lines.add(terminal.paint(Paint.WARNING, "note") + "  " + PlainText.line(warning)));
  }

  private void points() {
    Table table =
        new Table(
            Column.numbers("threads"),
            Column.numbers("A tx/s"),
            Column.numbers("B tx/s"),
            Column.numbers("tx/s"),
            Column.words("interval").unlessNarrow(3),
            Column.words("B is").unlessNarrow(4),
            Column.numbers("A mean ms").unlessNarrow(1),
            Column.numbers("B mean ms").unlessNarrow(1),
            Column.numbers("mean"),
            Column.numbers("A p95 ms").unlessNarrow(2),
            Column.numbers("B p95 ms").unlessNarrow(2),
            Column.numbers("p95"));
    comparison.points().forEach(point -> addRow(table, point));
    lines.addAll(table.lines(terminal.columns()));
  }

  private static void addRow(Table table, Point point) {
    table.row(
        threads(point),
        rate(point.a()),
        rate(point.b()),
        percent(point.percent(Measure.THROUGHPUT)),
        point.figures().stream().findFirst().map(ComparisonText::interval).orElse("-"),
        point.figures().stream().findFirst().map(one -> verdict(one.verdict())).orElse("-"),
        millis(point.a(), Measure.MEAN),
        millis(point.b(), Measure.MEAN),
        percent(point.percent(Measure.MEAN)),
        millis(point.a(), Measure.P95),
        millis(point.b(), Measure.P95),
        percent(point.percent(Measure.P95)));
  }

  private static String threads(Point point) {
    List<String> threads =
        Stream.of(point.a(), point.b())
            .flatMap(Optional::stream)
            .map(ComparisonText::place)
            .distinct()
            .toList();
    return String.join(" | ", threads);
  }

  private static String place(StudyTable.Row row) {
    return row.point().at().keySet().equals(Set.of(StudyAxis.THREADS))
        ? "" + row.threads()
        : new StudyPoint(row.point().at(), 1).words();
  }

  private static String rate(Optional<StudyTable.Row> row) {
    return row.map(step ->
            Figures.rate(step.throughput())
                + (step.generator() == GeneratorVerdict.Verdict.LIMITED ? "*" : ""))
        .orElse("-");
  }

  private static String millis(Optional<StudyTable.Row> row, Measure latency) {
    return row.map(one -> Figures.millis(one.of(latency))).orElse(Figures.NONE);
  }

  private static String percent(Optional<Double> percent) {
    return percent.map(value -> String.format(Locale.ROOT, "%+.1f %%", value)).orElse("-");
  }

  /// An end of an interval.
  private static String bound(Optional<Double> percent) {
    boolean far = percent.filter(value -> value > MOST_TOLD).isPresent();
    return far ? "> +" + MOST_TOLD + " %" : percent(percent);
  }

  private void peaks() {
    Point peaks = comparison.peaks();
    if (peaks.a().isEmpty() || peaks.b().isEmpty() || comparison.points().size() < 2) {
      return;
    }
    lines.add("");
    lines.add(
        terminal.paint(Paint.STRONG, "peak")
            + "  A "
            + peak(peaks.a().get())
            + ", B "
            + peak(peaks.b().get())
            + ": "
            + percent(peaks.percent(Measure.THROUGHPUT))
            + " transactions/s");
  }

  private static String peak(StudyTable.Row row) {
    return Figures.rate(row.throughput()) + " at " + Counted.of(row.threads(), "thread");
  }

  private void differences() {
    lines.add("");
    if (comparison.differences().isEmpty()) {
      lines.add("set up alike");
      return;
    }
    lines.add("set up differently");
    Table table = new Table(Column.words("what"), Column.words("A"), Column.words("B"));
    comparison
        .differences()
        .forEach(one ->
            table.row(
                one.what(),
                PlainText.line(one.a(), LONGEST_VALUE),
                PlainText.line(one.b(), LONGEST_VALUE)));
    lines.addAll(table.lines(terminal.columns()));
  }
}

package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.job.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.StudyComparison;
import dev.broadside.core.report.StudyComparison.Point;
import dev.broadside.core.report.StudyDocument;
import dev.broadside.core.report.StudyTable;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Two studies or runs side by side as text: who they are, each step with the differences in
/// percent, the peaks, and what was set up differently.
public final class ComparisonText {
  private static final int LONGEST_VALUE = 60;

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
    text.points();
    text.peaks();
    text.differences();
    return List.copyOf(text.lines);
  }

  private void sides() {
    lines.add("A  " + describe(comparison.a()));
    lines.add("B  " + describe(comparison.b()));
    boolean limited =
        comparison.points().stream()
            .flatMap(point -> Stream.of(point.a(), point.b()))
            .flatMap(Optional::stream)
            .anyMatch(row -> row.generator() == GeneratorVerdict.Verdict.LIMITED);
    if (limited) {
      lines.add(
          terminal.paint(Paint.WARNING, "GENERATOR LIMITED")
              + "  in steps marked *: those differences may be the generator's");
    }
    lines.add("");
  }

  private static String describe(StudyDocument.Head side) {
    return PlainText.line(
        side.id() + ", " + side.job() + ", " + side.state() + ", started " + side.startedAt());
  }

  private void points() {
    Table table =
        new Table(
            Column.numbers("threads"),
            Column.numbers("A tx/s"),
            Column.numbers("B tx/s"),
            Column.numbers("tx/s"),
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
        percent(point.throughputPercent()),
        millis(point.a(), row -> row.latencyMillis().mean()),
        millis(point.b(), row -> row.latencyMillis().mean()),
        percent(point.meanPercent()),
        millis(point.a(), row -> row.latencyMillis().p95()),
        millis(point.b(), row -> row.latencyMillis().p95()),
        percent(point.p95Percent()));
  }

  private static String threads(Point point) {
    List<String> threads =
        Stream.of(point.a(), point.b())
            .flatMap(Optional::stream)
            .map(row -> "" + row.threads())
            .distinct()
            .toList();
    return String.join(" | ", threads);
  }

  private static String rate(Optional<StudyTable.Row> row) {
    return row.map(step ->
            Figures.rate(step.transactionsPerSecond())
                + (step.generator() == GeneratorVerdict.Verdict.LIMITED ? "*" : ""))
        .orElse("-");
  }

  private static String millis(
      Optional<StudyTable.Row> row, Function<StudyTable.Row, Double> figure) {
    return row.map(figure).map(Figures::millis).orElse("-");
  }

  private static String percent(Optional<Double> percent) {
    return percent.map(value -> String.format(Locale.ROOT, "%+.1f %%", value)).orElse("-");
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
            + percent(peaks.throughputPercent())
            + " transactions/s");
  }

  private static String peak(StudyTable.Row row) {
    return Figures.rate(row.transactionsPerSecond()) + " at " + Counted.of(row.threads(), "thread");
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

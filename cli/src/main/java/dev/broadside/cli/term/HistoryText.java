package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.core.report.study.RunHistory.Change;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The runs of a definition as text: a line each with the changes that begin there, and then each
/// change with what was configured differently.
public final class HistoryText {
  private static final int LONGEST_VALUE = 40;
  private static final List<Measure> MEASURES = Measure.in(Measure.Place.HISTORY);

  private HistoryText() {}

  public static List<String> of(RunHistory history, Terminal terminal) {
    String definition = PlainText.line(history.definition());
    if (history.runs().isEmpty() && history.unreadable().isEmpty()) {
      return List.of(definition + ": none of its runs has ended yet");
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        definition
            + ", "
            + Counted.of(history.runs().size(), "run")
            + ", "
            + Counted.of(history.changes().size(), "change"));
    lines.add("");
    lines.addAll(runs(history).lines(terminal.columns()));
    if (!history.unreadable().isEmpty()) {
      lines.add(history.leftOut());
    }
    for (Change change : history.changes()) {
      lines.add("");
      lines.addAll(lines(change, history.unit(change.figure()), terminal));
    }
    if (history.changes().isEmpty()) {
      lines.add("");
      lines.add("no change shown");
    }
    return lines;
  }

  private static Table runs(RunHistory history) {
    List<Column> columns =
        new ArrayList<>(List.of(Column.words("started").unlessNarrow(1), Column.words("run")));
    for (Measure one : MEASURES) {
      Column column = Column.numbers(one.headingWithUnit());
      // The throughput and the 95th percentile stay on a narrow terminal.
      columns.add(one.shown().contains(Measure.Place.STUDY) ? column : column.unlessNarrow(2));
    }
    for (StudyColumn one : history.columns()) {
      columns.add(Column.numbers(one.heading()).unlessNarrow(2 + one.rank()));
    }
    columns.add(Column.words("notes"));
    Table table = new Table(columns.toArray(Column[]::new));
    for (RunHistory.Run run : history.runs()) {
      List<String> cells = new ArrayList<>(List.of(seconds(run.startedAt()), run.id()));
      MEASURES.forEach(one -> cells.add(NumberText.text(run.of(one.id()), one.unit())));
      history.columns().forEach(one -> cells.add(NumberText.text(run.of(one.id()), one.unit())));
      cells.add(notes(run, history));
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  private static String notes(RunHistory.Run run, RunHistory history) {
    List<String> notes = new ArrayList<>();
    history.changes().stream()
        .filter(change -> change.firstRun().equals(run.id()))
        .forEach(change -> notes.add("<- " + change.figure() + ' ' + percent(change)));
    if (!run.counted()) {
      notes.add("left out: " + run.leftOut());
    }
    if (run.trust().generator() == GeneratorVerdict.Verdict.TOO_FEW_THREADS) {
      notes.add("too few threads");
    }
    return String.join(", ", notes);
  }

  private static List<String> lines(Change change, String unit, Terminal terminal) {
    List<String> lines = new ArrayList<>();
    Paint paint = change.levels().better() ? Paint.GOOD : Paint.WARNING;
    lines.add(
        terminal.paint(paint, change.levels().better() ? "better" : "worse")
            + PlainText.line(
                String.format(
                    Locale.ROOT,
                    "  %s %s, from %s to %s, since %s of %s, confidence %.2f %%",
                    change.figure(),
                    percent(change),
                    value(unit, change.levels().from()),
                    value(unit, change.levels().to()),
                    change.firstRun(),
                    seconds(change.at()),
                    100 * change.confidence())));
    lines.add(
        change.differences().isEmpty()
            ? "  configured as " + PlainText.line(change.lastRun()) + " before it"
            : "  configured differently than "
                + PlainText.line(change.lastRun())
                + ": "
                + change.differences().stream()
                    .map(one ->
                        PlainText.line(one.what())
                            + ' '
                            + PlainText.line(one.a(), LONGEST_VALUE)
                            + " -> "
                            + PlainText.line(one.b(), LONGEST_VALUE))
                    .collect(Collectors.joining("; ")));
    return lines;
  }

  /// A moment without the parts of its second.
  static String seconds(String instant) {
    return instant.replaceFirst("\\.\\d+Z$", "Z");
  }

  private static String percent(Change change) {
    return String.format(Locale.ROOT, "%+.1f %%", change.levels().percent());
  }

  private static String value(String unit, double value) {
    return NumberText.text(value, unit) + (unit.startsWith("/") ? "" : " ") + unit;
  }
}

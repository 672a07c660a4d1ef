package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.threshold.ThresholdVerdicts;
import java.util.ArrayList;
import java.util.List;

/// How a run's thresholds came out: the verdict, and a line for each.
final class ThresholdLines {
  private ThresholdLines() {}

  static List<String> of(ThresholdVerdicts verdicts, Terminal terminal) {
    long holding = verdicts.each().stream().filter(one -> one.verdict() == Verdict.HOLDS).count();
    List<String> lines = new ArrayList<>();
    lines.add(
        terminal.paint(paint(verdicts.verdict()), "THRESHOLDS " + verdicts.verdict().words())
            + "  "
            + holding
            + " of "
            + verdicts.each().size()
            + " hold");
    Table table =
        new Table(
            Column.words("threshold"),
            Column.words("verdict"),
            Column.numbers("value"),
            Column.words("limit").unlessNarrow(1));
    for (ThresholdDocument one : verdicts.each()) {
      table.row(one.text(), one.verdict().words(), one.valueText(), one.limitText());
    }
    table.lines(terminal.columns()).forEach(line -> lines.add("  " + line));
    // One reason may keep all of them from being judged.
    verdicts.each().stream()
        .filter(one -> one.verdict() != Verdict.HOLDS)
        .map(one -> (one.verdict() == Verdict.BROKEN ? "  " : "  not judged: ") + one.sentence())
        .distinct()
        .map(PlainText::line)
        .forEach(lines::add);
    return List.copyOf(lines);
  }

  private static Paint paint(Verdict verdict) {
    return switch (verdict) {
      case HOLDS -> Paint.GOOD;
      case NOT_JUDGED -> Paint.WARNING;
      case BROKEN -> Paint.BAD;
    };
  }
}

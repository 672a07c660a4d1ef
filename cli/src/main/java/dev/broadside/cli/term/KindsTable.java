package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// What a job of several kinds of transactions did of each, and what its job class says of all of
/// them in a word.
final class KindsTable {
  private KindsTable() {}

  /// Whether a figure is told here, and in no other table.
  static boolean has(FigureDocument one) {
    String id = one.figure().id();
    return id.startsWith(Figure.TRANSACTION)
        || id.startsWith(Figure.NOT_OK)
        || one.figure().section().equals(Figure.HEADLINE);
  }

  /// @param width of a line
  /// @return none where there is one kind
  static List<String> lines(RunDocument run, int width) {
    List<FigureDocument> kinds =
        run.figures().stream()
            .filter(one -> one.figure().id().startsWith(Figure.TRANSACTION))
            .toList();
    if (kinds.isEmpty()) {
      return List.of();
    }
    Table table =
        new Table(
            Column.words("kind"),
            Column.numbers("count"),
            Column.numbers("share"),
            Column.numbers("failed"),
            Column.numbers("p50"),
            Column.numbers("p90").unlessNarrow(1),
            Column.numbers("p95"),
            Column.numbers("p99"));
    double all = Math.max(1, kinds.stream().mapToLong(KindsTable::count).sum());
    for (FigureDocument kind : kinds) {
      String name = kind.figure().id().substring(Figure.TRANSACTION.length());
      table.row(
          PlainText.line(name),
          Figures.count(count(kind)),
          Figures.percent(OptionalDouble.of(count(kind) / all)),
          failed(run, name),
          Figures.millis(kind.distribution(), Measure.P50),
          Figures.millis(kind.distribution(), Measure.P90),
          Figures.millis(kind.distribution(), Measure.P95),
          Figures.millis(kind.distribution(), Measure.P99));
    }
    List<String> lines = new ArrayList<>(List.of("", "transactions by kind, latency in ms"));
    lines.addAll(table.lines(width));
    lines.addAll(headline(run));
    return lines;
  }

  private static long count(FigureDocument kind) {
    return kind.distribution().map(LatencyMillis::count).orElse(0L);
  }

  private static String failed(RunDocument run, String kind) {
    return run.figures().stream()
        .filter(one -> one.figure().id().equals(Figure.NOT_OK + kind))
        .map(one -> Figures.number(one.total()))
        .findFirst()
        .orElse("-");
  }

  /// The job class's own words, with the transactions by the minute behind the first.
  private static List<String> headline(RunDocument run) {
    List<String> words = new ArrayList<>();
    for (FigureDocument one : run.figures()) {
      if (one.figure().section().equals(Figure.HEADLINE) && one.known()) {
        words.add(one.figure().label() + " " + FoldedFigures.told(one));
      }
      if (words.size() == 1) {
        words.add("TPM " + FoldedFigures.told(60 * run.summary().throughput()));
      }
    }
    return words.isEmpty() ? List.of() : List.of(PlainText.line(String.join(", ", words)));
  }
}

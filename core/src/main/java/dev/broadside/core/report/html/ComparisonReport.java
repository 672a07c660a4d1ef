package dev.broadside.core.report.html;

import dev.broadside.core.compare.FigureDifference;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyComparison.Point;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Comparisons against one and the same run or study, as one HTML file that needs nothing else.
public final class ComparisonReport {
  /// In percent: an interval's end beyond it says no more.
  private static final double FAR = 999;

  private ComparisonReport() {}

  /// The document.
  ///
  /// @param comparisons at least one
  /// @param runs what is drawn of them; of the first [OverlaidCharts#MOST] only
  public static String html(List<StudyComparison> comparisons, List<OverlaidCharts.Run> runs) {
    StudyDocument.Head first = comparisons.getFirst().a();
    Sheet sheet = new Sheet(first.name() + " – Broadside comparison");
    sheet.add(
        Tag.of("header")
            .add(
                Tag.of("p", "eyebrow", "Broadside comparison · " + first.title()),
                Tag.of("h1").text(first.name()),
                side("A", first)));
    comparisons.forEach(one -> add(sheet, one));
    String left =
        runs.size() > OverlaidCharts.MOST
            ? "; the first " + OverlaidCharts.MOST + " runs of " + runs.size()
            : "";
    sheet.section("Over time, each from its own start" + left, new OverlaidCharts(runs).figures());
    return sheet.html();
  }

  private static Tag side(String letter, StudyDocument.Head side) {
    return Tag.of("p")
        .add(
            Tag.of("b").text(letter + "  "),
            Tag.of("span", "muted", side.id() + " · " + side.state())
                .text(RunReport.period(side.startedAt(), side.endedAt())));
  }

  private static void add(Sheet sheet, StudyComparison comparison) {
    List<Tag> inside = new ArrayList<>();
    inside.add(side("B", comparison.b()));
    inside.add(Tag.of("div").at("class", "verdicts").add(verdict(comparison).tag()));
    for (Point point : comparison.points()) {
      if (comparison.points().size() > 1) {
        inside.add(Tag.of("h3").text(place(point)));
      }
      inside.add(point.figures().isEmpty() ? plain(point) : figures(point.figures()));
    }
    if (comparison.points().stream().anyMatch(point -> !point.figures().isEmpty())) {
      inside.add(together(comparison));
    }
    if (!comparison.warnings().isEmpty()) {
      inside.add(
          Tag.of("ul")
              .at("class", "doubts")
              .add(comparison.warnings().stream().map(one -> Tag.of("li").text(one)).toList()));
    }
    Grid differences = new Grid("set up differently", "A", "B");
    comparison.differences().forEach(one -> differences.row(one.what(), one.a(), one.b()));
    if (!differences.isEmpty()) {
      inside.add(differences.tag());
    }
    sheet.section("B: " + comparison.b().name(), inside);
  }

  private static Tag together(StudyComparison comparison) {
    return Tag.of(
        "p",
        "muted",
        String.format(
            Locale.ROOT,
            "All intervals hold together with %.0f %%. \"Shows from\" is the smallest"
                + " difference that would have been shown nine times in ten.",
            100 * comparison.confidence()));
  }

  private static Verdict verdict(StudyComparison comparison) {
    List<FigureDifference> all =
        comparison.points().stream().flatMap(point -> point.figures().stream()).toList();
    String worse = named(all, FigureDifference.Verdict.WORSE);
    String better = named(all, FigureDifference.Verdict.BETTER);
    if (all.stream().allMatch(one -> one.verdict() == FigureDifference.Verdict.NOT_KNOWN)) {
      return new Verdict("B against A", "NOT KNOWN", "plain", "too little is known for intervals");
    }
    if (worse.isEmpty() && better.isEmpty()) {
      return new Verdict(
          "B against A", "NO DIFFERENCE SHOWN", "good", "all intervals have zero in them");
    }
    return new Verdict(
        "B against A",
        worse.isEmpty() ? "BETTER" : better.isEmpty() ? "WORSE" : "BETTER AND WORSE",
        worse.isEmpty() ? "good" : "bad",
        Stream.of(
                worse.isEmpty() ? "" : "worse: " + worse,
                better.isEmpty() ? "" : "better: " + better)
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining("; ")));
  }

  private static String named(List<FigureDifference> all, FigureDifference.Verdict verdict) {
    return all.stream()
        .filter(one -> one.verdict() == verdict)
        .map(one -> name(one) + " " + percent(one.percent()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String place(Point point) {
    return point.a().or(point::b).map(row -> row.point().words()).orElse("");
  }

  private static Tag figures(List<FigureDifference> figures) {
    double reach =
        figures.stream()
            .flatMap(one -> Stream.of(Optional.of(one.percent()), one.low(), one.high()))
            .flatMap(Optional::stream)
            .mapToDouble(Math::abs)
            .filter(one -> one <= FAR)
            .max()
            .orElse(1);
    Grid grid = new Grid("figure", "#A", "#B", "#B to A", "interval", "", "#shows from", "B is");
    for (FigureDifference one : figures) {
      List<Tag> cells =
          new ArrayList<>(
              Stream.of(name(one), value(one, one.a()), value(one, one.b()), percent(one.percent()))
                  .map(cell -> Tag.of("span").text(cell))
                  .toList());
      cells.add(whisker(one, Math.max(reach, 1e-3)));
      cells.add(Tag.of("span").text(interval(one)));
      cells.add(Tag.of("span").text(one.smallest().map(ComparisonReport::size).orElse("–")));
      cells.add(
          Tag.of("b", tone(one), one.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
      grid.row(cells);
    }
    return grid.tag();
  }

  private static String tone(FigureDifference one) {
    return switch (one.verdict()) {
      case BETTER -> "good";
      case WORSE -> "bad";
      case NO_DIFFERENCE_SHOWN, NOT_KNOWN -> "muted";
    };
  }

  private static String name(FigureDifference one) {
    return one.figure().equals("throughput") ? "transactions/s" : one.figure() + ", ms";
  }

  private static String value(FigureDifference one, double value) {
    return one.figure().equals("throughput") ? Figures.rate(value) : Figures.millis(value);
  }

  private static String percent(double percent) {
    return Math.abs(percent) > FAR
        ? (percent > 0 ? "> +" : "< −") + (int) FAR + " %"
        : String.format(Locale.ROOT, "%+.1f %%", percent).replace('-', '−');
  }

  private static String size(double percent) {
    return percent(percent).replace("+", "");
  }

  private static String interval(FigureDifference one) {
    return one.low()
        .flatMap(low -> one.high().map(high -> percent(low) + " to " + percent(high)))
        .orElse("–");
  }

  /// The interval around the difference, and where zero lies.
  private static Tag whisker(FigureDifference one, double reach) {
    Tag svg =
        Tag.of("svg")
            .at("class", "whisker " + one.verdict().name().toLowerCase(Locale.ROOT))
            .at("role", "img")
            .at("aria-label", interval(one))
            .add(Tag.of("line").at("x1", "50%").at("x2", "50%").at("y2", 18));
    one.low()
        .ifPresent(low ->
            svg.add(
                Tag.of("line")
                    .at("class", "reach")
                    .at("x1", place(low, reach))
                    .at("x2", place(one.high().orElse(low), reach))
                    .at("y1", 9)
                    .at("y2", 9)));
    return svg.add(Tag.of("circle").at("cx", place(one.percent(), reach)).at("cy", 9).at("r", 3.5));
  }

  private static String place(double percent, double reach) {
    return String.format(Locale.ROOT, "%.1f%%", 50 + 48 * Math.clamp(percent / reach, -1, 1));
  }

  /// Without intervals: those of runs whose records are not there.
  private static Tag plain(Point point) {
    Grid grid = new Grid("", "#tx/s", "#mean, ms", "#p95, ms");
    point.a().ifPresent(row -> row(grid, "A", row));
    point.b().ifPresent(row -> row(grid, "B", row));
    grid.row(
        "B to A",
        point.percent(Measure.THROUGHPUT).map(ComparisonReport::percent).orElse("–"),
        point.percent(Measure.MEAN).map(ComparisonReport::percent).orElse("–"),
        point.percent(Measure.P95).map(ComparisonReport::percent).orElse("–"));
    return grid.tag();
  }

  private static void row(Grid grid, String name, StudyTable.Row row) {
    grid.row(
        name,
        Figures.rate(row.throughput()),
        Figures.millis(row.of(Measure.MEAN)),
        Figures.millis(row.of(Measure.P95)));
  }
}

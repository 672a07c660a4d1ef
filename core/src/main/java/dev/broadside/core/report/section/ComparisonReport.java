package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.cell;
import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.compare.FigureDifference;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.Setup;
import dev.broadside.core.report.section.Block.Cell;
import dev.broadside.core.report.section.Block.Note;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Text;
import dev.broadside.core.report.section.Block.Verdict;
import dev.broadside.core.report.section.Block.Whisker;
import dev.broadside.core.report.section.ReportDocument.Head;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.report.study.StudyColumn;
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
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Comparisons with one run or study, for people.
public final class ComparisonReport {
  /// Percent. Beyond this the end of an interval says no more.
  private static final int MOST = 999;

  private final StudyComparison comparison;

  private ComparisonReport(StudyComparison comparison) {
    this.comparison = comparison;
  }

  /// The result of comparisons.
  ///
  /// @param comparisons at least one
  /// @param runs the runs that are drawn over each other; only the first [OverlaidRuns#MOST] are
  public static ReportDocument of(List<StudyComparison> comparisons, List<OverlaidRuns.Run> runs) {
    StudyDocument.Head a = comparisons.getFirst().a();
    List<Section> sections = new ArrayList<>();
    for (StudyComparison comparison : comparisons) {
      sections.add(new ComparisonReport(comparison).section());
    }
    String left =
        runs.size() > OverlaidRuns.MOST
            ? "the first " + OverlaidRuns.MOST + " runs of " + runs.size()
            : "";
    sections.add(
        new Section(
            "charts", "Over time, each from its own start", left, new OverlaidRuns(runs).charts()));
    Head head =
        new Head(
            "Broadside comparison · " + a.title(),
            a.name(),
            "",
            side("A", a),
            Tone.PLAIN,
            "",
            "",
            "");
    return new ReportDocument(head, List.of(), List.of(), sections, List.of());
  }

  private static String side(String letter, StudyDocument.Head side) {
    return "%s  %s, %s, %s%s%s"
        .formatted(
            letter,
            side.id(),
            side.job(),
            side.state(),
            moment(", started ", side.status().startedAt()),
            moment(", ended ", side.endedAt()));
  }

  private static String moment(String word, String at) {
    return at.isEmpty() ? "" : word + at.replaceFirst("\\.\\d+Z$", "Z");
  }

  private Section section() {
    List<Point> points = comparison.points();
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Text(side("B", comparison.b())));
    blocks.add(verdict());
    if (points.size() == 1 && !points.getFirst().figures().isEmpty()) {
      blocks.add(part("Differences", figures(points.getFirst().figures())));
      blocks.add(part("", together()));
    } else {
      blocks.add(part("Differences", table()));
      peaks().ifPresent(blocks::add);
      blocks.addAll(each());
    }
    blocks.addAll(databases());
    if (!comparison.warnings().isEmpty()) {
      blocks.add(
          part(
              "",
              comparison.warnings().stream()
                  .map(warning -> new Note("Note", warning))
                  .toArray(Block[]::new)));
    }
    blocks.add(setup());
    return new Section("b", title(comparison), "", blocks);
  }

  private static String title(StudyComparison of) {
    return "B: %s, against A: %s".formatted(of.b().name(), of.a().name());
  }

  private static Part part(String title, Block... blocks) {
    return new Part(title, false, Optional.empty(), List.of(blocks));
  }

  private Verdict verdict() {
    List<FigureDifference> all =
        comparison.points().stream().flatMap(point -> point.figures().stream()).toList();
    String worse = named(all, FigureDifference.Verdict.WORSE);
    String better = named(all, FigureDifference.Verdict.BETTER);
    String of = "B against A";
    if (all.stream().allMatch(one -> one.verdict() == FigureDifference.Verdict.NOT_KNOWN)) {
      return new Verdict(of, "NOT KNOWN", Tone.PLAIN, "too little is known for intervals");
    }
    if (worse.isEmpty() && better.isEmpty()) {
      return new Verdict(of, "NO DIFFERENCE SHOWN", Tone.GOOD, "all intervals have zero in them");
    }
    return new Verdict(
        of,
        worse.isEmpty() ? "BETTER" : better.isEmpty() ? "WORSE" : "BETTER AND WORSE",
        worse.isEmpty() ? Tone.GOOD : Tone.BAD,
        "",
        Stream.of(
                worse.isEmpty() ? "" : "worse: " + worse,
                better.isEmpty() ? "" : "better: " + better)
            .filter(words -> !words.isEmpty())
            .toList());
  }

  private static String named(List<FigureDifference> all, FigureDifference.Verdict verdict) {
    return all.stream()
        .filter(one -> one.verdict() == verdict)
        .map(one -> name(one) + " " + percent(one.percent()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /// Each figure with its interval and its verdict.
  private static Table figures(List<FigureDifference> figures) {
    double reach =
        figures.stream()
            .flatMap(one -> Stream.of(Optional.of(one.percent()), one.low(), one.high()))
            .flatMap(Optional::stream)
            .mapToDouble(Math::abs)
            .filter(one -> one <= MOST)
            .max()
            .orElse(1);
    return Table.of(
        figures,
        words("figure", ComparisonReport::name),
        number("A", one -> value(one, one.a())),
        number("B", one -> value(one, one.b())),
        number("B to A", one -> percent(one.percent())),
        cell("", one -> whisker(one, Math.max(reach, 1e-3))),
        words("interval", 1, ComparisonReport::interval),
        number("shows from", 2, one -> bound(one.smallest()).replace("+", "")),
        cell("B is", one -> Cell.of(word(one), tone(one.verdict()))));
  }

  private Text together() {
    return new Text(
        String.format(
            Locale.ROOT,
            "All intervals hold together with %.0f %%. \"Shows from\" is the smallest difference"
                + " that would have been shown nine times in ten.",
            100 * comparison.confidence()));
  }

  private static String name(FigureDifference one) {
    return Measure.of(one.figure())
        .map(measure ->
            measure.equals(Measure.THROUGHPUT) ? "transactions/s" : measure.headingWithUnit())
        .orElse(one.figure());
  }

  private static String value(FigureDifference one, double value) {
    return NumberText.text(value, Measure.of(one.figure()).map(Measure::unit).orElse(""));
  }

  private static String interval(FigureDifference one) {
    return one.low()
        .map(_ -> bound(one.low()) + " to " + bound(one.high()))
        .orElse(NumberText.NONE);
  }

  private static String word(FigureDifference one) {
    return one.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Tone tone(FigureDifference.Verdict verdict) {
    return switch (verdict) {
      case BETTER -> Tone.GOOD;
      case WORSE -> Tone.BAD;
      case NO_DIFFERENCE_SHOWN, NOT_KNOWN -> Tone.PLAIN;
    };
  }

  private static Cell whisker(FigureDifference one, double reach) {
    return Cell.of(
        new Whisker(
            one.percent(), known(one.low()), known(one.high()), reach, tone(one.verdict())));
  }

  private static OptionalDouble known(Optional<Double> value) {
    return value.stream().mapToDouble(Double::doubleValue).findFirst();
  }

  private static String percent(Optional<Double> percent) {
    return percent.map(ComparisonReport::percent).orElse(NumberText.NONE);
  }

  private static String percent(double percent) {
    return String.format(Locale.ROOT, "%+.1f %%", percent);
  }

  /// A bound of an interval in words.
  private static String bound(Optional<Double> percent) {
    return percent
        .map(value ->
            Math.abs(value) > MOST ? (value > 0 ? "> +" : "< -") + MOST + " %" : percent(value))
        .orElse(NumberText.NONE);
  }

  /// A table with all points of two studies.
  private Table table() {
    boolean priced =
        comparison.points().stream()
            .flatMap(point -> Stream.of(point.a(), point.b()).flatMap(Optional::stream))
            .anyMatch(row -> row.numbers().containsKey(StudyColumn.PRICE));
    List<TableColumn<Point>> columns = new ArrayList<>(columns());
    if (priced) {
      columns.add(number("A price/M tx", point -> price(point.a())));
      columns.add(number("B price/M tx", point -> price(point.b())));
    }
    return Table.of(comparison.points(), columns);
  }

  private static String price(Optional<StudyTable.Row> row) {
    return row.map(one -> one.numbers().get(StudyColumn.PRICE))
        .map(price -> NumberText.text(price, ""))
        .orElse(NumberText.NONE);
  }

  private static List<TableColumn<Point>> columns() {
    return List.of(
        number("threads", ComparisonReport::pointWords),
        number("A tx/s", point -> rate(point.a())),
        number("B tx/s", point -> rate(point.b())),
        number("tx/s", point -> percent(point.percent(Measure.THROUGHPUT))),
        words("interval", 3, point -> first(point, ComparisonReport::interval)),
        words("B is", 4, point -> first(point, ComparisonReport::word)),
        number("A mean ms", 1, point -> millis(point.a(), Measure.MEAN)),
        number("B mean ms", 1, point -> millis(point.b(), Measure.MEAN)),
        number("mean", point -> percent(point.percent(Measure.MEAN))),
        number("A p95 ms", 2, point -> millis(point.a(), Measure.P95)),
        number("B p95 ms", 2, point -> millis(point.b(), Measure.P95)),
        number("p95", point -> percent(point.percent(Measure.P95))));
  }

  /// A value of the first figure, which is throughput.
  private static String first(Point point, Function<FigureDifference, String> words) {
    return point.figures().stream().findFirst().map(words).orElse(NumberText.NONE);
  }

  private static String pointWords(Point point) {
    return Stream.of(point.a(), point.b())
        .flatMap(Optional::stream)
        .map(ComparisonReport::pointWords)
        .distinct()
        .collect(Collectors.joining(" | "));
  }

  private static String pointWords(StudyTable.Row row) {
    return row.point().at().keySet().equals(Set.of(StudyAxis.THREADS))
        ? "" + row.threads()
        : new StudyPoint(row.point().at(), 1).words();
  }

  private static String rate(Optional<StudyTable.Row> row) {
    return row.map(step ->
            NumberText.rate(step.throughput())
                + (step.trust().generator() == GeneratorVerdict.Verdict.LIMITED ? "*" : ""))
        .orElse(NumberText.NONE);
  }

  private static String millis(Optional<StudyTable.Row> row, Measure latency) {
    return row.map(one -> NumberText.text(one.of(latency), "ms")).orElse(NumberText.NONE);
  }

  private Optional<Text> peaks() {
    Point peaks = comparison.peaks();
    if (peaks.a().isEmpty() || peaks.b().isEmpty() || comparison.points().size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        new Text(
            "peak  A %s, B %s: %s transactions/s"
                .formatted(
                    peak(peaks.a().get()),
                    peak(peaks.b().get()),
                    percent(peaks.percent(Measure.THROUGHPUT)))));
  }

  private static String peak(StudyTable.Row row) {
    return NumberText.rate(row.throughput()) + " at " + Counted.of(row.threads(), "thread");
  }

  /// All figures of each point. A terminal has no room for them.
  private List<Part> each() {
    List<Part> parts =
        new ArrayList<>(
            comparison.points().stream()
                .filter(point -> !point.figures().isEmpty())
                .map(point -> large(title(point), figures(point.figures())))
                .toList());
    if (!parts.isEmpty()) {
      parts.add(large("", together()));
    }
    return parts;
  }

  /// What the databases did at each point. A terminal has room for one.
  private List<Part> databases() {
    List<Point> known =
        comparison.points().stream().filter(point -> !point.database().isEmpty()).toList();
    return known.size() == 1
        ? List.of(part(besides(known.getFirst()), database(known.getFirst())))
        : known.stream()
            .map(point -> large(besides(point) + ", " + title(point), database(point)))
            .toList();
  }

  private static String besides(Point point) {
    boolean priced =
        point.database().stream().anyMatch(one -> one.column().id().equals(StudyColumn.PRICE));
    return priced ? point.database().size() > 1 ? "Price and database" : "Price" : "Database";
  }

  private static Table database(Point point) {
    return Table.of(
        point.database(),
        words("figure", one -> one.column().heading()),
        number("A", one -> one.column().text(OptionalDouble.of(one.a()))),
        number("B", one -> one.column().text(OptionalDouble.of(one.b()))),
        number("B to A", one -> percent(one.percent())));
  }

  private static Part large(String title, Block block) {
    return new Part(title, false, Optional.of(List.of()), List.of(block));
  }

  private static String title(Point point) {
    return point.a().or(point::b).map(row -> row.point().words()).orElse("");
  }

  private Block setup() {
    return comparison.differences().isEmpty()
        ? part("", new Text("set up alike"))
        : part(
            "Set up differently",
            Table.of(
                comparison.differences(),
                words("what", Setup.Difference::what),
                words("A", 1, Setup.Difference::a),
                words("B", 1, Setup.Difference::b)));
  }
}

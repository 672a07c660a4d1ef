package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.cell;
import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.figures.BestInterval;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.Block.Cell;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Part.Brief;
import dev.broadside.core.report.section.Block.Spark;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Text;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.work.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// The declared figures of a run: those of kinds of transactions, those of the job class, and those
/// under headings such as `Host of db, disk sda`. There are so many headings that a terminal has
/// one line for all headings with the same words before the comma.
final class FigureParts {
  private static final String COMMA = ", ";

  /// A list longer than this is folded.
  private static final int MOST_OPEN = 60;

  private static final int DIGITS = 4;

  /// Larger numbers than this are shown without decimals.
  private static final double LARGE = 1_000;

  private final RunDocument run;

  FigureParts(RunDocument run) {
    this.run = run;
  }

  /// The numbers of each kind of transactions, and a sentence with the job class's figures about
  /// all of them. Without the table if there is only one kind.
  Section kinds() {
    List<FigureDocument> kinds =
        run.figures().stream()
            .filter(one -> one.figure().id().startsWith(Figure.TRANSACTION))
            .toList();
    double all = Math.max(1, kinds.stream().mapToLong(FigureParts::count).sum());
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Table.of(
            kinds,
            words("kind", FigureParts::kind),
            number("count", one -> NumberText.count(count(one))),
            number("share", one -> NumberText.percent(OptionalDouble.of(count(one) / all))),
            number("failed", this::failed),
            TableColumn.latency(Measure.P50, FigureDocument::distribution),
            TableColumn.latency(Measure.P90, 1, FigureDocument::distribution),
            TableColumn.latency(Measure.P95, FigureDocument::distribution),
            TableColumn.latency(Measure.P99, FigureDocument::distribution)));
    blocks.addAll(sentence());
    return kinds.isEmpty()
        ? new Section("kinds", "Transactions", "", blocks)
        : new Section("kinds", "Transactions by kind", "latency in ms", blocks);
  }

  private static String kind(FigureDocument one) {
    return one.figure().id().substring(Figure.TRANSACTION.length());
  }

  private static long count(FigureDocument kind) {
    return kind.distribution().map(LatencyMillis::count).orElse(0L);
  }

  private String failed(FigureDocument kind) {
    return run.figures().stream()
        .filter(one -> one.figure().id().equals(Figure.NOT_OK + kind(kind)))
        .map(one -> NumberText.number(one.total()))
        .findFirst()
        .orElse(NumberText.NONE);
  }

  /// The job class's own figures in words, with the transactions per minute after the first figure.
  private List<Text> sentence() {
    List<String> words = new ArrayList<>();
    for (FigureDocument one : run.figures()) {
      if (one.figure().section().equals(Figure.HEADLINE) && one.known()) {
        String percent = one.numberUnit().equals("%") ? " %" : "";
        words.add(one.figure().label() + " " + shortly(one.number()) + percent);
      }
      if (one.figure().equals(BestInterval.MAX_TPS) && one.known()) {
        words.add("max TPM " + shortly(OptionalDouble.of(60 * one.value().orElse(0))));
      } else if (words.size() == 1) {
        double perMinute = 60 * run.summary().throughput();
        words.add("TPM " + shortly(OptionalDouble.of(perMinute)));
      }
    }
    return words.isEmpty() ? List.of() : List.of(new Text(String.join(COMMA, words)));
  }

  /// Whether a terminal shows the figure in the table of kinds, or in the sentence after it.
  private static boolean isOfKinds(FigureDocument one) {
    String id = one.figure().id();
    return id.startsWith(Figure.TRANSACTION)
        || id.startsWith(Figure.NOT_OK)
        || one.figure().section().equals(Figure.HEADLINE);
  }

  /// All figures, under their headings.
  List<Block> parts() {
    return parts(run.toldFigures());
  }

  static List<Block> parts(List<FigureDocument> figures) {
    Map<String, List<FigureDocument>> headings = new LinkedHashMap<>();
    for (FigureDocument one : FigureDocument.told(figures)) {
      String heading = one.figure().section().split(COMMA, 2)[0];
      headings.computeIfAbsent(heading, _ -> new ArrayList<>()).add(one);
    }
    List<Block> parts = new ArrayList<>();
    headings.forEach((heading, all) -> parts.add(part(heading, all)));
    return parts;
  }

  private static Part part(String heading, List<FigureDocument> all) {
    boolean many = all.stream().anyMatch(one -> one.figure().section().contains(COMMA));
    boolean kinds = all.stream().allMatch(FigureParts::isOfKinds);
    Optional<List<Brief>> brief =
        many ? Optional.of(brief(all)) : kinds ? Optional.of(List.of()) : Optional.empty();
    return new Part(heading, all.size() > MOST_OPEN, brief, List.of(table(all)));
  }

  private static Table table(List<FigureDocument> figures) {
    return Table.of(
        figures,
        words("figure", FigureParts::name),
        number("total", 2, one -> amount(one.total(), one)),
        number("per s", one -> amount(one.perSecond(), one)),
        number("per tx", 1, one -> amount(one.perTransaction(), one)),
        number(
            "value",
            one ->
                one.share().isPresent()
                    ? NumberText.percent(one.share())
                    : amount(one.value(), one)),
        number("mean", 4, one -> spread(one, Measure.MEAN)),
        number("p50", one -> spread(one, Measure.P50)),
        number("p99", one -> spread(one, Measure.P99)),
        number("max", 3, one -> spread(one, Measure.MAX)),
        words("unit", one -> one.figure().unit().equals("B") ? "" : one.figure().unit()),
        cell("over time", FigureParts::spark));
  }

  /// The figure's name with the words after the comma of its heading, such as `disk sda: reads`.
  private static String name(FigureDocument one) {
    String[] heading = one.figure().section().split(COMMA, 2);
    return (heading.length > 1 ? heading[1] + ": " : "") + one.figure().label();
  }

  /// An amount with its unit. Bytes are shown in KiB, MiB and so on, since their digits are not
  /// read.
  private static String amount(OptionalDouble value, FigureDocument of) {
    return NumberText.bytes(value, of.figure().unit()).orElseGet(() -> NumberText.number(value));
  }

  private static String spread(FigureDocument one, Measure which) {
    return one.distribution().map(all -> NumberText.millis(all.of(which))).orElse("");
  }

  /// A small chart of the figure; of values that are kept, their 99th percentile.
  private static Cell spark(FigureDocument one) {
    Figure figure = one.figure();
    String metric = figure.id() + (figure.kind().spreads() ? " p99" : "");
    return Cell.of(new Spark(metric, figure.label(), figure.unit()));
  }

  /// A terminal's line for each heading. Devices that did nothing share one.
  private static List<Brief> brief(List<FigureDocument> all) {
    Map<String, List<FigureDocument>> headings = new LinkedHashMap<>();
    for (FigureDocument one : all) {
      String[] heading = one.figure().section().split(COMMA, 2);
      headings.computeIfAbsent(heading[heading.length - 1], _ -> new ArrayList<>()).add(one);
    }
    List<Brief> lines = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    headings.forEach((name, figures) -> {
      if (figures.stream().allMatch(FigureParts::isStill)) {
        idle.add(name);
      } else {
        lines.add(new Brief(name, figures.stream().map(FigureParts::shortly).toList()));
      }
    });
    if (!idle.isEmpty()) {
      lines.add(new Brief("always 0", idle));
    }
    return lines;
  }

  private static boolean isStill(FigureDocument one) {
    return one.number().orElse(0) == 0 && one.share().orElse(0) == 0;
  }

  private static String shortly(FigureDocument one) {
    String value =
        one.number().isEmpty()
            ? NumberText.NONE
            : one.share().isPresent()
                ? NumberText.percent(one.share())
                : shortly(one.number(), one.numberUnit());
    String each =
        one.perTransaction().isPresent()
            ? " (" + shortly(one.perTransaction(), one.figure().unit()) + " per tx)"
            : "";
    return one.figure().label() + " " + value + each;
  }

  private static String shortly(OptionalDouble value, String unit) {
    String space = unit.isEmpty() || unit.startsWith("/") ? "" : " ";
    return NumberText.bytes(value, unit).orElseGet(() -> shortly(value) + space + unit);
  }

  /// A number to four digits. The result has all digits.
  private static String shortly(OptionalDouble value) {
    double exact = value.orElse(0);
    double rounded =
        BigDecimal.valueOf(exact)
            .round(new MathContext(DIGITS, RoundingMode.HALF_UP))
            .doubleValue();
    boolean large = Math.abs(exact) >= LARGE;
    return NumberText.number(OptionalDouble.of(large ? Math.rint(exact) : rounded))
        .replaceAll("(\\.\\d*?)0+$", "$1")
        .replaceAll("\\.$", "");
  }
}

package dev.broadside.core.report.html;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.html.ChartDrawing.Line;
import dev.broadside.core.report.section.Block;
import dev.broadside.core.report.section.Block.Cell;
import dev.broadside.core.report.section.Block.Chart;
import dev.broadside.core.report.section.Block.Column;
import dev.broadside.core.report.section.Block.Drawing;
import dev.broadside.core.report.section.Block.Headline;
import dev.broadside.core.report.section.Block.Note;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Spark;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Verdict;
import dev.broadside.core.report.section.Block.Whisker;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.section.ReportDocument.Head;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.report.series.Buckets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A result as one complete HTML file. It has no scripts, and is forbidden to load anything.
public final class HtmlReport {
  private final TimeCharts charts;

  private HtmlReport(Buckets series) {
    this.charts = new TimeCharts(series);
  }

  /// The document.
  ///
  /// @param series the intervals of the run; empty for anything but a run
  public static String of(ReportDocument report, Buckets series) {
    HtmlReport html = new HtmlReport(series);
    List<Tag> parts = new ArrayList<>(List.of(head(report.head())));
    parts.addAll(html.verdicts(report));
    Stream.concat(report.sections().stream(), report.setup().stream())
        .flatMap(section -> html.section(section).stream())
        .forEach(parts::add);
    String kind = report.head().kind().replaceFirst(" · .*", "");
    return document(report.head().name() + " – " + kind, parts);
  }

  private static Tag head(Head head) {
    String outcome = head.outcome() + (head.reason().isEmpty() ? "" : ": " + head.reason());
    Tag header =
        Tag.of("header")
            .add(
                Tag.of("p", "eyebrow", head.kind()),
                Tag.of("h1").text(head.name()),
                Tag.of("p")
                    .add(
                        Tag.of("b", head.tone().word(), outcome),
                        Tag.of("span", "muted", " " + head.when())));
    return head.shape().isEmpty() ? header : header.add(Tag.of("p", "muted", head.shape()));
  }

  /// The cards, and then the notes.
  private List<Tag> verdicts(ReportDocument report) {
    List<Block> all = new ArrayList<>(report.answers());
    all.addAll(report.verdicts());
    List<Tag> tags = new ArrayList<>(blocks(all));
    List<Tag> findings =
        all.stream()
            .flatMap(block ->
                block instanceof Verdict verdict ? verdict.findings().stream() : Stream.empty())
            .map(text -> Tag.of("li").text(text))
            .toList();
    if (!findings.isEmpty()) {
      tags.add(Tag.of("ul").at("class", "doubts").add(findings));
    }
    return tags;
  }

  /// A section under its heading; nothing if nothing in it can be drawn.
  private List<Tag> section(Section section) {
    List<Tag> inside = blocks(section.blocks());
    if (inside.isEmpty() || section.title().isEmpty()) {
      return inside;
    }
    Tag tag = Tag.of("section").add(Tag.of("h2").text(section.title()));
    if (!section.note().isEmpty()) {
      tag.add(Tag.of("p", "muted", section.note()));
    }
    return List.of(tag.add(inside));
  }

  /// Verdicts in a row are cards beside each other, and notes in a row are one list.
  private List<Tag> blocks(List<? extends Block> blocks) {
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < blocks.size(); ) {
      int from = i;
      Class<?> type = blocks.get(i).getClass();
      while (i < blocks.size() && type.isInstance(blocks.get(i))) {
        i++;
      }
      tags.addAll(alike(blocks.subList(from, i)));
    }
    return tags;
  }

  private List<Tag> alike(List<? extends Block> row) {
    List<Tag> tags = row.stream().flatMap(block -> block(block).stream()).toList();
    return switch (row.getFirst()) {
      case Verdict _ -> List.of(Tag.of("div").at("class", "verdicts").add(tags));
      case Note _ -> List.of(Tag.of("ul").at("class", "doubts").add(tags));
      default -> tags;
    };
  }

  private List<Tag> block(Block block) {
    return switch (block) {
      case Block.Text text -> List.of(Tag.of("p", "muted", text.text()));
      case Verdict verdict -> List.of(verdict(verdict));
      case Note note ->
          List.of(Tag.of("li").text((note.of().isEmpty() ? "" : note.of() + ": ") + note.text()));
      case Headline headline -> headline(headline);
      case Table table -> table.rows().isEmpty() ? List.of() : List.of(table(table));
      case Block.Pairs pairs -> List.of(pairs(pairs.pairs()));
      case Block.Source source -> List.of(Tag.of("pre").at("tabindex", 0).lines(source.text()));
      case Part part -> part(part);
      case Block.OverTime charts -> this.charts.figures(charts);
      case Chart chart -> chart(chart);
      case Block.Graph graph -> List.of(new GroupDrawing(graph).tag());
    };
  }

  private static Tag verdict(Verdict verdict) {
    return Tag.of("div")
        .at("class", "verdict " + verdict.tone().word())
        .add(
            Tag.of("span", "of", verdict.of()),
            Tag.of("b").text(verdict.word()),
            Tag.of("p").text(verdict.reason()));
  }

  private static List<Tag> headline(Headline headline) {
    Tag figures = Tag.of("div").at("class", "headline");
    for (Headline.Figure one : headline.figures()) {
      figures.add(
          Tag.of("div").add(Tag.of("b").text(one.number()), Tag.of("span").text(one.label())));
    }
    Tag sentences = Tag.of("p").at("class", "muted sentences");
    headline.sentences().forEach(one -> sentences.add(Tag.of("span").text(one)));
    return List.of(figures, sentences);
  }

  private static Tag pairs(Map<String, String> pairs) {
    Tag list = Tag.of("dl");
    pairs.forEach((name, value) ->
        list.add(
            Tag.of("div")
                .add(Tag.of("dt").text(name), Tag.of("dd").text(value.isEmpty() ? "–" : value))));
    return list;
  }

  private List<Tag> part(Part part) {
    List<Tag> inside = blocks(part.blocks());
    if (part.folded()) {
      String rows =
          part.blocks().getFirst() instanceof Table table
              ? ", " + NumberText.count(table.rows().size()) + " rows"
              : "";
      return List.of(
          Tag.of("details").add(Tag.of("summary").text(part.title() + rows)).add(inside));
    }
    return part.title().isEmpty()
        ? inside
        : List.of(Tag.of("div").add(Tag.of("h3").text(part.title())).add(inside));
  }

  /// The table without empty columns, in a box that can be scrolled on a narrow screen.
  private Tag table(Table table) {
    List<List<String>> cells =
        table.rows().stream()
            .map(row ->
                row.stream().map(this::cell).map(one -> one.map(Tag::toString).orElse("")).toList())
            .toList();
    List<Integer> used =
        IntStream.range(0, table.columns().size())
            .filter(i -> cells.stream().anyMatch(row -> !row.get(i).isEmpty()))
            .boxed()
            .toList();
    Tag head = Tag.of("tr");
    used.forEach(
        i -> head.add(cell("th", table.columns().get(i)).text(table.columns().get(i).title())));
    Tag body = Tag.of("tbody");
    for (List<Cell> row : table.rows()) {
      Tag line = Tag.of("tr");
      used.forEach(i -> {
        Tag cell = cell(i == 0 ? "th" : "td", table.columns().get(i));
        line.add(cell(row.get(i)).map(cell::add).orElse(cell));
      });
      body.add(line);
    }
    return Tag.of("div")
        .at("class", "scroll")
        .at("tabindex", 0)
        .add(Tag.of("table").add(Tag.of("thead").add(head), body));
  }

  private static Tag cell(String name, Column column) {
    Tag cell = Tag.of(name);
    return column.number() ? cell.at("class", "number") : cell;
  }

  /// The content of a cell; empty if there is none.
  private Optional<Tag> cell(Cell cell) {
    if (cell.drawing().isPresent()) {
      return drawing(cell.drawing().get());
    }
    String text = typeset(cell.text());
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(
            cell.tone()
                .map(tone -> Tag.of("b", tone.word(), text))
                .orElseGet(() -> Tag.of("span").text(text)));
  }

  /// The text with a typographic minus and dash.
  private static String typeset(String text) {
    return text.equals(NumberText.NONE) ? "–" : text.replaceAll("(?<!\\S)-(?=\\d)", "−");
  }

  private Optional<Tag> drawing(Drawing drawing) {
    return switch (drawing) {
      case Spark spark -> charts.small(spark);
      case Whisker whisker -> Optional.of(whisker(whisker));
    };
  }

  /// A drawing of the difference with its interval, and of zero.
  private static Tag whisker(Whisker one) {
    Tag svg =
        Tag.of("svg")
            .at("class", "whisker " + one.tone().word())
            .at("aria-hidden", "true")
            .add(Tag.of("line").at("x1", "50%").at("x2", "50%").at("y2", 18));
    if (one.low().isPresent()) {
      double low = one.low().getAsDouble();
      svg.add(
          Tag.of("line")
              .at("class", "reach")
              .at("x1", place(low, one.reach()))
              .at("x2", place(one.high().orElse(low), one.reach()))
              .at("y1", 9)
              .at("y2", 9));
    }
    return svg.add(
        Tag.of("circle").at("cx", place(one.at(), one.reach())).at("cy", 9).at("r", 3.5));
  }

  private static String place(double percent, double reach) {
    return String.format(Locale.ROOT, "%.1f%%", 50 + 48 * Math.clamp(percent / reach, -1, 1));
  }

  private static List<Tag> chart(Chart chart) {
    double last = chart.x().getLast();
    Scale across =
        switch (chart.axis()) {
          case TIME -> Scale.time(0, last);
          case NINES -> Scale.nines(last);
          case AMOUNT -> Scale.upTo(last);
        };
    double[] x = chart.x().stream().mapToDouble(Double::doubleValue).toArray();
    ChartDrawing drawing = new ChartDrawing(chart.title(), chart.unit(), across, x);
    chart
        .lines()
        .forEach(one -> drawing.line(new Line(one.label(), values(one.low()), values(one.high()))));
    boolean nothing = drawing.isEmpty() || (drawing.flat() && !chart.dotted());
    return nothing ? List.of() : List.of((chart.dotted() ? drawing.dotted() : drawing).figure());
  }

  private static double[] values(List<OptionalDouble> values) {
    return values.stream().mapToDouble(one -> one.orElse(Double.NaN)).toArray();
  }

  private static String document(String title, List<Tag> parts) {
    String style = style();
    String policy =
        "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.of(style))
            + "'; base-uri 'none'; form-action 'none'";
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + policy
        + "\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
        + "<meta name=\"color-scheme\" content=\"light dark\"/>"
        + Tag.of("title").text(title)
        + "<style>"
        + style
        + "</style></head>\n"
        + Tag.of("body").add(Tag.of("main").add(parts))
        + "</html>\n";
  }

  private static String style() {
    try (InputStream in =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream("report.css"), "report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

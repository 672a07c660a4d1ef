package dev.broadside.core.report.html;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.section.Block.Shade;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// A chart as inline SVG, which is drawn without scripts at any width. Unknown values are a gap.
/// For one thread.
///
/// The report has its own drawings instead of the page's, because it is opened in CI servers and
/// mail readers that forbid scripts.
final class ChartDrawing {
  /// The size of the plot in its own units, across and down.
  static final int SIZE = 1_000;

  /// The heights, in CSS pixels, of the plot and of the space above it for the numbers of marks.
  private static final int HEIGHT = 168;

  private static final int ABOVE = 14;

  /// A reader who points at the chart sees the values of one of this many parts.
  private static final int TOLD = 100;

  private static final int MOST_NUMBERED = 30;

  private final String title;
  private final String unit;
  private final Scale across;
  private final double[] x;
  private final List<Line> lines = new ArrayList<>();
  private final List<Shade> shades = new ArrayList<>();
  private final List<Tag> cells = new ArrayList<>();
  private Optional<Scale> given = Optional.empty();
  private boolean dotted;

  /// A line: the lowest and the highest value at each position; not a number if unknown.
  record Line(String label, double[] low, double[] high) {
    Line {
      low = low.clone();
      high = high.clone();
    }

    boolean known() {
      return DoubleStream.of(high).anyMatch(Double::isFinite);
    }
  }

  /// @param unit the unit of all values
  /// @param x the positions of the values of each line on the axis, ascending
  ChartDrawing(String title, String unit, Scale across, double[] x) {
    this.title = title;
    this.unit = unit;
    this.across = across;
    this.x = x.clone();
  }

  /// Adds a line, unless all its values are unknown.
  ChartDrawing line(Line line) {
    if (line.known()) {
      lines.add(line);
    }
    return this;
  }

  ChartDrawing shades(List<Shade> behind) {
    shades.addAll(behind);
    return this;
  }

  /// Draws cells instead of lines, in thousandths of the plot.
  ChartDrawing cells(List<Tag> drawn, Scale up) {
    cells.addAll(drawn);
    given = Optional.of(up);
    return this;
  }

  /// Marks each value with a dot, as for a few measurements.
  ChartDrawing dotted() {
    dotted = true;
    return this;
  }

  boolean isEmpty() {
    return lines.isEmpty() && cells.isEmpty();
  }

  /// Whether there is nothing but zeros.
  boolean flat() {
    return cells.isEmpty()
        && lines.stream()
            .flatMapToDouble(line -> of(line.high))
            .noneMatch(value -> Double.isFinite(value) && value != 0);
  }

  String title() {
    return title;
  }

  /// The chart with its title and its legend.
  Tag figure() {
    Scale up = given.orElseGet(this::scaleOfLines);
    String words = unit + (up.log() ? ", on a logarithmic axis" : "");
    Tag caption = Tag.of("figcaption").add(Tag.of("b").text(title), Tag.of("span", "muted", words));
    for (int i = 0; i < lines.size() && lines.size() > 1; i++) {
      caption.add(
          Tag.of("span")
              .at("class", "legend")
              .add(
                  Tag.of("svg")
                      .at("class", "swatch")
                      .add(Tag.of("path").at("class", "line c" + (i + 1)).at("d", "M0 5H22")))
              .add(Tag.of("span").text(lines.get(i).label())));
    }
    return Tag.of("figure").add(caption, Tag.of("div").at("class", "plot").add(plot(up)));
  }

  private Scale scaleOfLines() {
    return Scale.of(
        lines.stream()
            .flatMapToDouble(line -> DoubleStream.concat(of(line.low), of(line.high)))
            .toArray(),
        true);
  }

  private Tag plot(Scale up) {
    Tag inner =
        Tag.of("svg")
            .at("viewBox", "0 0 " + SIZE + " " + SIZE)
            .at("preserveAspectRatio", "none")
            .at("y", ABOVE)
            .at("width", "100%")
            .at("height", HEIGHT);
    inner.add(cells);
    shades.forEach(shade -> inner.add(behind(shade)));
    for (int i = 0; i < lines.size(); i++) {
      inner.add(path(lines.get(i), up).at("class", style(lines.get(i), i)));
      if (dotted) {
        inner.add(dots(lines.get(i), up).at("class", "dot c" + (i + 1)));
      }
    }
    inner.add(slices());
    return Tag.of("svg")
        .at("class", "axes")
        .at("width", "100%")
        .at("height", HEIGHT + ABOVE + 20)
        .at("role", "img")
        .at("aria-label", title + ", " + unit + ". " + spoken())
        .add(levels(up))
        .add(inner)
        .add(below())
        .add(numbers());
  }

  private static DoubleStream of(double[] values) {
    return DoubleStream.of(values);
  }

  private static String style(Line line, int place) {
    return (Arrays.equals(line.low, line.high) ? "line c" : "band c") + (place + 1);
  }

  private List<Tag> levels(Scale up) {
    List<Tag> levels = new ArrayList<>();
    for (double tick : up.ticks()) {
      double y = ABOVE + HEIGHT * (1 - up.place(tick));
      levels.add(
          Tag.of("line")
              .at("class", "grid")
              .at("x2", "100%")
              .at("y1", pixel(y))
              .at("y2", pixel(y)));
      levels.add(
          Tag.of("text")
              .at("class", "level")
              .at("x", -8)
              .at("y", pixel(y + 4))
              .text(up.words().apply(tick)));
    }
    return levels;
  }

  private List<Tag> below() {
    return across.ticks().stream()
        .map(tick ->
            Tag.of("text")
                .at("class", anchor(across.place(tick)))
                .at("x", pixel(100 * across.place(tick)) + "%")
                .at("y", HEIGHT + ABOVE + 17)
                .text(across.words().apply(tick)))
        .toList();
  }

  /// The text at an end of the axis must not stick out.
  private static String anchor(double place) {
    return place > 0.96 ? "tick last" : "tick";
  }

  private Tag behind(Shade shade) {
    boolean moment = shade.until() <= shade.from();
    double left = SIZE * across.place(shade.from());
    Tag shape =
        moment
            ? Tag.of("path").at("class", "mark").at("d", "M" + pixel(left) + " 0V" + SIZE)
            : Tag.of("rect")
                .at("class", shade.number().isEmpty() ? "phase" : "span")
                .at("x", pixel(left))
                .at("width", pixel(Math.max(2, SIZE * across.place(shade.until()) - left)))
                .at("height", SIZE);
    return shape.add(Tag.of("title").text(shade.words()));
  }

  private List<Tag> numbers() {
    List<Shade> marks = shades.stream().filter(shade -> !shade.number().isEmpty()).toList();
    return marks.size() > MOST_NUMBERED
        ? List.of()
        : marks.stream()
            .map(mark ->
                Tag.of("text")
                    .at("class", anchor(across.place(mark.from())) + " key")
                    .at("x", pixel(100 * across.place(mark.from())) + "%")
                    .at("y", ABOVE - 4)
                    .text(mark.number()))
            .toList();
  }

  /// A line, or the band from the lowest to the highest, with gaps.
  private Tag path(Line line, Scale up) {
    StringBuilder d = new StringBuilder();
    int i = 0;
    while (i < x.length) {
      int from = i;
      while (i < x.length && Double.isFinite(line.high[i])) {
        i++;
      }
      if (i > from) {
        stretch(d, line, up, from, i);
      }
      i = Math.max(i, from + 1);
    }
    return Tag.of("path").at("d", d);
  }

  private Tag dots(Line line, Scale up) {
    return Tag.of("path")
        .at(
            "d",
            IntStream.range(0, x.length)
                .mapToObj(i -> "M" + point(i, line.high[i], up) + "h0")
                .collect(Collectors.joining()));
  }

  private void stretch(StringBuilder d, Line line, Scale up, int from, int to) {
    boolean band = !Arrays.equals(line.low, line.high);
    for (int i = from; i < to; i++) {
      d.append(i == from ? 'M' : 'L').append(point(i, line.high[i], up));
    }
    for (int i = to - 1; band && i >= from; i--) {
      d.append('L').append(point(i, line.low[i], up));
    }
    d.append(band ? "Z" : to - from == 1 ? "h0" : "");
  }

  private String point(int at, double value, Scale up) {
    return pixel(SIZE * across.place(x[at])) + " " + pixel(SIZE * (1 - up.place(value)));
  }

  private static String pixel(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
  }

  /// Invisible slices of the chart that show their values to a reader who points at them.
  private List<Tag> slices() {
    List<Tag> slices = new ArrayList<>();
    int each = Math.max(1, (x.length + TOLD - 1) / TOLD);
    for (int i = 0; i < x.length; i += each) {
      int to = Math.min(x.length, i + each);
      double left = i == 0 ? 0 : middle(i);
      double right = to == x.length ? SIZE : middle(to);
      slices.add(
          Tag.of("rect")
              .at("class", "told")
              .at("x", pixel(left))
              .at("width", pixel(Math.max(0, right - left)))
              .at("height", SIZE)
              .add(Tag.of("title").text(words(i, to))));
    }
    return slices;
  }

  private double middle(int i) {
    return SIZE * (across.place(x[i - 1]) + across.place(x[i])) / 2;
  }

  private String words(int from, int to) {
    DoubleFunction<String> place = across.words();
    return place.apply(x[from])
        + ": "
        + lines.stream()
            .map(line -> line.label + " " + range(line, from, to))
            .collect(Collectors.joining(", "));
  }

  private static String range(Line line, int from, int to) {
    double low =
        Arrays.stream(line.low, from, to).filter(Double::isFinite).min().orElse(Double.NaN);
    double high =
        Arrays.stream(line.high, from, to).filter(Double::isFinite).max().orElse(Double.NaN);
    return Double.isNaN(high)
        ? "unknown"
        : low == high
            ? NumberText.axis(high)
            : NumberText.axis(low) + " to " + NumberText.axis(high);
  }

  private String spoken() {
    return lines.stream()
        .map(line -> line.label + " from " + range(line, 0, x.length))
        .collect(Collectors.joining("; "));
  }

  /// The first line alone, as small as a word.
  Tag spark() {
    Line line = lines.getFirst();
    Scale up = Scale.of(line.high, false);
    return Tag.of("svg")
        .at("class", "spark")
        .at("viewBox", "0 0 " + SIZE + " " + SIZE)
        .at("preserveAspectRatio", "none")
        .at("role", "img")
        .at("aria-label", title + " " + range(line, 0, x.length))
        .add(path(line, up).at("class", style(line, 0)));
  }
}

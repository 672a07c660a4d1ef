package dev.broadside.core.report.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/// A part of a section. Texts may hold anything: each renderer bounds and escapes them.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = Block.Text.class, name = "text"),
  @Type(value = Block.Verdict.class, name = "verdict"),
  @Type(value = Block.Note.class, name = "note"),
  @Type(value = Block.Headline.class, name = "headline"),
  @Type(value = Block.Table.class, name = "table"),
  @Type(value = Block.Pairs.class, name = "pairs"),
  @Type(value = Block.Source.class, name = "source"),
  @Type(value = Block.Part.class, name = "part"),
  @Type(value = Block.OverTime.class, name = "overTime"),
  @Type(value = Block.Chart.class, name = "chart"),
  @Type(value = Block.Graph.class, name = "graph")
})
public sealed interface Block {
  /// A sentence.
  record Text(String text) implements Block {}

  /// A judgement.
  ///
  /// @param of the thing that is judged
  /// @param word the judgement in a word or two
  /// @param reason one sentence
  /// @param findings further findings, each in one sentence
  record Verdict(String of, String word, Tone tone, String reason, List<String> findings)
      implements Block {
    public Verdict {
      findings = List.copyOf(findings);
    }

    Verdict(String of, String word, Tone tone, String reason) {
      this(of, word, tone, reason, List.of());
    }
  }

  /// A note that must not be missed.
  ///
  /// @param of the thing that it is about; may be empty
  record Note(String of, String text) implements Block {}

  /// The first numbers. Large on a page; sentences in a terminal.
  record Headline(List<Figure> figures, List<String> sentences) implements Block {
    public Headline {
      figures = List.copyOf(figures);
      sentences = List.copyOf(sentences);
    }

    /// A number with a label.
    public record Figure(String label, String number) {}
  }

  /// Rows and columns. A column in which no cell says anything is not shown.
  ///
  /// @param most how many rows a terminal prints
  record Table(List<Column> columns, List<List<Cell>> rows, int most) implements Block {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <T> Table of(Collection<? extends T> rows, TableColumn<T>... columns) {
      return of(rows, List.of(columns));
    }

    static <T> Table of(Collection<? extends T> rows, List<TableColumn<T>> columns) {
      return new Table(
          columns.stream().map(TableColumn::head).toList(),
          rows.stream()
              .map(row -> columns.stream().map(column -> column.cell().apply(row)).toList())
              .toList(),
          Integer.MAX_VALUE);
    }

    /// This table, cut to its first rows in a terminal.
    Table most(int count) {
      return new Table(columns, rows, count);
    }
  }

  /// The head of a column.
  ///
  /// @param number whether its cells are aligned to the right
  /// @param rank 0 if it is always shown; otherwise a narrow terminal drops the columns with the
  ///   highest rank first
  record Column(String title, boolean number, int rank) {}

  /// A cell.
  ///
  /// @param text empty for a drawing
  /// @param tone absent if it is plain
  /// @param drawing the report draws it in the cell
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Cell(String text, Optional<Tone> tone, Optional<Drawing> drawing) {
    static Cell of(String text) {
      return new Cell(text, Optional.empty(), Optional.empty());
    }

    static Cell of(String text, Tone tone) {
      return new Cell(text, Optional.of(tone).filter(one -> one != Tone.PLAIN), Optional.empty());
    }

    static Cell of(Drawing drawing) {
      return new Cell("", Optional.empty(), Optional.of(drawing));
    }
  }

  /// A drawing as small as a word.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @Type(value = Spark.class, name = "spark"),
    @Type(value = Whisker.class, name = "whisker")
  })
  sealed interface Drawing {}

  /// A figure over the time of the run.
  ///
  /// @param metric its name in the series of the run
  record Spark(String metric, String label, String unit) implements Drawing {}

  /// A difference with its interval, on an axis with zero in the middle.
  ///
  /// @param at the difference in percent
  /// @param low the lower bound of the interval; empty if it is not known
  /// @param reach the end of the axis on both sides, in percent
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Whisker(double at, OptionalDouble low, OptionalDouble high, double reach, Tone tone)
      implements Drawing {}

  /// Names and values.
  record Pairs(Map<String, String> pairs) implements Block {}

  /// YAML, as it was written.
  record Source(String text) implements Block {}

  /// A part under a heading of its own.
  ///
  /// @param folded whether most readers need only its heading
  /// @param brief the lines that a terminal prints instead of the blocks
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Part(String title, boolean folded, Optional<List<Brief>> brief, List<Block> blocks)
      implements Block {
    public Part {
      blocks = List.copyOf(blocks);
    }

    /// A line of a terminal: a name, and words about it.
    public record Brief(String name, List<String> words) {}
  }

  /// Charts over the time of the run, with lines of its series.
  ///
  /// @param shades the phases that are not measured, and the marks
  record OverTime(List<TimeChart> charts, List<Shade> shades) implements Block {}

  /// A chart over the time of the run.
  ///
  /// @param lines empty for the heat map of latencies
  record TimeChart(String title, String unit, List<MetricLine> lines) {
    static TimeChart of(String title, String unit, MetricLine... lines) {
      return new TimeChart(title, unit, List.of(lines));
    }
  }

  /// @param metric its name in the series of the run
  record MetricLine(String metric, String label) {}

  /// A phase or a mark under the lines of a chart.
  ///
  /// @param until its end, which is its beginning if it is a moment
  /// @param number its number in a table of marks; empty for a phase
  record Shade(double from, double until, String number, String words) {}

  /// A chart with its own lines.
  ///
  /// @param x the positions of the values of each line, ascending
  /// @param dotted whether each value is a measurement of its own
  record Chart(
      String title, String unit, Axis axis, List<Double> x, List<ChartLine> lines, boolean dotted)
      implements Block {}

  /// The kind of a chart's horizontal axis.
  enum Axis {
    /// Milliseconds from the common start.
    TIME,
    /// Shares in nines: 1 is 90 %, 2 is 99 %.
    NINES,
    /// An amount, from 0 on.
    AMOUNT;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A line of a chart: the lowest and the highest value at each position; empty if it is unknown.
  record ChartLine(String label, List<OptionalDouble> low, List<OptionalDouble> high) {
    static ChartLine of(String label, double[] values) {
      List<OptionalDouble> known = known(values);
      return new ChartLine(label, known, known);
    }

    static ChartLine of(String label, double[] low, double[] high) {
      return Arrays.equals(low, high)
          ? of(label, low)
          : new ChartLine(label, known(low), known(high));
    }

    private static List<OptionalDouble> known(double[] values) {
      return DoubleStream.of(values)
          .mapToObj(one -> Double.isFinite(one) ? OptionalDouble.of(one) : OptionalDouble.empty())
          .toList();
    }
  }

  /// The members of a group, each to the right of all that it waits for.
  record Graph(List<Node> nodes, List<Edge> edges) implements Block {
    /// @param kind `job` or `study`
    /// @param at its position, counted in boxes
    public record Node(String name, String kind, String state, Place at) {}

    /// @param on the condition
    /// @param past the positions between both members that it passes
    public record Edge(String from, String to, String on, List<Place> past) {}

    /// A position counted in boxes; a row may be a fraction.
    public record Place(int column, double row) {}
  }
}

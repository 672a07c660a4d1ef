package dev.broadside.server.series;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Heat;
import dev.broadside.core.report.series.Metric;
import dev.broadside.core.report.series.SeriesTotals;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// What charts draw of a run, of bounded size however long the run is. Immutable and JSON-ready.
///
/// Each list has one element for each bucket of intervals in a row; what is not known is null.
///
/// @param figures the declared figures; their metrics are there if they were asked for
/// @param totals what has ended, over all phases
/// @param newest as JSON, the newest interval, the newest that has figures, and those of the newest
///   300 that may still change
public record SeriesDocument(
    @JsonUnwrapped Progress read,
    @JsonUnwrapped Columns columns,
    List<Figure> figures,
    SeriesTotals.Document totals,
    @JsonRawValue String newest) {

  /// How far a series has been read.
  ///
  /// @param through everything that the live stream tells up to this number is in it, unless there
  ///   is more
  /// @param more whether there are newer intervals, which the next call reads
  public record Progress(long through, boolean more) {}

  /// The buckets, column by column.
  ///
  /// @param first the interval with which the first bucket begins
  /// @param stride how many intervals a bucket stands for
  /// @param startMillis from the common start
  /// @param provisional whether an agent's record is missing
  /// @param metrics by name, the lowest and the highest figure in each bucket
  /// @param heat how many transactions took how long in each bucket
  public record Columns(
      int first,
      int stride,
      List<OptionalDouble> startMillis,
      List<OptionalDouble> endMillis,
      List<Boolean> provisional,
      Map<String, Range> metrics,
      List<Heat> heat) {

    private static Columns of(Buckets buckets, List<Bucket> some, int first, List<Metric> metrics) {
      return new Columns(
          first,
          buckets.stride(),
          column(some, Bucket::startMillis),
          column(some, Bucket::endMillis),
          some.stream().map(Bucket::provisional).toList(),
          ranges(some, metrics),
          some.stream().map(Bucket::heat).toList());
    }
  }

  /// The lowest and the highest figure of a metric.
  public record Range(List<OptionalDouble> low, List<OptionalDouble> high) {}

  /// @param newest intervals as JSON
  /// @param withFigures with the metrics of declared figures: of a long run they weigh more than
  ///   all the others
  /// @param since an interval; buckets that end before it are left out
  static SeriesDocument of(
      Progress read, Collection<String> newest, Buckets buckets, boolean withFigures, int since) {
    List<Bucket> whole = buckets.all();
    SeriesTotals totals = new SeriesTotals();
    whole.forEach(bucket -> totals.add(bucket.totals()));
    int left = Math.clamp((since - buckets.first()) / buckets.stride(), 0, whole.size());
    return new SeriesDocument(
        read,
        Columns.of(
            buckets,
            whole.subList(left, whole.size()),
            buckets.first() + left * buckets.stride(),
            withFigures ? buckets.metrics() : Metric.ALWAYS),
        buckets.figures(),
        totals.document(),
        "[" + String.join(",", newest) + "]");
  }

  private static Map<String, Range> ranges(List<Bucket> buckets, List<Metric> metrics) {
    Map<String, Range> ranges = new LinkedHashMap<>();
    for (int i = 0; i < metrics.size(); i++) {
      int metric = i;
      ranges.put(
          metrics.get(metric).word(),
          new Range(
              column(buckets, bucket -> bucket.low(metric)),
              column(buckets, bucket -> bucket.high(metric))));
    }
    return ranges;
  }

  private static List<OptionalDouble> column(List<Bucket> buckets, ToDoubleFunction<Bucket> of) {
    List<OptionalDouble> column = new ArrayList<>();
    for (Bucket bucket : buckets) {
      double value = of.applyAsDouble(bucket);
      column.add(Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value));
    }
    return column;
  }
}
